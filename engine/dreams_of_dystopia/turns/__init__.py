"""The procedures of a match: choosing Masters, turns, Combats; and why something can't be done."""
