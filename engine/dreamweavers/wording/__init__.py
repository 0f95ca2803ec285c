"""What people read of a match: the log, the story, records, causes."""
