"""The settings of a server for matches on it."""
