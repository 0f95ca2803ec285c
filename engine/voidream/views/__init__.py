"""What each audience may know."""
