"""The win chances of a match, step by step, and their description in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from cards.i18n import ENGLISH, Message, Translator, Value, msg, series
from render.alt_text import fitting
from render.fonts import drawable

MOST_MARKS = 3
"""Maximum number of marked mistakes per player."""


class CountedIn(StrEnum):
    """The words for the progress of a match."""

    ROUNDS = "rounds"
    TURNS = "turns"


class CurveMistake(Struct, frozen=True):
    """A clear mistake: the step after which it was made, its seat, and its cost in win chance (0..1)."""

    step: int
    seat: int
    cost: float


class ChanceCurve(Struct, frozen=True):
    """The win chances of a match. Steps are decisions, counted from 0, which is the beginning.

    `chances` are those of the first seat, 0..1, by step; where more than two play, `others` has those of the second seat and
    of the seats after it. `known` is the first step of which more can be said than that it is
    even, and `turning` the one after which it went one way for good, None if there is none. `rounds` are the
    steps with which rounds begin, with their numbers; none for a game without rounds. `counted_in` is their name.
    """

    names: tuple[str, ...]
    chances: tuple[float, ...]
    known: int = 0
    rounds: tuple[tuple[int, int], ...] = ()
    mistakes: tuple[CurveMistake, ...] = ()
    turning: int | None = None
    counted_in: CountedIn = CountedIn.ROUNDS
    others: tuple[tuple[float, ...], ...] = ()

    @property
    def last(self) -> int:
        """The last step."""
        return max(len(self.chances) - 1, 1)

    def chance(self, step: int) -> float:
        """Return the first seat's chance after a step; an even chance if nothing is known."""
        return self.chance_of(0, step)

    def chance_of(self, seat: int, step: int) -> float:
        """Return a seat's chance after a step; an even chance if nothing is known."""
        if step < self.known:
            return 1 / len(self.names)
        chances = self.chances if seat == 0 or not self.others else self.others[seat - 1]
        chance = chances[min(step, len(chances) - 1)]
        return chance if seat == 0 or self.others else 1 - chance

    def end_of(self, seat: int) -> int:
        """Return the step after which a seat has no chance; the last step if it always has one."""
        end = self.last
        while end > self.known and self.chance_of(seat, end - 1) == 0:
            end -= 1
        return end

    def marked(self) -> list[tuple[int, CurveMistake]]:
        """Return the marked mistakes with their numbers, in the order of the match: the costliest of each player."""
        marked_mistakes = [
            one
            for seat in range(len(self.names))
            for one in sorted((m for m in self.mistakes if m.seat == seat), key=lambda m: -m.cost)[
                :MOST_MARKS
            ]
        ]
        return list(enumerate(sorted(marked_mistakes, key=lambda one: (one.step, one.seat)), 1))

    def round_of(self, step: int) -> int:
        """Return the round of a step; 0 before the first round, or without rounds."""
        return max((number for first, number in self.rounds if first <= step), default=0)


def alt_curve(curve: ChanceCurve, translate: Translator = ENGLISH) -> str:
    """Return the content of the picture in sentences, at most 1,024 characters in all."""
    called = [drawable(name) or translate(msg("Someone")) for name in curve.names]
    whole = msg("Win chances of {first} and {second}.", first=called[0], second=called[1])
    if curve.others:
        whole = msg("Win chances: {who}.", who=series(*called))
    sentences = [translate(whole)]
    if curve.known > 1:
        sentences.append(
            translate(msg("Up to {when} it's too early to say.", when=_when(curve, curve.known - 1)))
        )
    if marked := curve.marked():
        mistakes = [f"{n} {called[one.seat]}, {translate(_when(curve, one.step))}" for n, one in marked]
        sentences.append(translate(msg("Clear mistakes: {mistakes}.", mistakes="; ".join(mistakes))))
    if curve.turning is not None:
        sentences.append(translate(msg("The turning point: {when}.", when=_when(curve, curve.turning))))
    ends = [*(step for step, _ in curve.rounds[1:]), curve.last]
    for (_, number), end in zip(curve.rounds, ends, strict=False):
        if number and end >= curve.known:
            when = _called(curve, number)
            sentences.append(
                translate(msg("After {when}: {ahead}.", when=when, ahead=_ahead(curve, end, called)))
            )
    if not curve.rounds:
        sentences.append(translate(msg("At the end: {ahead}.", ahead=_ahead(curve, curve.last, called))))
    return fitting(sentences, "…")


def _when(curve: ChanceCurve, step: int) -> Message:
    number = curve.round_of(step)
    return _called(curve, number) if number else msg("decision {n}", n=step)


def _called(curve: ChanceCurve, n: int) -> Message:
    return msg("turn {n}", n=n) if curve.counted_in is CountedIn.TURNS else msg("round {n}", n=n)


def _ahead(curve: ChanceCurve, step: int, called: Sequence[str]) -> Value:
    """Return the leader after a step and the lead; with more than two players, all with a chance, the best first."""
    if curve.others:
        chances = [(curve.chance_of(seat, step), -seat) for seat in range(len(called))]
        in_order = [(round(100 * chance), called[-seat]) for chance, seat in sorted(chances, reverse=True)]
        return ", ".join(f"{name} {percent} %" for percent, name in in_order if percent)
    percent = int(100 * curve.chance(step) + 0.5)
    if percent == 50:
        return msg("even", "chance to win")
    seat = int(percent < 50)
    return f"{called[seat]} {100 - percent if seat else percent} %"
