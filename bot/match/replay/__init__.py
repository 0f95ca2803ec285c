"""Finished matches, replayed: their steps, turning point, record, and last round as an animation."""
