"""The routes of Discord's REST API that the table offers, grouped by what they are about."""
