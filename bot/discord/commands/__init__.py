"""Slash commands as registered: their layout, their translations, their tree."""
