"""Letting the bot play on for a person whose time is up, and being back."""
