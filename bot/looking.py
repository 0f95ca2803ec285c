"""Makes looks: from what the store keeps and the engine's view for one audience, nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import structlog

from bot.clocks import due_at
from bot.games import PlayableGame
from bot.looks import (
    ENGLISH,
    NO_ORDERS,
    Awaited,
    LogLine,
    LogPage,
    Ordering,
    Person,
    PrivateLook,
    PublicLook,
    Table,
    Time,
)
from bot.store.rows import EventsRow, MatchRow, SeatRow
from bot.timekeeping import calendar
from cards.locales import Tongue
from engine.kernel.event import Event, Seen, seen
from engine.kernel.match import Match
from engine.kernel.taking_back import TAKEN_BACK
from engine.kernel.taking_back import sentence as taken_back

RECENT_ACTS = 12
"""How many of the last acts are looked through for sentences to show with a board."""
RECENT_LINES = 8
AT_LEAST = 4
"""Lines shown to a player even where less has happened since their own last act."""
AT_MOST = 14
LINES_PER_PAGE = 20

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.looking")

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(list[Event])


def pack(events: Sequence[Event]) -> str:
    """Return events as the store keeps them."""
    return _ENCODER.encode(events).decode()


def unpack(row: EventsRow) -> list[Event]:
    """Return the events that the store keeps; none for a row that is damaged: nobody is kept from playing by it."""
    try:
        return _DECODER.decode(row.data)
    except msgspec.MsgspecError as error:
        log.error("events_unreadable", rev=row.rev, problem=str(error))
        return []


def table_of(row: MatchRow, game: PlayableGame) -> Table:
    """Return what everybody may know of a challenge or match."""
    return Table(
        match_id=row.id,
        game=game,
        standing=row.standing,
        rev=row.rev,
        people=tuple(Person(seat.person_id, seat.name, is_house=seat.house) for seat in row.seats),
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        challenge_message_id=row.challenge_message_id,
        thread_id=row.thread_id,
        status_message_id=row.status_message_id,
        made_at=row.made_at,
        changed_at=row.changed_at,
        control=row.control,
        rated=row.rated,
        times=tuple(_time(row, seat) for seat in row.seats) if row.seats[0].clock else (),
        pause_asked=row.pause_asked,
        paused=row.paused,
        challenger=row.challenger,
        rematch_of=row.rematch_of,
        mark=row.mark,
        lesson=row.lesson,
        keeping=frozenset(number for number, seat in enumerate(row.seats) if seat.hands_kept),
    )


def _time(row: MatchRow, seat: SeatRow) -> Time:
    clock = seat.clock
    if clock is None:
        return Time(away_until=seat.away_until)
    return Time(clock.left, due_at(clock, calendar(row, seat)), seat.flagged, seat.away_until)


def public_look(
    table: Table, match: Match, events: Sequence[EventsRow], said: Tongue = ENGLISH
) -> PublicLook:
    """Return what spectators may know, said in a language."""
    table = table.told_in(said)
    return PublicLook(
        table=table,
        view=match.view(None, said),
        awaited=_awaited(table, match, said),
        recent=_recent(table, events, None, said),
        outcome=match.outcome,
        commitment=match.commitment,
        seed=match.seed if match.outcome and not table.keeping else "",
        tongue=said,
    )


def private_look(
    table: Table,
    match: Match,
    seat: int,
    events: Sequence[EventsRow],
    panel: tuple[int, int] | None,
    orders: Ordering = NO_ORDERS,
    said: Tongue = ENGLISH,
) -> PrivateLook:
    """Return what the player at that seat may know, said in a language."""
    table = table.told_in(said)
    return PrivateLook(
        table=table,
        seat=seat,
        person=table.people[seat],
        view=match.view(seat, said),
        question=match.questions_in(said).get(seat),
        awaited=_awaited(table, match, said),
        recent=_recent(table, events, seat, said),
        outcome=match.outcome,
        commitment=match.commitment,
        seed=match.seed if match.outcome and not table.keeping - {seat} else "",
        panel=panel,
        orders=orders,
        forms=() if match.outcome else match.order_forms(seat),
        tongue=said,
    )


def sentence(table: Table, event: Event, seat: int | None, said: Tongue = ENGLISH) -> str:
    """Return an event in a sentence, as a seat (None: a spectator) knows it; "" for what needs no words."""
    return _in_words(table, seen(event, seat), said)


def _in_words(table: Table, event: Seen, said: Tongue) -> str:
    names = table.names_in(said)
    if event.kind == TAKEN_BACK:
        return taken_back(event, names, said)
    return table.game.kernel.words(event, names, said)


def sentences(table: Table, events: EventsRow, seat: int | None, said: Tongue = ENGLISH) -> list[str]:
    """Return what happened at one revision, as a seat (None: a spectator) knows it."""
    return [sentence for sentence, _ in _told(table, events, seat, said)]


def _told(table: Table, events: EventsRow, seat: int | None, said: Tongue) -> list[tuple[str, str]]:
    """Return the sentences of one revision, each with its cause."""
    known = (seen(event, seat) for event in unpack(events))
    told = ((_in_words(table, one, said), one.cause) for one in known)
    return [(sentence, cause) for sentence, cause in told if sentence]


def log_page(
    table: Table, events: Sequence[EventsRow], seat: int | None, page: int | None, said: Tongue = ENGLISH
) -> LogPage:
    """Return a page of the log, the last one without `page`."""
    lines = log_lines(table, events, seat, said)
    pages = max(1, -(-len(lines) // LINES_PER_PAGE))
    page = pages if page is None else min(max(page, 1), pages)
    first = (page - 1) * LINES_PER_PAGE
    return LogPage(tuple(lines[first : first + LINES_PER_PAGE]), page, pages)


def log_lines(
    table: Table, events: Sequence[EventsRow], seat: int | None, said: Tongue = ENGLISH
) -> list[LogLine]:
    """Return all lines of the log as a seat (None: a spectator) knows them."""
    told = [(row.at, *one) for row in events for one in _told(table, row, seat, said)]
    called = table.game.kernel.cause_words
    return [
        LogLine(number, at, text, cause, said(called(cause)) if cause else "")
        for number, (at, text, cause) in enumerate(told, 1)
    ]


def _awaited(table: Table, match: Match, said: Tongue) -> tuple[Awaited, ...]:
    return tuple(
        Awaited(seat, table.people[seat], said(asked.awaited)) for seat, asked in sorted(match.asked.items())
    )


def _recent(table: Table, events: Sequence[EventsRow], seat: int | None, said: Tongue) -> tuple[str, ...]:
    """Return the last sentences; for a player, what happened since they acted last, and not much more."""
    told: list[str] = []
    since: int | None = None
    for row in reversed(events):
        if since is None and seat is not None and row.seat == seat:
            since = len(told)
        told = sentences(table, row, seat, said) + told
        if len(told) >= AT_MOST:
            break
    if seat is None or since == 0:
        return tuple(told[-RECENT_LINES:])
    return tuple(told[-(AT_MOST if since is None else min(max(since, AT_LEAST), AT_MOST)) :])
