"""Building a deck step by step: what every game can say about it, for the code that shows it.

A game tells its steps for a deck as it is now: what is chosen, what is missing, and what may be chosen. Somebody who shows
them needs to know nothing of the game's cards.
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
        """All of it, a line each."""
        return row(*self.sentences, between="\n")


class StepOffer(msgspec.Struct, frozen=True):
    """Something that may be chosen in a step.

    `key` names it, in a few letters without dots or colons; `label` is what it is called, `detail` a few words beside it
    and `text` all there is to read on it. `count` says how often it is in the deck now, `limit` how often it may be,
    the rest being as it is: what is in the deck against the rules has a limit below its count. `facets` has its
    value for each of the step's facets.
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
    """One step of building a deck, for the deck as it is now.

    `key` is one letter. `name` is a heading, `asks` one or two sentences, `status` what is chosen so far in a few
    words. `single` says that one thing is chosen at a time, the new one in place of the old. `optional` steps are
    done with nothing chosen. A step that can't be taken yet offers nothing, and `asks` says what has to come first.
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
