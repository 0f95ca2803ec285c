"""Matches that are over: replayed, and what decided them."""
