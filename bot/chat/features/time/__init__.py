"""Clocks, pauses, vacations."""
