"""Joined events of Voidream's story: those that their entries don't tell alone.

A card is told with what it cost and where it went, a conflict with its scores, Dream damage with what fell. What follows from
the rules alone, such as cards that are exhausted after a conflict, is not told: the board shows it.
"""

from engine.voidream.text.story import cards, conflicts, decks, plays

JOINS = {**plays.JOINS, **decks.JOINS, **cards.JOINS, **conflicts.JOINS}
