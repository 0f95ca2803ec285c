"""What all beats of a story are made with: the events of an act, who is called "you", and what belongs together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Never, TypeVar

import msgspec

from cards.i18n import Message, Series, Value, msg, series, title
from engine.kernel.events.event import Ended, Fact, Seen
from engine.kernel.events.story import Beat, Weight

LISTED = 4
"""Titles of a list; of a longer one the last are counted."""

PLAY, ATTACK, PASS, CHANGE = "play", "attack", "pass", "change"
"""What beats are counted by."""

_RULE = re.compile(r"§.*|[A-Z]{1,2}[0-9]+")

F = TypeVar("F", bound=Fact)


class Teller(msgspec.Struct, Generic[F]):
    """Goes through the events of an act; a handler may tell later events with the one that it is called for.

    `names` are the players' names by seat, `reader` the seat that is called "you" (None: nobody), `in_words` is how the
    game's log tells an event, `called` what it calls a card that is a cause.
    """

    seen: Sequence[Seen]
    facts: Sequence[F]
    names: Sequence[str]
    reader: int | None
    in_words: Callable[[Seen, Sequence[str]], Message]
    called: Callable[[str], Message] = title
    beats: list[Beat] = msgspec.field(default_factory=list[Beat])
    done: set[int] = msgspec.field(default_factory=set[int])
    """The places of events that have been told with another one."""
    events: set[str] = msgspec.field(default_factory=set[str])
    """The titles of cards that were played or used: what they cause needs no further reason."""

    def tell(self, handlers: Mapping[type[F], Handler[F]]) -> tuple[Beat, ...]:
        """Return the beats of the act. What no handler tells is told as in the log; what one tells as None, not at all."""
        for at, fact in enumerate(self.facts):
            if at not in self.done:
                # Each is called with facts of its own class only.
                handler: Callable[[Teller[F], int, Any], None] = handlers.get(type(fact), sentence)
                handler(self, at, fact)
        if any(beat.weight is Weight.DECISIVE for beat in self.beats):
            return tuple(beat for beat in self.beats if beat.sort != PASS)
        return tuple(self.beats)

    def add(
        self,
        weight: Weight,
        sort: str,
        text: Message,
        *covers: int,
        reason: Message | None = None,
        brief: Message | None = None,
        is_result: bool = False,
    ) -> None:
        """Tell something, without its full stop, with the card behind it if that has not been named in this act.

        `covers` are the places of what it tells, the one with the cause first; `brief` says it in fewer words.
        """
        self.done.update(covers)
        cause = self.cause(covers[0])
        if self.by_rule(covers[0]) or cause in self.events:
            text = msg("{told}.", told=text)
        else:
            text = msg("{told} ({cause}).", told=text, cause=self.called(cause))
        brief = None if brief is None else msg("{told}.", told=brief)
        self.beats.append(Beat(weight, sort, text, covers, reason, brief, is_result))

    def of(self, seat: int, you: Message, they: Callable[[str], Message]) -> Message:
        """Return what is said of a player: to themselves, or by name to everybody else."""
        return you if seat == self.reader else they(self.names[seat])

    def later(self, at: int, fits: Callable[[F], bool]) -> list[int]:
        """Return the places of events after `at` that fit and have not been told yet."""
        return [
            place
            for place in range(at + 1, len(self.facts))
            if place not in self.done and fits(self.facts[place])
        ]

    def cause(self, at: int) -> str:
        """Return the card or the rule behind an event."""
        return self.seen[at].cause

    def by_rule(self, at: int) -> bool:
        """Whether a rule is behind an event, and not a card."""
        cause, fact = self.cause(at), self.facts[at]
        # Why a match has ended is told by its end itself.
        is_end = isinstance(fact, Ended) and fact.ending == cause
        return not cause or is_end or _RULE.fullmatch(cause) is not None


Handler = Callable[[Teller[F], int, Never], None]
"""Tells the event at a place, with its facts: those of the kind for which it stands in a table."""


def listed(titles: Sequence[Value]) -> Series:
    """Return a list of cards, alike ones counted; of a long one the first, and how many more there are."""
    counts = Counter(titles)
    things = [one if n == 1 else msg("{card} ×{n}", card=one, n=n) for one, n in counts.items()]
    if len(things) <= LISTED:
        return series(*things)
    rest = sum(list(counts.values())[LISTED - 1 :])
    return series(*things[: LISTED - 1], msg("{n} more", n=rest))


def signed(number: int) -> str:
    """Return a score as it is written: with a minus sign, not a hyphen."""
    return str(number).replace("-", "−")


def sentence(t: Teller[F], at: int, fact: F, weight: Weight = Weight.DETAIL) -> None:
    """Tell an event as the log does."""
    t.done.add(at)
    t.beats.append(Beat(weight, CHANGE, t.in_words(t.seen[at], t.names), (at,)))


def nothing(t: Teller[F], at: int, fact: F) -> None:
    """Tell nothing: the board shows it, or another beat says it."""
