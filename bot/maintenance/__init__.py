"""Maintenance of a running bot: backups, checks of the database, signs of life."""
