"""Consequences of an answer, as far as the asked player can know them. Shown before the player decides."""

from __future__ import annotations

from enum import IntEnum

import msgspec

from cards.i18n import Message
from engine.kernel.claims import NOW, Claim
from engine.kernel.question import Choice


class Gravity(IntEnum):
    """The importance of a consequence to the player who decides."""

    SHOWN = -1
    """The board already shows this as a number. For people who read the board as text."""
    DETAIL = 0
    """The board shows it, too, for people who calculate."""
    NOTABLE = 1
    """The result of the answer, or a condition of it."""
    WARNING = 2
    """The match can be lost."""


class Consequence(msgspec.Struct, frozen=True):
    """A consequence of the option with this key or, with None, of any answer; or a fact about the situation."""

    option: str | None
    sentence: Message
    weight: Gravity = Gravity.NOTABLE
    claims: tuple[Claim, ...] = NOW
    """The claims of the sentence."""


class WholeAnswer(msgspec.Struct, frozen=True):
    """Answers to the current question and the ones after it, given with one press (`sheet.give`).

    `label` is the text of the button, `sentence` the consequence.
    """

    choices: tuple[Choice, ...]
    label: Message
    sentence: Message
    claims: tuple[Claim, ...] = NOW
