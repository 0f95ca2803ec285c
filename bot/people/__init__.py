"""People: stored data about them, and limits on their contacts."""
