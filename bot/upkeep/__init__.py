"""What keeps a running bot safe: backups, checks of the database, signs of life."""
