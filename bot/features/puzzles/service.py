"""Puzzles: a server's puzzle of the day, a person's answers, and the results.

Everyone on a server has the same puzzle on a day, which begins at midnight UTC. Servers have them in different
orders. People can also solve those of earlier days. No one else sees a person's answers.

The first answer to a puzzle is rated: it is a match between the person and the puzzle, by the model that rates
matches between people (`bot.people.ratings`). A wrong answer costs at most the points a right one would have won, and
the first few cost none. New solvers get puzzles for beginners first. A day counts for a streak if its puzzle was
answered, right or wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import structlog
from msgspec import Struct
from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from bot.errors import NotFound
from bot.games.playable import PlayableGame
from bot.people.ratings import AT_FIRST, SCALE, shown
from bot.platform.clock import Clock
from bot.platform.places import beside
from bot.store import Reading, Store, about
from bot.store.puzzles import PuzzleAnswerRow, Strength
from bot.store.store import retried
from cards.i18n import Translator, msg
from engine.kernel.ai.counts import Difference
from engine.kernel.ai.puzzles import Puzzle, posed
from engine.kernel.ai.solution import played_out, reasons
from engine.kernel.chance import Chance
from engine.kernel.errors import UnreadableMatch
from engine.kernel.events.event import seen
from engine.kernel.events.story import Beat
from engine.kernel.match import Match

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.puzzles")

_MODEL = BradleyTerryFull()

FIRST = 3
"""The number of a person's first puzzles, which cost no points."""


class PuzzleResult(Struct, frozen=True):
    """The result of an answer, shown only to its author."""

    choice: int
    """Its place among the answers of the puzzle."""
    solved: bool
    before: int
    after: int
    """Their displayed rating; both are 0 if the answer didn't count."""
    puzzle: int
    """The puzzle's current displayed rating."""
    streak: int
    longest: int
    """Days in a row up to now whose puzzle they have answered, and the most there ever were."""
    here: int
    """The number of people who solved it on this server, if it is a puzzle of the day."""


class PuzzleLook(Struct, frozen=True):
    """A puzzle for a person's eyes. `match` is the position, in which only its seat's own things are true."""

    game: PlayableGame
    puzzle: Puzzle
    match: Match
    day: str
    """The day on which it is the server's puzzle, "" for another one."""
    is_first: bool = False
    """Whether it is one of the viewer's first puzzles, for which a wrong answer costs nothing."""
    result: PuzzleResult | None = None
    """The result of their answer; None as long as there is none."""
    reasons: tuple[Difference, ...] = ()
    """The reason for the solution: against their answer, or the next best one; nothing before they have answered."""


class PlayedStep(Struct, frozen=True):
    """A step of a solution as played out: the events, as the puzzle's seat sees them, and the position after them."""

    view: object
    beats: tuple[Beat, ...]


class PuzzleRecord(Struct, frozen=True):
    """A person's record with puzzles of a game. `rating` is the displayed one."""

    answered: int
    rating: int
    longest: int


class Puzzles:
    """The one door to puzzles."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def of_today(self, person: int, guild_id: int | None, game: PlayableGame) -> PuzzleLook:
        """Return the puzzle of the day on a server, or in direct messages. Raises NotFound for a game without puzzles."""
        day = self._today()
        return await self._look(person, guild_id, game, _of_day(game, guild_id, day), day.isoformat())

    async def for_beginners(self, person: int, guild_id: int | None, game: PlayableGame) -> PuzzleLook | None:
        """Return a puzzle for beginners for a new solver; None for everyone else."""
        async with self._store.read() as store:
            answered = await store.puzzles.answered(person, game.name)
        if len(answered) >= FIRST:
            return None
        easy = (one for one in _playable(game) if one.rating < AT_FIRST and one.key not in answered)
        found = min(easy, key=lambda one: (one.rating, one.key), default=None)
        return None if found is None else await self._look(person, guild_id, game, found, "")

    async def another(self, person: int, guild_id: int | None, game: PlayableGame) -> PuzzleLook | None:
        """Return a puzzle for beginners, or that of an earlier day that a person has not answered; None if there is none left."""
        today = self._today()
        if (first := await self.for_beginners(person, guild_id, game)) is not None:
            return first
        async with self._store.read() as store:
            answered = await store.puzzles.answered(person, game.name)
        for back in range(1, len(_playable(game))):
            puzzle = _of_day(game, guild_id, today - timedelta(days=back))
            if puzzle.key not in answered:
                return await self._look(person, guild_id, game, puzzle, "")
        return None

    async def look(
        self, person: int, guild_id: int | None, game: PlayableGame, key: str, day: str
    ) -> PuzzleLook:
        """Return a puzzle that was shown before. Raises NotFound if it no longer exists."""
        puzzle = _named(game, key)
        return await self._look(person, guild_id, game, puzzle, self._still(game, guild_id, puzzle, day))

    async def played_out(
        self, person: int, look: PuzzleLook, names: Sequence[str], said: Translator
    ) -> list[PlayedStep]:
        """Return the solution of a puzzle that a person has answered, step by step; nothing before they have."""
        game, puzzle = look.game, look.puzzle
        if look.result is None or game.thinking is None:
            return []
        steps = await beside(person, played_out, game.thinking, puzzle, said)
        told = [
            PlayedStep(
                one.view,
                game.kernel.story([seen(each, puzzle.seat) for each in one.events], names, puzzle.seat),
            )
            for one in steps
        ]
        return [one for one in told if one.beats]

    @retried(known=True)
    async def answer(
        self, person: int, guild_id: int | None, game: PlayableGame, key: str, day: str, choice: int
    ) -> PuzzleLook:
        """Answer a puzzle.

        `choice` is the index of the answer. If it was answered already, return the earlier result.

        Puzzles of earlier days are answered like any other. Raises NotFound for an unknown puzzle or answer.
        """
        puzzle = _named(game, key)
        if not 0 <= choice < len(puzzle.answers):
            raise _gone()
        day = self._still(game, guild_id, puzzle, day)
        async with self._store.write(about.AboutPerson(person), about.AboutPuzzle(game.name, key)) as tx:
            if await tx.puzzles.answer(person, game.name, key, day) is None:
                solved = choice == puzzle.best
                before = after = 0
                answered = await tx.puzzles.answered(person, game.name)
                if key not in answered:
                    old = await tx.puzzles.solver(person, game.name)
                    known = await tx.puzzles.strength(game.name, key) or _at_first(puzzle)
                    solver, strength = _rated(old, known, solved)
                    if not solved:
                        solver = _spared(old, solver, 0 if len(answered) < FIRST else _gain(old, known))
                    before, after = _shown(old), _shown(solver)
                    await tx.puzzles.put_solver(person, game.name, solver)
                    await tx.puzzles.put_strength(game.name, key, strength)
                now = self._clock.now()
                await tx.puzzles.add(
                    PuzzleAnswerRow(person, game.name, key, day, guild_id, choice, solved, now, before, after)
                )
        return await self._look(person, guild_id, game, puzzle, day)

    async def standing(self, person: int, game: PlayableGame) -> PuzzleRecord | None:
        """Return a person's record with puzzles of a game, shown only to them; None if they have answered none."""
        async with self._store.read() as store:
            answered = await store.puzzles.answered(person, game.name)
            if not answered:
                return None
            solver = await store.puzzles.solver(person, game.name)
            days = await store.puzzles.days(person, game.name)
        return PuzzleRecord(len(answered), _shown(solver), streaks(days, self._today())[1])

    async def _look(
        self, person: int, guild_id: int | None, game: PlayableGame, puzzle: Puzzle, day: str
    ) -> PuzzleLook:
        async with self._store.read() as store:
            row = await store.puzzles.answer(person, game.name, puzzle.key, day)
            is_first = len(await store.puzzles.answered(person, game.name)) < FIRST
            result = None if row is None else await self._result(store, row, guild_id, puzzle)
        try:
            match = await beside(person, posed, game.kernel, puzzle)
        except UnreadableMatch as error:
            _log.error("puzzle_unreadable", game=game.name, puzzle=puzzle.key, problem=str(error))
            raise _gone() from None
        return PuzzleLook(
            game, puzzle, match, day, is_first, result, await self._reasons(person, game, puzzle, result)
        )

    @staticmethod
    async def _reasons(
        person: int, game: PlayableGame, puzzle: Puzzle, result: PuzzleResult | None
    ) -> tuple[Difference, ...]:
        if result is None or game.thinking is None:
            return ()
        others = [place for place in range(len(puzzle.answers)) if place != puzzle.best]
        next_best = max(others, key=lambda place: puzzle.answers[place].chance)
        return await beside(
            person, reasons, game.thinking, puzzle, next_best if result.solved else result.choice
        )

    async def _result(
        self, store: Reading, row: PuzzleAnswerRow, guild_id: int | None, puzzle: Puzzle
    ) -> PuzzleResult:
        days = await store.puzzles.days(row.person_id, row.game)
        streak, longest = streaks(days, self._today())
        return PuzzleResult(
            row.choice,
            row.solved,
            row.shown_before,
            row.shown_after,
            _shown(await store.puzzles.strength(row.game, row.puzzle) or _at_first(puzzle)),
            streak,
            longest,
            await store.puzzles.solvers(guild_id, row.game, row.day) if row.day and guild_id else 0,
        )

    def _today(self) -> date:
        return datetime.fromtimestamp(self._clock.now() / 1000, UTC).date()

    def _still(self, game: PlayableGame, guild_id: int | None, puzzle: Puzzle, day: str) -> str:
        """Return the day of which a puzzle is that of today, "" if it is not."""
        today = self._today()
        is_it = day == today.isoformat() and _of_day(game, guild_id, today) is puzzle
        return day if is_it else ""


def has_puzzles(game: PlayableGame) -> bool:
    """Return whether there are puzzles of a game."""
    return bool(_playable(game))


def streaks(days: Sequence[str], today: date) -> tuple[int, int]:
    """Return how many days in a row there are up to today, or yesterday, and the most that there ever were.

    `days` are dates in order, each once.
    """
    longest = run = 0
    before: date | None = None
    for day in map(date.fromisoformat, days):
        run = run + 1 if before is not None and day - before == timedelta(days=1) else 1
        longest, before = max(longest, run), day
    is_going_on = before is not None and today - before <= timedelta(days=1)
    return run if is_going_on else 0, longest


def _playable(game: PlayableGame) -> Sequence[Puzzle]:
    """Return the puzzles of a game that can be solved under the rules of today."""
    if game.puzzles is None or game.thinking is None:
        return ()
    return [one for one in game.puzzles().puzzles if one.rules == game.kernel.version]


def _of_day(game: PlayableGame, guild_id: int | None, day: date) -> Puzzle:
    puzzles = list(_playable(game))
    if not puzzles:
        raise NotFound(msg("There are no puzzles for {game} yet.", game=game.title))
    Chance(f"puzzles of {guild_id or 0}").shuffle(puzzles)
    return puzzles[day.toordinal() % len(puzzles)]


def _named(game: PlayableGame, key: str) -> Puzzle:
    found = next((one for one in _playable(game) if one.key == key), None)
    if found is None:
        raise _gone()
    return found


def _gone() -> NotFound:
    return NotFound(msg("This puzzle no longer exists. Ask for today's."))


def _at_first(puzzle: Puzzle) -> Strength:
    """Return the initial rating of a puzzle, which is lower for beginners' puzzles."""
    usual = _MODEL.rating()
    return Strength(usual.mu + (puzzle.rating - AT_FIRST) / SCALE, usual.sigma)


def _rated(solver: Strength | None, puzzle: Strength, solved: bool) -> tuple[Strength, Strength]:
    """Return the ratings of a person and a puzzle after an answer: one of them has won."""
    (one,), (other,) = _MODEL.rate(
        [[_rating(solver)], [_rating(puzzle)]], ranks=[1.0, 2.0] if solved else [2.0, 1.0]
    )
    return Strength(one.mu, one.sigma), Strength(other.mu, other.sigma)


def _gain(solver: Strength | None, puzzle: Strength) -> int:
    """Return how many points a right answer would bring."""
    return _shown(_rated(solver, puzzle, solved=True)[0]) - _shown(solver)


def _spared(before: Strength | None, after: Strength, most: int) -> Strength:
    """Return the rating of a person who loses at most `most` points."""
    loss = _shown(before) - _shown(after)
    return Strength(after.mu + max(loss - most, 0) / SCALE, after.sigma)


def _rating(strength: Strength | None) -> BradleyTerryFullRating:
    return _MODEL.rating() if strength is None else _MODEL.rating(mu=strength.mu, sigma=strength.sigma)


def _shown(strength: Strength | None) -> int:
    return shown(_rating(strength))
