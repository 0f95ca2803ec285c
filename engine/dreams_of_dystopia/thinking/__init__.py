"""How Dreams of Dystopia is thought about: what its computer players weigh, and what is said of a match afterwards."""
