"""Events of a match, as data and as text: facts, their entries, the log and the story."""
