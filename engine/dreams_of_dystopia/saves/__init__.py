"""Saves of a match: the cards that it was begun with."""
