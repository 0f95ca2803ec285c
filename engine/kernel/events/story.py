"""The story of a match: a summary for a returning player, shorter than the events it is built from.

A game makes *beats* from one audience's events of an *act*: a decision with everything that followed. Related events
form one beat: a card that is played, its cost and its result. The weight of a beat is that of the heaviest difference
between two views that its events declare.

Programs use weights and kinds. Sentences are only for people.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from enum import IntEnum

import msgspec

from cards.i18n import Message
from engine.kernel.events.changes import Change
from engine.kernel.events.event import SeenEvent


class Weight(IntEnum):
    """The importance of a difference between two views for a returning player."""

    NOTHING = 0
    """No difference."""
    LIGHT = 1
    """A card is turned, or a turn begins."""
    NOTABLE = 2
    """A player has more or less of something."""
    HEAVY = 3
    """A card has come into play or left it."""


PLAY, ATTACK, PASS, CHANGE = "play", "attack", "pass", "change"
"""The kinds of beats."""
CHAPTER = "chapter"
"""The kind of a beat that begins a new part of a match, such as a round."""


class Summand(msgspec.Struct, frozen=True):
    """An event of an act that can be combined with others of the same `key`. `place` is its index in the act.

    `describe` makes one sentence for several events, with a maximum number of card titles, or returns None if they
    cancel out. `thing` is the kind of event, its owner and its card; next to one of `follows` it needs no words.
    `comes` and
    `goes` are cards that the event added or removed. A sum omits those for which that is no longer true, and shortens
    the list of such cards last.
    """

    place: int
    key: Hashable
    seen: SeenEvent
    describe: Callable[[Sequence[SeenEvent], int], Message | None]
    thing: Thing = ("", None, "")
    follows: Sequence[Thing] = ()
    comes: Sequence[Change] = ()
    goes: Sequence[Change] = ()
    of_all: Message | None = None
    """The sentence about several players, with a slot {all}; None for none."""
    of_one: Callable[[Sequence[SeenEvent], int], Message] | None = None
    """The part about this player in that sentence, with the arguments of `describe`."""

    def is_still_so(self, is_there: IsThere) -> bool:
        """Return whether added cards are still there, and removed ones still gone."""
        return (
            any(map(is_there, self.comes))
            or not all(map(is_there, self.goes))
            or not (self.comes or self.goes)
        )


Thing = tuple[str, int | None, str]
IsThere = Callable[[Change], bool]
"""A function that returns whether a card is present at the end."""


class Beat(msgspec.Struct, frozen=True):
    """One or more events in a sentence for one audience.

    `covers` are the places of its events in the act. `reason` is a further sentence with the reason or extent. `brief`
    is a shorter version of `text`. `sums` are its parts that can be combined with others. `is_result`: it concludes a
    part of the match. Results and `stands_out` are highlighted.
    """

    weight: Weight
    sort: str
    text: Message
    covers: tuple[int, ...] = ()
    reason: Message | None = None
    brief: Message | None = None
    is_result: bool = False
    sums: tuple[Summand, ...] = ()
    stands_out: bool = False


class StoryAct(msgspec.Struct, frozen=True):
    """A decision with everything that followed, for one audience: beats in order.

    `rev` is the revision of the match that it created, `seat` the deciding seat, or None.
    """

    rev: int
    beats: tuple[Beat, ...]
    seat: int | None = None


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of a story with its events, by act and place. `stands_out`: it is highlighted."""

    text: Message
    stands_out: bool = False
    covers: frozenset[tuple[int, int]] = frozenset()


class SummaryLine(msgspec.Struct, frozen=True):
    """A line of a story: sentences about an act, in order.

    `rev` is its act, or the first of several. `covers` are its events by act and place, including those without a
    sentence because they cancelled out.
    """

    rev: int
    sentences: tuple[Sentence, ...] = ()

    @property
    def covers(self) -> frozenset[tuple[int, int]]:
        """The events of all sentences, by act and place."""
        return frozenset(place for sentence in self.sentences for place in sentence.covers)
