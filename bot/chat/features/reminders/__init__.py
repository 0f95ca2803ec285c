"""Reminders."""
