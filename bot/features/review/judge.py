"""Analysis of reviewed matches: one match at a time, one decision after another.

A worker leases its match, so that several workers analyse different matches. Each decision's report is stored
immediately, so the analysis continues after a restart. If a player withdraws consent, it ends and its results are
deleted.
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
from bot.platform.places import run_in_thread
from bot.platform.worker import AT_ONCE, Worker
from bot.search.pool import Urgency
from bot.search.queued_pool import Searches
from bot.store import Store, Writing, about
from bot.store.reviews import ReviewRow, ReviewState
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
"""Analyses a decision of a match at the lowest priority. Raises SearchCancelled if it is interrupted."""


def in_pool(pool: Searches) -> Judge:
    """Return a judge that runs in the search process at the lowest priority."""

    async def submit(match_id: int, thinking: Thinking, decision: Decision) -> DecisionReport | None:
        return await pool.submit(
            ("looking back", match_id), judge, thinking, decision, urgency=Urgency.WHENEVER
        )

    return submit


DECISIONS_PER_REPORT = 8
"""The approximate number of progress reports per match."""
TRIES = 3
"""The number of failures after which the review of a match is given up."""
LEASE = 120_000
"""Milliseconds for which a match is leased. Renewed after half of it; one decision takes less than that."""
RETRY_MS = 5_000
"""Milliseconds before a failed or interrupted analysis is retried."""

_PIECE: LazyDecoder[DecisionReport | None] = json_reader(DecisionReport | None)
_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.looking_back")


class _Task(msgspec.Struct, frozen=True):
    """A match being analysed: its row, its record, and all decisions to judge."""

    row: MatchRow
    begun_by: int
    thinking: Thinking
    record: MatchRecord
    decisions: tuple[Decision, ...]


class ReviewWorker(Worker):
    """Analyses matches, as the worker `owner`.

    `wake_event` must be set when there is work. `wake` is called when there is something to announce.
    """

    def __init__(
        self,
        store: Store,
        games: Games,
        clock: Clock,
        judge: Judge,
        wake_event: asyncio.Event,
        wake: Callable[[], None],
        *,
        owner: str,
    ) -> None:
        super().__init__("analyses", clock, wake_event, again=RETRY_MS, brief=False)
        self._store = store
        self._games = games
        self._judge = judge
        self._wake = wake
        self._owner = owner
        self._leased: tuple[int, int] | None = None
        """The leased match, and the end of the lease in milliseconds since 1970."""
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
            return self._clock.now() + RETRY_MS

    async def step(self) -> bool:
        """Analyse one decision of the match that waits longest, or assemble its results. Return whether there was work.

        Likely top mistakes are analysed a second time before they are shown.
        """
        async with self._store.read() as store:
            match_id = await store.reviews.next(self._owner, self._clock.now())
        if match_id is None:
            self._task = None
            return False
        if not await self._lease(match_id):
            return True
        async with self._store.read() as store:
            review = await store.reviews.of(match_id)
            pieces = await store.reviews.pieces(match_id)
        if review is None:
            return True
        try:
            task = await self._task_of(review)
            reports = {number: _PIECE.read(piece) for number, piece in sorted(pieces.items())}
            decision = next_look(task.decisions, reports)
            if decision is None:
                await self._assemble(task, [report for report in reports.values() if report is not None])
            else:
                await self._store_report(task, decision.number, await self._analyse(task, decision))
                self._failures.pop(review.match_id, None)
        except SearchCancelled:
            raise
        except (CannotBeRead, NotFound, GameError, UnreadableMatch, KeyError) as error:
            _log.warning("match_not_looked_back_at", match=review.match_id, why=str(error))
            await self._give_up(review)
        except Exception:
            self._failures[review.match_id] += 1
            if self._failures[review.match_id] >= TRIES:
                await self._give_up(review)
            raise
        return True

    @retried(known=True)
    async def _lease(self, match_id: int) -> bool:
        """Lease a match, and release the previous one. Return False if another worker has it."""
        now = self._clock.now()
        if self._leased is not None:
            leased, until = self._leased
            if leased == match_id and until - now > LEASE // 2:
                return True
            if leased != match_id:
                async with self._store.write(about.AboutMatch(leased)) as tx:
                    await tx.reviews.give_back(leased, self._owner)
        self._leased = None
        async with self._store.write(about.AboutMatch(match_id)) as tx:
            if await tx.reviews.lease(match_id, self._owner, now, now + LEASE):
                self._leased = match_id, now + LEASE
        return self._leased is not None

    async def _analyse(self, task: _Task, decision: Decision) -> DecisionReport | None:
        """Analyse a decision. Raises SearchCancelled if `stop` interrupts it."""
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
    async def _task_of(self, review: ReviewRow) -> _Task:
        """Return a match with its decisions. Replays it once to find them; later calls use the cached task."""
        task = self._task
        if task is not None and (task.row.id, task.begun_by) == (review.match_id, review.begun_by):
            return task
        async with self._store.read() as store:
            row = await store.matches.existing(review.match_id, data=True)
            acts = await store.acts.of(review.match_id)
        thinking = self._games.find(row.game).thinking
        if thinking is None:
            raise NotFound(msg("There's nothing to review in this match."))
        record = load(self._games, row).record
        seats = range(len(row.seats))
        bot_seats = [seat for seat, seat_row in enumerate(row.seats) if seat_row.is_bot]
        match_decisions = await run_in_thread(0, _decisions, thinking, record, seats, bot_seats, acts)
        async with self._store.write(about.AboutMatch(review.match_id)) as tx:
            await tx.reviews.set_decisions(review.match_id, len(match_decisions))
            await _announce_progress(tx, row, f"begun:{review.begun_by}")
        self._wake()
        self._task = _Task(row, review.begun_by, thinking, record, match_decisions)
        return self._task

    @retried(known=True)
    async def _store_report(self, task: _Task, number: int, report: DecisionReport | None) -> None:
        """Store the report on a decision, unless the review was cancelled."""
        row, total = task.row, len(task.decisions)
        async with self._store.write(about.AboutMatch(row.id)) as tx:
            if not _is_wanted(await tx.reviews.of(row.id), task):
                return
            await tx.reviews.put_piece(row.id, number, msgspec.json.encode(report).decode())
            judged_count = await tx.reviews.judged(row.id)
            if judged_count % max(total // DECISIONS_PER_REPORT, 1) == 0 and judged_count < total:
                await _announce_progress(tx, row, f"judged:{task.begun_by}:{judged_count}")
        self._wake()

    @retried(known=True)
    async def _assemble(self, task: _Task, reports: Sequence[DecisionReport]) -> None:
        """Assemble the results of the review, and store them."""
        row = task.row
        report = assembled(task.thinking, task.record, range(len(row.seats)), reports)
        async with self._store.write(about.AboutMatch(row.id)) as tx:
            if not _is_wanted(await tx.reviews.of(row.id), task):
                return
            packed = msgspec.json.encode(report).decode()
            await tx.reviews.finish(row.id, ReviewState.DONE, packed)
            await _announce_progress(tx, row, f"done:{task.begun_by}")
        self._wake()

    @retried(known=True)
    async def _give_up(self, review: ReviewRow) -> None:
        async with self._store.write(about.AboutMatch(review.match_id)) as tx:
            row = await tx.matches.existing(review.match_id)
            await tx.reviews.finish(review.match_id, ReviewState.FAILED)
            await _announce_progress(tx, row, f"failed:{review.begun_by}")
        self._wake()


def _decisions(
    thinking: Thinking,
    record: MatchRecord,
    seats: Sequence[int],
    bot_seats: Collection[int],
    acts: Sequence[ActRow],
) -> tuple[Decision, ...]:
    """Return the decisions that players or the bot made themselves, without answers by orders and random answers."""
    by_hand = {
        (act.seat, act.question_id, act.choice)
        for act in acts
        if act.kind == "answer" and act.interaction_id is not None
    }
    excluded = _automatic_answers(thinking, record, bot_seats, by_hand)
    return tuple(decisions(thinking, record, seats, excluded))


def _automatic_answers(
    thinking: Thinking,
    record: MatchRecord,
    bot_seats: Collection[int],
    by_hand: Collection[tuple[int, int | None, Choice | None]],
) -> frozenset[int]:
    """Return the numbers, from 1, of the answers that neither a player gave by hand nor the bot gave."""
    match, _ = Match.begin(thinking.game, record.setup, record.seed)
    numbers: set[int] = set()
    for number, answer in enumerate(record.answers, 1):
        question = match.pending_questions.get(answer.seat)
        if answer.seat not in bot_seats and (
            question is None or (answer.seat, question.id, answer.choice) not in by_hand
        ):
            numbers.add(number)
        match.repeat(answer)
    return frozenset(numbers)


def _is_wanted(review: ReviewRow | None, task: _Task) -> bool:
    """Return whether a match must still be analysed.

    False if consent was withdrawn, even if it was given again since.
    """
    return review is not None and review.state is ReviewState.WORKING and review.begun_by == task.begun_by


async def _announce_progress(tx: Writing, row: MatchRow, cause: str) -> None:
    """Announce the progress, unless the same progress was announced before an interruption."""
    note = announcements.of_review(row, cause)
    if not await tx.notes.is_known(note):
        await tx.notes.add([note])
