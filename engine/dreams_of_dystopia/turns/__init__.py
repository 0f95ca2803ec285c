"""A match from its beginning to its end: choosing Masters, turns, Combats, and why something can't be done."""
