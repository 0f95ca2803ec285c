"""Every text that the bot itself writes, and its translations."""
