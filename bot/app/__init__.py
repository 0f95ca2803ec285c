"""Running the bot: from a token or a local table to a running bot, its health, and its database's backups."""
