"""Reviews of finished matches: requests, progress, and results."""
