"""The cards of Voidream: their language, the set, and decks."""
