"""Saves of a match: its decks, and reading older formats."""
