"""Question dispatch: who answers a new question, and when a player is notified of it.

No one may see whether a standing order has answered, or that one could have. So every question has one moment, its
*turn*: when a quick player would answer it. The moment is random, from the same distribution for everyone regardless
of their cards, orders and options, and no one knows it in advance (`random_reply_delay`). At that moment
- an order that applies answers, as a person would;
- players without direct messages are mentioned in the thread if they haven't answered yet. A missing mention
  therefore reveals only that a player was quick.
Direct messages are private, and are sent immediately to everyone for whom no order will answer.

In practice against the bot alone no one else watches: the bot and orders answer immediately (`bot.match.practice`), and
turns only matter after a crash.

A player who answers before being mentioned is active, and is mentioned for the next question only if they take longer
than its turn. A player who had to be mentioned isn't mentioned again for the question that follows.
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
from engine.kernel.events.event import Event, SeenEvent, seen
from engine.kernel.game import orders_of
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, OrderOutcome
from engine.kernel.question import Choice, same_choice

TURN = "turn"
"""The alarm for the moment at which a quick player would answer a question."""

MEDIAN = 12_000
SPREAD = 0.5
"""The standard deviation of the logarithm: two of three quick people take 7 to 20 seconds."""
SHORTEST, LONGEST = 4_000, 40_000

ReplyDelay = Callable[[], int]
"""Draws a quick player's reply time, in milliseconds."""

_RANDOM = SystemRandom()
_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.orders")


def random_reply_delay() -> int:
    """Return a quick player's reply time in milliseconds: log-normal, limited to 4 to 40 seconds.

    Values outside are drawn again, so that neither bound is more frequent than its neighbours. This uses the
    machine's own randomness: a moment derived from a match's seed could be recognised once the seed is shown.
    """
    while not SHORTEST <= (delay := round(_RANDOM.lognormvariate(log(MEDIAN), SPREAD))) <= LONGEST:
        pass
    return delay


async def dispatch_questions(
    tx: Writing,
    after: MatchRow,
    match: Match,
    new: Collection[int],
    events: Sequence[Event],
    *,
    actor: int | None = None,
) -> list[int]:
    """Handle the new questions of seats. Return the seats to notify by direct message.

    `after` is the match as it will be saved, and `events` are the events that led there. `actor` is the seat whose
    person has just acted and has the next question open.
    """
    notified: list[int] = []
    may_be_idle = match.may_be_idle() and not after.lesson
    for seat in sorted(new):
        person = after.seats[seat]
        will_answer = person.ordered and await _answering_order(tx, after, match, seat, events) is not None
        if (
            (may_be_idle and seat != actor)
            or will_answer
            or person.is_played_by_bot
            or (person.dm_closed and not person.reminder.called)
        ):
            await tx.alarms.set(TURN, after.id, person.person_id, person.reminder.turn)
        elif seat != actor and not person.dm_closed:
            notified.append(seat)
    return notified


async def order_that_answers(
    tx: Writing, row: MatchRow, match: Match, seat: int
) -> tuple[StandingOrder, OrderOutcome] | None:
    """Return the order that answers a seat's question, with its answer. Ends orders that end here."""
    return await _answering_order(tx, row, match, seat, ()) if row.seats[seat].ordered else None


async def notify(tx: Writing, row: MatchRow, seat: int, *, in_thread: bool = False) -> None:
    """Notify a player of their question, because no one answered it before its turn.

    Notify them once per question in the thread, if direct messages don't reach them, if the one for this question
    didn't, or if `in_thread`. Lessons notify no one, nor does practice outside a server.
    """
    if row.is_quiet:
        return
    person, directly = row.seats[seat], announcements.of_question(row, seat)
    if not (in_thread or person.dm_closed or await tx.notes.is_known(directly)):
        await tx.notes.add([directly])
    elif not person.reminder.called:
        await tx.notes.add([announcements.of_ping(row, seat)])
        await tx.reminders.store(row.id, {person.person_id: structs.replace(person.reminder, called=True)})


async def mention_in_thread(tx: Writing, match_id: int, person: int, now: int) -> None:
    """Mention a player in the thread because their direct message about a decision can't be sent.

    Not before the question's turn: a quick player may be about to decide.
    """
    row = await tx.matches.match(match_id)
    seat = None if row is None else row.seat_of(person)
    if row is None or seat is None or row.status is not MatchStatus.PLAYING or seat not in row.awaited:
        return
    if row.seats[seat].is_played_by_bot:
        return
    turn = row.seats[seat].reminder.turn
    if turn is not None and turn > now:
        await tx.alarms.set(TURN, row.id, person, turn)
    else:
        await notify(tx, row, seat, in_thread=True)


async def apply_orders(
    store: Reading, row: MatchRow, match: Match, seat: int, events: Sequence[Event] = ()
) -> list[tuple[StandingOrder, OrderOutcome]]:
    """Apply the orders of a seat to its question, newest first.

    `events` have happened but aren't in the store yet.
    """
    orders = await store.orders.of(row.id, row.seats[seat].person_id)
    active = [order for order in orders if order.state is OrderState.STANDING]
    if not active:
        return []
    # Past events only matter to stops and plans, and can be a whole match.
    revs = [order.rev for order in active if order.order.stops or order.order.past is not None]
    stored = await store.events.of(row.id, since=min(revs)) if revs else []
    past = [*((order.rev, build_views.unpack(order, match.game)) for order in stored), (row.rev, events)]
    out: list[tuple[StandingOrder, OrderOutcome]] = []
    for order in reversed(active):
        happened = [seen(event, seat) for rev, group in past if rev > order.rev for event in group]
        out.append((order, _apply_order(match, seat, order, happened)))
    return out


def _apply_order(
    match: Match, seat: int, order: StandingOrder, happened: Sequence[SeenEvent]
) -> OrderOutcome:
    """Apply one order to a question. An order from an older version that no longer means anything ends."""
    try:
        return match.by_order(seat, match.stored_order(order.order), happened)
    except Exception as error:
        logs.failure(_log, "order_failed", error)
        return OrderOutcome(ended=msg("It's no longer possible."))


async def _answering_order(
    tx: Writing, row: MatchRow, match: Match, seat: int, events: Sequence[Event]
) -> tuple[StandingOrder, OrderOutcome] | None:
    """Return the order that answers, with its answer, and end the orders that end here.

    Orders that only end if no other order answers are kept until that is known.
    """
    answering: tuple[StandingOrder, OrderOutcome] | None = None
    ending: list[tuple[StandingOrder, Message]] = []
    for order, outcome in await apply_orders(tx, row, match, seat, events):
        if outcome.ended is not None and outcome.unless_answered:
            ending.append((order, outcome.ended))
        elif outcome.ended is not None:
            await end_order(tx, row, seat, order, None if outcome.is_over else outcome.ended)
        elif outcome.answers and answering is None:
            answering = (order, outcome)
    for order, why in ending if answering is None else ():
        await end_order(tx, row, seat, order, why)
    return answering


class OrderUpdate(msgspec.Struct, frozen=True):
    """The effect of an answer on a standing order: how it continues, or why it ends."""

    order: StandingOrder
    after: Order | None = None
    why: Message | None = None


async def order_updates(
    store: Reading, row: MatchRow, match: Match, seat: int, choice: Choice, *, lapsed: bool = False
) -> list[OrderUpdate]:
    """Return the changes of a seat's multi-step orders after this answer, whether given by hand or not.

    An order that agrees with the answer waits at its next step. One that disagrees, or can't continue from there,
    ends. One that doesn't cover the question only ends if no other order has this answer.
    """
    out: list[OrderUpdate] = []
    question = match.pending_questions[seat]
    outcomes = await apply_orders(store, row, match, seat) if row.seats[seat].ordered else []

    def agrees(outcome: OrderOutcome) -> bool:
        choices = outcome.random_choices if outcome.choice is None else (outcome.choice,)
        return any(same_choice(question, each, choice) for each in choices)

    is_covered = any(agrees(outcome) for _, outcome in outcomes)
    for order, outcome in outcomes:
        if outcome.after is not None:
            out.append(
                OrderUpdate(order, outcome.after)
                if outcome.choice is None or agrees(outcome)
                else OrderUpdate(order, why=_RAN_OUT if lapsed else _OTHERWISE)
            )
        elif outcome.unless_answered and not is_covered:
            out.append(OrderUpdate(order, why=outcome.ended))
    return out


_OTHERWISE = msg("You did something else.")
_RAN_OUT = msg("Your time ran out.")


async def save_order_updates(tx: Writing, row: MatchRow, seat: int, changed: Sequence[OrderUpdate]) -> None:
    """Store the new states of orders after an answer."""
    for update in changed:
        if update.after is not None:
            await tx.orders.go_on(row.id, row.seats[seat].person_id, update.order.number, update.after)
        elif update.why is not None:
            await end_order(tx, row, seat, update.order, update.why)


async def end_order(tx: Writing, row: MatchRow, seat: int, order: StandingOrder, why: Message | None) -> None:
    """End an order. Its owner is told the reason with the next question; None for no message."""
    await tx.orders.end(row.id, row.seats[seat].person_id, order.number, why)


async def last_order(store: Reading, row: MatchRow, match: Match, seat: int) -> tuple[str, Order] | None:
    """Return the last exclusive order that a seat gave, as it could be given now, with its form.

    None while such an order is active, or if it can no longer be given.
    """
    book = match.game.orders
    if book is None or match.outcome is not None or match.is_out(seat):
        return None
    for stored in await store.orders.last(row.id, row.seats[seat].person_id):
        if not book.is_alone(stored.order.kind):
            continue
        if stored.state is OrderState.STANDING:
            return None
        try:
            order = orders_of(match.game).given_now(
                match.machine.shown_to(seat), seat, book.read(stored.order)
            )
        except (KeyError, ValueError):
            return None
        return None if order is None else (stored.form, order)
    return None
