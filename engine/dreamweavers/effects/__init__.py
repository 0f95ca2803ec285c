"""Effects of cards: prices, naming, effects, triggers."""
