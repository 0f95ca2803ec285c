"""Records of people."""
