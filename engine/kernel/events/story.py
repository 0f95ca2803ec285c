"""The story of a match: the summary for a returning player, made from events and shorter than them.

A game makes *beats* from what one audience saw of an *act*: a decision and all that it led to. What belongs together is
one beat: a card that is played, what it cost and what became of it. A beat weighs what it explains: the heaviest of the
differences between two views that its events declare.

Programs look at weights and kinds; only people read the sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from enum import IntEnum

import msgspec

from cards.i18n import Message
from engine.kernel.events.changes import Change
from engine.kernel.events.event import Seen


class Weight(IntEnum):
    """The weight of a difference between two views for a player who was away."""

    NOTHING = 0
    """There is none."""
    LIGHT = 1
    """A card is turned, a turn begins."""
    NOTABLE = 2
    """A player has more or fewer of something."""
    HEAVY = 3
    """Something has come into play or left it."""


PLAY, ATTACK, PASS, CHANGE = "play", "attack", "pass", "change"
"""The sorts of beats."""
CHAPTER = "chapter"
"""The sort of a beat with which a new part of a match begins, such as a round."""


class Summand(msgspec.Struct, frozen=True):
    """An event, at a place of its act, that can be summed up with others of the same `key`.

    `told` says several in a sentence, with a maximum number of titles of cards, None if they come to nothing. `thing` is the
    kind of event, whose it is and its card; where there is one of `follows`, it needs no words of its own. `comes` and `goes` are what is there because of
    it, or is not: a sum of it leaves it out where that is not so any more, and never cuts the list of its cards.
    """

    place: int
    key: Hashable
    seen: Seen
    told: Callable[[Sequence[Seen], int], Message | None]
    thing: Thing = ("", None, "")
    follows: Sequence[Thing] = ()
    comes: Sequence[Change] = ()
    goes: Sequence[Change] = ()
    of_all: Message | None = None
    """The sentence about several players, with a slot {all}; None for none."""
    of_one: Callable[[Sequence[Seen], int], Message] | None = None
    """Says of this player there what `told` says in a sentence."""

    def is_still_so(self, is_there: IsThere) -> bool:
        """Return whether what has come is still there, or what has gone is not."""
        return (
            any(map(is_there, self.comes))
            or not all(map(is_there, self.goes))
            or not (self.comes or self.goes)
        )


Thing = tuple[str, int | None, str]
IsThere = Callable[[Change], bool]
"""Says whether a card is there in the end."""


class Beat(msgspec.Struct, frozen=True):
    """Something that happened, in a sentence for one audience.

    `covers` are the places of the events that it tells, within what its act was made of. `reason` is a further sentence that
    says why, or how far; `brief` says the same as `text` in fewer words; `sums` are what is summed up of it among many.
    `is_result`: what part of the match it belongs to is known by it; that, and what `stands_out`, is to be seen at a glance.
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
    """A decision and all that it led to, as one audience was told of it: beats in the order in which they happened.

    `rev` is the revision of the match that it made, `seat` who decided (None: nobody at the table).
    """

    rev: int
    beats: tuple[Beat, ...]
    seat: int | None = None


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of a story, with the events that it tells, by act and place; `stands_out`: it is to be seen at a glance."""

    text: Message
    stands_out: bool = False
    covers: frozenset[tuple[int, int]] = frozenset()


class SummaryLine(msgspec.Struct, frozen=True):
    """A line of a story: what is told of an act, in the order in which it happened.

    `rev` is the act that it is about, or where they begin. `covers` are the events that are told by it, by act and place:
    also those of which nothing is said because nothing is left of them.
    """

    rev: int
    sentences: tuple[Sentence, ...] = ()

    @property
    def covers(self) -> frozenset[tuple[int, int]]:
        """The events that it tells, by act and place."""
        return frozenset(place for one in self.sentences for place in one.covers)
