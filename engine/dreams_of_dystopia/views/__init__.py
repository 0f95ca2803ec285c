"""One audience's knowledge of a match: the views, and what follows for positions that look alike."""
