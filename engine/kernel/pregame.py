"""Choices that players can make before a match, so that it doesn't begin with waiting.

The game asks its questions as usual, and these choices answer them immediately. The game decides whether missing
choices are random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic

import msgspec

from cards.i18n import Message
from engine.kernel.game import M_co
from engine.kernel.match import Match
from engine.kernel.orders.order import OrderOutcome

PregameChoices = Mapping[str, str]
"""One seat's choices by key: numerals, or keys of options."""


class PregameChoice(msgspec.Struct, frozen=True):
    """One choice: a number in a range, or one of some options (key and label). `label` names it in a form."""

    key: str
    label: Message
    number: tuple[int, int] | None = None
    options: tuple[tuple[str, Message], ...] = ()

    def allows(self, value: str) -> bool:
        """Return whether this value can be chosen."""
        if self.number is None:
            return any(key == value for key, _ in self.options)
        low, high = self.number
        return (
            value.isascii()
            and value.isdecimal()
            and len(value) <= len(str(high))
            and low <= int(value) <= high
        )


class PregameRules(msgspec.Struct, Generic[M_co], frozen=True):
    """The choices before a match of a game, and how they answer its questions.

    `answer`: (match, seat, choices), the answer to the seat's current question: fixed, at random, or an outcome without
    an answer. None once the match is beyond all choices. It depends only on the question and the seat's knowledge.

    `label` is the text of the button. `asked_later` is the text for a player who wants to be asked during the match
    instead of having random choices; None if missing choices are always asked then.
    """

    things: tuple[PregameChoice, ...]
    answer: Callable[[Match[M_co], int, PregameChoices], OrderOutcome | None]
    label: Message
    asked_later: Message | None = None
