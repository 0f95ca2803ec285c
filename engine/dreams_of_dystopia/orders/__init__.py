"""Answers that players give in advance."""
