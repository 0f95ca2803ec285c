"""Building decks. All of it is private (R51)."""
