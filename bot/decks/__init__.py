"""User-built decks."""
