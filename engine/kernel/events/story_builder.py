"""Build the story of an act from the entries of its events: addressing the reader, and combining events.

Most events are described by their entries alone. A game's own functions (`Joins`) combine an event with others of the
act, such as a card with its cost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Never

import msgspec
from msgspec import structs

from cards.i18n import Message, Value, msg, msg_plural, row
from engine.kernel.events.entries import SILENT, BeatForm, EventEntry
from engine.kernel.events.event import Ended, F, Fact, SeenEvent, WentOut
from engine.kernel.events.registry import Events
from engine.kernel.events.story import PASS, Beat, Summand, Weight
from engine.kernel.events.view_parts import ViewParts

_RULE = re.compile(r"§.*|[A-Z]{1,2}[0-9]+")


class StoryBuilder(msgspec.Struct):
    """Builds the beats of an act from its events. A join can include later events in the beat of the current one.

    `names` are the players' names by seat. `reader` is the seat addressed as "you", or None.
    """

    events: Events
    parts: ViewParts
    seen: Sequence[SeenEvent]
    names: Sequence[str]
    reader: int | None
    beats: list[Beat] = msgspec.field(default_factory=list[Beat])
    done: set[int] = msgspec.field(default_factory=set[int])
    """The places of events already included with another."""
    named: set[str] = msgspec.field(default_factory=set[str])
    """The titles of cards played or used. Their effects need no further reason."""

    def build(self, joins: Joins) -> tuple[Beat, ...]:
        """Return the beats of the act."""
        for index, event in enumerate(self.seen):
            if index not in self.done:
                # Each join is only called with facts of its class.
                join: Callable[..., None] | None = joins.get(type(event.fact))
                if join is None:
                    self.by_entry(index)
                else:
                    join(self, index, event.fact)
        self._tell_remaining()
        return tuple(self._without_passes())

    def _tell_remaining(self) -> None:
        """Add events with changes but no beat to a related beat, or as their own beat if the act has none."""
        covered = {place for beat in self.beats for place in beat.covers}
        for index, event in enumerate(self.seen):
            entry = self.events.entry(event.fact)
            if index in covered or not entry.changes_of(event.fact):
                continue
            heads = [(place, beat.covers[0]) for place, beat in enumerate(self.beats)]
            fitting = [(place, head) for place, head in heads if self.seen[head].kind in entry.told_with]
            before = [place for place, head in fitting if head < index]
            after = [place for place, head in fitting if head > index]
            if before or after:
                place = before[-1] if before else after[0]
                beat = self.beats[place]
                weight = max(beat.weight, self.parts.weight(entry.changes_of(event.fact)))
                self.beats[place] = structs.replace(beat, covers=(*beat.covers, index), weight=weight)
            elif entry.beat_forms() or entry.sentences():
                later = [place for place, head in heads if head > index]
                self.by_itself(index)
                if later:
                    self.beats.insert(later[0], self.beats.pop())

    def _without_passes(self) -> Iterator[Beat]:
        """Yield the beats. Passes that led to a result are included in it."""
        passes: list[int] = []
        last = max((place for place, beat in enumerate(self.beats) if beat.is_result), default=-1)
        for place, beat in enumerate(self.beats):
            if beat.sort == PASS and place < last:
                passes += beat.covers
            elif beat.is_result and passes:
                yield structs.replace(beat, covers=(*beat.covers, *passes))
                passes = []
            else:
                yield beat

    # -- beats

    def by_entry(self, at: int) -> None:
        """Add an event by its entry alone, with equal ones."""
        fact = self.seen[at].fact
        entry = self.events.entry(fact)
        if isinstance(fact, Ended):
            self.add(self.events.result(fact, self.names, self.reader), at)
        elif isinstance(fact, WentOut):
            self.add(self.events.went_out(fact, self.names, self.reader), at)
        elif entry.only_by_cards:
            if not self.by_rule(at):
                self.by_itself(at)
        elif entry.beats != SILENT and not entry.told_with:
            self.by_itself(at)

    def by_itself(self, at: int) -> None:
        """Add an event in its own sentence, with equal ones."""
        places = self.told_together(at)
        text = self._text(*places)
        if text is None:
            self.as_logged(at)
        else:
            self.add(text, *places)

    def as_logged(self, at: int) -> None:
        """Add an event, and those like it, with its log sentence, preceded by its card unless the act has named it."""
        fact, places = self.seen[at].fact, self.told_together(at)
        text = self.events.logged(fact, self.names)
        assert text is not None, f"{fact.kind} has no sentence in the log"
        if not self._is_cause_clear(at):
            text = msg("{cause}: {told}", cause=self.events.slots.cause(self.seen[at].cause), told=text)
        self.done.update(places)
        self.beats.append(
            Beat(
                self._weight(places),
                self.events.entry(fact).sort,
                text,
                tuple(places),
                sums=self._sums(places),
                stands_out=self._stands_out(at),
            )
        )

    def add(
        self,
        text: Message,
        at: int,
        *covers: int,
        implied: Sequence[int] = (),
        reason: Message | None = None,
        brief: Message | None = None,
        is_result: bool = False,
    ) -> None:
        """Add a beat for an event together with others.

        The text gets a full stop unless it ends with card text, and the card behind it unless the act has named the
        card.

        `covers` are the places of the other events; those in `implied` aren't summed up. `brief` is a shorter version.
        `is_result`: this beat is a result although its entry doesn't say so. The rest comes from the entry.
        """
        fact = self.seen[at].fact
        entry = self.events.entry(fact)
        self.done.update((at, *covers))
        if self._is_cause_clear(at):
            text = text if str(text).endswith(".") else msg("{told}.", told=text)
        else:
            text = msg("{told} ({cause}).", told=text, cause=self.events.slots.cause(self.seen[at].cause))
        self.beats.append(
            Beat(
                self._weight((at, *covers)),
                entry.sort,
                text,
                (at, *covers),
                reason,
                None if brief is None else msg("{told}.", told=brief),
                is_result or entry.is_result,
                self._sums([at, *(place for place in covers if place not in implied)]),
                self._stands_out(at),
            )
        )

    def _is_cause_clear(self, at: int) -> bool:
        """Return whether the reader knows the cause: a rule, a card named before, or the event's own card."""
        return self.by_rule(at) or self.seen[at].cause in self.named or self._names_its_cause(at)

    def _names_its_cause(self, at: int) -> bool:
        """Return whether an event is about the card that caused it, and so names it already."""
        return self.events.names(self.seen[at].fact, str(self.events.slots.cause(self.seen[at].cause)))

    def _stands_out(self, at: int) -> bool:
        fact = self.seen[at].fact
        entry = self.events.entry(fact)
        if entry.stands_out is not None:
            return entry.stands_out(fact)
        return entry.is_result or bool(entry.goes and entry.goes(fact))

    def _weight(self, places: Iterable[int]) -> Weight:
        facts = [self.seen[place].fact for place in places]
        return self.parts.weight(
            change for fact in facts for change in self.events.entry(fact).changes_of(fact)
        )

    def _sums(self, places: Iterable[int]) -> tuple[Summand, ...]:
        """Return the combinable parts of events; none if none of them has any."""
        return tuple(filter(None, map(self._summand, places)))

    def _summand(self, at: int) -> Summand | None:
        fact = self.seen[at].fact
        entry = self.events.entry(fact)
        is_you = self._is_you(entry.whose(fact))
        sum_form = next((candidate for candidate in entry.sum_forms() if candidate.fits(fact, is_you)), None)
        if sum_form is None:
            return None

        form, each = sum_form.to(is_you), sum_form.each
        whose, card = entry.whose(fact), self.events.card_of(fact)

        def summed(seen: Sequence[SeenEvent], most: int) -> Message | None:
            facts = [event.fact for event in seen]
            if entry.is_undone is not None and entry.is_undone(facts):
                return None
            text = self.events.summed(form, facts, self.names, most)
            return msg("{told}.", told=self._with_its_causes(text, entry, seen))

        def of_one(seen: Sequence[SeenEvent], most: int) -> Message:
            assert each is not None and whose is not None
            who = msg("you", "player") if is_you else self.names[whose]
            text = self.events.summed(each, [event.fact for event in seen], self.names, most, who=who)
            return self._with_its_causes(text, entry, seen)

        return Summand(
            at,
            (form.one, whose, entry.together and entry.together(fact)),
            self.seen[at],
            summed,
            (fact.kind, whose, card),
            [(kind, whose, card) for kind in entry.follows],
            entry.comes(fact) if entry.comes else (),
            entry.goes(fact) if entry.goes else (),
            None if sum_form.all is None else msg(sum_form.all.one),
            None if each is None else of_one,
        )

    def text(self, at: int, *others: int, **given: Value) -> Message:
        """Return an event's sentence without full stop, by its entry, combined with the given others.

        `given` overrides slots of the entry.
        """
        text = self._text(at, *others, **given)
        assert text is not None, f"{self.seen[at].kind} has no sentence in the story"
        return text

    def _with_its_causes(self, text: Message, entry: EventEntry[Fact], seen: Sequence[SeenEvent]) -> Message:
        if not entry.names_causes:
            return text
        return self.with_causes(text, [(one.cause, self.events.number(one.fact)) for one in seen])

    def with_causes(self, text: Message, causes: Iterable[tuple[str, int]]) -> Message:
        """Return a sentence about a number with its parts, if there are several causes."""
        numbers: dict[str, int] = {}
        for cause, n in causes:
            numbers[cause] = numbers.get(cause, 0) + n
        nonzero = [(cause, n) for cause, n in numbers.items() if n]
        if len(nonzero) < 2:
            return text
        parts = (
            msg("{n} from {cause}", n=n, cause=self.events.slots.cause_of(cause)) for cause, n in nonzero
        )
        return msg("{told} ({parts})", told=text, parts=row(*parts, between=", "))

    def say(self, seat: int, beat: BeatForm, n: int | None = None, /, **values: Value) -> Message:
        """Return a sentence about a player with these values. `n` selects singular or plural."""
        form = beat.to(self._is_you(seat))
        if "who" in form.slots:
            values["who"] = self.names[seat]
        return msg(form.one, **values) if n is None else msg_plural(form.one, form.many, n, **values)

    # -- other events of the act

    def fact(self, at: int, kind: type[F]) -> F:
        """Return the fact at a place, which must be of this kind."""
        fact = self.seen[at].fact
        assert isinstance(fact, kind)
        return fact

    def later(self, at: int, kind: type[F], fits: Callable[[F], bool] = lambda fact: True) -> list[int]:
        """Return the places of later events of a kind that satisfy `fits` and aren't in a beat yet."""
        return [
            place
            for place in range(at + 1, len(self.seen))
            if place not in self.done and isinstance(fact := self.seen[place].fact, kind) and fits(fact)
        ]

    def told_together(self, at: int) -> list[int]:
        """Return the place of an event and of later events told together with it, with the same cause."""
        fact, cause = self.seen[at].fact, self.seen[at].cause
        key_of = self.events.entry(fact).together
        key = key_of(fact) if key_of is not None else None
        if key_of is None or key is None:
            return [at]
        later_places = self.later(at, type(fact), lambda one: key_of(one) == key)
        return [at, *(place for place in later_places if self.seen[place].cause == cause)]

    def by_rule(self, at: int) -> bool:
        """Return whether the cause of an event is a rule, not a card."""
        cause, fact = self.seen[at].cause, self.seen[at].fact
        # The end of the match, or of a player's part in it, has its own reason.
        is_end = isinstance(fact, Ended | WentOut) and fact.ending == cause
        return not cause or is_end or _RULE.fullmatch(cause) is not None

    def _text(self, at: int, *others: int, **given: Value) -> Message | None:
        facts = [self.seen[place].fact for place in (at, *others)]
        entry = self.events.entry(facts[0])
        is_you = self._is_you(entry.whose(facts[0]))
        fitting = (form.to(is_you) for form in entry.beat_forms() if form.fits(facts[0], is_you))
        sentence = next(fitting, None)
        return sentence and self.events.filled(sentence, facts, self.names, in_story=True, **given)

    def _is_you(self, seat: int | None) -> bool:
        return seat is not None and seat == self.reader


Join = Callable[[StoryBuilder, int, Never], None]
"""Tells the event at a place, given its fact, possibly with others."""
Joins = Mapping[type[Fact], Join]
"""By class of facts: its join, if its entry doesn't suffice."""


def signed(number: int) -> str:
    """Return a score with a minus sign instead of a hyphen."""
    return str(number).replace("-", "−")
