"""Barring people from playing on a server."""
