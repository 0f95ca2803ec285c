"""Export and delete a person's data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from bot.delivery import announcements
from bot.errors import NotFound
from bot.match.apply import ActExecutor, ActRequest, PlannedAct
from bot.match.close_challenge import close_challenge, has_declined
from bot.match.context import MatchContext
from bot.match.interventions import close_unreadable
from bot.match.requests import DRAW
from bot.store import Writing, about
from bot.store.match_status import MatchStatus
from bot.store.personal import STAND_INS
from bot.store.personal_data import PERSONAL_DATA, PersonalData
from bot.store.rows import ActRow, MatchRow
from bot.store.store import retried
from bot.views import build_views
from bot.views.load_match import CannotBeRead, load
from bot.views.types import MatchTable
from cards.i18n import ENGLISH, Translator, msg
from engine.kernel.ai.review import match_report
from engine.kernel.endings import ABORTED, RESIGNATION
from engine.kernel.events.event import Event
from engine.kernel.match import Match
from engine.kernel.undo import has_dealt

FORMAT = 1
_ALL = 1_000_000
_LARGEST_NUMBER = 1 << 53
"""Integers up to this value are exact in every JSON parser."""
_EVERY = tuple(MatchStatus)

_ABOUT = msg(
    "Everything Voidream stores about you, as of `made_at`. Times are in UTC. Ids are "
    "Discord's, except those of matches and decks. Each match contains only what you "
    "may know: other players' names, never their hidden cards or secret choices, and "
    "no seed while the match is in progress. `about` explains each part."
)
_PARTS = {
    "matches": msg(
        "Your challenges and matches. `answers` lists your actions in order: the time, "
        "the kind of action, and your choice in the game's notation. `looked_back` "
        "holds the results of reviews that all players agreed to."
    ),
    "rated": msg("Rating changes from your rated matches."),
    "barred": msg("Servers where a moderator barred you from playing, since when, and the reason."),
    "bars_set": msg("People you barred from playing as a moderator: the server, the time, and your reason."),
    "moderated": msg("Other people's matches that you ended as a moderator, and your reason."),
}


class Holdings(msgspec.Struct, frozen=True):
    """The data that deletion would affect now. `ending` are the matches that the person would resign."""

    challenges: int
    ending: tuple[MatchTable, ...]
    over: int
    decks: int
    panels: tuple[tuple[int, int], ...]
    """Their direct messages that show matches, as (channel, message)."""


class Privacy:
    """Exports and deletes people's data."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._act_executor = ActExecutor(context)

    async def holdings(self, person: int) -> Holdings:
        """Return the data that deletion would affect now."""
        async with self._context.store.read() as store:
            rows = await store.matches.of(person, _EVERY, _ALL)
            rows_by_table = await store.personal.rows(person)
            panels = await store.messages.panels(person)
        ending = [row for row in rows if _is_playing(row, person)]
        return Holdings(
            sum(row.status is MatchStatus.CHALLENGED and not has_declined(row, person) for row in rows),
            tuple(build_views.table_of(row, self._context.games.find(row.game)) for row in ending),
            sum(row.status is MatchStatus.OVER for row in rows),
            len(rows_by_table["decks"]),
            tuple(panels),
        )

    # -- export

    async def export(self, person: int, translate: Translator = ENGLISH) -> str:
        """Return everything stored about a person that they may know, as JSON text.

        Explanations are translated; keys are the same in every language.
        """
        async with self._context.store.read() as store:
            rows_by_table = await store.personal.rows(person, remembered=True)
            matches = await store.matches.of(person, _EVERY, _ALL, lessons=None)
            acts = await store.personal.acts(person)
            rated = await store.personal.rated(person)
            moderated = await store.personal.moderated(person)
            barred = await store.personal.barred(person)
            bars_set = await store.personal.bars_set(person)
            report_by_match = {
                row.id: review.report
                for row in matches
                if (review := await store.reviews.of(row.id)) is not None
            }
        answers: dict[int, list[str]] = {}
        for match_id, at, kind, choice in acts:
            line = f"{_moment(at)} {kind}" + (f": {', '.join(choice)}" if choice else "")
            answers.setdefault(match_id, []).append(line)
        own = {
            table: [_readable(row, PERSONAL_DATA[table]) for row in rows]
            for table, rows in rows_by_table.items()
        }
        for deck in own["decks"]:
            deck["content"] = self._deck_text(deck["game"], deck["name"], deck["content"])
        explanations = {table: PERSONAL_DATA[table].about or "" for table in own} | _PARTS
        document = {
            "what": translate(msg("Voidream: everything about one person")),
            "format": FORMAT,
            "made_at": _moment(self._context.clock.now()),
            "person_id": str(person),
            "read_me": translate(_ABOUT),
            "about": {name: translate(about) for name, about in explanations.items()},
            **own,
            "matches": [
                {
                    **self._match(row, person, answers.get(row.id, [])),
                    "looked_back": _review_results(report_by_match.get(row.id, ""), row.seat_of(person)),
                }
                for row in matches
            ],
            "rated": [
                {
                    "match": match,
                    "at": _moment(at),
                    "why_not": reason,
                    "before": rating_before,
                    "after": rating_after,
                }
                for match, at, reason, rating_before, rating_after in rated
            ],
            "barred": [_bar(*each) for each in barred],
            "bars_set": [_bar(*each) for each in bars_set],
            "moderated": [{"match": match, "reason": reason} for match, reason in moderated],
        }
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"

    def _match(self, row: MatchRow, person: int, answers: Sequence[str]) -> dict[str, object]:
        seat = row.seat_of(person)
        assert seat is not None
        own_seat = row.seats[seat]
        return {
            "match": row.id,
            "game": row.game,
            "standing": row.status.value,
            "server_id": None if row.guild_id is None else str(row.guild_id),
            "channel_id": str(row.channel_id),
            "thread_id": None if row.thread_id is None else str(row.thread_id),
            "made_at": _moment(row.made_at),
            "changed_at": _moment(row.changed_at),
            "clock": str(row.control),
            "rated": row.rated,
            "against": [other.name for number, other in enumerate(row.seats) if number != seat],
            "you_challenged": row.challenger == seat,
            "your_deck": own_seat.deck,
            "your_deck_holds": self._deck_text(row.game, own_seat.deck, own_seat.deck_content),
            "you_said_beforehand": own_seat.pregame,
            "your_time_left": None if own_seat.clock is None else f"{own_seat.clock.left // 1000} s",
            "result": _result(row, seat),
            "your_place": row.place_of(seat),
            "you_left_by": own_seat.left or "",
            "taken_over": own_seat.taken_over,
            "ended_by": row.reason,
            "answers": list(answers),
        }

    def _deck_text(self, game: str, name: str, content: str) -> str:
        """Return a player-built deck as readable text; "" for a ready-made deck.

        If the current version can't read it, or no longer has the game, it is returned as stored.
        """
        try:
            building = self._context.games.find(game).building if content else None
            return content if building is None else building.text(name, building.read(content))
        except (NotFound, ValueError):
            return content

    # -- deletion

    @retried(known=False)
    async def forget(self, person: int) -> bool:
        """Delete a person's data in one transaction. Return whether anything was stored.

        Open challenges are declined or withdrawn. Running matches are resigned, or cancelled if no cards are dealt yet.
        Finished matches stay, for the opponents, with a stand-in in this person's place.
        """
        async with self._context.change(about.AboutKey(STAND_INS), about.MatchesOf(person, over=True)) as tx:
            stored = await tx.people.person(person)
            rows = await tx.matches.of(person, _EVERY, _ALL, lessons=None)
            if not rows and not any((await tx.personal.rows(person)).values()):
                return False
            now = self._context.clock.now()
            ending = [
                about.AboutGame(row.guild_id, row.game)
                for row in rows
                if row.rated and _is_playing(row, person)
            ]
            await tx.hold(*ending, *(about.AboutGame(*place) for place in await tx.ratings.where(person)))
            for row in rows:
                if row.status is MatchStatus.CHALLENGED and not has_declined(row, person):
                    await close_challenge(tx, row, self._context.games, person, now)
                elif _is_playing(row, person):
                    await self._resign(tx, await tx.matches.existing(row.id, data=True), person, now)
            stand_in = await tx.personal.forget(person, stored.name, now)
            for row in rows:
                await tx.notes.add([announcements.of_names(row.id, row.rev, stand_in)])
            return True

    async def _resign(self, tx: Writing, row: MatchRow, person: int, now: int) -> None:
        seat = row.seat_of(person)
        assert seat is not None and row.data is not None
        try:
            match = load(self._context.games, row)
        except CannotBeRead:
            await close_unreadable(tx, row, ActRow(row.id, row.rev + 1, None, "close", person, seat, now))
            return
        has_begun = has_dealt(match)

        def end(match: Match, row: MatchRow, seat: int) -> tuple[Event, ...]:
            return match.leave(seat, ending=RESIGNATION.key) if has_begun else match.end(ABORTED.key)

        act = ActRequest(None, "resign" if has_begun else "abort", person)
        await self._act_executor.carry_out(tx, PlannedAct(row, match, seat, act, now, end))
        for each in row.seats:
            await tx.alarms.set(DRAW, row.id, each.person_id, None)


def _bar(guild_id: int, at: int, reason: str) -> dict[str, object]:
    return {"server_id": str(guild_id), "at": _moment(at), "reason": reason}


def _review_results(report: str, seat: int | None) -> dict[str, object] | None:
    """Return a review's results for one seat's decisions; None without a review."""
    if not report:
        return None
    review = match_report(report)
    return {
        "chosen_and_luck": [msgspec.to_builtins(each) for each in review.seats if each.seat == seat],
        "decisions": [msgspec.to_builtins(each) for each in review.decisions if each.seat == seat],
    }


def _result(row: MatchRow, seat: int) -> str:
    if row.status is not MatchStatus.OVER or not row.reason:
        return ""
    if row.seats[seat].taken_over and row.seats[seat].left is None:
        return "taken over"
    if len(row.places) < 2 or (seat in row.places[0] and len(row.places[0]) > 1):
        return "no winner"
    return "won" if seat in row.places[0] else "lost"


def _readable(row: Mapping[str, Any], columns: PersonalData) -> dict[str, Any]:
    """Return a row in readable form: times as dates, ids beyond JSON's safe integers as text, stored JSON as JSON."""

    def read(name: str, value: Any) -> object:
        if value is None:
            return None
        if name in columns.moments:
            return _moment(value)
        if name in columns.json:
            try:
                return json.loads(value)
            except ValueError:
                return value
        return str(value) if isinstance(value, int) and abs(value) > _LARGEST_NUMBER else value

    return {name: read(name, value) for name, value in row.items()}


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _is_playing(row: MatchRow, person: int) -> bool:
    """Return whether a person is still playing in a running match."""
    return row.status is MatchStatus.PLAYING and row.seat_of(person) in row.playing
