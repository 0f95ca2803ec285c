"""Execution of card lines: their operations, effects and choices."""
