"""What one audience may know of a match: the views, and what follows for positions that look alike."""
