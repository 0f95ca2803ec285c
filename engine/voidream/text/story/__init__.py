"""Combined events of Voidream's story: those that their entries don't describe alone.

A card comes with its cost and its destination, a conflict with its scores, Dream damage with the cards lost.
Consequences of the rules alone, such as cards exhausted after a conflict, are left out: the board shows them.
"""

from engine.voidream.text.story import cards, conflicts, decks, plays

JOINS = {**plays.JOINS, **decks.JOINS, **cards.JOINS, **conflicts.JOINS}
