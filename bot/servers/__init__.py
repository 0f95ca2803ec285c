"""A server's settings for its matches."""
