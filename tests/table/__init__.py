"""People at the local table in tests and benches: what they do, and what they read."""
