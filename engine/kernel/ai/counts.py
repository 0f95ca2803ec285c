"""Counts of things on the table, and the sentences by which a hint compares them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

import msgspec

from cards.i18n import Message, Value
from engine.kernel.game import M_co


class Count(msgspec.Struct, Generic[M_co], frozen=True, eq=False):
    """A public count of something on a player's side of the table.

    `yours` is the clause for a player who has `n` more of it, "you keep one more card in your deck"; `theirs` is
    about another player, `who`, who has {n} less. Both are plurals, to be filled in.
    """

    key: str
    of: Callable[[M_co, int], float]
    """(machine, seat): return the amount for a seat that is still playing."""
    yours: Message
    theirs: Message
    unit: float = 1.0
    """The amount that matters about as much as one unit of the most important count. The largest difference in units is
    listed first.
    """
    is_good: bool = True
    """Whether more of it is good."""
    part_of: str = ""
    """The key of a count that includes this one. Only one of the two is mentioned."""

    def clause(self, n: int, who: Value | None = None) -> Message:
        """Return the clause for a number. With a name, it is about that other player."""
        if who is None:
            return msgspec.structs.replace(self.yours, values=(("n", n),))
        return msgspec.structs.replace(self.theirs, values=(("n", n), ("who", who)))


class Difference(msgspec.Struct, frozen=True):
    """A certain difference between the results of two answers: the key of a `Count`, or WIN, LOSS, OUT or EXPERIENCE.

    `size` is the advantage of the first answer, above 0. For WIN, LOSS and OUT it is a share of the positions, for
    EXPERIENCE of the matches, 0..1.
    """

    key: str
    seat: int
    size: float


OFTEN = 0.75
"""The mean difference below which a count differs only sometimes."""

WIN, LOSS, OUT = "win", "loss", "out"
"""Stand for a count if an answer wins the match, avoids losing it, or eliminates another player."""
EXPERIENCE = "experience"
"""Stands for a count if nothing on the table differs yet, but the answer has won more matches."""
