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
    """(machine, seat), how much of it a seat that still plays has."""
    yours: Message
    theirs: Message
    unit: float = 1.0
    """The amount that matters about as much as one of the most important thing: the largest difference in units comes
    first.
    """
    is_good: bool = True
    """Whether it is good to have more of it."""
    part_of: str = ""
    """The key of the count that includes this one: only one of the two is mentioned."""

    def clause(self, n: int, who: Value | None = None) -> Message:
        """Return the clause for a number, about another player where there is a name."""
        if who is None:
            return msgspec.structs.replace(self.yours, values=(("n", n),))
        return msgspec.structs.replace(self.theirs, values=(("n", n), ("who", who)))


class Difference(msgspec.Struct, frozen=True):
    """A sure difference between the results of two answers: the key of a `Count`, or WIN, LOSS, OUT or EXPERIENCE, and whose.

    `size` is by how much that speaks for the first of them, above 0. For WIN, LOSS and OUT it is a share of the positions, for
    EXPERIENCE of the matches, 0..1.
    """

    key: str
    seat: int
    size: float


OFTEN = 0.75
"""A count that differs by less in the mean is said to differ now and then."""

WIN, LOSS, OUT = "win", "loss", "out"
"""Stand for a count where an answer wins the match for who gives it, keeps it from being lost, or puts another player out."""
EXPERIENCE = "experience"
"""Stands for a count where nothing on the table differs yet, and an answer has won more matches all the same."""
