"""Looking back at matches that are over: asking for it, how far it is, and what it tells."""
