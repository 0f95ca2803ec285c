"""Programs that play: they see what their seat sees."""
