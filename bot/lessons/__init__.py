"""Lessons: one prepared match in parts, and how far a person has got."""
