"""The rules of the games, sentence by sentence, as scenarios: a folder a game."""
