"""Lessons and explanations for beginners."""
