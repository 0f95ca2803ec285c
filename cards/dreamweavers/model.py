"""Dreamweavers' cards and covers as data: their parsed text."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cards.dreamweavers.language.lines import Text
from cards.dreamweavers.language.words import Notion, Noun


class Card(msgspec.Struct, frozen=True):
    """A Thought or a Feeling (§Card types).

    `kind` is THOUGHT or FEELING. `cost` is memory; `power` is 0 for a Feeling. `text` holds what each printed line says,
    the canonical wording of which the printer gives back.
    """

    title: str
    notion: Notion
    kind: Noun
    cost: int
    power: int = 0
    text: Text = ()
    flavour: str = ""

    @property
    def is_thought(self) -> bool:
        """Whether it is a Thought; else it is a Feeling."""
        return self.kind is Noun.THOUGHT


class Cover(msgspec.Struct, frozen=True):
    """The cover of a notion, and the Intent that it is when chosen (DW7). `about` says how the notion plays."""

    notion: Notion
    about: str
    text: Text
    flavour: str = ""


class CardSet(msgspec.Struct, frozen=True):
    """Notions that can be drafted, with their cards by title and their covers, in the order in which they are shown."""

    cards: Mapping[str, Card]
    covers: Mapping[Notion, Cover]

    def of(self, notion: Notion) -> list[Card]:
        """Return the cards of a notion, in the order of its file."""
        return [card for card in self.cards.values() if card.notion is notion]
