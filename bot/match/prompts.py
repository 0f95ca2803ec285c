"""Question dispatch: who answers a new question, and when a player is told that it is theirs.

Nobody may see whether a standing order has answered, nor that one could have. So there is one moment for every
question, its *turn*: when a quick player would answer it. It is random, from the same distribution for everyone,
whatever they hold, have ordered, or could do, and nobody knows it before (`quick_reply`). At that moment
- an order that has something to say answers, as a person would;
- those who can't be reached by direct message are called in the thread, if they have not answered by then, so that a call
  which does not come reveals only that a player was quick.
Direct messages are private, and go out at once to everybody for whom no order will answer.

Where one person plays with the house alone there is nobody to see anything: the house and orders answer at once
(`bot.match.practice`), and their turns are only for what has died meanwhile.

Somebody who has answered before they were called is at it, and is called for their next question only if they then take
longer than its turn; who had to be called is not called again for what they are asked right after.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import log
from random import SystemRandom

import msgspec
import structlog
from msgspec import structs

from bot.delivery import announcements
from bot.platform import logs
from bot.store import Reading, Writing
from bot.store.match_status import MatchStatus
from bot.store.orders import OrderState, StandingOrder
from bot.store.rows import MatchRow
from bot.views import build_views
from cards.i18n import Message, msg
from engine.kernel.events.event import Event, Seen, seen
from engine.kernel.game import orders_of
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, Ordered
from engine.kernel.question import Choice, same_choice

TURN = "turn"
"""The alarm for the moment at which a quick player would answer a question."""

MEDIAN = 12_000
SPREAD = 0.5
"""The standard deviation of the logarithm: two of three quick people take 7 to 20 seconds."""
SHORTEST, LONGEST = 4_000, 40_000

Quick = Callable[[], int]
"""Draws a quick player's reply time, in milliseconds."""

_LOT = SystemRandom()
_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.orders")


def quick_reply() -> int:
    """Return a quick player's reply time in milliseconds: log-normal, limited to 4 to 40 seconds.

    What falls outside is drawn again, so that neither bound comes up more often than what lies beside it. The machine's
    own randomness is used: a moment that followed from a match's seed could be told apart once the seed is shown.
    """
    while not SHORTEST <= (drawn := round(_LOT.lognormvariate(log(MEDIAN), SPREAD))) <= LONGEST:
        pass
    return drawn


async def ask(
    tx: Writing,
    after: MatchRow,
    match: Match,
    new: Collection[int],
    events: Sequence[Event],
    *,
    actor: int | None = None,
) -> list[int]:
    """See to the questions that seats were not asked before; return the seats to be told of theirs by direct message.

    `after` is the match as it will be saved, and `events` is what led there. `actor` is the seat whose person has just
    pressed something, and has their next question before them.
    """
    told: list[int] = []
    may_be_idle = match.may_be_idle() and not after.lesson
    for seat in sorted(new):
        person = after.seats[seat]
        answered = person.ordered and await _judged(tx, after, match, seat, events) is not None
        if (
            (may_be_idle and seat != actor)
            or answered
            or person.by_house
            or (person.dm_closed and not person.asked.called)
        ):
            await tx.alarms.set(TURN, after.id, person.person_id, person.asked.turn)
        elif seat != actor and not person.dm_closed:
            told.append(seat)
    return told


async def answered_by(
    tx: Writing, row: MatchRow, match: Match, seat: int
) -> tuple[StandingOrder, Ordered] | None:
    """Return the order that answers what a seat is asked, with what it answers; those that end by it are ended."""
    return await _judged(tx, row, match, seat, ()) if row.seats[seat].ordered else None


async def call(tx: Writing, row: MatchRow, seat: int, *, in_thread: bool = False) -> None:
    """Tell a player that it is their decision, now that nobody has answered it before its turn.

    Once a question in the thread, if direct messages don't reach them, if that of this question did not, or `in_thread`.
    A lesson calls nobody, nor does practice without a server.
    """
    if row.is_quiet:
        return
    person, directly = row.seats[seat], announcements.of_question(row, seat)
    if not (in_thread or person.dm_closed or await tx.notes.is_known(directly)):
        await tx.notes.add([directly])
    elif not person.asked.called:
        await tx.notes.add([announcements.of_ping(row, seat)])
        await tx.reminders.put(row.id, {person.person_id: structs.replace(person.asked, called=True)})


async def unreached(tx: Writing, match_id: int, person: int, now: int) -> None:
    """Handle a direct message about a decision that can't be sent: mention the player in the thread.

    Not before its turn: a quick player may be about to decide.
    """
    row = await tx.matches.match(match_id)
    seat = None if row is None else row.seat_of(person)
    if row is None or seat is None or row.standing is not MatchStatus.PLAYING or seat not in row.awaited:
        return
    if row.seats[seat].by_house:
        return
    turn = row.seats[seat].asked.turn
    if turn is not None and turn > now:
        await tx.alarms.set(TURN, row.id, person, turn)
    else:
        await call(tx, row, seat, in_thread=True)


async def held(
    store: Reading, row: MatchRow, match: Match, seat: int, events: Sequence[Event] = ()
) -> list[tuple[StandingOrder, Ordered]]:
    """Hold the orders of a seat against what it is asked, the newest first.

    `events` have happened and are not in the store yet.
    """
    known = await store.orders.of(row.id, row.seats[seat].person_id)
    standing = [one for one in known if one.state is OrderState.STANDING]
    if not standing:
        return []
    # What has happened matters to stops and to plans only, and may be a whole match.
    revs = [one.rev for one in standing if one.order.stops or one.order.past is not None]
    kept = await store.events.of(row.id, since=min(revs)) if revs else []
    past = [*((one.rev, build_views.unpack(one, match.game)) for one in kept), (row.rev, events)]
    out: list[tuple[StandingOrder, Ordered]] = []
    for one in reversed(standing):
        happened = [seen(event, seat) for rev, some in past if rev > one.rev for event in some]
        out.append((one, _said(match, seat, one, happened)))
    return out


def _said(match: Match, seat: int, order: StandingOrder, happened: Sequence[Seen]) -> Ordered:
    """Hold one order against a question. One that was given to an older version, and means nothing any more, ends."""
    try:
        return match.by_order(seat, match.kept_order(order.order), happened)
    except Exception as error:
        logs.failure(_log, "order_failed", error)
        return Ordered(ended=msg("It's no longer possible."))


async def _judged(
    tx: Writing, row: MatchRow, match: Match, seat: int, events: Sequence[Event]
) -> tuple[StandingOrder, Ordered] | None:
    found: tuple[StandingOrder, Ordered] | None = None
    lost: list[tuple[StandingOrder, Message]] = []
    for one, said in await held(tx, row, match, seat, events):
        if said.ended is not None and said.unless_answered:
            lost.append((one, said.ended))
        elif said.ended is not None:
            await end(tx, row, seat, one, None if said.is_over else said.ended)
        elif said.answers and found is None:
            found = (one, said)
    for one, why in lost if found is None else ():
        await end(tx, row, seat, one, why)
    return found


class Went(msgspec.Struct, frozen=True):
    """The effect of an answer on a standing order: how it continues, or why it ends."""

    order: StandingOrder
    after: Order | None = None
    why: Message | None = None


async def went(
    store: Reading, row: MatchRow, match: Match, seat: int, choice: Choice, *, lapsed: bool = False
) -> list[Went]:
    """Return how a seat's orders that go from step to step go on, or end, when this is its answer, given by hand or not.

    One that says the same waits at its next step; one that says otherwise, or nothing that it could go on from, ends.
    """
    out: list[Went] = []
    question = match.asked[seat]
    for one, said in await held(store, row, match, seat) if row.seats[seat].ordered else ():
        if said.after is not None:
            same = said.choice is None or same_choice(question, said.choice, choice)
            out.append(Went(one, said.after) if same else Went(one, why=_RAN_OUT if lapsed else _OTHERWISE))
        elif said.unless_answered:
            out.append(Went(one, why=said.ended))
    return out


_OTHERWISE = msg("You did something else.")
_RAN_OUT = msg("Your time ran out.")


async def go_on(tx: Writing, row: MatchRow, seat: int, changed: Sequence[Went]) -> None:
    """Keep what has become of orders by an answer that has been given."""
    for one in changed:
        if one.after is not None:
            await tx.orders.go_on(row.id, row.seats[seat].person_id, one.order.number, one.after)
        elif one.why is not None:
            await end(tx, row, seat, one.order, one.why)


async def end(tx: Writing, row: MatchRow, seat: int, order: StandingOrder, why: Message | None) -> None:
    """End an order for a reason that its owner is told with the next question; None: there is nothing to say."""
    await tx.orders.end(row.id, row.seats[seat].person_id, order.number, why)


async def last_order(store: Reading, row: MatchRow, match: Match, seat: int) -> tuple[str, Order] | None:
    """Return what a seat has given last of a kind of which one stands at a time, as it would be given now, with its form.

    None while one stands, and where it can't be given any more.
    """
    book = match.game.orders
    if book is None or match.outcome is not None or match.is_out(seat):
        return None
    for one in await store.orders.last(row.id, row.seats[seat].person_id):
        if not book.is_alone(one.order.kind):
            continue
        if one.state is OrderState.STANDING:
            return None
        try:
            order = orders_of(match.game).given_now(match.machine.shown_to(seat), seat, book.read(one.order))
        except (KeyError, ValueError):
            return None
        return None if order is None else (one.form, order)
    return None
