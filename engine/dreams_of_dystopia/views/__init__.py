"""One audience's knowledge of a match: views, and indistinguishable positions."""
