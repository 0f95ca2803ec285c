"""Decks that people build."""
