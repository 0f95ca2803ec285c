"""People: what is remembered of them, and what they may do to each other."""
