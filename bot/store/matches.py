"""Statements about challenges and matches."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.clocks import read_control
from bot.errors import ConcurrentUpdate, NotFound
from bot.store.about import AboutMatch
from bot.store.acts import ActStatements, EventStatements
from bot.store.clocks import AbsenceLog
from bot.store.connection import Connection, Row, Statement, Value
from bot.store.key_values import TROUBLE
from bot.store.match_status import Invited, MatchStatus
from bot.store.outbox import NoteStatements
from bot.store.random_values import Draw, revision_token
from bot.store.rows import ActRow, MatchRow, NewMatch, NewNote, SeatRow
from bot.store.seats import FROM_SEATS, SEAT
from bot.store.subject import ALL, Columns, Subject, placeholders
from cards.i18n import msg


def _seats(listed: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in listed.split(",") if seat)


def _match(data: str, setup: str) -> Columns[MatchRow]:
    return Columns(
        MatchRow,
        "m",
        {"awaited": _seats, "control": read_control},
        status="m.standing",
        revision_token="m.mark",  # noqa: S106 - a column
        seats=None,
        data=data,
        setup=setup,
        offered="EXISTS (SELECT 1 FROM requests q WHERE q.match_id = m.id AND q.kind <> 'pause')",
        pause_asked="(SELECT q.seat FROM requests q WHERE q.match_id = m.id AND q.kind = 'pause')",
        trouble=f"COALESCE((SELECT f.value FROM facts f WHERE f.name = '{TROUBLE}' || m.id), '')",  # noqa: S608
        server_locale="(SELECT COALESCE(g.chosen, g.told) FROM server_locales g WHERE g.guild_id = m.guild_id)",
    )


_HEAD = _match("NULL", "NULL")
_WHOLE = _match("m.data", "(SELECT u.data FROM setups u WHERE u.match_id = m.id)")
"""The columns of a match without and with its saved position."""
_ONE_HEAD, _ONE_WHOLE = (columns.select("FROM matches m WHERE m.id = ?") for columns in (_HEAD, _WHOLE))
_ITS_SEATS = SEAT.select(f"{FROM_SEATS} WHERE s.match_id = ? ORDER BY s.seat")
_OF_A_PERSON = """
SELECT x.id FROM matches x JOIN seats y ON y.match_id = x.id
WHERE y.person_id = ? AND x.standing IN ({standings}) AND (CAST(? AS BIGINT) IS NULL OR CASE WHEN x.lesson <> '' THEN 1 ELSE 0 END = ?)
AND (CAST(? AS TEXT) IS NULL OR x.game = ?)
ORDER BY x.id DESC LIMIT ?
"""
_ON_A_SERVER = """
SELECT x.id FROM matches x WHERE x.guild_id = ? AND x.lesson = '' AND x.standing IN ({standings}) ORDER BY x.id DESC LIMIT ?
"""
_TABLES_ON_A_SERVER = """
SELECT x.id FROM matches x WHERE x.guild_id = ? AND x.table_for > 0 AND x.standing = 'challenged' ORDER BY x.id DESC LIMIT ?
"""


class MatchQueries(Subject):
    """Challenges and matches: a match is an accepted challenge and keeps its id."""

    def __init__(self, connection: Connection, absences: AbsenceLog) -> None:
        super().__init__(connection)
        self._absences = absences

    async def match(self, match_id: int, *, data: bool = False) -> MatchRow | None:
        """Return a challenge or match, with its saved position if `data`."""
        heads, seats = await self._connection.fetch(*self.statements(match_id, data=data))
        return self.row(heads, seats, match_id) if heads else None

    async def existing(self, match_id: int, *, data: bool = False) -> MatchRow:
        """Return a challenge or match, with its saved position if `data`. Raises NotFound."""
        heads, seats = await self._connection.fetch(*self.statements(match_id, data=data))
        return self.row(heads, seats, match_id)

    def statements(self, match_id: int, *, data: bool = True) -> tuple[Statement, Statement]:
        """Return the statements that select a match, for `row`; with its saved position if `data`."""
        return (_ONE_WHOLE if data else _ONE_HEAD, (match_id,)), (_ITS_SEATS, (match_id,))

    def row(self, heads: Sequence[Row], seats: Sequence[Row], match_id: int) -> MatchRow:
        """Return the match from the rows of `statements`. Raises NotFound if there is none."""
        if not heads:
            raise NotFound(msg("There is no match {id}.", id=match_id))
        return self._matches(_WHOLE, heads, seats)[0]

    async def of(
        self,
        person: int,
        statuses: Sequence[MatchStatus],
        limit: int,
        *,
        lessons: bool | None = False,
        game: str | None = None,
    ) -> list[MatchRow]:
        """Return a person's challenges and matches with these statuses, newest first; with `game`, only of that game.

        Without lessons; `lessons`: only lessons; None: all of them.
        """
        return await self._select(
            _OF_A_PERSON, statuses, person, *statuses, lessons, lessons, game, game, limit
        )

    async def last_game(self, person: int, games: Sequence[str]) -> str | None:
        """Return the game of the person's newest challenge or match, among these games; None if there is none.

        Excludes lessons.
        """
        row = await self._one(
            "SELECT m.game FROM matches m JOIN seats s ON s.match_id = m.id WHERE s.person_id = ? AND m.lesson = '' "  # noqa: S608
            f"AND m.standing IN ('challenged', 'playing', 'over') AND m.game IN ({placeholders(games)}) "
            "ORDER BY m.id DESC LIMIT 1",
            person,
            *games,
        )
        return None if row is None else str(row[0])

    async def on_server(self, guild_id: int, statuses: Sequence[MatchStatus], limit: int) -> list[MatchRow]:
        """Return a server's challenges and matches with these statuses, newest first, excluding lessons."""
        return await self._select(_ON_A_SERVER, statuses, guild_id, *statuses, limit)

    async def _select(
        self, selection: str, statuses: Sequence[MatchStatus], *values: Value
    ) -> list[MatchRow]:
        chosen = selection.format(standings=placeholders(statuses))
        heads, seats = await self._connection.fetch(
            (_HEAD.select(f"FROM matches m WHERE m.id IN ({chosen}) ORDER BY m.id DESC"), values),
            (SEAT.select(f"{FROM_SEATS} WHERE s.match_id IN ({chosen}) ORDER BY s.seat"), values),
        )
        return self._matches(_HEAD, heads, seats)

    async def number_open(self) -> dict[tuple[str, str], int]:
        """Return the number of open challenges and matches, by game and status."""
        rows = await self._all(
            "SELECT game, standing, COUNT(*) FROM matches WHERE standing IN ('challenged', 'playing') GROUP BY game, standing"
        )
        return {(str(game), str(standing)): int(number) for game, standing, number in rows}

    async def open(self, after: int = 0, limit: int = ALL) -> list[int]:
        """Return the ids of open challenges and matches after `after`, at most `limit`, excluding lessons."""
        return await self._numbers(
            "SELECT id FROM matches WHERE id > ? AND standing IN ('challenged', 'playing') AND lesson = '' "
            "ORDER BY id LIMIT ?",
            after,
            limit,
        )

    async def open_on(self, guild_id: int) -> list[int]:
        """Return the ids of a server's open challenges and matches, excluding lessons."""
        return await self._numbers(
            "SELECT id FROM matches WHERE guild_id = ? AND standing IN ('challenged', 'playing') AND lesson = '' "
            "ORDER BY id",
            guild_id,
        )

    async def without_clock(self, asked_before: int) -> list[int]:
        """Return the matches without a clock with a question asked before a moment, excluding lessons."""
        return await self._numbers(
            "SELECT DISTINCT m.id FROM matches m JOIN reminders r ON r.match_id = m.id WHERE m.standing = 'playing' "
            "AND m.lesson = '' AND m.control = 'none' AND r.question IS NOT NULL AND r.asked_at <= ? ORDER BY m.id",
            asked_before,
        )

    async def in_thread(self, thread_id: int) -> int | None:
        """Return the id of the match with this thread, its own or the one for comments."""
        return await self._number_if_any(
            "SELECT id FROM matches WHERE thread_id = ? "
            "UNION ALL SELECT match_id FROM posts WHERE kind = 'talk' AND channel_id = ?",
            thread_id,
            thread_id,
        )

    async def challenges_by(self, person: int) -> int:
        """Return the number of open challenges by a person."""
        return await self._number(
            "SELECT COUNT(*) FROM seats s JOIN matches m ON m.id = s.match_id "
            "WHERE s.person_id = ? AND s.seat = m.challenger AND m.standing = 'challenged'",
            person,
        )

    async def has_open_table(self, person: int) -> bool:
        """Return whether a person has an open table."""
        return await self._is_there(
            "SELECT 1 FROM seats s JOIN matches m ON m.id = s.match_id WHERE s.person_id = ? "
            "AND s.seat = m.challenger AND m.standing = 'challenged' AND m.table_for > 0",
            person,
        )

    async def open_tables(self, guild_id: int, limit: int) -> list[MatchRow]:
        """Return a server's open tables, newest first."""
        return await self._select(_TABLES_ON_A_SERVER, (), guild_id, limit)

    async def playing(self, person: int) -> int:
        """Return the number of matches a person is playing."""
        return await self._number(
            "SELECT COUNT(*) FROM seats s JOIN matches m ON m.id = s.match_id "
            "WHERE s.person_id = ? AND m.standing = 'playing' AND m.lesson = '' AND s.left_by IS NULL",
            person,
        )

    async def of_pair(self, one: int, other: int, channel_id: int, game: str) -> int:
        """Return the number of open challenges and matches of a game between two people in a channel.

        Those that one of them declined or left don't count.
        """
        return await self._number(
            "SELECT COUNT(*) FROM matches m JOIN seats a ON a.match_id = m.id AND a.person_id = ? "
            "JOIN seats b ON b.match_id = m.id AND b.person_id = ? "
            "WHERE m.channel_id = ? AND m.game = ? AND m.standing IN ('challenged', 'playing') "
            "AND a.left_by IS NULL AND b.left_by IS NULL AND NOT EXISTS (SELECT 1 FROM invitations i "
            "WHERE i.match_id = m.id AND i.person_id IN (a.person_id, b.person_id) AND i.answer = 'declined')",
            one,
            other,
            channel_id,
            game,
        )

    async def rematch(self, match_id: int) -> int | None:
        """Return the challenge or match that is the rematch of a match, None if there is none."""
        return await self._number_if_any(
            "SELECT id FROM matches WHERE rematch_of = ? AND standing IN ('challenged', 'playing', 'over')",
            match_id,
        )

    async def playing_in(self, channel_id: int) -> int:
        """Return the number of matches in progress in a channel."""
        return await self._number(
            "SELECT COUNT(*) FROM matches WHERE channel_id = ? AND standing = 'playing'", channel_id
        )

    async def revision(self, match_id: int) -> int | None:
        """Return the current revision of a match, None if there is no such match."""
        return await self._number_if_any("SELECT rev FROM matches WHERE id = ?", match_id)

    async def has_been(self, match_id: int, revision_token: str) -> bool | None:
        """Return whether a match is or was at the revision with that token; None if there is no such match."""
        is_known = await self._number_if_any(
            "SELECT CASE WHEN m.mark = ? OR EXISTS (SELECT 1 FROM acts a WHERE a.match_id = m.id AND a.mark = ?) "
            "THEN 1 ELSE 0 END FROM matches m WHERE m.id = ?",
            revision_token,
            revision_token,
            match_id,
        )
        return None if is_known is None else bool(is_known)

    def _matches(
        self, columns: Columns[MatchRow], heads: Sequence[Row], seats: Sequence[Row]
    ) -> list[MatchRow]:
        """Return matches from their rows, with their ordered seats, and clocks adjusted for absences."""
        by_match: dict[int, list[tuple[SeatRow, int]]] = {}
        for seat in SEAT.records(seats):
            by_match.setdefault(seat.match_id, []).append((seat.row, seat.absences))
        matches: list[MatchRow] = []
        for head in heads:
            row = columns.record(head, seats=())
            clocks = self._absences.clocks(by_match[row.id], row.control, row.guild_id)
            matches.append(replace(row, seats=clocks, table_until=self._table_until(row)))
        return matches

    def _table_until(self, row: MatchRow) -> int:
        """Return the expiry of an open table, adjusted for absences; 0 for other matches."""
        if not row.table_until:
            return 0
        known = self._absences.included(row.made_at)
        return self._absences.deadline(row.table_until, row.made_at, known, row.guild_id)


class MatchStatements(MatchQueries):
    """Challenges and matches, inside a transaction."""

    def __init__(
        self,
        connection: Connection,
        absences: AbsenceLog,
        draw: Draw,
        acts: ActStatements,
        events: EventStatements,
        notes: NoteStatements,
    ) -> None:
        super().__init__(connection, absences)
        self._draw = draw
        self._acts = acts
        self._events = events
        self._notes = notes

    async def add(self, new: NewMatch) -> int:
        """Add a challenge at revision 0 and return its id."""
        match_id = await self._number(
            "INSERT INTO matches (game, standing, rev, guild_id, channel_id, made_at, changed_at, control, rated, "
            "challenger, rematch_of, mark, lesson, takes_over, level, table_for, table_until) "
            "VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            new.game,
            MatchStatus.CHALLENGED,
            new.guild_id,
            new.channel_id,
            new.at,
            new.at,
            str(new.control),
            new.rated,
            new.challenger,
            new.rematch_of,
            revision_token(self._draw()),
            new.lesson,
            new.takes_over,
            new.level,
            new.table_for,
            new.table_until,
        )
        self._connection.scope.made(AboutMatch(match_id))
        for seat, person in enumerate(new.people):
            own = new.deck if seat == new.challenger else ""
            await self._add("seats", match_id=match_id, seat=seat, person_id=person, deck=own)
            if seat != new.challenger:
                await self._add("invitations", match_id=match_id, person_id=person, answer=Invited.OPEN)
        return match_id

    async def set_unrated(self, match_id: int, why: str) -> None:
        """Store why a rated match changes no rating."""
        await self._execute("UPDATE matches SET unrated = ? WHERE id = ?", why, match_id)

    async def set_forfeits(self, match_id: int) -> None:
        """Store that a player's first timeout in a match puts them out."""
        await self._execute("UPDATE matches SET forfeits = 1 WHERE id = ?", match_id)

    async def set_outcome(self, match_id: int, places: Sequence[Sequence[int]], ending: str) -> None:
        """Store how a match ended: the seats from the first place to the last, empty without a result."""
        await self._execute("UPDATE matches SET reason = ? WHERE id = ?", ending, match_id)
        await self._many(
            "UPDATE seats SET place = ? WHERE match_id = ? AND seat = ?",
            [(place, match_id, seat) for place, seats in enumerate(places, 1) for seat in seats],
        )

    async def set_pause(self, match_id: int, asked: int | None, *, paused: bool) -> None:
        """Store the seat that asks for a pause, and whether the match is paused."""
        await self._execute("UPDATE matches SET paused = ? WHERE id = ?", paused, match_id)
        if asked is None:
            await self._execute("DELETE FROM requests WHERE match_id = ? AND kind = 'pause'", match_id)
        else:
            await self._put("requests", {"match_id": match_id, "kind": "pause"}, seat=asked)

    async def advance(
        self,
        row: MatchRow,
        *,
        status: MatchStatus,
        awaited: Sequence[int],
        data: bytes | None,
        act: ActRow,
        events: str,
        notes: Sequence[NewNote],
        setup: bytes | None = None,
    ) -> str:
        """Advance a match by one act: store its position, the act, the events (JSON), and the notes about it.

        `setup` is the match's setup, given by the act that begins it. Returns the token of the new
        revision, which is drawn here. Raises ConcurrentUpdate if the match is no longer at `row.rev`; the
        transaction must then be given up.
        """
        drawn = revision_token(self._draw())
        await self._execute(
            "UPDATE matches SET mark = ?, rev = ?, standing = ?, awaited = ?, data = ?, changed_at = ? "
            "WHERE id = ? AND rev = ? RETURNING rev",
            drawn,
            act.rev,
            status,
            ",".join(map(str, awaited)),
            data,
            act.at,
            row.id,
            row.rev,
            or_else=ConcurrentUpdate,
        )
        if setup is not None:
            await self._add("setups", match_id=row.id, data=setup)
        await self._acts.add(act)
        await self._events.add(row.id, act.rev, act.at, events)
        await self._notes.add(notes)
        return drawn

    async def renew_marks(self) -> None:
        """Disconnect all existing controls from their open matches."""
        for match_id in await self.open():
            drawn = revision_token(self._draw())
            await self._execute("UPDATE acts SET mark = '' WHERE match_id = ?", match_id)
            await self._execute("UPDATE matches SET mark = ? WHERE id = ?", drawn, match_id)
            await self._execute(
                "UPDATE acts SET mark = ? WHERE match_id = ? AND rev = (SELECT rev FROM matches WHERE id = ?)",
                drawn,
                match_id,
                match_id,
            )
