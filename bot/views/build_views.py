"""Build snapshots for one audience from stored data and the engine's view for that audience."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

import msgspec
import structlog
from msgspec.structs import replace

from bot.clocks import due_at
from bot.games.playable import PlayableGame
from bot.games.reference import CardPage
from bot.store.person import Person
from bot.store.rows import EventsRow, MatchHead, MatchRow, SeatRow
from bot.views.types import (
    ENGLISH,
    NO_ORDERS,
    AwaitedSeat,
    LogLine,
    LogPage,
    MatchTable,
    PlayerSnapshot,
    PublicSnapshot,
    ReaderProfile,
    SeatOrders,
    StoryLine,
    Time,
)
from cards.i18n import Translator
from engine.kernel.decoder import json_reader
from engine.kernel.events.event import Event, SeenEvent, TakenBack, seen
from engine.kernel.events.story import CHAPTER, Beat, IsThere, StoryAct
from engine.kernel.events.summary import AT_A_DISTANCE, AT_ONCE, summary_lines
from engine.kernel.game import Game
from engine.kernel.match import Match

RECENT_ACTS = 12
"""The number of latest acts shown to everyone beside a board."""
LINES_PER_PAGE = 20
KEPT_ACTS = 512
"""Maximum acts cached as text: about twenty matches."""

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.looking")

_ENCODER = msgspec.json.Encoder()
_EVENTS = json_reader(list[msgspec.Raw])


def pack(events: Sequence[Event]) -> str:
    """Return events in stored form."""
    return _ENCODER.encode(events).decode()


_TAKEN_BACK = f'"{TakenBack.__struct_config__.tag}"'


def unpack(row: EventsRow, game: Game) -> list[Event]:
    """Return the stored events of a game. Damaged ones are skipped, because they must not prevent play."""
    try:
        stored = _EVENTS.read(row.data)
    except msgspec.MsgspecError as error:
        log.error("events_unreadable", rev=row.rev, problem=str(error))
        return []
    events: list[Event] = []
    for one in stored:
        try:
            events.append(game.events.read(one))
        except msgspec.MsgspecError as error:
            log.error("event_unreadable", rev=row.rev, problem=str(error))
    return events


def table_of(row: MatchRow, game: PlayableGame) -> MatchTable:
    """Return the public information about a challenge or match."""
    public = {field: getattr(row, field) for field in MatchHead.__struct_fields__}
    return MatchTable(
        **public,
        game=game,
        people=tuple([Person(seat.person_id, seat.name, is_this_bot=seat.is_bot) for seat in row.seats]),
        times=tuple([_time(row, seat) for seat in row.seats]) if row.seats[0].clock else (),
        keeping=frozenset([number for number, seat in enumerate(row.seats) if seat.hands_kept]),
        invited=tuple([seat.invited for seat in row.seats]),
        out=frozenset([number for number, seat in enumerate(row.seats) if seat.left is not None]),
        gone=frozenset([number for number in row.attended if row.seats[number].gone]),
        taken_over=frozenset([number for number in row.playing if row.seats[number].taken_over]),
        free_seats=row.free_seats,
    )


def _time(row: MatchRow, seat: SeatRow) -> Time:
    clock = seat.clock
    if clock is None:
        return Time(away_until=seat.away_until)
    due = due_at(clock, row.control.calendar(seat.home))
    return Time(clock.left, due, seat.flagged, seat.away_until, seat.lapsed)


def public_snapshot(
    table: MatchTable, match: Match, events: Sequence[EventsRow], translator: Translator = ENGLISH
) -> PublicSnapshot:
    """Return the spectators' snapshot, in a language. The last act is told in detail, however long the others are."""
    table = table.in_language(translator)
    earlier = story(table, events[:-1], None, translator, words=AT_A_DISTANCE - AT_ONCE)
    return PublicSnapshot(
        table=table,
        view=match.view(None, translator),
        awaited=_awaited(table, match, translator),
        story=(*earlier, *story(table, events[-1:], None, translator)),
        outcome=match.outcome,
        commitment=match.commitment,
        seed=match.seed if match.outcome and not table.keeping else "",
        translator=translator,
        turn_order=match.turn_order,
    )


def player_snapshot(
    table: MatchTable,
    match: Match,
    seat: int,
    events: Sequence[EventsRow],
    own: SeatRow | None = None,
    orders: SeatOrders = NO_ORDERS,
    translator: Translator = ENGLISH,
    *,
    answered_last: int | None = None,
) -> PlayerSnapshot:
    """Return the snapshot of the player at that seat, in a language.

    `own` is their stored seat if their display preferences matter. `answered_last` is the seat that answered last.
    """
    table = table.in_language(translator)
    if held := match.held_back(seat):
        events = [
            *events,
            EventsRow(table.rev, table.changed_at, pack(held), seat, by_hand=False),
        ]  # Reported in full.
    return PlayerSnapshot(
        table=table,
        seat=seat,
        person=table.people[seat],
        view=match.view(seat, translator),
        question=match.questions_in(translator, table.names).get(seat),
        awaited=_awaited(table, match, translator),
        # After the match there is nothing to decide, and the last attack has to be part of it.
        story=_since_acting(
            table, events, seat, translator, AT_A_DISTANCE if match.outcome is not None else AT_ONCE
        ),
        outcome=match.outcome,
        seed=match.seed if match.outcome and not table.keeping - {seat} else "",
        panel=None if own is None else own.panel,
        reader=ReaderProfile() if own is None else ReaderProfile(own.text_boards, own.dm_closed, own.dm_told),
        orders=orders,
        forms=() if match.outcome else match.order_forms(seat),
        ready=() if seat in match.pending_questions else tuple(match.ready_plans(seat)),
        translator=translator,
        place=None if match.outcome else match.place_of(seat),
        answered_last=answered_last == seat,
    )


def with_card(snapshot: PlayerSnapshot, match: Match) -> PlayerSnapshot:
    """Return a snapshot with the printed card that its question is about."""
    game = snapshot.table.game
    title = "" if snapshot.question is None else game.shown.pictured(snapshot.view, snapshot.question)
    if not title or game.reference is None:
        return snapshot
    page = game.reference.cause(match.record.setup, title, snapshot.translator)
    return replace(snapshot, card=page) if isinstance(page, CardPage) else snapshot


def sentence(table: MatchTable, event: Event, seat: int | None, translator: Translator = ENGLISH) -> str:
    """Return an event in a sentence, as a seat (None: a spectator) knows it; "" if it has none."""
    return _in_words(table, seen(event, seat), translator)


def _in_words(table: MatchTable, event: SeenEvent, translator: Translator) -> str:
    return table.game.kernel.words(event, table.names_in(translator), translator)


def sentences(
    table: MatchTable, events: EventsRow, seat: int | None, translator: Translator = ENGLISH
) -> list[str]:
    """Return the events of one revision in sentences, as a seat (None: a spectator) knows them."""
    return [sentence for _, sentence, _ in _sentences(table, events, seat, translator)]


def _sentences(
    table: MatchTable, events: EventsRow, seat: int | None, translator: Translator
) -> list[tuple[int, str, str]]:
    """Return the sentences of one revision, each with the place of its event and its cause."""
    known = enumerate(seen(event, seat) for event in unpack(events, table.game.kernel))
    sentences = ((place, _in_words(table, one, translator), one.cause) for place, one in known)
    return [(place, sentence, cause) for place, sentence, cause in sentences if sentence]


def log_page(
    table: MatchTable,
    events: Sequence[EventsRow],
    seat: int | None,
    page: int | None,
    translator: Translator = ENGLISH,
) -> LogPage:
    """Return a page of the log, by default the last."""
    lines = log_lines(table, events, seat, translator)
    pages = max(1, -(-len(lines) // LINES_PER_PAGE))
    page = pages if page is None else min(max(page, 1), pages)
    first = (page - 1) * LINES_PER_PAGE
    return LogPage(tuple(lines[first : first + LINES_PER_PAGE]), page, pages)


def log_lines(
    table: MatchTable, events: Sequence[EventsRow], seat: int | None, translator: Translator = ENGLISH
) -> list[LogLine]:
    """Return all lines of the log as a seat (None: a spectator) knows them, with headings where parts begin."""
    called = table.game.kernel.cause_words
    lines: list[LogLine] = []
    begun: int | None = None
    for row in events:
        beats_of = _act(table, row, seat, translator).beats
        begins = {place: beat for beat in beats_of if beat.sort == CHAPTER for place in beat.covers[:1]}
        for place, text, cause in _sentences(table, row, seat, translator):
            because = translator(called(cause)) if cause else ""
            lines.append(LogLine(len(lines) + 1, row.at, text, cause, because))
            if place in begins:
                begun = len(lines) - 1
                lines[begun] = replace(lines[begun], heading=translator(begins[place].text))
        for beat in beats_of:
            if begun is not None and beat.is_result:
                heading = f"{lines[begun].heading} {translator(beat.text)}"
                lines[begun] = replace(lines[begun], heading=heading)
    return lines


def _awaited(table: MatchTable, match: Match, translator: Translator) -> tuple[AwaitedSeat, ...]:
    return tuple(
        AwaitedSeat(seat, table.people[seat], translator(about))
        for seat, about in sorted(match.awaited.items())
    )


def story(
    table: MatchTable,
    events: Sequence[EventsRow],
    seat: int | None,
    translator: Translator = ENGLISH,
    *,
    words: int = AT_ONCE,
    is_there: IsThere | None = None,
) -> tuple[StoryLine, ...]:
    """Return the events of these revisions in about `words` words, as a seat (None: a spectator) knows them.

    Nothing is omitted, but much is combined. If `is_there` is known, reversed changes are left out.
    """
    acts = [_act(table, row, seat, translator) for row in events]
    return in_lines(acts, translator, words=words, is_there=is_there)


def in_lines(
    acts: Sequence[StoryAct], translator: Translator, *, words: int, is_there: IsThere | None = None
) -> tuple[StoryLine, ...]:
    """Return a story of these acts in a language."""
    return tuple(
        StoryLine(
            tuple(translator(one.text) for one in line.sentences),
            tuple(place for place, one in enumerate(line.sentences) if one.stands_out),
            line.rev,
        )
        for line in summary_lines(acts, words=words, is_there=is_there)
    )


def beats(
    table: MatchTable,
    events: Sequence[Event],
    seats: Collection[int],
    reader: int | None,
    translator: Translator,
) -> tuple[Beat, ...]:
    """Return the beats of some events for these seats together (none: spectators).

    `reader` is the seat addressed as "you".
    """
    return _beats_together(table.game.kernel, events, seats, reader, table.names_in(translator))


def _beats_together(
    kernel: Game, events: Sequence[Event], seats: Collection[int], reader: int | None, names: tuple[str, ...]
) -> tuple[Beat, ...]:
    happened = [seen(event, *seats) for event in events]
    back = [one for one in happened if isinstance(one.fact, TakenBack)]
    return kernel.story(back or happened, names, reader)


def _act(table: MatchTable, row: EventsRow, seat: int | None, translator: Translator) -> StoryAct:
    return StoryAct(row.rev, _beats_of(table.game.kernel, row, seat, table.names_in(translator)), row.seat)


@lru_cache(maxsize=KEPT_ACTS)
def _beats_of(kernel: Game, row: EventsRow, seat: int | None, names: tuple[str, ...]) -> tuple[Beat, ...]:
    """Return the beats of a stored act for a seat. Cached, because successive summaries overlap."""
    return _beats_together(kernel, unpack(row, kernel), () if seat is None else (seat,), seat, names)


def _since_acting(
    table: MatchTable, events: Sequence[EventsRow], seat: int, translator: Translator, words: int
) -> tuple[StoryLine, ...]:
    """Return the events since a player's own last act by hand, including its results, in about `words` words.

    They saw these results when they acted, but that may be hours ago or the message may have been lost. Acts taken
    back are left out, because they no longer happened.
    """
    by_hand = [place for place, row in enumerate(events) if row.seat == seat and row.by_hand]
    recent = events[by_hand[-1] if by_hand else 0 :]
    first = 0
    for place, row in enumerate(recent):
        if (undone := _taken_back(table, row, seat)) is not None:
            # A player may not know yet that the other one has agreed, so that is told.
            first = place if undone.late or row.seat != seat else place + 1
    return story(table, recent[first:], seat, translator, words=words)


def _taken_back(table: MatchTable, row: EventsRow, seat: int) -> TakenBack | None:
    """Return the take-back by a seat in that act; None if there is none."""
    if _TAKEN_BACK not in row.data:
        return None
    facts = (event.fact for event in unpack(row, table.game.kernel))
    return next((fact for fact in facts if isinstance(fact, TakenBack) and fact.seat == seat), None)
