"""Simulated matches between programs, and their results for the balance of decks and cards."""
