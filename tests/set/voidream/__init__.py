"""The cards of the set, each played for real."""
