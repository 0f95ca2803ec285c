"""Matches between programs, and what they say about decks and cards."""
