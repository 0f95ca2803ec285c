"""Computer players, which only use their seat's view."""
