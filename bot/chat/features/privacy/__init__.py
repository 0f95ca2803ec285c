"""A person's data."""
