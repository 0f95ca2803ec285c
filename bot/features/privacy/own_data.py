"""A person's data: to be given to them, and to be forgotten when they wish."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from bot.delivery import announcements
from bot.errors import NotFound
from bot.match.apply import ActRequest, Applier, PlannedAct
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
"""The largest whole number that every reader of JSON keeps as it is."""
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
    """The data that would go if a person was forgotten now. `ending` are the matches that they would give up."""

    challenges: int
    ending: tuple[MatchTable, ...]
    over: int
    decks: int
    panels: tuple[tuple[int, int], ...]
    """The direct messages that show matches to them: channel and message."""


class Privacy:
    """People's own data."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._deciding = Applier(context)

    async def holdings(self, person: int) -> Holdings:
        """Return the data that would be deleted if a person were forgotten now."""
        async with self._context.store.read() as store:
            rows = await store.matches.of(person, _EVERY, _ALL)
            kept = await store.personal.rows(person)
            panels = await store.messages.panels(person)
        ending = [row for row in rows if _goes_on_for(row, person)]
        return Holdings(
            sum(row.standing is MatchStatus.CHALLENGED and not has_declined(row, person) for row in rows),
            tuple(build_views.table_of(row, self._context.games.find(row.game)) for row in ending),
            sum(row.standing is MatchStatus.OVER for row in rows),
            len(kept["decks"]),
            tuple(panels),
        )

    # -- giving

    async def export(self, person: int, said: Translator = ENGLISH) -> str:
        """Return everything that is stored about a person as a text (JSON), as far as they may know it.

        What it says of itself is said in that language; the names of its parts are the same in every one.
        """
        async with self._context.store.read() as store:
            kept = await store.personal.rows(person, remembered=True)
            matches = await store.matches.of(person, _EVERY, _ALL, lessons=None)
            acts = await store.personal.acts(person)
            rated = await store.personal.rated(person)
            moderated = await store.personal.moderated(person)
            barred = await store.personal.barred(person)
            bars_set = await store.personal.bars_set(person)
            judged = {
                row.id: found.report
                for row in matches
                if (found := await store.look_backs.of(row.id)) is not None
            }
        answers: dict[int, list[str]] = {}
        for match_id, at, kind, choice in acts:
            line = f"{_moment(at)} {kind}" + (f": {', '.join(choice)}" if choice else "")
            answers.setdefault(match_id, []).append(line)
        own = {table: [_readable(row, PERSONAL_DATA[table]) for row in rows] for table, rows in kept.items()}
        for deck in own["decks"]:
            deck["content"] = self._written(deck["game"], deck["name"], deck["content"])
        explained = {table: PERSONAL_DATA[table].about or "" for table in own} | _PARTS
        whole = {
            "what": said(msg("Voidream: everything about one person")),
            "format": FORMAT,
            "made_at": _moment(self._context.clock.now()),
            "person_id": str(person),
            "read_me": said(_ABOUT),
            "about": {name: said(about) for name, about in explained.items()},
            **own,
            "matches": [
                {
                    **self._match(row, person, answers.get(row.id, [])),
                    "looked_back": _looked_back(judged.get(row.id, ""), row.seat_of(person)),
                }
                for row in matches
            ],
            "rated": [
                {"match": match, "at": _moment(at), "why_not": why, "before": before, "after": after}
                for match, at, why, before, after in rated
            ],
            "barred": [_bar(*one) for one in barred],
            "bars_set": [_bar(*one) for one in bars_set],
            "moderated": [{"match": match, "reason": reason} for match, reason in moderated],
        }
        return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"

    def _match(self, row: MatchRow, person: int, answers: Sequence[str]) -> dict[str, object]:
        seat = row.seat_of(person)
        assert seat is not None
        mine = row.seats[seat]
        return {
            "match": row.id,
            "game": row.game,
            "standing": row.standing.value,
            "server_id": None if row.guild_id is None else str(row.guild_id),
            "channel_id": str(row.channel_id),
            "thread_id": None if row.thread_id is None else str(row.thread_id),
            "made_at": _moment(row.made_at),
            "changed_at": _moment(row.changed_at),
            "clock": str(row.control),
            "rated": row.rated,
            "against": [one.name for number, one in enumerate(row.seats) if number != seat],
            "you_challenged": row.challenger == seat,
            "your_deck": mine.deck,
            "your_deck_holds": self._written(row.game, mine.deck, mine.deck_content),
            "you_said_beforehand": mine.beforehand,
            "your_time_left": None if mine.clock is None else f"{mine.clock.left // 1000} s",
            "result": _result(row, seat),
            "your_place": row.place_of(seat),
            "you_left_by": mine.left or "",
            "taken_over": mine.taken_over,
            "ended_by": row.reason,
            "answers": list(answers),
        }

    def _written(self, game: str, name: str, content: str) -> str:
        """Return a deck that someone built as a text that people read; "" for one that its name says.

        What the game of today can't read, or a game that isn't offered any more, is given as it is stored.
        """
        try:
            building = self._context.games.find(game).building if content else None
            return content if building is None else building.text(name, building.read(content))
        except (NotFound, ValueError):
            return content

    # -- forgetting

    @retried(known=False)
    async def forget(self, person: int) -> bool:
        """Forget a person, all at once; return whether there was anything to forget.

        Open challenges are declined or taken back. Matches under way are given up, or called off where nothing has been dealt yet.
        Matches that are over stay, for the others, with a stand-in in this person's place.
        """
        async with self._context.change(about.AboutFact(STAND_INS), about.MatchesOf(person, over=True)) as tx:
            known = await tx.people.person(person)
            rows = await tx.matches.of(person, _EVERY, _ALL, lessons=None)
            if not rows and not any((await tx.personal.rows(person)).values()):
                return False
            now = self._context.clock.now()
            ending = [
                about.AboutGame(row.guild_id, row.game)
                for row in rows
                if row.rated and _goes_on_for(row, person)
            ]
            await tx.hold(*ending, *(about.AboutGame(*one) for one in await tx.ratings.where(person)))
            for row in rows:
                if row.standing is MatchStatus.CHALLENGED and not has_declined(row, person):
                    await close_challenge(tx, row, self._context.games, person, now)
                elif _goes_on_for(row, person):
                    await self._give_up(tx, await tx.matches.existing(row.id, data=True), person, now)
            stand_in = await tx.personal.forget(person, known.name, now)
            for row in rows:
                await tx.notes.add([announcements.of_names(row.id, row.rev, stand_in)])
            return True

    async def _give_up(self, tx: Writing, row: MatchRow, person: int, now: int) -> None:
        seat = row.seat_of(person)
        assert seat is not None and row.data is not None
        try:
            match = load(self._context.games, row)
        except CannotBeRead:
            await close_unreadable(tx, row, ActRow(row.id, row.rev + 1, None, "close", person, seat, now))
            return
        begun = has_dealt(match)

        def end(match: Match, row: MatchRow, seat: int) -> tuple[Event, ...]:
            return match.leave(seat, ending=RESIGNATION.key) if begun else match.end(ABORTED.key)

        act = ActRequest(None, "resign" if begun else "abort", person)
        await self._deciding.carry_out(tx, PlannedAct(row, match, seat, act, now, end))
        for one in row.seats:
            await tx.alarms.set(DRAW, row.id, one.person_id, None)


def _bar(guild_id: int, at: int, reason: str) -> dict[str, object]:
    return {"server_id": str(guild_id), "at": _moment(at), "reason": reason}


def _looked_back(report: str, seat: int | None) -> dict[str, object] | None:
    """Return a review's findings on a person's own decisions; None where they were not reviewed."""
    if not report:
        return None
    whole = match_report(report)
    return {
        "chosen_and_luck": [msgspec.to_builtins(one) for one in whole.seats if one.seat == seat],
        "decisions": [msgspec.to_builtins(one) for one in whole.decisions if one.seat == seat],
    }


def _result(row: MatchRow, seat: int) -> str:
    if row.standing is not MatchStatus.OVER or not row.reason:
        return ""
    if row.seats[seat].taken_over and row.seats[seat].left is None:
        return "taken over"
    if len(row.places) < 2 or (seat in row.places[0] and len(row.places[0]) > 1):
        return "no winner"
    return "won" if seat in row.places[0] else "lost"


def _readable(row: Mapping[str, Any], kept: PersonalData) -> dict[str, Any]:
    """Return a row for people: moments as dates, large ids as text (beyond JSON's safe integers), JSON as JSON."""

    def read(name: str, value: Any) -> object:
        if value is None:
            return None
        if name in kept.moments:
            return _moment(value)
        if name in kept.json:
            try:
                return json.loads(value)
            except ValueError:
                return value
        return str(value) if isinstance(value, int) and abs(value) > _LARGEST_NUMBER else value

    return {name: read(name, value) for name, value in row.items()}


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _goes_on_for(row: MatchRow, person: int) -> bool:
    """Return whether a person plays in a match that is under way, and has not left it."""
    return row.standing is MatchStatus.PLAYING and row.seat_of(person) in row.playing
