"""The shared part of the scenario format. It knows no game.

A scenario is a position, answers, and expectations, as text. A game adds the notation of its positions (`Reader`),
its expectations (`Forms`), and its vocabulary (`Words`, `Situation`).
"""
