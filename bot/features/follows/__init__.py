"""Spectators who follow matches."""
