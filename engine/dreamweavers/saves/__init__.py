"""Saved matches: their sets, and positions of every version."""
