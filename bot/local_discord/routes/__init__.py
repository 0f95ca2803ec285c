"""The routes of Discord's REST API implemented by the table, grouped by subject."""
