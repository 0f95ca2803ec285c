"""Story entries that combine several events of Voidream.

A card comes with its cost and its destination, a conflict with its scores, Dream damage with the cards lost.
Consequences of the rules alone, such as cards exhausted after a conflict, are left out: the board shows them.
"""

from engine.voidream.text.story import cards, conflicts, decks, plays

JOINS = {**plays.JOINS, **decks.JOINS, **cards.JOINS, **conflicts.JOINS}
