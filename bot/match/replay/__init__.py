"""A match that is over, played again: its steps, what decided it, its record, and its last round in moving pictures."""
