"""Consequences of an answer, as far as the player who is asked can know them: shown before they decide, not after."""

from __future__ import annotations

from enum import IntEnum

import msgspec

from cards.i18n import Message
from engine.kernel.claims import NOW, Claim
from engine.kernel.question import Choice


class Gravity(IntEnum):
    """Its importance to the player who decides."""

    SHOWN = -1
    """The board shows just this, in numbers: it is for people who read the board as a text."""
    DETAIL = 0
    """The board shows it, too, to people who calculate."""
    NOTABLE = 1
    """It follows from the answer, or the answer hangs on it."""
    WARNING = 2
    """The match can be lost by it."""


class Consequence(msgspec.Struct, frozen=True):
    """Something that follows: from the option with this key, or (None) whatever is answered; or how things stand."""

    option: str | None
    sentence: Message
    weight: Gravity = Gravity.NOTABLE
    claims: tuple[Claim, ...] = NOW
    """The claim of the sentence."""


class WholeAnswer(msgspec.Struct, frozen=True):
    """Answers in a row that are given with one press: to what is asked, and to what is asked after it (`sheet.give`).

    `label` is what stands on the button, `said` what follows.
    """

    choices: tuple[Choice, ...]
    label: Message
    sentence: Message
    claims: tuple[Claim, ...] = NOW
