"""People: stored data about them, and what they may do to each other."""
