"""How Dreams of Dystopia looks."""
