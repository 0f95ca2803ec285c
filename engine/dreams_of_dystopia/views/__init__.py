"""Views: one audience's knowledge of a match, and the positions it can't distinguish."""
