"""What a match keeps: its decks, and how what was kept in older formats is read."""
