"""Undo, draws, resigning, calling off."""
