"""Saves of a match: the set it was begun with, and positions of every version."""
