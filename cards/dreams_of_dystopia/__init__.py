"""Dreams of Dystopia's cards: two sides each, with the words of their texts."""
