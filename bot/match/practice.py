"""Practice: where a player is alone with the bot, there is nobody to be misled, and nobody waits.

As soon as they have decided something, the house answers, and so do their own standing orders, until it is for them to
decide: each answer in a transaction of its own. What the house has to search for, it thinks about in another process
(`bot.search`), and the one who plays has their answer before that: what it came to follows. Everything else it
works out beside the event loop, with the database free for everybody. Whatever dies in between, the alarm for the turn of the question
(`bot.match.prompts`) makes the bot continue a little later, with a new search.

A thought draws its luck from a lot of its own, which is kept nowhere: nothing of it follows from the match's seed, nor can
it be drawn again by who learns that seed afterwards (`bot.platform.randomness`).
"""

from __future__ import annotations

import asyncio
from enum import Enum, auto

import structlog

from bot.match import practice_opponent
from bot.match.apply import Applier
from bot.match.context import MatchContext
from bot.match.practice_opponent import ToThink
from bot.platform import logs
from bot.platform.places import beside
from bot.platform.randomness import drawn_seed
from bot.search.pool import CannotThink
from bot.search.queued_pool import Searches
from bot.store import about
from bot.store.find_match import row_of
from bot.store.match_status import MatchStatus
from bot.store.retry import retried
from bot.store.rows import MatchRow
from bot.views.load_match import load
from engine.kernel.ai.search import Thought, Unwanted, think
from engine.kernel.question import Choice


class IdleOrders:
    """Tries whether an order matters, and answers where it comes to the same whichever is given.

    What is proved from texts is answered at once (`Match.forced`). What has to be tried takes up to a second of processor time,
    so it is tried beside the event loop, after what led there has been committed, and answered in a transaction of its own.
    What is tried follows from what everybody knows: that a player is asked, or not, tells nobody anything. If the program
    ends in between, the question is asked at its turn.
    """

    def __init__(self, context: MatchContext, deciding: Applier) -> None:
        self._context = context
        self._deciding = deciding

    async def settle(self, match_id: int, present: int | None = None) -> bool:
        """Answer what a match asks, as long as every answer comes to the same; return whether anything was answered.

        `present` is the seat whose person has the match before them. It raises nothing: what can't be tried is asked.
        """
        done = False
        try:
            while await self._answered(match_id, present):
                done = True
        except Exception as error:
            logs.failure(_log, "order_is_asked", error)
        return done

    @retried(known=True)
    async def _answered(self, match_id: int, present: int | None) -> bool:
        async with self._context.store.read() as store:
            row = await row_of(store, match_id, data=True)
        if row.standing is not MatchStatus.PLAYING or row.lesson:
            return False
        found = await beside(0, self._found, row)
        if found is None:
            return False
        seat, question, choice = found
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            now = await row_of(tx, match_id, data=True)
            if now.rev != row.rev:
                return False
            await self._deciding.decide(
                tx, now, seat, question, choice, self._context.clock.now(), present=present, idle=True
            )
        return True

    def _found(self, row: MatchRow) -> tuple[int, int, Choice] | None:
        """Return the seat, the question and the answer."""
        match = load(self._context.games, row)
        answer = match.idle_answer(self._context.games.find(row.game).practice)
        return None if answer is None else (answer[0], match.asked[answer[0]].id, answer[1])


_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.practising")


class _Step(Enum):
    """The results of looking for something to answer."""

    DONE = auto()
    """Something was answered, and there may be more."""
    THINKS = auto()
    """The house has to think first."""
    NOTHING = auto()
    """Nothing waits for the house, nor for orders."""


class PracticeMatches:
    """Lets the house answer; `pool` thinks about what takes long."""

    def __init__(self, context: MatchContext, pool: Searches) -> None:
        self._context = context
        self._pool = pool
        self._deciding = Applier(context)
        self.idle = IdleOrders(context, self._deciding)
        self._thinking: dict[int, asyncio.Task[None]] = {}
        """The searches by match."""
        self._once_more: set[int] = set()
        """Matches in which there is something new to think about while something thinks."""
        self._stirred: dict[int, asyncio.Event] = {}
        """Set, for a match in which something thinks, when anything was committed anywhere."""

    async def go_on(self, match_id: int) -> None:
        """Answer all questions of the bot in a match of one player with it; in any other match nothing happens.

        Where the house has to search for its answer, that is begun, and not awaited (`rested`). The person who plays is
        there: nobody tells them of what they are asked. It raises nothing: what has led here is done, and if the house can't
        go on now, it does so at the turn of its question.
        """
        try:
            while (step := await self._answered(match_id)) is _Step.DONE:
                pass
            if step is _Step.THINKS:
                self._begin(match_id, is_there=True)
        except Exception as error:
            logs.failure(_log, "practice_waits", error)

    def think(self, match_id: int) -> None:
        """Search for the bot's answer, then give it. Called when its question is due, in any match.

        The player may be far away, and is told of their question.
        """
        if match_id not in self._thinking:
            self._begin(match_id, is_there=False)

    async def rested(self, match_id: int) -> None:
        """Return when the house thinks about nothing in a match any more."""
        while (thinking := self._thinking.get(match_id)) is not None:
            await asyncio.wait([thinking])

    def look_again(self) -> None:
        """Called after a commit: a search in progress may no longer be needed."""
        for stirred in self._stirred.values():
            stirred.set()

    async def stop(self) -> None:
        """Give up all thinking: what it was about is thought about again at the turn of its question."""
        running = list(self._thinking.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    # -- at once

    @retried(known=True)
    async def _answered(self, match_id: int) -> _Step:
        """Give the next answer, if there is one to give."""
        async with self._context.store.read() as store:
            row = await row_of(store, match_id, data=True)
        if not row.is_practice or row.standing is not MatchStatus.PLAYING:
            return _Step.NOTHING
        person = next(number for number, seat in enumerate(row.seats) if not seat.house)
        seats = [seat for seat in row.awaited if seat != person]
        if not seats:
            ordered = row.seats[person].ordered and person in row.awaited
            return _Step.DONE if ordered and await self._by_order(row, person) else _Step.NOTHING
        level = practice_opponent.level_of(self._context.games.find(row.game), row, seats[0])
        if level is not None and level.answers:
            return _Step.THINKS
        question, choice = await beside(row.seats[person].person_id, self._quick_answer, row, seats[0])
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            now = await row_of(tx, match_id, data=True)
            if now.rev == row.rev:
                await self._deciding.decide(
                    tx, now, seats[0], question, choice, self._context.clock.now(), present=person
                )
        return _Step.DONE

    def _quick_answer(self, row: MatchRow, seat: int) -> tuple[int, Choice]:
        """Return the question at a seat of the house and its answer; it may take its time."""
        match, game = load(self._context.games, row), self._context.games.find(row.game)
        asked = practice_opponent.to_think(game, row, match, seat)
        if asked is not None and not asked.level.answers:
            thought = think(asked.thinking, asked.knowledge, seat, asked.level, drawn_seed(self._context.lot))
            return asked.question, thought.choice
        return match.asked[seat].id, practice_opponent.decision(
            game, match, seat, self._context.lot(), row.lesson
        )

    @retried(known=True)
    async def _by_order(self, row: MatchRow, person: int) -> bool:
        """Answer by a standing order; return whether one did."""
        async with self._context.store.write(about.AboutMatch(row.id)) as tx:
            now = await row_of(tx, row.id, data=True)
            if now.rev != row.rev:
                return True
            return await self._deciding.by_order(tx, now, person, self._context.clock.now(), present=person)

    # -- after thinking

    def _begin(self, match_id: int, *, is_there: bool) -> None:
        if match_id in self._thinking:
            self._once_more.add(match_id)
            return
        self._stirred[match_id] = asyncio.Event()
        self._thinking[match_id] = asyncio.create_task(
            self._think_on(match_id, is_there=is_there), name=f"house in {match_id}"
        )

    async def _think_on(self, match_id: int, *, is_there: bool) -> None:
        """Think and answer until it is not for the house any more."""
        try:
            while await self._thought_of(match_id, is_there=is_there) or match_id in self._once_more:
                self._once_more.discard(match_id)
        except Exception as error:
            logs.failure(_log, "practice_waits", error)
        finally:
            del self._thinking[match_id], self._stirred[match_id]
            self._once_more.discard(match_id)

    @retried(known=True)
    async def _thought_of(self, match_id: int, *, is_there: bool) -> bool:
        """Think about one question of the house and answer it; return whether there may be another one to answer now."""
        async with self._context.store.read() as store:
            row = await row_of(store, match_id, data=True)
        seat = self._next_seat(row)
        if row.standing is not MatchStatus.PLAYING or seat is None:
            if row.is_practice and is_there:
                await self.go_on(match_id)
                return False
            return await self.idle.settle(match_id)
        asked = await beside(0, self._asked, row, seat)
        if asked is None:
            return False
        choice = await self._choice(row, asked)
        if choice is None:
            return not self._pool.is_closed
        person = next((n for n, one in enumerate(row.seats) if not one.house), None)
        async with self._context.store.write(about.AboutMatch(match_id)) as tx:
            now = await row_of(tx, match_id, data=True)
            if _is_wanted(now, asked):
                await self._deciding.decide(
                    tx, now, seat, asked.question, choice, self._context.clock.now(),
                    present=person if is_there else None,
                )  # fmt: skip
        await self.idle.settle(match_id, person if is_there else None)
        self._context.wake()
        return row.is_practice

    def _next_seat(self, row: MatchRow) -> int | None:
        """Return a seat at which it is for the house to answer now; where several people play, at its turn and not before."""
        if not row.attended:
            return None
        now = self._context.clock.now()
        return next(
            (
                seat
                for seat in row.awaited
                if row.seats[seat].by_house and (row.is_practice or (row.seats[seat].asked.turn or 0) <= now)
            ),
            None,
        )

    def _asked(self, row: MatchRow, seat: int) -> ToThink | None:
        return practice_opponent.to_think(
            self._context.games.find(row.game), row, load(self._context.games, row), seat
        )

    async def _choice(self, row: MatchRow, asked: ToThink) -> Choice | None:
        """Return what the house answers after thinking, without if that comes to nothing; None if nobody wants it any more."""
        found: asyncio.Future[Thought] = asyncio.ensure_future(
            self._pool.submit(
                ("match", row.id),
                think,
                asked.thinking,
                asked.knowledge,
                asked.seat,
                asked.level,
                drawn_seed(self._context.lot),
                person=next((one.person_id for one in row.seats if not one.house), 0),
            )
        )
        try:
            await self._until_found_or_moot(row, asked, found)
            return (await found).choice if found.done() else None
        except Unwanted:
            return None
        except CannotThink as error:
            _log.warning(
                "house_answers_without_thinking",
                match=row.id, game=row.game, level=asked.level.key, why=str(error).strip().rpartition("\n")[2],
            )  # fmt: skip
        finally:
            found.cancel()
        return await beside(0, self._unthinking, row, asked.seat)

    async def _until_found_or_moot(
        self, row: MatchRow, asked: ToThink, found: asyncio.Future[Thought]
    ) -> None:
        """Return when something was found, or the question is out of date."""
        stirred = self._stirred[row.id]
        while True:
            heard = asyncio.ensure_future(stirred.wait())
            await asyncio.wait([found, heard], return_when=asyncio.FIRST_COMPLETED)
            heard.cancel()
            if found.done():
                return
            stirred.clear()
            async with self._context.store.read() as store:
                now = await row_of(store, row.id)
            if not _is_wanted(now, asked):
                return

    def _unthinking(self, row: MatchRow, seat: int) -> Choice:
        match = load(self._context.games, row)
        return practice_opponent.decision(
            self._context.games.find(row.game), match, seat, self._context.lot()
        )


def _is_wanted(row: MatchRow, asked: ToThink) -> bool:
    """Return whether it is still for the house to answer what it thinks about: who was absent may be back."""
    seat = row.seats[asked.seat]
    is_asked = row.standing is MatchStatus.PLAYING and asked.seat in row.awaited
    return is_asked and seat.by_house and seat.asked.question == asked.question
