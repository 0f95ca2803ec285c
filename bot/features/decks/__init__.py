"""Deck building. All of it is private (R51)."""
