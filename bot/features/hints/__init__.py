"""Hints: the recommended answer to a question, and why."""
