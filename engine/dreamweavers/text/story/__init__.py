"""Story entries that combine several events of Dreamweavers.

A card comes with its cost, the cards it named and the tracker's move; an attack with its defence and its result.
Consequences of the rules alone, such as Thoughts that untap, are left out: the board shows them.
"""

from engine.dreamweavers.text.story import attacks, plays

JOINS = {**plays.JOINS, **attacks.JOINS}
