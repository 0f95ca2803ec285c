"""The running bot: its start with a token or a local table, its health, and its database's backups."""
