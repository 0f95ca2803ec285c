"""What a server has decided about matches on it."""
