"""Challenges: sent, accepted, declined."""
