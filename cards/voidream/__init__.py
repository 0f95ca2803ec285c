"""Voidream's cards: their kinds, the language of their texts, the set, and decks (rulebook §2, §8)."""
