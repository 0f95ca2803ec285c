"""Analysis of reviewed matches: one match at a time, one decision after another.

A worker leases its match, so that several workers analyse different ones. Each decision is stored as soon as it is
analysed, so a restart continues there. If a person withdraws consent, the analysis ends and leaves nothing behind.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence

import msgspec
import structlog

from bot.delivery import announcements
from bot.errors import NotFound
from bot.games.playable import Games
from bot.platform.clock import Clock
from bot.platform.places import beside
from bot.platform.worker import AT_ONCE, Worker
from bot.search.pool import Urgency
from bot.search.queued_pool import Searches
from bot.store import Store, Writing, about
from bot.store.reviews import LookBackRow, LookBackState
from bot.store.rows import ActRow, MatchRow
from bot.store.store import retried
from bot.views.load_match import CannotBeRead, load
from cards.i18n import msg
from engine.kernel.ai.analysis import judge
from engine.kernel.ai.decisions import Decision, DecisionReport, decisions
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.review import assembled, next_look
from engine.kernel.ai.search import SearchCancelled
from engine.kernel.decoder import LazyDecoder, json_reader
from engine.kernel.errors import GameError, UnreadableMatch
from engine.kernel.match import Match
from engine.kernel.match_state import MatchRecord
from engine.kernel.question import Choice

Judge = Callable[[int, Thinking, Decision], Awaitable[DecisionReport | None]]
"""Analyse a decision of a match, when no one waits for a search. Raises SearchCancelled if it was interrupted."""


def in_pool(pool: Searches) -> Judge:
    """Return a judge that runs in the search process when no one waits for it."""

    async def judged(match_id: int, thinking: Thinking, decision: Decision) -> DecisionReport | None:
        return await pool.submit(
            ("looking back", match_id), judge, thinking, decision, urgency=Urgency.WHENEVER
        )

    return judged


DECISIONS_PER_REPORT = 8
"""The approximate number of decisions between progress reports."""
TRIES = 3
"""The number of failures after which a match is given up."""
LEASE = 120_000
"""Milliseconds for which a match is leased, again before half of them have passed: a decision takes less."""
AGAIN = 5_000
"""Milliseconds before a failed or interrupted analysis is retried."""

_PIECE: LazyDecoder[DecisionReport | None] = json_reader(DecisionReport | None)
_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.looking_back")


class _Task(msgspec.Struct, frozen=True):
    """A match that is being judged: its row when it was looked at, and all of its decisions that count."""

    row: MatchRow
    begun_by: int
    thinking: Thinking
    record: MatchRecord
    decisions: tuple[Decision, ...]


class ReviewWorker(Worker):
    """Does the work, as the worker `owner`.

    `bell` must be set whenever there is some; `wake` is called when there is something to announce.
    """

    def __init__(
        self,
        store: Store,
        games: Games,
        clock: Clock,
        judge: Judge,
        bell: asyncio.Event,
        wake: Callable[[], None],
        *,
        owner: str,
    ) -> None:
        super().__init__("analyses", clock, bell, again=AGAIN, brief=False)
        self._store = store
        self._games = games
        self._judge = judge
        self._wake = wake
        self._owner = owner
        self._leased: tuple[int, int] | None = None
        """The match that is leased, and until when."""
        self._task: _Task | None = None
        self._failures: Counter[int] = Counter()
        self._under_way: asyncio.Future[DecisionReport | None] | None = None

    async def stop(self, grace: float = 8.0) -> None:
        """Interrupt the current analysis. It is repeated after the next start.

        Anything else that takes longer than `grace` seconds is cancelled too.
        """
        if self._under_way is not None:
            self._under_way.cancel()
        await super().stop(grace)

    async def _round(self) -> int | None:
        try:
            return AT_ONCE if await self.step() else None
        except SearchCancelled:
            return self._clock.now() + AGAIN

    async def step(self) -> bool:
        """Analyse one decision of the match that waits longest, or assemble its results.

        Return whether there was one.

        Probable top mistakes are analysed a second time before they are shown.
        """
        async with self._store.read() as store:
            match_id = await store.look_backs.next(self._owner, self._clock.now())
        if match_id is None:
            self._task = None
            return False
        if not await self._lease(match_id):
            return True
        async with self._store.read() as store:
            kept = await store.look_backs.of(match_id)
            pieces = await store.look_backs.pieces(match_id)
        if kept is None:
            return True
        try:
            task = await self._task_of(kept)
            reports = {number: _PIECE.read(piece) for number, piece in sorted(pieces.items())}
            left = next_look(task.decisions, reports)
            if left is None:
                await self._put_together(task, [one for one in reports.values() if one is not None])
            else:
                await self._keep(task, left.number, await self._judged(task, left))
                self._failures.pop(kept.match_id, None)
        except SearchCancelled:
            raise
        except (CannotBeRead, NotFound, GameError, UnreadableMatch, KeyError) as error:
            _log.warning("match_not_looked_back_at", match=kept.match_id, why=str(error))
            await self._give_up(kept)
        except Exception:
            self._failures[kept.match_id] += 1
            if self._failures[kept.match_id] >= TRIES:
                await self._give_up(kept)
            raise
        return True

    @retried(known=True)
    async def _lease(self, match_id: int) -> bool:
        """Lease the next match, and release the previous one. Return whether no other worker has it."""
        now = self._clock.now()
        if self._leased is not None:
            leased, until = self._leased
            if leased == match_id and until - now > LEASE // 2:
                return True
            if leased != match_id:
                async with self._store.write(about.AboutMatch(leased)) as tx:
                    await tx.look_backs.give_back(leased, self._owner)
        self._leased = None
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            if await tx.look_backs.lease(match_id, self._owner, now, now + LEASE):
                self._leased = match_id, now + LEASE
        return self._leased is not None

    async def _judged(self, task: _Task, decision: Decision) -> DecisionReport | None:
        """Judge a decision. Raises SearchCancelled if that is broken off by `stop`."""
        self._under_way = asyncio.ensure_future(self._judge(task.row.id, task.thinking, decision))
        try:
            return await self._under_way
        except asyncio.CancelledError:
            if self._stopping:
                raise SearchCancelled from None
            raise
        finally:
            self._under_way = None

    @retried(known=True)
    async def _task_of(self, kept: LookBackRow) -> _Task:
        """Return the match with its decisions, which are extracted once by a replay."""
        task = self._task
        if task is not None and (task.row.id, task.begun_by) == (kept.match_id, kept.begun_by):
            return task
        async with self._store.read() as store:
            row = await store.matches.existing(kept.match_id, data=True)
            acts = await store.acts.of(kept.match_id)
        thinking = self._games.find(row.game).thinking
        if thinking is None:
            raise NotFound(msg("There's nothing to review in this match."))
        record = load(self._games, row).record
        seats = range(len(row.seats))
        house = [seat for seat, one in enumerate(row.seats) if one.house]
        found = await beside(0, _decisions, thinking, record, seats, house, acts)
        async with self._store.write(about.AboutMatch(kept.match_id)) as tx:
            await tx.look_backs.set_decisions(kept.match_id, len(found))
            await _tell(tx, row, f"begun:{kept.begun_by}")
        self._wake()
        self._task = _Task(row, kept.begun_by, thinking, record, found)
        return self._task

    @retried(known=True)
    async def _keep(self, task: _Task, number: int, judged: DecisionReport | None) -> None:
        """Store the report on a decision, unless the review is no longer wanted."""
        row, many = task.row, len(task.decisions)
        async with self._store.write(about.AboutMatch(row.id)) as tx:
            if not _is_wanted(await tx.look_backs.of(row.id), task):
                return
            await tx.look_backs.put_piece(row.id, number, msgspec.json.encode(judged).decode())
            done = await tx.look_backs.judged(row.id)
            if done % max(many // DECISIONS_PER_REPORT, 1) == 0 and done < many:
                await _tell(tx, row, f"judged:{task.begun_by}:{done}")
        self._wake()

    @retried(known=True)
    async def _put_together(self, task: _Task, reports: Sequence[DecisionReport]) -> None:
        """Assemble the results for people."""
        row = task.row
        report = assembled(task.thinking, task.record, range(len(row.seats)), reports)
        async with self._store.write(about.AboutMatch(row.id)) as tx:
            if not _is_wanted(await tx.look_backs.of(row.id), task):
                return
            packed = msgspec.json.encode(report).decode()
            await tx.look_backs.finish(row.id, LookBackState.DONE, packed)
            await _tell(tx, row, f"done:{task.begun_by}")
        self._wake()

    @retried(known=True)
    async def _give_up(self, kept: LookBackRow) -> None:
        async with self._store.write(about.AboutMatch(kept.match_id)) as tx:
            row = await tx.matches.existing(kept.match_id)
            await tx.look_backs.finish(kept.match_id, LookBackState.FAILED)
            await _tell(tx, row, f"failed:{kept.begun_by}")
        self._wake()


def _decisions(
    thinking: Thinking,
    record: MatchRecord,
    seats: Sequence[int],
    house: Collection[int],
    acts: Sequence[ActRow],
) -> tuple[Decision, ...]:
    """Return the decisions of a match that were made by hand, or by the house; orders and lots decide nothing."""
    by_hand = {
        (act.seat, act.question_id, act.choice)
        for act in acts
        if act.kind == "answer" and act.interaction_id is not None
    }
    drawn = _answers_not_among(thinking, record, house, by_hand)
    return tuple(decisions(thinking, record, seats, drawn))


def _answers_not_among(
    thinking: Thinking,
    record: MatchRecord,
    house: Collection[int],
    by_hand: Collection[tuple[int, int | None, Choice | None]],
) -> frozenset[int]:
    """Return the numbers of the answers, from 1, that neither a person gave by hand nor the bot gave."""
    match, _ = Match.begin(thinking.game, record.setup, record.seed)
    found: set[int] = set()
    for number, answer in enumerate(record.answers, 1):
        question = match.pending_questions.get(answer.seat)
        if answer.seat not in house and (
            question is None or (answer.seat, question.id, answer.choice) not in by_hand
        ):
            found.add(number)
        match.repeat(answer)
    return frozenset(found)


def _is_wanted(kept: LookBackRow | None, task: _Task) -> bool:
    """Return whether a match is still to be analysed: no one has withdrawn consent since, not even to agree again."""
    return kept is not None and kept.state is LookBackState.WORKING and kept.begun_by == task.begun_by


async def _tell(tx: Writing, row: MatchRow, cause: str) -> None:
    """Show how far it is, unless that was shown before it was broken off."""
    note = announcements.of_look_back(row, cause)
    if not await tx.notes.is_known(note):
        await tx.notes.add([note])
