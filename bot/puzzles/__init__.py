"""Puzzles: one a day for a server, and others, solved by each person alone."""
