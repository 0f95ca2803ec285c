"""Puzzles: a server's puzzle of the day, players' answers, and the results.

Everyone on a server gets the same puzzle on a day, from midnight UTC. Each server has its own order. Players can also
solve puzzles of earlier days. Only the player sees their answers.

The first answer to a puzzle is rated as a match between the player and the puzzle, by the model that rates matches
between players (`bot.people.ratings`). A wrong answer costs at most the points that a right one would have won, and
the first few cost nothing. New solvers first get puzzles for beginners. A day counts for a streak if its puzzle was
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
from bot.platform.places import run_in_thread
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
"""The number of a player's first puzzles in which a wrong answer costs no points."""


class PuzzleResult(Struct, frozen=True):
    """The result of an answer, shown only to the player who gave it."""

    choice: int
    """The index of the answer."""
    solved: bool
    before: int
    after: int
    """The player's displayed rating before and after the answer; both 0 if it wasn't rated."""
    puzzle: int
    """The puzzle's current displayed rating."""
    streak: int
    longest: int
    """Consecutive days with an answered puzzle: the current streak, and the longest ever."""
    here: int
    """The number of people on this server who solved it, if it is a puzzle of the day."""


class PuzzleSnapshot(Struct, frozen=True):
    """A puzzle as a player may see it. `match` is the position, in which only their seat's information is true."""

    game: PlayableGame
    puzzle: Puzzle
    match: Match
    day: str
    """The ISO date if it is the server's puzzle of the day; otherwise ""."""
    is_first: bool = False
    """Whether it is one of the player's first puzzles, in which a wrong answer costs nothing."""
    result: PuzzleResult | None = None
    """The result of the player's answer, or None if they haven't answered."""
    reasons: tuple[Difference, ...] = ()
    """The solution's advantages over the player's answer, or over the next best one.

    Empty before they have answered.
    """


class PlayedStep(Struct, frozen=True):
    """A step of a solution: the events as the puzzle's seat sees them, and the position after them."""

    view: object
    beats: tuple[Beat, ...]


class PuzzleRecord(Struct, frozen=True):
    """A player's puzzle record in a game. `rating` is the displayed rating."""

    answered: int
    rating: int
    longest: int


class Puzzles:
    """Selects puzzles, and stores and rates answers."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def of_today(self, person: int, guild_id: int | None, game: PlayableGame) -> PuzzleSnapshot:
        """Return the puzzle of the day, for a server or for direct messages.

        Raises NotFound for a game without puzzles.
        """
        day = self._today()
        return await self._snapshot(person, guild_id, game, _of_day(game, guild_id, day), day.isoformat())

    async def for_beginners(
        self, person: int, guild_id: int | None, game: PlayableGame
    ) -> PuzzleSnapshot | None:
        """Return a puzzle for beginners for a new solver; None for everyone else."""
        async with self._store.read() as store:
            answered = await store.puzzles.answered(person, game.name)
        if len(answered) >= FIRST:
            return None
        easy = (each for each in _playable(game) if each.rating < AT_FIRST and each.key not in answered)
        puzzle = min(easy, key=lambda each: (each.rating, each.key), default=None)
        return None if puzzle is None else await self._snapshot(person, guild_id, game, puzzle, "")

    async def another(self, person: int, guild_id: int | None, game: PlayableGame) -> PuzzleSnapshot | None:
        """Return a puzzle that a player hasn't answered: one for beginners, or one of an earlier day.

        None if all are done.
        """
        today = self._today()
        if (easy := await self.for_beginners(person, guild_id, game)) is not None:
            return easy
        async with self._store.read() as store:
            answered = await store.puzzles.answered(person, game.name)
        for days_ago in range(1, len(_playable(game))):
            puzzle = _of_day(game, guild_id, today - timedelta(days=days_ago))
            if puzzle.key not in answered:
                return await self._snapshot(person, guild_id, game, puzzle, "")
        return None

    async def snapshot(
        self, person: int, guild_id: int | None, game: PlayableGame, key: str, day: str
    ) -> PuzzleSnapshot:
        """Return a puzzle that was shown before. Raises NotFound if it no longer exists."""
        puzzle = _find(game, key)
        return await self._snapshot(
            person, guild_id, game, puzzle, self._day_if_current(game, guild_id, puzzle, day)
        )

    async def played_out(
        self, person: int, snapshot: PuzzleSnapshot, names: Sequence[str], translate: Translator
    ) -> list[PlayedStep]:
        """Return the steps of a puzzle's solution; nothing before the player has answered."""
        game, puzzle = snapshot.game, snapshot.puzzle
        if snapshot.result is None or game.thinking is None:
            return []
        steps = await run_in_thread(person, played_out, game.thinking, puzzle, translate)
        story_steps = [
            PlayedStep(
                step.view,
                game.kernel.story([seen(event, puzzle.seat) for event in step.events], names, puzzle.seat),
            )
            for step in steps
        ]
        return [step for step in story_steps if step.beats]

    @retried(known=True)
    async def answer(
        self, person: int, guild_id: int | None, game: PlayableGame, key: str, day: str, choice: int
    ) -> PuzzleSnapshot:
        """Answer a puzzle. Return it with the result; if it was answered already, with the earlier result.

        `choice` is the index of the answer. Puzzles of earlier days can be answered, too. Raises NotFound for an
        unknown puzzle or answer.
        """
        puzzle = _find(game, key)
        if not 0 <= choice < len(puzzle.answers):
            raise _missing_puzzle()
        day = self._day_if_current(game, guild_id, puzzle, day)
        async with self._store.write(about.AboutPerson(person), about.AboutPuzzle(game.name, key)) as tx:
            if await tx.puzzles.answer(person, game.name, key, day) is None:
                solved = choice == puzzle.best
                rating_before = rating_after = 0
                answered = await tx.puzzles.answered(person, game.name)
                if key not in answered:
                    old_solver = await tx.puzzles.solver(person, game.name)
                    old_strength = await tx.puzzles.strength(game.name, key) or _initial_strength(puzzle)
                    solver, strength = _rated(old_solver, old_strength, solved)
                    if not solved:
                        is_free = len(answered) < FIRST
                        solver = _limit_loss(
                            old_solver, solver, 0 if is_free else _gain(old_solver, old_strength)
                        )
                    rating_before, rating_after = _displayed(old_solver), _displayed(solver)
                    await tx.puzzles.put_solver(person, game.name, solver)
                    await tx.puzzles.put_strength(game.name, key, strength)
                now = self._clock.now()
                await tx.puzzles.add(
                    PuzzleAnswerRow(
                        person,
                        game.name,
                        key,
                        day,
                        guild_id,
                        choice,
                        solved,
                        now,
                        rating_before,
                        rating_after,
                    )
                )
        return await self._snapshot(person, guild_id, game, puzzle, day)

    async def record(self, person: int, game: PlayableGame) -> PuzzleRecord | None:
        """Return a player's puzzle record in a game, or None if they haven't answered any."""
        async with self._store.read() as store:
            answered = await store.puzzles.answered(person, game.name)
            if not answered:
                return None
            solver = await store.puzzles.solver(person, game.name)
            days = await store.puzzles.days(person, game.name)
        return PuzzleRecord(len(answered), _displayed(solver), streaks(days, self._today())[1])

    async def _snapshot(
        self, person: int, guild_id: int | None, game: PlayableGame, puzzle: Puzzle, day: str
    ) -> PuzzleSnapshot:
        async with self._store.read() as store:
            row = await store.puzzles.answer(person, game.name, puzzle.key, day)
            is_first = len(await store.puzzles.answered(person, game.name)) < FIRST
            result = None if row is None else await self._result(store, row, guild_id, puzzle)
        try:
            match = await run_in_thread(person, posed, game.kernel, puzzle)
        except UnreadableMatch as error:
            _log.error("puzzle_unreadable", game=game.name, puzzle=puzzle.key, problem=str(error))
            raise _missing_puzzle() from None
        return PuzzleSnapshot(
            game, puzzle, match, day, is_first, result, await self._reasons(person, game, puzzle, result)
        )

    @staticmethod
    async def _reasons(
        person: int, game: PlayableGame, puzzle: Puzzle, result: PuzzleResult | None
    ) -> tuple[Difference, ...]:
        if result is None or game.thinking is None:
            return ()
        others = [index for index in range(len(puzzle.answers)) if index != puzzle.best]
        next_best = max(others, key=lambda index: puzzle.answers[index].chance)
        return await run_in_thread(
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
            _displayed(await store.puzzles.strength(row.game, row.puzzle) or _initial_strength(puzzle)),
            streak,
            longest,
            await store.puzzles.solvers(guild_id, row.game, row.day) if row.day and guild_id else 0,
        )

    def _today(self) -> date:
        return datetime.fromtimestamp(self._clock.now() / 1000, UTC).date()

    def _day_if_current(self, game: PlayableGame, guild_id: int | None, puzzle: Puzzle, day: str) -> str:
        """Return `day` if a puzzle is today's puzzle of the day; otherwise ""."""
        today = self._today()
        is_current = day == today.isoformat() and _of_day(game, guild_id, today) is puzzle
        return day if is_current else ""


def has_puzzles(game: PlayableGame) -> bool:
    """Return whether a game has puzzles."""
    return bool(_playable(game))


def streaks(days: Sequence[str], today: date) -> tuple[int, int]:
    """Return the current and the longest run of consecutive days. The current one must end today or yesterday.

    `days` are ISO dates, ascending and without duplicates.
    """
    longest = run = 0
    previous: date | None = None
    for day in map(date.fromisoformat, days):
        run = run + 1 if previous is not None and day - previous == timedelta(days=1) else 1
        longest, previous = max(longest, run), day
    is_current = previous is not None and today - previous <= timedelta(days=1)
    return run if is_current else 0, longest


def _playable(game: PlayableGame) -> Sequence[Puzzle]:
    """Return a game's puzzles that were made for the current version of the rules."""
    if game.puzzles is None or game.thinking is None:
        return ()
    return [puzzle for puzzle in game.puzzles().puzzles if puzzle.rules == game.kernel.version]


def _of_day(game: PlayableGame, guild_id: int | None, day: date) -> Puzzle:
    puzzles = list(_playable(game))
    if not puzzles:
        raise NotFound(msg("There are no puzzles for {game} yet.", game=game.title))
    Chance(f"puzzles of {guild_id or 0}").shuffle(puzzles)
    return puzzles[day.toordinal() % len(puzzles)]


def _find(game: PlayableGame, key: str) -> Puzzle:
    puzzle = next((each for each in _playable(game) if each.key == key), None)
    if puzzle is None:
        raise _missing_puzzle()
    return puzzle


def _missing_puzzle() -> NotFound:
    return NotFound(msg("This puzzle no longer exists. Ask for today's."))


def _initial_strength(puzzle: Puzzle) -> Strength:
    """Return the initial strength of a puzzle, which is lower for beginners' puzzles."""
    default = _MODEL.rating()
    return Strength(default.mu + (puzzle.rating - AT_FIRST) / SCALE, default.sigma)


def _rated(solver: Strength | None, puzzle: Strength, solved: bool) -> tuple[Strength, Strength]:
    """Return the strengths of a player and a puzzle after an answer. It counts as a match that one of them won."""
    (new_solver,), (new_puzzle,) = _MODEL.rate(
        [[_rating(solver)], [_rating(puzzle)]], ranks=[1.0, 2.0] if solved else [2.0, 1.0]
    )
    return Strength(new_solver.mu, new_solver.sigma), Strength(new_puzzle.mu, new_puzzle.sigma)


def _gain(solver: Strength | None, puzzle: Strength) -> int:
    """Return the points that a right answer would win."""
    return _displayed(_rated(solver, puzzle, solved=True)[0]) - _displayed(solver)


def _limit_loss(before: Strength | None, after: Strength, limit: int) -> Strength:
    """Return the strength after an answer, corrected so that the player loses at most `limit` points."""
    loss = _displayed(before) - _displayed(after)
    return Strength(after.mu + max(loss - limit, 0) / SCALE, after.sigma)


def _rating(strength: Strength | None) -> BradleyTerryFullRating:
    return _MODEL.rating() if strength is None else _MODEL.rating(mu=strength.mu, sigma=strength.sigma)


def _displayed(strength: Strength | None) -> int:
    return shown(_rating(strength))
