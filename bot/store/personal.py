"""A person's data in the database: export and deletion (`bot.store.personal_data` lists it)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from bot.clocks.control import DAY
from bot.store.about import AboutKey, MatchesOf
from bot.store.connection import Value
from bot.store.deleted_accounts import REMEMBERED, identities, ids_of, mark_of
from bot.store.person import A_FORMER_MODERATOR, A_FORMER_PLAYER
from bot.store.personal_data import PERSONAL_DATA
from bot.store.subject import Subject, placeholders

FORMER_PLAYER = str(A_FORMER_PLAYER)
"""The stored name of a person who deleted their data."""
STAND_INS = "stand-ins"
"""The key value that is locked to create a placeholder. It guards the next number and the secret of the marks."""
FORMER_MODERATOR = str(A_FORMER_MODERATOR)

_REMEMBERED = 30 * DAY
"""Milliseconds after which Discord never repeats an interaction."""
_ABOUT_ONE = frozenset({"ping", "remind"})
"""Kinds of public notes for the sake of a single person."""


class PersonalQueries(Subject):
    """One person's data, table by table."""

    async def rows(self, person: int, *, remembered: bool = False) -> dict[str, list[dict[str, Value]]]:
        """Return the rows that belong to a person, by table.

        `remembered`: including those with which a returning account continues.
        """
        ids = await ids_of(self._connection, person) if remembered else [person]
        rows_by_table: dict[str, list[dict[str, Value]]] = {}
        for table, personal_data in PERSONAL_DATA.items():
            if personal_data.whose:
                columns = [c for c in personal_data.rest.split() if c not in personal_data.technical]
                ids_to_match = ids if personal_data.whose in personal_data.replaced else [person]
                order = "1, 2" if len(columns) > 1 else "1"
                sql = f"SELECT {', '.join(columns)} FROM {table} WHERE {personal_data.whose} IN ({placeholders(ids_to_match)}) AND {personal_data.exported_where} ORDER BY {order}"  # noqa: S608
                rows_by_table[table] = [
                    dict(zip(columns, row, strict=True)) for row in await self._all(sql, *ids_to_match)
                ]
        return rows_by_table

    async def acts(self, person: int) -> list[tuple[int, int, str, tuple[str, ...] | None]]:
        """Return a person's acts in matches, as (match, time, kind, choice)."""
        rows = await self._all(
            f"SELECT match_id, at, kind, choice FROM acts WHERE {_OWN_ACTS} ORDER BY match_id, rev",  # noqa: S608
            person,
            person,
            person,
        )
        return [
            (row[0], row[1], row[2], None if row[3] is None else tuple(json.loads(row[3]))) for row in rows
        ]

    async def rated(self, person: int) -> list[tuple[int, int, str, int, int]]:
        """Return a person's rating changes, as (match, time, reason not to count, rating before, rating after)."""
        rows = await self._all(
            "SELECT r.match_id, r.at, r.why_not, s.shown_before, s.shown_after FROM rated_seats s "
            "JOIN rated r ON r.match_id = s.match_id WHERE s.person_id = ? ORDER BY 1",
            person,
        )
        return [tuple(row) for row in rows]

    async def moderated(self, person: int) -> list[tuple[int, str]]:
        """Return the matches that a person ended or voided as a moderator, with their reasons."""
        rows = await self._all(
            "SELECT i.match_id, i.reason FROM interventions i JOIN acts a ON a.match_id = i.match_id "
            "WHERE a.kind IN ('end', 'void') AND a.person_id = ? ORDER BY 1",
            person,
        )
        return [(row[0], row[1]) for row in rows]

    async def barred(self, person: int) -> list[tuple[int, int, str]]:
        """Return a person's bars, as (server, time, reason)."""
        rows = await self._all("SELECT guild_id, at, reason FROM bars WHERE person_id = ? ORDER BY 1", person)
        return [tuple(row) for row in rows]

    async def bars_set(self, person: int) -> list[tuple[int, int, str]]:
        """Return the bars that a person set as a moderator, as (server, time, reason)."""
        rows = await self._all("SELECT guild_id, at, reason FROM bars WHERE by_id = ? ORDER BY 1, 2", person)
        return [tuple(row) for row in rows]

    async def when(self, person: int, what: Sequence[str], since: int) -> list[int]:
        """Return the times of a person's acts on their own data since a moment, latest first.

        `what` are the kinds of acts.
        """
        return await self._numbers(
            f"SELECT at FROM personal_acts WHERE person_id = ? AND at > ? AND what IN ({placeholders(what)}) ORDER BY at DESC",  # noqa: S608
            person,
            since,
            *what,
        )

    async def matches(self, person: int, *, over: bool) -> list[int]:
        """Return the open challenges and matches of a person; with `over`, finished ones too."""
        which = "" if over else " AND m.standing IN ('challenged', 'playing')"
        return await self._numbers(
            f"SELECT m.id FROM matches m WHERE m.id IN (SELECT match_id FROM seats WHERE person_id = ? "  # noqa: S608
            f"UNION SELECT match_id FROM invitations WHERE person_id = ?){which} ORDER BY m.id",
            person,
            person,
        )

    async def identities(self) -> Callable[[int], int]:
        """Return a function that maps all ids of one person, before and after deletions, to the same number."""
        return await identities(self._connection)


class PersonalStatements(PersonalQueries):
    """One person's data, inside a transaction."""

    async def once(self, interaction: int, person: int, what: str, at: int) -> bool:
        """Record an act of a person on their own data. Return False if this interaction is already recorded."""
        await self._execute("DELETE FROM personal_acts WHERE at < ?", at - _REMEMBERED)
        return await self._is_there(
            "INSERT INTO personal_acts (interaction_id, person_id, what, at) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (interaction_id) DO NOTHING RETURNING interaction_id",
            interaction,
            person,
            what,
            at,
        )

    async def forget(self, person: int, name: str, at: int) -> int:
        """Delete a person's data. In data shared with others, a placeholder replaces them.

        Return the placeholder's new, negative id. The placeholder keeps hands private, and keeps a mark by which a
        returning person is recognised (`bot.store.deleted_accounts`).
        """
        for about in (AboutKey(STAND_INS), MatchesOf(person, over=True)):
            self._connection.scope.check(about)
        stand_in = await self._stand_in(person, at)
        await self._execute_unchecked(
            "UPDATE seats SET deck = '', deck_content = '' WHERE person_id = ? AND deck_content <> ''", person
        )
        await self._execute_unchecked("UPDATE seats SET beforehand = '' WHERE person_id = ?", person)
        await self._rewrite_interventions(person, name)
        await self._execute_unchecked(
            "UPDATE bars SET reason = '' WHERE person_id = ? OR by_id = ?", person, person
        )
        for table in ("look_back_pieces", "look_backs"):
            # Reports on their decisions are deleted, and the rest is meaningless without them.
            await self._execute_unchecked(
                f"DELETE FROM {table} WHERE match_id IN (SELECT match_id FROM seats WHERE person_id = ?)",  # noqa: S608
                person,
            )
        own_acts = f"UPDATE acts SET person_id = ? WHERE {_OWN_ACTS}"  # noqa: S608
        await self._execute_unchecked(own_acts, stand_in, person, person, person)
        replacements = [
            (table, column)
            for table, personal_data in PERSONAL_DATA.items()
            for column in personal_data.replaced
            if table != "acts"
        ]
        for table, column in replacements:
            change = f"UPDATE {table} SET {column} = ? WHERE {column} = ?"  # noqa: S608
            await self._execute_unchecked(change, stand_in, person)
        await self._rewrite_outbox(person, stand_in)
        for table, personal_data in reversed(list(PERSONAL_DATA.items())):
            if personal_data.whose:
                await self._execute_unchecked(f"DELETE FROM {table} WHERE {personal_data.whose} = ?", person)  # noqa: S608
        return stand_in

    async def _stand_in(self, person: int, at: int) -> int:
        await self._execute_unchecked(
            "UPDATE people SET mark = '' WHERE mark <> '' AND forgotten_at < ? "
            "AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocked_id = people.id) "
            "AND NOT EXISTS (SELECT 1 FROM bars WHERE person_id = people.id)",
            at - REMEMBERED,
        )
        await self._execute_unchecked(
            "DELETE FROM ratings WHERE person_id IN (SELECT id FROM people WHERE id < 0 AND forgotten_at < ?)",
            at - REMEMBERED,
        )
        mark = await mark_of(self._connection, person)
        # The lock on the key value makes the number unique.
        [[(number,)]] = await self._connection.fetch(
            (
                "INSERT INTO people (id, name, hands_kept, mark, forgotten_at) SELECT COALESCE(MIN(id), 0) - 1, ?, "
                "COALESCE((SELECT hands_kept FROM people WHERE id = ?), 0), ?, CAST(? AS BIGINT) FROM people WHERE id < 0 "
                "RETURNING id",
                (FORMER_PLAYER, person, mark, at),
            )
        )
        return int(number)

    async def _rewrite_interventions(self, person: int, name: str) -> None:
        """Remove a name from interventions: the moderator's, and a player's in the reason."""
        await self._execute_unchecked(
            "UPDATE interventions SET moderator = ? WHERE match_id IN "
            "(SELECT match_id FROM acts WHERE kind IN ('end', 'void') AND person_id = ?)",
            FORMER_MODERATOR,
            person,
        )
        reasons = await self._all(
            "SELECT match_id, reason FROM interventions WHERE match_id IN "
            "(SELECT match_id FROM seats WHERE person_id = ?)",
            person,
        )
        for match_id, reason in reasons if name else ():
            without = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", FORMER_PLAYER, reason, flags=re.IGNORECASE)
            await self._execute_unchecked(
                "UPDATE interventions SET reason = ? WHERE match_id = ?", without, match_id
            )

    async def _rewrite_outbox(self, person: int, stand_in: int) -> None:
        """Remove all pending mentions of a person who deleted their data."""
        calling = await self._all(
            "SELECT id, kind, mentions FROM outbox WHERE person_id <> ? AND mentions LIKE ?",
            person,
            f"%{person}%",
        )
        for note, kind, mentions in calling:
            remaining: Sequence[int] = [
                mentioned for mentioned in json.loads(mentions) if mentioned != person
            ]
            if kind in _ABOUT_ONE:
                await self._execute_unchecked("DELETE FROM outbox WHERE id = ?", note)
            else:
                await self._execute_unchecked(
                    "UPDATE outbox SET mentions = ? WHERE id = ?", json.dumps(remaining), note
                )
        await self._execute_unchecked(
            "UPDATE outbox SET dedupe_key = REPLACE(dedupe_key, ?, ?), coalesce_key = REPLACE(coalesce_key, ?, ?) "
            "WHERE person_id <> ? AND dedupe_key LIKE ?",
            str(person),
            str(stand_in),
            str(person),
            str(stand_in),
            person,
            f"%{person}%",
        )


_OWN_ACTS = (
    "person_id = ? AND match_id IN "
    "(SELECT match_id FROM seats WHERE person_id = ? UNION SELECT match_id FROM interventions "
    "UNION SELECT match_id FROM invitations WHERE person_id = ?)"
)
"""A person's acts: as a player, as a moderator, or as an invited person who has lost their seat."""
