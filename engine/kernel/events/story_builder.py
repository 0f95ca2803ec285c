"""Builds the story of an act from the entries of its events: who is called "you", and what is told together.

Most events are told by their entries alone. What a game tells together with other events of the act, such as a card with what
it cost, it tells by functions of its own (`Joins`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Never

import msgspec

from cards.i18n import Message, Series, Value, msg, msg_plural, series
from engine.kernel.events.entries import SILENT, BeatForm
from engine.kernel.events.event import Ended, F, Fact, Seen
from engine.kernel.events.registry import Events
from engine.kernel.events.story import CHANGE, PASS, Beat, Weight

LISTED = 4
"""Titles of a list; of a longer one the last are counted."""

_RULE = re.compile(r"§.*|[A-Z]{1,2}[0-9]+")


class StoryBuilder(msgspec.Struct):
    """Goes through the events of an act; a join may tell later events with the one that it is called for.

    `names` are the players' names by seat, `reader` is the seat that is called "you" (None: nobody).
    """

    events: Events
    seen: Sequence[Seen]
    names: Sequence[str]
    reader: int | None
    beats: list[Beat] = msgspec.field(default_factory=list[Beat])
    done: set[int] = msgspec.field(default_factory=set[int])
    """The places of events that have been told with another one."""
    named: set[str] = msgspec.field(default_factory=set[str])
    """The titles of cards that were played or used: what they cause needs no further reason."""

    def build(self, joins: Joins) -> tuple[Beat, ...]:
        """Return the beats of the act."""
        for at, one in enumerate(self.seen):
            if at not in self.done:
                # Each is called with facts of its own class only.
                join: Callable[..., None] = joins.get(type(one.fact), _by_entry)
                join(self, at, one.fact)
        if any(beat.weight is Weight.DECISIVE for beat in self.beats):
            return tuple(beat for beat in self.beats if beat.sort != PASS)
        return tuple(self.beats)

    # -- telling

    def by_entry(self, at: int) -> None:
        """Tell an event by its entry alone, with those that are alike."""
        fact = self.seen[at].fact
        entry = self.events.entry(fact)
        if isinstance(fact, Ended):
            self.add(self.events.result(fact, self.names, self.reader), at)
        elif entry.only_by_cards and self.by_rule(at):
            return
        elif entry.beats != SILENT:
            alike = self.alike(at)
            text = self._text(*alike)
            if text is None:
                self.as_logged(at)
            else:
                self.add(text, *alike)

    def as_logged(self, at: int) -> None:
        """Tell an event in the sentence of the log."""
        fact = self.seen[at].fact
        text = self.events.logged(fact, self.names)
        assert text is not None, f"{fact.kind} has no sentence in the log"
        entry = self.events.entry(fact)
        self.done.add(at)
        self.beats.append(Beat(entry.weight_of(fact), CHANGE, text, (at,)))

    def add(
        self,
        text: Message,
        at: int,
        *covers: int,
        weight: Weight | None = None,
        reason: Message | None = None,
        brief: Message | None = None,
    ) -> None:
        """Tell an event with others, without its full stop unless it ends with a text of a card, with the card behind it if the act has not named that.

        `covers` are the places of the others; `brief` says it in fewer words. What else a beat has is in the entry.
        """
        fact = self.seen[at].fact
        entry = self.events.entry(fact)
        self.done.update((at, *covers))
        cause = self.seen[at].cause
        if self.by_rule(at) or cause in self.named:
            text = text if str(text).endswith(".") else msg("{told}.", told=text)
        else:
            text = msg("{told} ({cause}).", told=text, cause=self.events.slots.cause(cause))
        self.beats.append(
            Beat(
                entry.weight_of(fact) if weight is None else weight,
                entry.sort,
                text,
                (at, *covers),
                reason,
                None if brief is None else msg("{told}.", told=brief),
                entry.is_result,
            )
        )

    def text(self, at: int, *others: int, **given: Value) -> Message:
        """Return the sentence of an event by its entry, without the full stop, with others that are told with it.

        `given` is what is filled in instead of what would be by the entry.
        """
        text = self._text(at, *others, **given)
        assert text is not None, f"{self.seen[at].kind} has no sentence in the story"
        return text

    def say(self, seat: int, beat: BeatForm, n: int | None = None, /, **values: Value) -> Message:
        """Return a sentence about a player with these values; `n`, if it is one that depends on how many there are."""
        form = beat.to(self._is_you(seat))
        if "who" in form.slots:
            values["who"] = self.names[seat]
        return msg(form.one, **values) if n is None else msg_plural(form.one, form.many, n, **values)

    # -- what else happened in the act

    def fact(self, at: int, kind: type[F]) -> F:
        """Return the fact at a place, which is of this kind."""
        fact = self.seen[at].fact
        assert isinstance(fact, kind)
        return fact

    def later(self, at: int, kind: type[F], fits: Callable[[F], bool] = lambda fact: True) -> list[int]:
        """Return the places of events of a kind after `at` that fit and have not been told yet."""
        return [
            place
            for place in range(at + 1, len(self.seen))
            if place not in self.done and isinstance(fact := self.seen[place].fact, kind) and fits(fact)
        ]

    def alike(self, at: int) -> list[int]:
        """Return the place of an event and those of later ones that are alike, from the same cause."""
        fact, cause = self.seen[at].fact, self.seen[at].cause
        key = self.events.entry(fact).together
        if key is None:
            return [at]
        alike = self.later(at, type(fact), lambda one: key(one) == key(fact))
        return [at, *(place for place in alike if self.seen[place].cause == cause)]

    def by_rule(self, at: int) -> bool:
        """Return whether a rule is behind an event, and not a card."""
        cause, fact = self.seen[at].cause, self.seen[at].fact
        # Why a match has ended is told by its end itself.
        is_end = isinstance(fact, Ended) and fact.ending == cause
        return not cause or is_end or _RULE.fullmatch(cause) is not None

    def _text(self, at: int, *others: int, **given: Value) -> Message | None:
        facts = [self.seen[place].fact for place in (at, *others)]
        entry = self.events.entry(facts[0])
        is_you = self._is_you(entry.whose(facts[0]))
        fitting = (one.to(is_you) for one in entry.beat_forms() if one.fits(facts[0], is_you))
        sentence = next(fitting, None)
        return sentence and self.events.filled(sentence, facts, self.names, in_story=True, **given)

    def _is_you(self, seat: int | None) -> bool:
        return seat is not None and seat == self.reader


Join = Callable[[StoryBuilder, int, Never], None]
"""Tells the event at a place, with its fact and with others."""
Joins = Mapping[type[Fact], Join]
"""By class of facts: what tells them, if it is not their entry alone."""


def _by_entry(builder: StoryBuilder, at: int, fact: Fact) -> None:
    builder.by_entry(at)


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
