"""What is remembered of people, and what they may do to each other."""
