"""Each audience's knowledge."""
