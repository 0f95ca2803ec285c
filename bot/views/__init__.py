"""Each audience's view of a match: loaded from its row, as text, and as pictures."""
