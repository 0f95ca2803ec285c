"""Maintenance of a running bot: backups, database checks, heartbeats."""
