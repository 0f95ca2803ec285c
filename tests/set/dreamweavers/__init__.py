"""The cards of the set, each in actual play."""
