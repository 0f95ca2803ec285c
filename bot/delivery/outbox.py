"""The outbox: announces committed changes at least once, in order, and to the right people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec
import structlog
from structlog.contextvars import bind_contextvars

from bot.decks.own_decks import UNREADABLE_TEXT_MS
from bot.delivery import announcements
from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind, PublicNote
from bot.delivery.renewal import UNDER_WAY, Renewal
from bot.delivery.request_meter import RequestMeter
from bot.delivery.results import Closed, Delivery, Gone, Later, Result, Sender, Sent
from bot.errors import Unwritable
from bot.platform import logs, metrics
from bot.platform.clock import Clock
from bot.platform.metrics import timed
from bot.platform.worker import AT_ONCE, Worker
from bot.store import Store, Writing, about
from bot.store.match_status import MatchStatus
from bot.store.rows import NoteRow
from bot.store.store import retried
from bot.views.load_match import CannotBeRead
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from cards.i18n import Locale

WIDTH = 24
"""The maximum number of concurrent deliveries."""
_LEASE = 30_000
_SETTLING = 5_000
"""Milliseconds before the end of its lease at which a delivery is cancelled.

Its end is stored in that time, so that no two deliveries of a note overlap.
"""
_FAILURES = 10
"""Internal failures after which a note is dropped, so that later notes are not blocked."""
_DAY = 24 * 3600 * 1000
_RETENTION_MS = 30 * _DAY

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.outbox")


class AnnouncedMatches(Protocol):
    """The matches that are announced, as far as the outbox needs them (`bot.match.matches`)."""

    async def shown_snapshot(self, match_id: int) -> PublicSnapshot | MatchTable:
        """Return the public snapshot of a match, or only its table if nothing else exists."""
        ...

    async def panel_snapshot(self, match_id: int, person: int) -> PlayerSnapshot:
        """Return a player's snapshot of their match, with their draft, in their language."""
        ...

    async def revision(self, match_id: int) -> int | None:
        """Return the current revision of a match, None if there is no such match."""
        ...

    async def has_decided(self, match_id: int, person: int, rev: int) -> bool:
        """Return whether a person has nothing to decide, or has decided something since that revision."""
        ...


class Signals(Protocol):
    """The signals to a match that something is shown, or can't be (`bot.match.shown_signal`)."""

    def shown(self, match_id: int) -> None:
        """Wake callers waiting for a message of a match: it exists, or can't be sent."""
        ...

    async def mention_in_thread(self, tx: Writing, match_id: int, person: int, now: int) -> None:
        """Mention a person in the thread who could not be reached by direct message."""
        ...

    async def take_back_unseen(self, tx: Writing, match_id: int, now: int) -> None:
        """Withdraw a challenge that can't be shown, because no one could accept it."""
        ...


class Outbox(Worker):
    """The worker that delivers the outbox: one per process, any number per database.

    Each round stores the results of earlier deliveries in one short transaction per match, then leases the next due
    notes in a separate transaction. On PostgreSQL the first kind locks its match, the second none. A lease outlasts
    every delivery; if the process dies, the note is delivered again with the same nonce. Between rounds the worker
    sleeps until it is woken, a delivery ends, or the next note is due.
    """

    def __init__(  # noqa: PLR0913
        self,
        store: Store,
        matches: AnnouncedMatches,
        signals: Signals,
        sender: Sender,
        clock: Clock,
        wake_event: asyncio.Event,
        *,
        owner: str,
        meter: RequestMeter | None = None,
        wake: Callable[[], None] = lambda: None,
        renewal: Renewal | None = None,
    ) -> None:
        """Create a worker. `wake_event` is set whenever a note is added; `owner` is the worker's id for leases.

        `meter` counts requests to Discord. `wake` is called when something may be due earlier than known. `renewal`
        supplies further announcements, if any.
        """
        super().__init__("announcements", clock, wake_event)
        self._store = store
        self._matches = matches
        self._signals = signals
        self._sender = sender
        self._wake = wake
        self._renewal = renewal
        self.owner = owner
        self._meter = meter or RequestMeter()
        self._deliveries: set[asyncio.Task[None]] = set()
        self._unsettled: set[int] = set()
        """Notes that are being delivered, or whose end is not stored yet."""
        self._ended: list[_End] = []
        """Deliveries that ended, and are not stored yet."""
        self._swept = 0
        """The time at which old notes were last deleted."""

    async def run(self) -> None:
        """Deliver notes until `stop`."""
        try:
            await super().run()
        finally:
            for task in self._deliveries:
                task.cancel()
            await asyncio.gather(*self._deliveries, return_exceptions=True)

    @property
    def _is_done(self) -> bool:
        return self._stopping and not self._deliveries and not self._ended

    async def _round(self) -> int | None:
        """Store finished deliveries, lease and start due ones. Return the time of the next round."""
        again = await self._settle_all()
        now = self._clock.now()
        free = 0 if self._stopping else WIDTH - len(self._deliveries)
        async with self._store.read() as reading:
            # Most rounds find nothing due, and needn't wait for a write transaction.
            is_due = bool(free) and await reading.notes.is_due(now)
            expired = await reading.notes.expired(now)
            due = await reading.notes.next_due(now)
        claimed, more = await self._claim(free, now) if is_due else ((), None)
        for note in claimed:
            self._begin(note, now + _LEASE)
        for match_id in expired:
            async with self._store.write(about.AboutMatch(match_id)) as tx:
                await tx.notes.expire(match_id, now)
        await self._sweep(now)
        if expired or (len(claimed) < free and await self._renew()):
            return AT_ONCE
        ends = now + _LEASE if claimed else None
        return min(filter(None, (again, more, due, ends)), default=None)

    async def _claim(self, free: int, now: int) -> tuple[Sequence[NoteRow], int | None]:
        """Lease due notes within Discord's budget.

        Return them, and if the budget is used up, when more is available.
        """
        async with self._store.write() as tx:
            usage = self._meter.usage
            # The lock on the budget also prevents two processes from choosing the same notes.
            budget = await tx.budgets.discord(now, usage)
            # No process may consider this worker dead until everything leased now is delivered or cancelled.
            await tx.workers.seen(self.owner, now)
            limit = min(free, budget.left(now, self._meter.per_second))
            claimed = await tx.notes.claim(self.owner, now, now + _LEASE, limit)
            budget.take(now, len(claimed))
            await tx.budgets.keep(budget)
        metrics.BUDGET_TOKENS.set(budget.left(now))
        self._meter.stored(usage)
        self._meter.took(len(claimed), len(self._deliveries) + len(claimed))
        return claimed, budget.next(now) if len(claimed) == limit < free else None

    @retried(known=False)
    async def _renew(self) -> bool:
        """Add more notes to the outbox if a renewal is in progress. Return whether there were any."""
        if self._renewal is None or not self._renewal.is_under_way:
            return False
        async with self._store.write(about.AboutKey(UNDER_WAY)) as tx:
            return await self._renewal.go_on(tx)

    def _begin(self, note: NoteRow, leased_until: int) -> None:
        if note.id in self._unsettled:
            # The clock jumped: the lease has expired, but the delivery is in progress. It has just got a new
            # lease.
            return
        # On a slow database, leasing may have taken a while, and the lease counts from before that.
        remaining_ms = leased_until - _SETTLING - self._clock.now()
        if remaining_ms <= 0:
            return  # The lease expires, and the note is leased again.
        self._unsettled.add(note.id)
        task = asyncio.create_task(self._deliver(note, remaining_ms / 1000), name=f"note {note.id}")
        self._deliveries.add(task)
        task.add_done_callback(self._deliveries.discard)

    async def _settle_all(self) -> int | None:
        """Store the ends of deliveries, match by match. Return when to retry those that failed to be stored."""
        retry_at = None
        matches: dict[int, list[_End]] = {}
        for end in self._ended:
            matches.setdefault(end.note.match_id, []).append(end)
        for match_id, ends in matches.items():
            try:
                await self._settle_match(match_id, ends)
            except Unwritable:
                raise
            except Exception as error:
                # One match must not block the others.
                logs.failure(log, "note_not_settled", error, match=match_id)
                retry_at = self._clock.now() + self._again
        return retry_at

    @retried(known=True)
    async def _settle_match(self, match_id: int, ends: Sequence[_End]) -> None:
        """Store the ends of a match's deliveries."""
        now = self._clock.now()
        closed = [about.AboutPerson(end.note.person_id) for end in ends if isinstance(end.result, Closed)]
        async with self._store.write(about.AboutMatch(match_id), *closed) as tx:
            held_notes = await tx.notes.held(match_id, self.owner)
            for end in ends:
                await self._settle(tx, end, now, is_held=end.note.id in held_notes)
        if any(isinstance(end.result, Closed | Gone | _Failed) for end in ends):
            self._wake()
        if any(end.note.kind in (PublicKind.CHALLENGE, PublicKind.TALK) for end in ends):
            self._signals.shown(match_id)
        self._ended = [end for end in self._ended if end not in ends]
        self._unsettled.difference_update(end.note.id for end in ends)

    async def _settle(self, tx: Writing, end: _End, now: int, *, is_held: bool) -> None:
        """Store the end of a delivery.

        Without its lease, another worker delivers the note, or its person deleted their data. Then only the
        id of a public message is stored.
        """
        note, result = end.note, end.result
        if not is_held:
            if isinstance(result, Sent) and not note.person_id:
                await _remember(tx, note, result)
            return
        match result:
            case Sent():
                await _remember(tx, note, result)
                await tx.notes.finish(note.id, now, "sent")
                if note.kind == PublicKind.STATUS:
                    await tx.notes.shown(note, end.shown, now)
                if note.kind == PublicKind.TALK:
                    await self._catch_up(tx, end)
            case Gone():
                log.warning("note_undeliverable", match=note.match_id, note=note.kind, why=result.why)
                await tx.notes.finish(note.id, now, f"gone: {result.why}")
                await self._say_in_thread(tx, note, now)
                if note.kind == PublicKind.CHALLENGE:
                    await self._signals.take_back_unseen(tx, note.match_id, now)
            case Closed():
                await tx.people.set_dm(note.person_id, closed=True, is_told=False)
                await tx.notes.finish(note.id, now, "closed")
                await self._say_in_thread(tx, note, now)
            case Later():
                wait = _backoff(note.attempts) if result.seconds is None else int(result.seconds * 1000)
                await tx.notes.later(note, now + wait, failed=False)
            case _Failed():
                if note.failures + 1 >= _FAILURES:
                    await tx.notes.finish(note.id, now, f"failed: {result.reference}")
                    await self._say_in_thread(tx, note, now)
                else:
                    await tx.notes.later(note, now + _backoff(note.attempts), failed=True)

    async def _catch_up(self, tx: Writing, end: _End) -> None:
        """Update the message of a new comment thread if the match ended while it was sent."""
        row = await tx.matches.match(end.note.match_id)
        if row is not None and row.status is MatchStatus.OVER and row.rev > end.shown:
            await tx.notes.add([announcements.of_late_talk(row)])
            self._wake_event.set()

    async def _say_in_thread(self, tx: Writing, note: NoteRow, now: int) -> None:
        """Post in the thread because a direct message failed, for whatever reason."""
        if not note.person_id:
            return
        if note.kind == PrivateKind.REMIND:
            await tx.notes.add([announcements.of_closed_dm(note)])
        else:
            await self._signals.mention_in_thread(tx, note.match_id, note.person_id, now)
        self._wake_event.set()

    async def _deliver(self, note: NoteRow, seconds: float) -> None:
        """Deliver a note within `seconds` seconds. Its end is stored in the next round in any case."""
        bind_contextvars(match=note.match_id, note=note.kind)
        shown_rev = note.rev
        measure = timed(metrics.DELIVERY, note.kind)
        try:
            with measure:
                async with asyncio.timeout(seconds):
                    result, shown_rev = await self._send(note)
        except TimeoutError:
            result = Later("it took too long")
        except Unwritable as error:
            # An unavailable database is not a failure of the note: otherwise ten minutes of notes would be
            # dropped.
            log.warning("note_waits_for_the_database", why=str(error))
            result = Later(str(error))
        except Exception as error:
            result = _Failed(logs.failure(log, "note_failed", error))
        metrics.DELIVERIES.labels(note.kind, _OUTCOMES[type(result)]).inc()
        self._ended.append(_End(note, result, shown_rev))
        if (task := asyncio.current_task()) is not None:
            self._deliveries.discard(task)
        self._wake_event.set()

    async def _send(self, note: NoteRow) -> tuple[Result, int]:
        """Build a fresh snapshot for the note's audience, and send it. Return the snapshot's revision too."""
        if note.person_id:
            kind = PrivateKind(note.kind)
            try:
                private = await self._matches.panel_snapshot(note.match_id, note.person_id)
            except CannotBeRead as error:
                return Gone(error.problem), error.row.rev
            is_question = kind is PrivateKind.ASK
            unheard = note.unheard or (is_question and note.attempts > 1)
            delivery = Delivery(note.id, note.nonce, private.translator.locale, unheard)
            if is_question and private.question is None:
                # An earlier message, or this one if it may have been sent, must not keep asking.
                kind = PrivateKind.PANEL
            if kind is PrivateKind.PANEL and private.panel is None and not unheard:
                return Sent(), private.table.rev
            if kind is PrivateKind.REMIND and await self._is_decided(note, note.person_id):
                return Sent(), private.table.rev
            if kind is PrivateKind.TAKEOVER and private.seat not in private.table.played_for:
                return Sent(), private.table.rev
            private_note, shown_rev = (
                PrivateNote(kind, note.match_id, note.rev, note.person_id),
                private.table.rev,
            )
            result = await self._sender.private(delivery, private_note, private)
            is_panel = kind is PrivateKind.PANEL and isinstance(result, Sent)
            if is_panel and await self._matches.revision(note.match_id) not in (None, shown_rev):
                # Another process may have shown a newer press, and this message would overwrite it.
                result = Later("the match has continued", 0)
            return result, shown_rev
        public = await self._matches.shown_snapshot(note.match_id)
        table = public if isinstance(public, MatchTable) else public.table
        rev = table.rev
        if table.is_quiet:
            # It was practice when the note was written, and stays private.
            return Sent(), rev
        delivery = Delivery(note.id, note.nonce, table.server_locale or Locale.ENGLISH)
        mentions = note.mentions
        if note.kind == PublicKind.PING:
            awaited = (
                {seat.person.id for seat in public.awaited}
                if isinstance(public, PublicSnapshot)
                else set[int]()
            )
            mentions = tuple(person for person in mentions if person in awaited)
            if not mentions:
                return Sent(), rev
        if note.kind == PublicKind.REMIND and await self._is_decided(note, *note.mentions):
            return Sent(), rev
        public_note = PublicNote(PublicKind(note.kind), note.match_id, note.rev, mentions)
        return await self._sender.public(delivery, public_note, public), rev

    async def _is_decided(self, note: NoteRow, person: int) -> bool:
        """Return whether the person has decided since the note was written, which makes a reminder pointless."""
        return await self._matches.has_decided(note.match_id, person, note.rev)

    async def _sweep(self, now: int) -> None:
        """Delete old delivered notes and abandoned deck imports, once a day."""
        if now - self._swept >= _DAY:
            async with self._store.write() as tx:
                await tx.notes.sweep(now - _RETENTION_MS)
                await tx.decks.sweep(now - UNREADABLE_TEXT_MS)
            self._swept = now


_NO_PANELS = (PrivateKind.REMIND, PrivateKind.TAKEOVER)
"""Direct messages that are not the panel of their match."""


class _Failed(msgspec.Struct, frozen=True):
    """An internal failure, under its reference code."""

    reference: str


class _End(msgspec.Struct, frozen=True):
    """The end of a delivery: the note, the result, and the revision that was shown."""

    note: NoteRow
    result: Result | _Failed
    shown: int


_OUTCOMES: Mapping[type, str] = {
    Sent: "sent",
    Later: "later",
    Gone: "gone",
    Closed: "closed",
    _Failed: "failed",
}
"""The outcomes of deliveries, as metric labels."""


async def _remember(tx: Writing, note: NoteRow, sent: Sent) -> None:
    """Store the id of a sent message that will be edited later."""
    if sent.message_id is None:
        return
    if note.kind == PublicKind.CHALLENGE:
        await tx.messages.set_challenge(note.match_id, sent.message_id)
    elif note.kind == PublicKind.OPEN:
        await tx.messages.set_thread(note.match_id, sent.message_id)
    elif note.kind in (
        PublicKind.ENDED,
        PublicKind.ROUND,
        PublicKind.RESULT,
        PublicKind.TALK,
        PublicKind.REVIEW,
    ):
        if sent.channel_id is not None:
            await tx.messages.add_post(note.match_id, note.kind, sent.channel_id, sent.message_id)
    elif note.kind == PublicKind.STATUS:
        if sent.channel_id is not None:
            # Create a new thread if the old one was deleted.
            await tx.messages.set_thread(note.match_id, sent.channel_id)
        await tx.messages.set_status(note.match_id, sent.message_id)
        if sent.closed:
            await tx.messages.drop_posts(note.match_id, sent.closed)
    elif sent.about and sent.channel_id is not None:
        await tx.messages.add_post(note.match_id, sent.about, sent.channel_id, sent.message_id)
    elif note.person_id and note.kind not in _NO_PANELS and sent.channel_id is not None:
        await tx.messages.set_panel(note.match_id, note.person_id, sent.channel_id, sent.message_id)


def _backoff(attempts: int) -> int:
    """Return the delay before attempt number `attempts` + 1, in milliseconds: 1 s, 2 s, 4 s, … at most 5 minutes."""
    return min(1000 * 2 ** min(attempts - 1, 20), 300_000)
