"""The games that can be played here: what the bot needs of a game, and a module for each."""
