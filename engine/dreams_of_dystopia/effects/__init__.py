"""Execution of card lines: operations in sequence, their effects, and their choices."""
