"""Joined events of Dreamweavers' story: those that their entries don't tell alone.

A card is told with what it cost and named and where the tracker went, an attack with what was set against it and what came of
it. What follows from the rules alone, such as Thoughts that untap, is not told: the board shows it.
"""

from engine.dreamweavers.text.story import attacks, plays

JOINS = {**plays.JOINS, **attacks.JOINS}
