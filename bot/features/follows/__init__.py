"""Following matches as a spectator."""
