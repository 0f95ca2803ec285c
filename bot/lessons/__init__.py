"""Lessons: one prepared match in parts, and how far somebody has got."""
