"""Requests that need everyone's agreement.

They are: a draw, a take-back, a pause, cancelling the match, and letting the bot play for a player who is out of time.

It is public who asked, who agreed and who hasn't answered yet. All must agree, and one refusal ends the request. It
also ends when a player makes a decision, and when time runs out.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec.structs import replace

from bot.clocks.control import DAY
from bot.delivery import announcements
from bot.match.close_challenge import OPEN_TABLE, expire
from bot.match.context import MatchContext
from bot.store import Writing
from bot.store.match_status import MatchStatus
from bot.store.offers import NOTHING, Offers, RequestKind
from bot.store.rows import ActRow, AlarmRow, MatchRow
from bot.time import seat_clocks
from bot.views.types import MatchTable


class RequestAnswer(StrEnum):
    """The result of a request, such as an offered draw."""

    YES = "yes"
    NO = "no"
    WITHDRAWN = "withdrawn"
    """The player who asked has withdrawn it."""
    NONE = "none"
    """It expired without an answer."""


_KINDS = {
    RequestKind.DRAW: ("draw offered", "draw", "draw refused"),
    RequestKind.UNDO: ("undo asked", "undo", "undo refused"),
    RequestKind.PAUSE: ("pause", "pause agreed", "go on"),
    RequestKind.ABORT: ("abort asked", "abort", "abort refused"),
    RequestKind.TAKEOVER: ("takeover asked", "takeover", "takeover refused"),
}
"""The kinds of acts that ask, agree and refuse."""


def answer_to(acts: Sequence[ActRow], kind: RequestKind, seat: int) -> RequestAnswer:
    """Return the answer to this seat's last request; `acts` are all acts of the match, in order."""
    asking, agreeing, refusing = _KINDS[kind]
    asked_at = max((n for n, act in enumerate(acts) if act.kind == asking and act.seat == seat), default=-1)
    for act in acts[asked_at + 1 :]:
        if act.kind == agreeing and act.seat != seat:
            return RequestAnswer.YES
        if act.kind == refusing:
            return RequestAnswer.NO if act.seat != seat else RequestAnswer.WITHDRAWN
    return RequestAnswer.NONE


LASTS = 3 * DAY
"""Milliseconds until a draw offer expires, unless a player makes a move before."""
DRAW = "draw"
"""The alarm for the end of a draw offer."""


def after_deciding(offers: Offers, seat: int) -> Offers:
    """Return the requests that remain after a seat has made a decision.

    A pause remains, because play continues meanwhile.
    """
    keeps_draw = offers.draw is not None and offers.draw.stands(seat)
    return replace(offers, draw=offers.draw if keeps_draw else None, undo=None, abort=None, takeover=None)


def standing_at(offers: Offers, now: int) -> Offers:
    """Return the open requests at a moment."""
    return offers if offers.draw is None or now < offers.draw.until else replace(offers, draw=None)


class Requests:
    """The requests of a match, and the answers to them."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def offers(self, match_id: int) -> Offers:
        """Return the current offers in a match."""
        async with self._context.store.read() as store:
            return standing_at(await store.offers.of(match_id), self._context.clock.now())

    async def offers_at(self, table: MatchTable) -> Offers:
        """Return the current offers in a match whose table was just read. Cheap if there are none."""
        return (
            await self.offers(table.match_id) if table.offered or table.pause_asked is not None else NOTHING
        )

    async def answer(self, match_id: int, kind: RequestKind, seat: int) -> RequestAnswer:
        """Return the others' answer to a seat's last request."""
        async with self._context.store.read() as store:
            return answer_to(await store.acts.of(match_id), kind, seat)


async def after_answer(
    tx: Writing, before: MatchRow, after: MatchRow, seat: int, number: int, now: int, *, lapsed: bool = False
) -> None:
    """Expire requests after an answer, and store the clock time that it gained for its seat.

    `number` is the answer's. A timeout's gain is not stored: a take-back would remove it, and the clock would
    run out again immediately.
    """
    if before.offered:
        offers = await tx.offers.of(before.id)
        remaining = after_deciding(offers, seat)
        if remaining.draw is None and offers.draw is not None:
            await tx.alarms.set(DRAW, before.id, before.seats[offers.draw.by].person_id, None)
        if remaining != offers:
            await tx.offers.store(before.id, remaining)
            if after.status is MatchStatus.PLAYING:
                await tx.notes.add(announcements.of_lapse(before, after, seat))
    old, new = before.seats[seat], after.seats[seat]
    if old.clock is not None and new.clock is not None and not lapsed:
        gained = new.clock.left - seat_clocks.time_left(before, seat, now)
        await tx.offers.gain(before.id, number, gained)


async def after_leaving(tx: Writing, after: MatchRow) -> None:
    """Expire requests when a player leaves a match that continues, or the bot takes over for them.

    The requests were made to a different set of players.
    """
    offers = await tx.offers.of(after.id)
    if offers.draw is not None:
        await tx.alarms.set(DRAW, after.id, after.seats[offers.draw.by].person_id, None)
    if after.offered:
        await tx.offers.store(after.id, replace(offers, draw=None, undo=None, abort=None, takeover=None))
    if offers.pause is not None:
        await tx.matches.set_pause(after.id, None, paused=after.paused)


async def table_expires(tx: Writing, alarm: AlarmRow, now: int) -> None:
    """Close an open table whose time is up, or move the alarm if an absence of the bot has extended it."""
    row = await tx.matches.match(alarm.match_id)
    if row is None or row.status is not MatchStatus.CHALLENGED:
        return
    if row.table_until > now:
        await tx.alarms.set(OPEN_TABLE, row.id, alarm.person_id, row.table_until)
    else:
        await expire(tx, row, now)


async def draw_expires(tx: Writing, alarm: AlarmRow, now: int) -> None:
    """End a draw offer whose time is up and show that, or move the alarm if an absence has extended it."""
    row = await tx.matches.match(alarm.match_id)
    if row is None or row.status is not MatchStatus.PLAYING:
        return
    offers = await tx.offers.of(row.id)
    if offers.draw is not None and offers.draw.until > now:
        await tx.alarms.set(DRAW, row.id, alarm.person_id, offers.draw.until)
    elif offers.draw is not None:
        await tx.offers.store(row.id, replace(offers, draw=None))
        await tx.notes.add(announcements.of_time(row, f"draw:{alarm.due_at}", ())[1:])
