"""The frame of the scenario format: what every game's scenarios have in common. It knows no game.

A scenario is a position, answers, and what must be so, as text. A game adds how its positions are written (`Reader`),
what can be expected of them (`Forms`), and what it may speak of (`Words`, `Situation`).
"""
