"""What somebody has played."""
