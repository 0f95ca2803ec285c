"""Saves: the cards with which a match began."""
