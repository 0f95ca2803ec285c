"""Matches: start, play, view and end them. Every change is one transaction."""
