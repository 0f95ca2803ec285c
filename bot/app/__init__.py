"""The running bot: its start on Discord or at a local table, its health, and its backups."""
