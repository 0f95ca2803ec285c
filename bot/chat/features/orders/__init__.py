"""Standing orders and plans."""
