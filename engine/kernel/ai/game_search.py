"""A game's part of a search: candidate answers, the players of rollouts, their horizon, and the value of positions.

All functions are pure. They read a position sampled from the seat's knowledge, never the true one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from pkgutil import resolve_name
from typing import Generic

import msgspec
from typing_extensions import TypeVar

from cards.i18n import Message, msg
from engine.kernel.ai.counts import Count
from engine.kernel.ai.formula import Formula, as_chance
from engine.kernel.ai.levels import LEVELS, Level
from engine.kernel.chance import Chance
from engine.kernel.game import Game, M, M_co, V
from engine.kernel.machine import AnyMachine
from engine.kernel.position import Places
from engine.kernel.question import Choice, Question
from engine.kernel.simulation import ComputerPlayer

L_co = TypeVar("L_co", covariant=True, default=object)
"""The input of its players: the game's views, or something faster to build. Covariant like `M_co`."""

MOST_CANDIDATES = 6
"""The maximum number of answers tried for a question."""


class PlayOuts(msgspec.Struct, frozen=True):
    """The number of clear mistakes played out, and the number of these in which the better answer won more often.

    Mistakes are only shown if enough were confirmed (measured by `play_outs`).
    """

    mistakes: int = 0
    confirmed: int = 0

    @property
    def are_enough(self) -> bool:
        """Whether mistakes can be shown: at least 50 were played out, and four in five confirmed."""
        return self.mistakes >= 50 and 5 * self.confirmed >= 4 * self.mistakes


class Thinking(msgspec.Struct, Generic[M_co, L_co], frozen=True, kw_only=True, eq=False):
    """A game's part of the search, for every seat."""

    place: str
    """Its import path, so that another process can load it: "engine.some.players.thinking:SOME_THINKING"."""
    game: Game[M_co]
    formula: Formula
    """Estimates win chances from `features`."""
    words: Mapping[str, Message]
    """The names of the features, by key: "arcana within reach"."""
    counts: Sequence[Count[M_co]] = ()
    """The counts on each player's side of the table, from which the reasons of advice are built."""
    by_then: Callable[[M_co], Message] = lambda machine: msg("soon", "hint")
    """Return the time up to which a sampled position is played on (`horizon`): "by the end of the round".
    """
    levels: Mapping[str, Level] = LEVELS
    """Its levels, by the keys of `LEVELS`. The same settings have another strength in each game."""
    even_through: int = 0
    """The last round in which the formula predicts no better than chance. Until then, reviews report even chances."""
    play_outs: PlayOuts = PlayOuts()
    """The result of checking a review's mistakes; mistakes are shown only if that is good enough."""

    features: Callable[[M_co, int], Sequence[float]]
    """(machine, seat): return the values of the formula's features for a seat still playing.

    Each is the seat's own value minus the mean of the other seats still playing (`less_the_others`), so that the values
    of all seats add up to zero. Only public information counts, so the true position and a sampled one have the same
    values.
    """
    view_of: Callable[[M_co, int], L_co]
    """(machine, seat): return the view for a seat's player. It may omit parts that only people read (`whole_view`)."""
    policy: Callable[[Chance], ComputerPlayer[L_co]]
    """Return a quick and sensible player for every seat in rollouts. The argument breaks its ties."""
    adviser: Callable[[Chance], ComputerPlayer[L_co]] | None = None
    """Return the player of the first choice, if it is slower and better than the rollout policy."""
    without_search: Callable[[Level, Chance], ComputerPlayer[L_co]]
    """Return the player of a level without search, such as the easiest. It sometimes gives inferior answers."""
    candidates: Callable[[Question, L_co, Choice], Sequence[Choice]]
    """(question, view, first): return the answers worth trying, at most `MOST_CANDIDATES`, without duplicates.

    `first` comes first: the answer of the policy or the adviser. The view is the asked seat's own.
    """
    horizon: Callable[[M_co], Callable[[M_co], bool]]
    """Return a test for the end of a rollout from this position, such as the end of the round."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        """Pickle as an import path, because its functions can't be sent to another process."""
        return resolve_name, (self.place,)

    def parts_by_words(self, values: Sequence[float]) -> dict[str, float]:
        """Return the contributions of features.

        Features with the same display name are added up under the first one's key.
        """
        key_of: dict[Message, str] = {}
        sums: dict[str, float] = {}
        for key, contribution in self.formula.parts(values).items():
            first_key = key_of.setdefault(self.words[key], key)
            sums[first_key] = sums.get(first_key, 0.0) + contribution
        return sums

    def foremost(self, values: Sequence[float]) -> str:
        """Return the key of the feature that contributes most to a seat's lead.

        Features with the same display name are added up.
        """
        parts = self.parts_by_words(values)
        return max(parts, key=lambda key: parts[key])

    def value(self: Thinking, machine: AnyMachine, seat: int) -> float:
        """Return the value a seat plays for, 0..1: the share of opponents it ranks ahead of, as in ratings.

        Estimated by the formula during a match, and exact after its end. A shared place counts half. With two seats
        this is the win chance.
        """
        outcome = machine.position.outcome
        if outcome is not None:
            return part_left_behind(outcome.places, seat)
        if machine.seat_count == 2:
            return self.formula.chance(self.features(machine, seat))
        if machine.position.is_out(seat):
            return part_left_behind(machine.places(), seat)
        units = self._units(machine)
        own = units.pop(seat)
        behind = machine.seat_count - 1 - len(units)
        return (behind + sum(as_chance(own - other) for other in units.values())) / (machine.seat_count - 1)

    def chances(self: Thinking, machine: AnyMachine) -> tuple[float, ...]:
        """Return the win chance of each seat, 0..1: the formula's estimate during a match, the result after its end."""
        seats, outcome = range(machine.seat_count), machine.position.outcome
        if outcome is not None:
            first = outcome.places[0] if outcome.places else ()
            return tuple(1 / len(first) if seat in first else 0.0 for seat in seats)
        if len(seats) == 2:
            return tuple(self.formula.chance(self.features(machine, seat)) for seat in seats)
        units = self._units(machine)
        highest = max(units.values())
        weights = {seat: exp(of_seat - highest) for seat, of_seat in units.items()}
        return tuple(weights.get(seat, 0.0) / sum(weights.values()) for seat in seats)

    def chance(self: Thinking, machine: AnyMachine, seat: int) -> float:
        """Return a seat's chance to win, 0..1."""
        return self.value(machine, seat) if machine.seat_count == 2 else self.chances(machine)[seat]

    def _units(self: Thinking, machine: AnyMachine) -> dict[int, float]:
        """Return the lead of each seat still playing. Only differences between two seats have a meaning."""
        playing = machine.playing
        scale = (len(playing) - 1) / len(playing)
        return {seat: scale * self.formula.units(self.features(machine, seat)) for seat in playing}


def less_the_others(machine: M, seat: int, own: Callable[[M, int], Sequence[float]]) -> Sequence[float]:
    """Return a playing seat's own values minus the mean of the other seats still playing."""
    others = [own(machine, other) for other in machine.playing if other != seat]
    return [
        own_value - sum(other_values) / len(other_values)
        for own_value, *other_values in zip(own(machine, seat), *others, strict=True)
    ]


def part_left_behind(places: Places, seat: int) -> float:
    """Return the share of other seats placed behind a seat, 0..1. A shared place counts half. 0 without a result."""
    others, behind = sum(map(len, places)) - 1, 0.0
    for place in reversed(places):
        if seat in place:
            return (behind + (len(place) - 1) / 2) / others
        behind += len(place)
    return 0.0


def whole_view(game: Game[M, V]) -> Callable[[M, int], V]:
    """Return a `view_of` that returns the seat's whole view."""
    return lambda machine, seat: game.view(machine, machine.viewer(seat))
