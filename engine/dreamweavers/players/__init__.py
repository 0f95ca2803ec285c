"""Computer players, which only see what their seat sees."""
