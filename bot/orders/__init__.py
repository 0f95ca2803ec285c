"""Standing orders of players: given, kept in secret, carried out."""
