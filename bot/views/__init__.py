"""Each audience's view of a match: the match read from its row, in words, and in pictures."""
