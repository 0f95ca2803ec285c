"""What each may see of a match: the match read from its row, what is shown of it in words, and in pictures."""
