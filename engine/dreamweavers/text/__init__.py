"""The text of a match for people: the log, the story, records, causes."""
