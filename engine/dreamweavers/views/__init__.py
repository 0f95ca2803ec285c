"""What each audience may know of a match: views, knowledge, sampled positions."""
