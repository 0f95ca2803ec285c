"""The cards of Voidream as data (rulebook §2 Components)."""

from __future__ import annotations

import msgspec

from cards.voidream.kinds import Kind
from cards.voidream.language.tree import Faction, Text


class Proportions(msgspec.Struct, frozen=True):
    """A line of a bastion's back, `40(8)`: how many cards in all, and how many of them may be the guest's (§8)."""

    total: int
    guest: int


class Back(msgspec.Struct, frozen=True):
    """The deck-building side of a bastion (§8).

    `dream` counts the bastion itself. `arcana` does not count the major arcanum, whose title is `major`.
    `text` holds the "At the start of the game" lines.
    """

    dream: Proportions
    arcana: Proportions
    major: str
    text: Text = ()


class MindTexts(msgspec.Struct, frozen=True):
    """The five texts of a mind card; `sides[0]` is the spent side, `sides[n]` the text upright at n (§2)."""

    sides: tuple[Text, Text, Text, Text, Text]


class Card(msgspec.Struct, frozen=True):
    """One printed card. What a kind does not have is 0, empty or None.

    `value` is 1 to 4 (0 for minds, which have none, R43); `dawn` and `dusk` may be negative; `text` of an arcanum is
    the upright one.
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
    """The recipe of its picture, in plain words; "" where its title is to decide."""
