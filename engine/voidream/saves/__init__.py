"""Saved matches: their decks, and the reading of older formats."""
