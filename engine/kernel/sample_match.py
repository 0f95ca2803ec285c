"""Matches to try a game with, and the moments of one at which it is looked at closely; see `conformance`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.errors import InvalidChoice
from engine.kernel.game import Game
from engine.kernel.information_gain import received
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, QuestionKind, check, random_choice
from engine.kernel.simulation import ComputerPlayer


class GameDefect(AssertionError):
    """Something that every game must hold, and that this one does not; the sentence says what, and where it was found."""


class SampleMatch(msgspec.Struct, frozen=True):
    """A match to try a game with: `seats` play, `most` answers are looked at, every `each`-th of them closely.

    `players` returns a player for a seat (the game's own computer player), who has to end a match, too.
    """

    game: Game
    setup: bytes
    seats: int
    seed: str = "trial"
    most: int = 120
    each: int = 6
    players: Callable[[int], ComputerPlayer] | None = None

    @property
    def chance(self) -> Chance:
        """Lots for the answers and for all that is drawn to try them."""
        return Chance(f"{self.seed}, trial")

    def begin(self) -> Match:
        """Begin the match."""
        return Match.begin(self.game, self.setup, self.seed)[0]

    def audiences(self) -> tuple[int | None, ...]:
        """Return all who look on: the seats, and spectators (None)."""
        return (*range(self.seats), None)

    def groups(self) -> list[tuple[int, ...]]:
        """Return seats that may know something together: nobody, each of them alone, the first and the last, all."""
        alone = [(seat,) for seat in range(self.seats)]
        return [(), *alone, *([(0, self.seats - 1)] if self.seats > 2 else []), tuple(range(self.seats))]


class SampleMoment(msgspec.Struct, frozen=True):
    """A match that waits for answers, and one of them that will be given: by which seat, and which choice."""

    trial: SampleMatch
    match: Match
    chance: Chance
    seat: int
    choice: Choice

    def must(self, holds: bool, what: str) -> None:
        """Raise GameDefect unless something holds."""
        if not holds:
            turn = self.match.turn_count
            raise GameDefect(f"{self.trial.game.name}, seed “{self.trial.seed}”, answer {turn + 1}: {what}")

    def copy(self) -> AnyMachine:
        """Return a machine of its own at this position."""
        game = self.trial.game
        return game.resume(self.match.setup, game.pack(self.match.machine))


def answers(trial: SampleMatch) -> Iterator[SampleMoment]:
    """Play a random match, and stop before each answer."""
    match, chance = trial.begin(), trial.chance
    while match.outcome is None and match.turn_count < trial.most:
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        choice = random_choice(question, chance)
        yield SampleMoment(trial, match, chance, seat, choice)
        match.answer(seat, question.id, choice)


def moments(trial: SampleMatch) -> Iterator[SampleMoment]:
    """Play a random match, and stop before some of the answers."""
    return (moment for moment in answers(trial) if moment.match.turn_count % trial.each == 0)


def everything(match: Match, audiences: Collection[int | None]) -> list[bytes]:
    """Return all that these seats, and spectators, get of a match; see `information_gain.received`."""
    return [received(match.game, match.machine, viewer) for viewer in audiences]


def each_option(question: Question, chance: Chance) -> list[Choice]:
    """Return legal answers among which each option is chosen; the least and the most where a number is asked for."""
    if question.kind is QuestionKind.NUMBER:
        return [(str(question.minimum),), (str(question.maximum),)]
    if question.kind is QuestionKind.DISTRIBUTE or question.kind is QuestionKind.ORDER:
        return [random_choice(question, chance)]
    if question.maximum == 1:
        return [(option.key,) for option in question.options]
    out: list[Choice] = []
    for option in question.options:
        rest = [other.key for other in question.options if other.key != option.key]
        chance.shuffle(rest)
        choice = (option.key, *rest[: max(0, question.minimum - 1)])
        if option.later:
            first = next((one.key for one in question.options if not one.later), None)
            choice = (option.key,) if first is None else (first, option.key)
        try:
            check(question, choice)
        except InvalidChoice:
            continue
        out.append(choice)
    return out
