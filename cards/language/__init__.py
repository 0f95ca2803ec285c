"""The frame of every card language: one sentence structure, filled by each game with its own words.

A game's words are records (`records`): members of closed classes, and node classes with wordings. Grammar, reading,
printing in both languages, error messages and facts for checks are derived from them. Nothing here is specific to a
game.
"""
