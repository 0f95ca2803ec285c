"""Letting the bot play on for somebody whose time is up, and being back."""
