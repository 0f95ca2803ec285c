"""Puzzles: positions with one clearly best answer."""
