"""Cards: printed text as typed data, card files, decks and deck building."""
