"""The bot's first day on a server."""
