"""Features: a folder each, with its service, commands, messages and texts."""
