"""What happened in a match, as data and as people read it: facts, their entries, the log and the story."""
