"""What people read of a match: causes, records, languages."""
