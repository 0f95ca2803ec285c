"""Searching computer players, and the analysis of finished matches, for every game.

The only input is a seat's knowledge (`Game.know`). Positions are sampled from it (`Game.sample`), answers are tried
in each of them, and a formula fitted to matches evaluates the results.
"""
