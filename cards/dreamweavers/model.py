"""Dreamweavers' cards and covers as data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cards.dreamweavers.language.lines import Text
from cards.dreamweavers.language.words import Notion, Noun


class Card(msgspec.Struct, frozen=True):
    """A Thought or a Feeling (§Card types).

    `kind` is THOUGHT or FEELING. `cost` is memory; `power` is 0 for a Feeling. `text` has the meaning of each printed line,
    which the printer turns into its canonical wording.
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
        """Whether the card is a Thought rather than a Feeling."""
        return self.kind is Noun.THOUGHT


class Cover(msgspec.Struct, frozen=True):
    """The cover of a notion, which is its Intent when chosen (DW7). `about` describes how the notion plays."""

    notion: Notion
    about: str
    text: Text
    flavour: str = ""


class CardSet(msgspec.Struct, frozen=True):
    """The draftable notions, with their cards by title and their covers, in the order in which they are shown."""

    cards: Mapping[str, Card]
    covers: Mapping[Notion, Cover]

    def of(self, notion: Notion) -> list[Card]:
        """Return the cards of a notion, in the order of its file."""
        return [card for card in self.cards.values() if card.notion is notion]
