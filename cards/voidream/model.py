"""The cards of Voidream as data (rulebook §2 Components)."""

from __future__ import annotations

import msgspec

from cards.voidream.kinds import Kind
from cards.voidream.language.tree import Faction, Text


class Proportions(msgspec.Struct, frozen=True):
    """A line of a bastion's back, `40(8)`: the total number of cards, and the maximum number of guests among them (§8)."""

    total: int
    guest: int


class Back(msgspec.Struct, frozen=True):
    """The deck-building side of a bastion (§8).

    `dream` includes the bastion itself. `arcana` doesn't include the major arcanum, whose title is `major`.
    `text` has the "At the start of the game" lines.
    """

    dream: Proportions
    arcana: Proportions
    major: str
    text: Text = ()


class MindTexts(msgspec.Struct, frozen=True):
    """The five texts of a mind card. `sides[0]` is the spent side, `sides[n]` the text upright at n (§2)."""

    sides: tuple[Text, Text, Text, Text, Text]


class Card(msgspec.Struct, frozen=True):
    """One printed card. Values that its kind doesn't have are 0, empty or None.

    `value` is 1 to 4, or 0 for minds, which have none (R43). `dawn` and `dusk` may be negative. An arcanum's `text` is the
    upright one.
    """

    title: str
    kind: Kind
    faction: Faction
    value: int = 0
    types: tuple[str, ...] = ()
    dawn: int = 0
    stability: int = 0
    dusk: int = 0
    text: Text = ()
    inverted: Text = ()
    major: bool = False
    back: Back | None = None
    mind: MindTexts | None = None
    flavour: str = ""
    art: str = ""
    """The recipe of the picture, in plain words; "" if it follows from the title."""
