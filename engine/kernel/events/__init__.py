"""Events of a match, as data and as people read them: facts, their entries, the log and the story."""
