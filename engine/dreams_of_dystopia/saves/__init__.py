"""What a match keeps: the cards that it was begun with."""
