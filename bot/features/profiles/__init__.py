"""People's records."""
