"""Words of a match for people: causes, records, languages."""
