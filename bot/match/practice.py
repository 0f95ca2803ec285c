"""Practice: a player alone with the bot, where there is nothing to hide and no reason to wait.

After each of the player's decisions, the bot and the player's own standing orders answer until the player decides
again, each answer in its own transaction. Searches run in another process (`bot.search`), and the player sees the
previous answers before the search is done. Everything else is computed off the event loop, without holding the
database. If the program ends in between, the alarm of the question's turn (`bot.match.prompts`) makes the bot
continue later, with a new search.

A search uses its own randomness, which is never stored: it doesn't depend on the match's seed, and someone who learns
that seed later can't reproduce it (`bot.platform.randomness`).
"""

from __future__ import annotations

import asyncio
from enum import Enum, auto

import structlog

from bot.match import practice_opponent
from bot.match.apply import ActExecutor
from bot.match.context import MatchContext
from bot.match.practice_opponent import SearchTask
from bot.platform import logs
from bot.platform.places import run_in_thread
from bot.platform.randomness import drawn_seed
from bot.search.pool import CannotThink
from bot.search.queued_pool import Searches
from bot.store import about
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow
from bot.store.store import retried
from bot.views.load_match import load
from engine.kernel.ai.search import SearchCancelled, SearchResult, think
from engine.kernel.question import Choice


class IdleOrders:
    """Tests whether the order of effects matters, and answers if every order has the same result.

    Results that can be proved from card texts are answered immediately (`Match.forced`). A trial takes up to a
    second of processor time, so it runs off the event loop, after the previous act is committed, and its
    answer has its own transaction. The trial uses only public knowledge, so being asked or not reveals
    nothing. If the program ends in between, the question is asked at its turn.
    """

    def __init__(self, context: MatchContext, act_executor: ActExecutor) -> None:
        self._context = context
        self._act_executor = act_executor

    async def settle(self, match_id: int, present: int | None = None) -> bool:
        """Answer a match's questions as long as every answer has the same result. Return whether anything was answered.

        `present` is the seat whose person has the match open. Never raises: a question that can't be tried is asked.
        """
        answered = False
        try:
            while await self._answer_next(match_id, present):
                answered = True
        except Exception as error:
            logs.failure(_log, "order_is_asked", error)
        return answered

    @retried(known=True)
    async def _answer_next(self, match_id: int, present: int | None) -> bool:
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        if row.status is not MatchStatus.PLAYING or row.lesson:
            return False
        answer = await run_in_thread(0, self._next_answer, row)
        if answer is None:
            return False
        seat, question, choice = answer
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            current = await tx.matches.existing(match_id, data=True)
            if current.rev != row.rev:
                return False
            await self._act_executor.decide(
                tx, current, seat, question, choice, self._context.clock.now(), present=present, idle=True
            )
        return True

    def _next_answer(self, row: MatchRow) -> tuple[int, int, Choice] | None:
        """Return the seat, the question and the answer."""
        match = load(self._context.games, row)
        answer = match.idle_answer(self._context.games.find(row.game).practice)
        return None if answer is None else (answer[0], match.pending_questions[answer[0]].id, answer[1])


_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.practising")


class _Step(Enum):
    """The results of looking for something to answer."""

    DONE = auto()
    """Something was answered, and there may be more."""
    THINKS = auto()
    """The bot has to search first."""
    NOTHING = auto()
    """No question waits for the bot or for orders."""


class PracticeMatches:
    """Makes the bot answer. `pool` runs long searches."""

    def __init__(self, context: MatchContext, pool: Searches) -> None:
        self._context = context
        self._pool = pool
        self._act_executor = ActExecutor(context)
        self.idle = IdleOrders(context, self._act_executor)
        self._thinking: dict[int, asyncio.Task[None]] = {}
        """The searches by match."""
        self._search_again: set[int] = set()
        """Matches that got a new question for the bot while a search was running."""
        self._commit_events: dict[int, asyncio.Event] = {}
        """By match with a search in progress: set after any commit."""

    async def go_on(self, match_id: int) -> None:
        """Answer all of the bot's questions in a practice match of one player. Does nothing in any other match.

        If an answer needs a search, start it without waiting (`rested`). The player is present, so no one notifies
        them of their questions. Never raises: the previous act is done, and if the bot can't continue now, it does at
        the turn of its question.
        """
        try:
            while (step := await self._answer_next(match_id)) is _Step.DONE:
                pass
            if step is _Step.THINKS:
                self._begin(match_id, is_there=True)
        except Exception as error:
            logs.failure(_log, "practice_waits", error)

    def think(self, match_id: int) -> None:
        """Search for the bot's answer, then give it. Called when its question is due, in any match.

        The player may be away, and is notified of their question.
        """
        if match_id not in self._thinking:
            self._begin(match_id, is_there=False)

    async def rested(self, match_id: int) -> None:
        """Wait until no search runs for a match."""
        while (thinking := self._thinking.get(match_id)) is not None:
            await asyncio.wait([thinking])

    def recheck(self) -> None:
        """Called after a commit: a search in progress may no longer be needed."""
        for event in self._commit_events.values():
            event.set()

    async def stop(self) -> None:
        """Cancel all searches. They start again at the turns of their questions."""
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- immediate answers

    @retried(known=True)
    async def _answer_next(self, match_id: int) -> _Step:
        """Give the bot's next answer, or that of a standing order, if one is due."""
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        if not row.is_practice or row.status is not MatchStatus.PLAYING:
            return _Step.NOTHING
        person = next(number for number, seat in enumerate(row.seats) if not seat.is_bot)
        seats = [seat for seat in row.awaited if seat != person]
        if not seats:
            ordered = row.seats[person].ordered and person in row.awaited
            return _Step.DONE if ordered and await self._by_order(row, person) else _Step.NOTHING
        level = practice_opponent.level_of(self._context.games.find(row.game), row, seats[0])
        if level is not None and level.answers:
            return _Step.THINKS
        question, choice = await run_in_thread(row.seats[person].person_id, self._quick_answer, row, seats[0])
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            current = await tx.matches.existing(match_id, data=True)
            if current.rev == row.rev:
                await self._act_executor.decide(
                    tx, current, seats[0], question, choice, self._context.clock.now(), present=person
                )
        return _Step.DONE

    def _quick_answer(self, row: MatchRow, seat: int) -> tuple[int, Choice]:
        """Return the question at a seat of the bot and its answer. May take up to a second."""
        match, game = load(self._context.games, row), self._context.games.find(row.game)
        search = practice_opponent.to_think(game, row, match, seat)
        if search is not None and not search.level.answers:
            result = think(
                search.thinking, search.knowledge, seat, search.level, drawn_seed(self._context.random_source)
            )
            return search.question, result.choice
        return match.pending_questions[seat].id, practice_opponent.decision(
            game, match, seat, self._context.random_source(), row.lesson
        )

    @retried(known=True)
    async def _by_order(self, row: MatchRow, person: int) -> bool:
        """Answer by a standing order; return whether one did."""
        async with self._context.store.write(about.AboutMatch(row.id)) as tx:
            current = await tx.matches.existing(row.id, data=True)
            if current.rev != row.rev:
                return True
            return await self._act_executor.by_order(
                tx, current, person, self._context.clock.now(), present=person
            )

    # -- after thinking

    def _begin(self, match_id: int, *, is_there: bool) -> None:
        if match_id in self._thinking:
            self._search_again.add(match_id)
            return
        self._commit_events[match_id] = asyncio.Event()
        self._thinking[match_id] = asyncio.create_task(
            self._search_repeatedly(match_id, is_there=is_there), name=f"search in {match_id}"
        )

    async def _search_repeatedly(self, match_id: int, *, is_there: bool) -> None:
        """Search and answer until the bot has no open question."""
        try:
            while await self._search_once(match_id, is_there=is_there) or match_id in self._search_again:
                self._search_again.discard(match_id)
        except Exception as error:
            logs.failure(_log, "practice_waits", error)
        finally:
            del self._thinking[match_id], self._commit_events[match_id]
            self._search_again.discard(match_id)

    @retried(known=True)
    async def _search_once(self, match_id: int, *, is_there: bool) -> bool:
        """Search for the answer to one question and give it.

        Return whether there may be another question to answer now.
        """
        async with self._context.store.read() as store:
            row = await store.matches.existing(match_id, data=True)
        seat = self._next_seat(row)
        if row.status is not MatchStatus.PLAYING or seat is None:
            if row.is_practice and is_there:
                await self.go_on(match_id)
                return False
            return await self.idle.settle(match_id)
        search = await run_in_thread(0, self._pending_thought, row, seat)
        if search is None:
            return False
        choice = await self._choice(row, search)
        if choice is None:
            return not self._pool.is_closed
        person = next((n for n, player in enumerate(row.seats) if not player.is_bot), None)
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            current = await tx.matches.existing(match_id, data=True)
            if _is_wanted(current, search):
                await self._act_executor.decide(
                    tx, current, seat, search.question, choice, self._context.clock.now(),
                    present=person if is_there else None,
                )  # fmt: skip
        await self.idle.settle(match_id, person if is_there else None)
        self._context.wake()
        return row.is_practice

    def _next_seat(self, row: MatchRow) -> int | None:
        """Return a seat where the bot must answer now, or None.

        With several people in the match, only at the turn of its question, never earlier.
        """
        if not row.attended:
            return None
        now = self._context.clock.now()
        return next(
            (
                seat
                for seat in row.awaited
                if row.seats[seat].is_played_by_bot
                and (row.is_practice or (row.seats[seat].reminder.turn or 0) <= now)
            ),
            None,
        )

    def _pending_thought(self, row: MatchRow, seat: int) -> SearchTask | None:
        return practice_opponent.to_think(
            self._context.games.find(row.game), row, load(self._context.games, row), seat
        )

    async def _choice(self, row: MatchRow, search: SearchTask) -> Choice | None:
        """Return the bot's answer after a search, or without one if the search fails; None if it is no longer needed."""
        future: asyncio.Future[SearchResult] = asyncio.ensure_future(
            self._pool.submit(
                ("match", row.id, row.rev, search.seat),
                think,
                search.thinking,
                search.knowledge,
                search.seat,
                search.level,
                drawn_seed(self._context.random_source),
                person=next((player.person_id for player in row.seats if not player.is_bot), 0),
                is_shared=True,
            )
        )
        try:
            await self._until_found_or_stale(row, search, future)
            return (await future).choice if future.done() else None
        except SearchCancelled:
            return None
        except CannotThink as error:
            _log.warning(
                "house_answers_without_thinking",
                match=row.id, game=row.game, level=search.level.key, why=str(error).strip().rpartition("\n")[2],
            )  # fmt: skip
        finally:
            future.cancel()
        return await run_in_thread(0, self._without_search, row, search.seat)

    async def _until_found_or_stale(
        self, row: MatchRow, search: SearchTask, future: asyncio.Future[SearchResult]
    ) -> None:
        """Return when the search is done, or the question is out of date."""
        event = self._commit_events[row.id]
        while True:
            commit = asyncio.ensure_future(event.wait())
            await asyncio.wait([future, commit], return_when=asyncio.FIRST_COMPLETED)
            commit.cancel()
            if future.done():
                return
            event.clear()
            async with self._context.store.read() as store:
                current = await store.matches.existing(row.id)
            if not _is_wanted(current, search):
                return

    def _without_search(self, row: MatchRow, seat: int) -> Choice:
        match = load(self._context.games, row)
        return practice_opponent.decision(
            self._context.games.find(row.game), match, seat, self._context.random_source()
        )


def _is_wanted(row: MatchRow, search: SearchTask) -> bool:
    """Return whether the bot must still answer the question it searches for. An absent player may have returned."""
    seat = row.seats[search.seat]
    is_asked = row.status is MatchStatus.PLAYING and search.seat in row.awaited
    return is_asked and seat.is_played_by_bot and seat.reminder.question == search.question
