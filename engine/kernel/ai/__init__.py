"""Computer players that search, and what is said of a match afterwards: the same for every game.

A seat's knowledge (`Game.know`) is all that goes in. Whole positions are drawn from it (`Game.sample`), answers are tried
out in each of them, and where they lead is judged by a formula that was fitted to matches.
"""
