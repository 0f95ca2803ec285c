"""Takeovers: the bot plays for a person who is out of time, until they return."""
