"""Sample matches for checking a game, and the moments of them that are examined (`conformance`)."""

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
    """A property that every game must have and this one lacks. The sentence says which, and where."""


class SampleMatch(msgspec.Struct, frozen=True):
    """A match for checking a game: `seats` play, up to `most` answers are examined, every `each`-th of them closely.

    `players` returns a player for a seat, the game's own computer player. It must also finish a match.
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
        """The randomness for answers and for samples."""
        return Chance(f"{self.seed}, trial")

    def begin(self) -> Match:
        """Begin the match."""
        return Match.begin(self.game, self.setup, self.seed)[0]

    def audiences(self) -> tuple[int | None, ...]:
        """Return all viewers: the seats, and spectators (None)."""
        return (*range(self.seats), None)

    def groups(self) -> list[tuple[int, ...]]:
        """Return groups of seats that share knowledge: none, each alone, the first and the last, all."""
        alone = [(seat,) for seat in range(self.seats)]
        return [(), *alone, *([(0, self.seats - 1)] if self.seats > 2 else []), tuple(range(self.seats))]


class SampleMoment(msgspec.Struct, frozen=True):
    """A match that waits for answers, and the answer that will be given: its seat and its choice."""

    sample: SampleMatch
    match: Match
    chance: Chance
    seat: int
    choice: Choice

    def must(self, holds: bool, what: str) -> None:
        """Raise GameDefect unless `holds`."""
        if not holds:
            turn = self.match.turn_count
            raise GameDefect(f"{self.sample.game.name}, seed “{self.sample.seed}”, answer {turn + 1}: {what}")

    def copy(self) -> AnyMachine:
        """Return a separate machine at this position."""
        game = self.sample.game
        return game.resume(self.match.setup, game.pack(self.match.machine))


def answers(sample: SampleMatch) -> Iterator[SampleMoment]:
    """Play a random match, and yield before each answer."""
    match, chance = sample.begin(), sample.chance
    while match.outcome is None and match.turn_count < sample.most:
        seat = chance.pick(sorted(match.questions))
        question = match.questions[seat]
        choice = random_choice(question, chance)
        yield SampleMoment(sample, match, chance, seat, choice)
        match.answer(seat, question.id, choice)


def moments(sample: SampleMatch) -> Iterator[SampleMoment]:
    """Play a random match, and yield before every `each`-th answer."""
    return (moment for moment in answers(sample) if moment.match.turn_count % sample.each == 0)


def everything(match: Match, audiences: Collection[int | None]) -> list[bytes]:
    """Return everything that these seats, and spectators, receive (`information_gain.received`)."""
    return [received(match.game, match.machine, viewer) for viewer in audiences]


def each_option(question: Question, chance: Chance) -> list[Choice]:
    """Return legal answers so that each option is chosen in one. For NUMBER, the minimum and the maximum."""
    if question.kind is QuestionKind.NUMBER:
        return [(str(question.minimum),), (str(question.maximum),)]
    if question.kind is QuestionKind.DISTRIBUTE or question.kind is QuestionKind.ORDER:
        return [random_choice(question, chance)]
    if question.maximum == 1:
        return [(option.key,) for option in question.options]
    choices: list[Choice] = []
    for option in question.options:
        rest = [option_beside.key for option_beside in question.options if option_beside.key != option.key]
        chance.shuffle(rest)
        choice = (option.key, *rest[: max(0, question.minimum - 1)])
        if option.later:
            first = next((candidate.key for candidate in question.options if not candidate.later), None)
            choice = (option.key,) if first is None else (first, option.key)
        try:
            check(question, choice)
        except InvalidChoice:
            continue
        choices.append(choice)
    return choices
