"""What a match keeps: the set it was begun with, and positions of every version."""
