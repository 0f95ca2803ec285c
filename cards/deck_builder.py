"""Deck building step by step: the game's part of it, for the code that shows it.

A game returns the steps for the current deck: the chosen cards, the missing ones, and the options. The code that
shows them needs to know nothing about the game's cards.
"""

from __future__ import annotations

import msgspec

from cards.i18n import Message, row


class BuildingError(ValueError):
    """An operation that a deck does not allow: `sentences` for the person, `str(error)` in English, a line each."""

    def __init__(self, *sentences: Message) -> None:
        super().__init__("\n".join(map(str, sentences)))
        self.sentences = sentences

    @property
    def message(self) -> Message:
        """All of it, one per line."""
        return row(*self.sentences, between="\n")


class StepOffer(msgspec.Struct, frozen=True):
    """An option of a step.

    `key` identifies it, in a few letters without dots or colons. `label` is its name, `detail` a few words beside it
    and `text` its full text. `count` is its number in the deck, `limit` the maximum with the rest of the deck
    unchanged: a card that breaks the rules has a limit below its count. `facets` has its value for each of the step's
    facets.
    """

    key: str
    label: Message
    detail: Message
    text: tuple[Message, ...] = ()
    count: int = 0
    limit: int = 1
    facets: tuple[Message, ...] = ()


class Facet(msgspec.Struct, frozen=True):
    """A property by which what a step offers can be filtered: its name in the plural, and its values in order."""

    name: Message
    values: tuple[Message, ...]


class DeckStep(msgspec.Struct, frozen=True):
    """One step of building a deck, for the current deck.

    `key` is one letter. `name` is a heading, `asks` one or two sentences, `status` the choice so far in a few words.
    `single`: one thing is chosen at a time, and a new choice replaces the old one. `optional` steps are complete
    without a choice. A step that isn't possible yet has no offers, and `asks` names its precondition. `counted` names
    the cards that the number in `status` includes or leaves out, where the rules count differently; otherwise None.
    """

    key: str
    name: Message
    asks: Message
    status: Message
    done: bool
    single: bool
    offers: tuple[StepOffer, ...]
    facets: tuple[Facet, ...] = ()
    optional: bool = False
    counted: Message | None = None
