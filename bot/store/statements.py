"""The statements of the SQLite store, in SQL that PostgreSQL would understand as well.

Every method is one round trip to the connection's thread.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from bot.clocks import NOTHING, USUAL, ReminderState, SeatClock, TimeControl, Vacation, Wishes, read_control
from bot.errors import Overtaken
from bot.match.views import Standing
from bot.store.calls import SqliteCalls
from bot.store.connection import Connection
from bot.store.decks import SqliteDecks
from bot.store.lessons import SqliteLessons
from bot.store.locales import SqliteLocales
from bot.store.marks import Draw, deck_id, mark
from bot.store.offers import SqliteOffers
from bot.store.orders import SqliteOrders
from bot.store.outbox import SqliteNotes
from bot.store.personal import SqlitePersonal
from bot.store.ratings import SqliteRatings
from bot.store.rows import ActRow, AlarmRow, EventsRow, MatchRow, NewNote, PersonRow, SeatRow
from bot.store.servers import SqliteServers
from cards.i18n import msg

_MATCH = """
SELECT m.id, m.game, m.standing, m.rev, m.guild_id, m.channel_id, m.challenge_message_id, m.thread_id,
       m.status_message_id, m.awaited, m.made_at, m.changed_at,
       s.person_id, p.name, s.deck, p.dm_closed, d.channel_id, d.message_id,
       EXISTS (SELECT 1 FROM outbox o
               WHERE o.match_id = m.id AND o.person_id = s.person_id AND o.done_at IS NULL AND o.kind <> 'remind'),
       s.deck_content, {data}, m.control, m.rated, m.pause_asked, m.paused,
       p.zone, p.away_until, c.time_left, c.since, c.question, c.flagged, p.hands_kept,
       m.winners, m.reason,
       p.reminders, r.question, r.asked_at, r.total, r.marked, r.sent, r.snoozed, r.muted,
       EXISTS (SELECT 1 FROM offers f WHERE f.match_id = m.id),
       m.challenger, m.rematch_of, r.turn, r.called,
       EXISTS (SELECT 1 FROM orders g
               WHERE g.match_id = m.id AND g.person_id = s.person_id AND g.state <> 'over'),
       p.house, m.mark, s.beforehand, m.lesson
FROM matches m
JOIN seats s ON s.match_id = m.id
JOIN people p ON p.id = s.person_id
LEFT JOIN panels d ON d.match_id = m.id AND d.person_id = s.person_id
LEFT JOIN clocks c ON c.match_id = m.id AND c.seat = s.seat
LEFT JOIN reminders r ON r.match_id = m.id AND r.person_id = s.person_id
"""
_MATCH_HEAD = _MATCH.format(data="NULL")
_MATCH_WHOLE = _MATCH.format(data="CASE WHEN s.seat = 0 THEN m.data END")
_CHOSEN = """
WHERE m.id IN (SELECT x.id FROM matches x JOIN seats y ON y.match_id = x.id
               WHERE y.person_id = ? AND x.standing IN (?) AND (? IS NULL OR (x.lesson <> '') = ?)
               ORDER BY x.id DESC LIMIT ?)
ORDER BY m.id DESC, s.seat
"""

_ON_A_SERVER = """
WHERE m.id IN (SELECT id FROM matches WHERE guild_id = ? AND standing IN (?) ORDER BY id DESC LIMIT ?)
ORDER BY m.id DESC, s.seat
"""

_EVENTS = """
SELECT e.rev, e.at, e.data, a.seat, a.interaction_id IS NOT NULL AND a.kind = 'answer'
FROM events e LEFT JOIN acts a ON a.match_id = e.match_id AND a.rev = e.rev WHERE e.match_id = ?
"""
_LAST_BY_HAND = """
(SELECT MAX(rev) FROM acts WHERE match_id = ? AND person_id = ? AND interaction_id IS NOT NULL AND kind = 'answer')
"""
_ACTS = "SELECT match_id, rev, interaction_id, kind, person_id, seat, at, question_id, choice FROM acts "


class SqliteReading:
    """Statements that look."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.calls = SqliteCalls(connection)
        self.decks = SqliteDecks(connection)
        self.locales = SqliteLocales(connection)
        self.servers = SqliteServers(connection)
        self.personal = SqlitePersonal(connection)
        self.lessons = SqliteLessons(connection)
        self.offers = SqliteOffers(connection)
        self.orders = SqliteOrders(connection)
        self.ratings = SqliteRatings(connection)

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        return list(await self._connection.execute_fetchall(sql, values))

    async def _one(self, sql: str, *values: Any) -> Any:
        rows = await self._all(sql, *values)
        return rows[0] if rows else None

    async def _number(self, sql: str, *values: Any) -> int:
        return int((await self._one(sql, *values))[0])

    async def person(self, person: int) -> PersonRow:
        """Return what is remembered of somebody; nothing, if they are not known."""
        row = await self._one(
            "SELECT id, name, dm_closed, dm_told, text_boards, zone, away_left, away_since, away_until, "
            "hands_kept, reminders "
            "FROM people WHERE id = ?",
            person,
        )
        if row is None:
            return PersonRow(person)
        vacation = Vacation() if row[6] is None else Vacation(row[6], row[7], row[8])
        return PersonRow(
            row[0],
            row[1],
            bool(row[2]),
            bool(row[3]),
            bool(row[4]),
            row[5],
            vacation,
            bool(row[9]),
            _wishes(row[10]),
        )

    async def match(self, match_id: int, *, data: bool = False) -> MatchRow | None:
        """Return a challenge or match, with its saved position if `data`."""
        sql = _MATCH_WHOLE if data else _MATCH_HEAD
        rows = await self._all(sql + "WHERE m.id = ? ORDER BY s.seat", match_id)
        return _match(rows) if rows else None

    async def matches_of(
        self, person: int, standings: Sequence[Standing], limit: int, *, lessons: bool | None = False
    ) -> list[MatchRow]:
        """Return somebody's challenges and matches of these standings, newest first.

        Those that are no lessons; `lessons`: those that are; None: all of them.
        """
        marks = ", ".join("?" * len(standings))
        sql = _MATCH_HEAD + _CHOSEN.replace("(?)", f"({marks})")
        return _grouped(await self._all(sql, person, *standings, lessons, lessons, limit))

    async def matches_on(self, guild_id: int, standings: Sequence[Standing], limit: int) -> list[MatchRow]:
        """Return a server's challenges and matches of these standings, newest first."""
        marks = ", ".join("?" * len(standings))
        sql = _MATCH_HEAD + _ON_A_SERVER.replace("(?)", f"({marks})")
        return _grouped(await self._all(sql, guild_id, *standings, limit))

    async def open_matches(self) -> list[int]:
        """Return the ids of all open challenges and matches, lessons apart."""
        rows = await self._all(
            "SELECT id FROM matches WHERE standing IN ('challenged', 'playing') AND lesson = '' ORDER BY id"
        )
        return [row[0] for row in rows]

    async def watcher(self, match_id: int, person: int) -> tuple[int, bool]:
        """Return up to which revision somebody was told what happened, and whether they want to be called at the end."""
        row = await self._one(
            "SELECT seen, calls FROM watching WHERE match_id = ? AND person_id = ?", match_id, person
        )
        return (row[0], bool(row[1])) if row else (0, False)

    async def watchers(self, match_id: int) -> list[int]:
        """Return who wants to be called when a match is over."""
        rows = await self._all(
            "SELECT person_id FROM watching WHERE match_id = ? AND calls = 1 ORDER BY person_id", match_id
        )
        return [row[0] for row in rows]

    async def hand_offs(self, match_id: int) -> int:
        """Return how often the decision has passed from one player to the other in a match."""
        return await self._number(
            "SELECT COUNT(*) FROM (SELECT seat, LAG(seat) OVER (ORDER BY rev) AS before FROM acts "
            "WHERE match_id = ? AND kind = 'answer') AS answers WHERE seat <> before",
            match_id,
        )

    async def median_reply(self, person: int, guild_id: int | None, *, everywhere: bool) -> int | None:
        """Return the median of the times, in milliseconds, that somebody took to answer what others did.

        `everywhere`: in all matches, else in those of one server. The bot itself is nobody who waits.
        """
        rows = await self._all(
            "SELECT took FROM (SELECT a.person_id, a.kind, a.at - LAG(a.at) OVER turns AS took, "
            "LAG(a.person_id) OVER turns AS other FROM acts a JOIN matches m ON m.id = a.match_id "
            "JOIN seats s ON s.match_id = m.id AND s.person_id = ? "
            "WHERE (? OR m.guild_id = ?) AND NOT EXISTS (SELECT 1 FROM seats h JOIN people b ON b.id = h.person_id "
            "WHERE h.match_id = m.id AND b.house) WINDOW turns AS (PARTITION BY a.match_id ORDER BY a.rev)) moved "
            "WHERE person_id = ? AND other <> person_id AND kind = 'answer' ORDER BY took",
            person,
            everywhere,
            guild_id,
            person,
        )
        return None if not rows else int(rows[len(rows) // 2][0])

    async def match_in_thread(self, thread_id: int) -> int | None:
        """Return the id of the match that is played, or talked about, in that thread."""
        row = await self._one(
            "SELECT id FROM matches WHERE thread_id = ? "
            "UNION ALL SELECT match_id FROM posts WHERE kind = 'talk' AND channel_id = ?",
            thread_id,
            thread_id,
        )
        return int(row[0]) if row else None

    async def challenges_by(self, person: int) -> int:
        """Return how many open challenges the person has made."""
        return await self._number(
            "SELECT COUNT(*) FROM seats s JOIN matches m ON m.id = s.match_id "
            "WHERE s.person_id = ? AND s.seat = m.challenger AND m.standing = 'challenged'",
            person,
        )

    async def playing(self, person: int) -> int:
        """Return how many matches the person is playing."""
        return await self._number(
            "SELECT COUNT(*) FROM seats s JOIN matches m ON m.id = s.match_id "
            "WHERE s.person_id = ? AND m.standing = 'playing' AND m.lesson = ''",
            person,
        )

    async def of_pair(self, one: int, other: int, channel_id: int) -> int:
        """Return how many open challenges and matches two people have in a channel."""
        return await self._number(
            "SELECT COUNT(*) FROM matches m JOIN seats a ON a.match_id = m.id AND a.person_id = ? "
            "JOIN seats b ON b.match_id = m.id AND b.person_id = ? "
            "WHERE m.channel_id = ? AND m.standing IN ('challenged', 'playing')",
            one,
            other,
            channel_id,
        )

    async def rematch(self, match_id: int) -> int | None:
        """Return the challenge to play that match again that is open or has been accepted."""
        found = await self._all(
            "SELECT id FROM matches WHERE rematch_of = ? AND standing IN ('challenged', 'playing', 'over')",
            match_id,
        )
        return int(found[0][0]) if found else None

    async def playing_in(self, channel_id: int) -> int:
        """Return how many matches are under way in a channel."""
        return await self._number(
            "SELECT COUNT(*) FROM matches WHERE channel_id = ? AND standing = 'playing'", channel_id
        )

    async def has_been(self, match_id: int, mark: str) -> bool | None:
        """Return whether a match is or was at the revision with that mark; None if there is no such match."""
        row = await self._one(
            "SELECT m.mark = ? OR EXISTS (SELECT 1 FROM acts a WHERE a.match_id = m.id AND a.mark = ?) "
            "FROM matches m WHERE m.id = ?",
            mark,
            mark,
            match_id,
        )
        return None if row is None else bool(row[0])

    async def act(self, interaction_id: int) -> ActRow | None:
        """Return what an interaction did, None if it is new."""
        row = await self._one(_ACTS + "WHERE interaction_id = ?", interaction_id)
        return _act(row) if row else None

    async def direct_channel(self, person: int) -> int | None:
        """Return the channel of the person's newest panel, None if there is none."""
        row = await self._one(
            "SELECT channel_id FROM panels WHERE person_id = ? ORDER BY match_id DESC LIMIT 1", person
        )
        return None if row is None else int(row[0])

    async def before_act(self, match_id: int, interaction_id: int) -> tuple[MatchRow | None, ActRow | None]:
        """Return a match with its saved position, and what an interaction did."""
        rows, acts = await self._connection.ask(
            (_MATCH_WHOLE + "WHERE m.id = ? ORDER BY s.seat", (match_id,)),
            (_ACTS + "WHERE interaction_id = ?", (interaction_id,)),
        )
        return _match(rows) if rows else None, _act(acts[0]) if acts else None

    async def acts(self, match_id: int, *, rev: int | None = None) -> list[ActRow]:
        """Return all that was done in a match, in order, or what was done at one revision."""
        if rev is not None:
            return [
                _act(row) for row in await self._all(_ACTS + "WHERE match_id = ? AND rev = ?", match_id, rev)
            ]
        return [_act(row) for row in await self._all(_ACTS + "WHERE match_id = ? ORDER BY rev", match_id)]

    async def events(
        self,
        match_id: int,
        *,
        rev: int | None = None,
        last: int | None = None,
        since: int | None = None,
        decided_by: int | None = None,
    ) -> list[EventsRow]:
        """Return what happened in a match, in order: all of it, at one revision, after one, or at the last few.

        `decided_by`: from the last decision that this person made by hand; from the beginning if there is none.
        """
        sql, values = _EVENTS, [match_id]
        if since is not None:
            sql, values = sql + " AND e.rev > ?", [*values, since]
        if rev is not None:
            sql, values = sql + " AND e.rev = ?", [*values, rev]
        if decided_by is not None:
            sql, values = f"{sql} AND e.rev >= COALESCE({_LAST_BY_HAND}, 0)", [*values, match_id, decided_by]
        sql += " ORDER BY e.rev DESC"
        if last is not None:
            sql, values = sql + " LIMIT ?", [*values, last]
        rows = await self._all(sql, *values)
        return [EventsRow(*row[:4], by_hand=bool(row[4])) for row in reversed(rows)]

    async def next_alarm(self, now: int) -> int | None:
        """Return when the next alarm will be due that is not due now, None if there is none."""
        row = await self._one("SELECT MIN(due_at) FROM alarms WHERE due_at > ?", now)
        return None if row is None else row[0]

    async def alarms(self, now: int, limit: int) -> list[AlarmRow]:
        """Return the alarms that are due, the longest overdue first."""
        rows = await self._all(
            "SELECT kind, match_id, person_id, due_at FROM alarms WHERE due_at <= ? "
            "ORDER BY due_at, kind, match_id, person_id LIMIT ?",
            now,
            limit,
        )
        return [AlarmRow(*row) for row in rows]

    async def posts(self, match_id: int) -> dict[str, tuple[int, int]]:
        """Return the messages that are to be edited later, by what they are about: channel and message."""
        rows = await self._all("SELECT kind, channel_id, message_id FROM posts WHERE match_id = ?", match_id)
        return {row[0]: (row[1], row[2]) for row in rows}

    async def fact(self, name: str) -> str | None:
        """Return a single fact, such as the hash of the registered commands."""
        row = await self._one("SELECT value FROM facts WHERE name = ?", name)
        return str(row[0]) if row else None


class SqliteWriting(SqliteReading):
    """Statements that change something; they run inside a transaction."""

    def __init__(self, connection: Connection, draw: Draw) -> None:
        super().__init__(connection)
        self.decks = SqliteDecks(connection, draw)
        self.notes = SqliteNotes(connection)
        self._draw = draw

    async def put_person(self, person: int, name: str) -> None:
        """Remember somebody's name."""
        await self._tell(
            "INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            person,
            name,
        )

    async def put_house(self, person: int, name: str) -> None:
        """Remember that a program plays under this id, and by which name."""
        await self._tell(
            "INSERT INTO people (id, name, house) VALUES (?, ?, 1) "
            "ON CONFLICT (id) DO UPDATE SET name = excluded.name, house = 1",
            person,
            name,
        )

    async def set_text_boards(self, person: int, wanted: bool) -> None:
        """Remember whether the person wants boards as text."""
        await self._tell(
            "INSERT INTO people (id, text_boards) VALUES (?, ?) "
            "ON CONFLICT (id) DO UPDATE SET text_boards = excluded.text_boards",
            person,
            int(wanted),
        )

    async def set_hands_kept(self, person: int, kept: bool) -> None:
        """Remember whether the person shows their hands to nobody, also when a match is over."""
        await self._tell(
            "INSERT INTO people (id, hands_kept) VALUES (?, ?) "
            "ON CONFLICT (id) DO UPDATE SET hands_kept = excluded.hands_kept",
            person,
            int(kept),
        )

    async def set_dm(self, person: int, *, closed: bool, told: bool) -> None:
        """Remember whether direct messages to the person are refused, and whether they know that we know."""
        await self._tell(
            "INSERT INTO people (id, dm_closed, dm_told) VALUES (?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET dm_closed = excluded.dm_closed, dm_told = excluded.dm_told",
            person,
            int(closed),
            int(told),
        )

    async def set_zone(self, person: int, zone: str) -> None:
        """Remember in which time zone somebody lives."""
        await self._tell(
            "INSERT INTO people (id, zone) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET zone = excluded.zone",
            person,
            zone,
        )

    async def set_vacation(self, person: int, vacation: Vacation) -> None:
        """Remember how somebody's vacation stands."""
        await self._tell(
            "INSERT INTO people (id, away_left, away_since, away_until) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET away_left = excluded.away_left, away_since = excluded.away_since, "
            "away_until = excluded.away_until",
            person,
            vacation.left,
            vacation.since,
            vacation.until,
        )

    async def set_clocks(self, match_id: int, clocks: Mapping[int, tuple[SeatClock, bool]]) -> None:
        """Remember clocks by seat, and whether it has been told that their time is up."""
        await self._many(
            "INSERT INTO clocks (match_id, seat, time_left, since, question, flagged) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (match_id, seat) DO UPDATE SET time_left = excluded.time_left, since = excluded.since, "
            "question = excluded.question, flagged = excluded.flagged",
            [
                (match_id, seat, clock.left, clock.since, clock.question, int(flagged))
                for seat, (clock, flagged) in clocks.items()
            ],
        )

    async def set_watcher(self, match_id: int, person: int, seen: int, *, calls: bool) -> None:
        """Remember up to which revision somebody was told what happened, and whether to call them at the end."""
        await self._tell(
            "INSERT INTO watching (match_id, person_id, seen, calls) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (match_id, person_id) DO UPDATE SET seen = excluded.seen, calls = excluded.calls",
            match_id,
            person,
            seen,
            int(calls),
        )

    async def set_outcome(self, match_id: int, winners: Sequence[int], reason: str) -> None:
        """Remember how a match ended."""
        seats = ",".join(map(str, winners))
        await self._tell("UPDATE matches SET winners = ?, reason = ? WHERE id = ?", seats, reason, match_id)

    async def set_wishes(self, person: int, wishes: Wishes) -> None:
        """Remember when and where somebody wants to be reminded."""
        await self._tell(
            "INSERT INTO people (id, reminders) VALUES (?, ?) "
            "ON CONFLICT (id) DO UPDATE SET reminders = excluded.reminders",
            person,
            msgspec.json.encode(wishes).decode(),
        )

    async def set_asked(self, match_id: int, asked: Mapping[int, ReminderState]) -> None:
        """Remember what people are to be reminded of in a match, by person."""
        await self._many(
            "INSERT INTO reminders (match_id, person_id, question, asked_at, total, marked, sent, snoozed, muted, turn, "
            "called) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match_id, person_id) DO UPDATE SET "
            "question = excluded.question, asked_at = excluded.asked_at, total = excluded.total, "
            "marked = excluded.marked, sent = excluded.sent, snoozed = excluded.snoozed, muted = excluded.muted, "
            "turn = excluded.turn, called = excluded.called",
            [
                (
                    match_id,
                    person,
                    a.question,
                    a.at,
                    a.total,
                    a.marked,
                    a.sent,
                    a.snoozed,
                    int(a.off),
                    a.turn,
                    int(a.called),
                )
                for person, a in asked.items()
            ],
        )

    async def set_pause(self, match_id: int, asked: int | None, *, paused: bool) -> None:
        """Remember who has asked for a pause, and whether there is one."""
        await self._tell(
            "UPDATE matches SET pause_asked = ?, paused = ? WHERE id = ?", asked, int(paused), match_id
        )

    async def set_alarm(self, kind: str, match_id: int, person: int, due_at: int | None) -> None:
        """Let something fall due at a time, in the place of what was due before; None: never."""
        if due_at is None:
            await self._tell(
                "DELETE FROM alarms WHERE kind = ? AND match_id = ? AND person_id = ?", kind, match_id, person
            )
            return
        await self._tell(
            "INSERT INTO alarms (kind, match_id, person_id, due_at) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (kind, match_id, person_id) DO UPDATE SET due_at = excluded.due_at",
            kind,
            match_id,
            person,
            due_at,
        )

    async def take_alarm(self, alarm: AlarmRow) -> bool:
        """Take an alarm away; False if it is not there any more, or due at another time."""
        row = await self._one(
            "DELETE FROM alarms WHERE kind = ? AND match_id = ? AND person_id = ? AND due_at = ? RETURNING due_at",
            alarm.kind,
            alarm.match_id,
            alarm.person_id,
            alarm.due_at,
        )
        return row is not None

    async def set_deck_choice(self, person: int, game: str, deck: str) -> None:
        """Remember the deck that the person chose."""
        await self._tell(
            "INSERT INTO deck_choices (person_id, game, deck) VALUES (?, ?, ?) "
            "ON CONFLICT (person_id, game) DO UPDATE SET deck = excluded.deck",
            person,
            game,
            deck,
        )

    async def add_match(
        self,
        game: str,
        guild_id: int | None,
        channel_id: int,
        people: Sequence[int],
        deck: str,
        at: int,
        control: TimeControl,
        *,
        rated: bool,
        challenger: int = 0,
        rematch_of: int | None = None,
        lesson: str = "",
    ) -> int:
        """Add a challenge at revision 0 and return its id. `deck` is the challenger's; `challenger` is their seat."""
        row = await self._one(
            "INSERT INTO matches (game, standing, rev, guild_id, channel_id, made_at, changed_at, control, rated, "
            "challenger, rematch_of, mark, lesson) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            game,
            Standing.CHALLENGED,
            guild_id,
            channel_id,
            at,
            at,
            str(control),
            int(rated),
            challenger,
            rematch_of,
            mark(self._draw()),
            lesson,
        )
        match_id = int(row[0])
        await self._many(
            "INSERT INTO seats (match_id, seat, person_id, deck) VALUES (?, ?, ?, ?)",
            [
                (match_id, seat, person, deck if seat == challenger else "")
                for seat, person in enumerate(people)
            ],
        )
        return match_id

    async def set_deck(self, match_id: int, seat: int, deck: str, content: str) -> None:
        """Say with which deck a seat plays, and what it holds ("": its name says it)."""
        await self._tell(
            "UPDATE seats SET deck = ?, deck_content = ? WHERE match_id = ? AND seat = ?",
            deck,
            content,
            match_id,
            seat,
        )

    async def set_beforehand(self, match_id: int, said: Mapping[int, str]) -> None:
        """Keep what seats have said of how the match begins, "" for nothing."""
        await self._many(
            "UPDATE seats SET beforehand = ? WHERE match_id = ? AND seat = ?",
            [(text, match_id, seat) for seat, text in said.items()],
        )

    async def advance(
        self,
        row: MatchRow,
        *,
        standing: Standing,
        awaited: Sequence[int],
        data: bytes | None,
        act: ActRow,
        events: str,
        notes: Sequence[NewNote],
    ) -> str:
        """Advance a match by one act: its position, the act itself, what happened (JSON), and what is to be told.

        Returns the mark of the new revision, which is drawn here. Raises Overtaken if the match is not at `row.rev` any more; the transaction must then be given up.
        """
        seats, drawn = ",".join(map(str, awaited)), mark(self._draw())
        await self._tell(
            "UPDATE matches SET mark = ?, rev = ?, standing = ?, awaited = ?, data = ?, changed_at = ? "
            "WHERE id = ? AND rev = ? RETURNING rev",
            drawn,
            act.rev,
            standing,
            seats,
            data,
            act.at,
            row.id,
            row.rev,
            or_else=Overtaken(
                msg("Something else happened in this match at the same moment. Look again, then decide.")
            ),
        )
        await self.add_act(act)
        await self._tell(
            "INSERT INTO events (match_id, rev, at, data) VALUES (?, ?, ?, ?)",
            row.id,
            act.rev,
            act.at,
            events,
        )
        await self.notes.add(notes)
        return drawn

    async def add_act(self, act: ActRow) -> None:
        """Log what somebody did without advancing a match."""
        await self._tell(
            "INSERT INTO acts (match_id, rev, interaction_id, kind, person_id, seat, at, question_id, choice, mark) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT mark FROM matches WHERE id = ?))",
            act.match_id,
            act.rev,
            act.interaction_id,
            act.kind,
            act.person_id,
            act.seat,
            act.at,
            act.question_id,
            None if act.choice is None else json.dumps(act.choice),
            act.match_id,
        )

    async def set_challenge_message(self, match_id: int, message_id: int) -> None:
        """Remember the message of a challenge."""
        await self._tell("UPDATE matches SET challenge_message_id = ? WHERE id = ?", message_id, match_id)

    async def set_thread(self, match_id: int, thread_id: int) -> None:
        """Remember the thread of a match."""
        await self._tell("UPDATE matches SET thread_id = ? WHERE id = ?", thread_id, match_id)

    async def set_status_message(self, match_id: int, message_id: int) -> None:
        """Remember the message that always shows the current state of a match."""
        await self._tell("UPDATE matches SET status_message_id = ? WHERE id = ?", message_id, match_id)

    async def set_panel(self, match_id: int, person: int, channel_id: int, message_id: int) -> None:
        """Remember the direct message that shows a match to a player."""
        await self._tell(
            "INSERT INTO panels (match_id, person_id, channel_id, message_id) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (match_id, person_id) DO UPDATE SET channel_id = excluded.channel_id, "
            "message_id = excluded.message_id",
            match_id,
            person,
            channel_id,
            message_id,
        )

    async def add_post(self, match_id: int, kind: str, channel_id: int, message_id: int) -> None:
        """Remember a message that is to be edited later, by what it is about."""
        await self._tell(
            "INSERT INTO posts (match_id, kind, channel_id, message_id) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (match_id, kind) DO UPDATE SET channel_id = excluded.channel_id, "
            "message_id = excluded.message_id",
            match_id,
            kind,
            channel_id,
            message_id,
        )

    async def drop_posts(self, match_id: int, posts: Sequence[tuple[str, int]]) -> None:
        """Forget messages that need no editing any more: what they are about, and their ids."""
        for kind, message in posts:
            await self._tell(
                "DELETE FROM posts WHERE match_id = ? AND kind = ? AND message_id = ?",
                match_id,
                kind,
                message,
            )

    async def renew_marks(self) -> None:
        """Let no control that was made before belong to an open match any more, nor any to a deck."""
        for match_id in await self.open_matches():
            drawn = mark(self._draw())
            await self._tell("UPDATE acts SET mark = '' WHERE match_id = ?", match_id)
            await self._tell("UPDATE matches SET mark = ? WHERE id = ?", drawn, match_id)
            await self._tell(
                "UPDATE acts SET mark = ? WHERE match_id = ? AND rev = (SELECT rev FROM matches WHERE id = ?)",
                drawn,
                match_id,
                match_id,
            )
        for (deck,) in await self._all("SELECT id FROM decks"):
            await self._tell("UPDATE decks SET id = ? WHERE id = ?", deck_id(self._draw()), deck)

    async def set_fact(self, name: str, value: str) -> None:
        """Remember a single fact."""
        await self._tell(
            "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value,
        )

    async def _many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        await self._connection.tell(sql, list(rows))

    async def _tell(self, sql: str, *values: Any, or_else: Exception | None = None) -> None:
        """Let a statement be carried out whose answer nobody waits for: before what is asked next, or with the commit."""
        await self._connection.tell(sql, [values], or_else)


def _act(row: Any) -> ActRow:
    choice = None if row[8] is None else tuple(str(key) for key in json.loads(row[8]))
    return ActRow(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], choice)


def _seats(listed: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in listed.split(",") if seat)


def _asked(row: Any) -> ReminderState:
    if row[1] is None:
        return NOTHING
    return ReminderState(row[0], row[1], row[2], row[3], row[4], row[5], bool(row[6]), row[7], bool(row[8]))


def _wishes(text: str) -> Wishes:
    return USUAL if text == "{}" else msgspec.json.decode(text, type=Wishes)


def _grouped(rows: Iterable[Any]) -> list[MatchRow]:
    """Return matches from rows of one for each seat, those of a match one after the other."""
    grouped: dict[int, list[Any]] = {}
    for row in rows:
        grouped.setdefault(row[0], []).append(row)
    return [_match(group) for group in grouped.values()]


def _match(rows: Sequence[Any]) -> MatchRow:
    """Make a match of its rows, one a seat, in order."""
    seats = tuple(
        SeatRow(
            person_id=row[12],
            name=row[13],
            deck=row[14],
            dm_closed=bool(row[15]),
            panel=(row[16], row[17]) if row[16] else None,
            pending=bool(row[18]),
            deck_content=row[19],
            clock=None if row[27] is None else SeatClock(row[27], row[28], row[29]),
            flagged=bool(row[30]),
            zone=row[25],
            away_until=row[26],
            hands_kept=bool(row[31]),
            wishes=_wishes(row[34]),
            asked=_asked((*row[35:42], *row[45:47])),
            ordered=bool(row[47]),
            house=bool(row[48]),
            beforehand=row[50],
        )
        for row in rows
    )
    first = rows[0]
    return MatchRow(
        id=first[0],
        game=first[1],
        standing=Standing(first[2]),
        rev=first[3],
        guild_id=first[4],
        channel_id=first[5],
        challenge_message_id=first[6],
        thread_id=first[7],
        status_message_id=first[8],
        awaited=_seats(first[9]),
        made_at=first[10],
        changed_at=first[11],
        seats=seats,
        data=first[20],
        control=read_control(first[21]),
        rated=bool(first[22]),
        pause_asked=first[23],
        paused=bool(first[24]),
        winners=None if first[32] is None else _seats(first[32]),
        reason=first[33],
        offered=bool(first[42]),
        challenger=first[43],
        rematch_of=first[44],
        mark=first[49],
        lesson=first[51],
    )
