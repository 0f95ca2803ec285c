"""The rules of the games, sentence by sentence, as scenarios: one folder per game."""
