"""Effects of cards: prices, naming in advance, resolution, triggers."""
