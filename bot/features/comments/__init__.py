"""The thread in which spectators and players talk about a match."""
