"""The outbox: notes that wait, are leased, and are done."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.store.columns import Columns, Row
from bot.store.rows import NewNote, NoteRow
from bot.store.subject import Subject

_NOTE = Columns(NoteRow)

_SHARED = frozenset({"challenge", "open", "names", "result", "talk"})
"""Public notes that are shown where those of other matches are, too: in a channel, and the result wherever its server wants it."""

_AT_ONE_PLACE = 4
"""Notes under way to one shared place at most, for Discord limits what is sent to each."""

_PLACES = 12
"""Shared places that are looked at in one step. What is claimed next comes from those behind them: places take turns."""

_TURN = f"""
RECURSIVE turn (place) AS (
    SELECT (SELECT MIN(place) FROM outbox WHERE done_at IS NULL AND ready = 1 AND place > ?)
    UNION ALL
    SELECT (SELECT MIN(o.place) FROM outbox o WHERE o.done_at IS NULL AND o.ready = 1 AND o.place > turn.place)
    FROM turn WHERE turn.place IS NOT NULL
    LIMIT {_PLACES})
"""  # noqa: S608 - made of our own words only
"""The shared places whose turn it is, each found by one step in the index, whatever waits there."""

_DUE = "o.done_at IS NULL AND o.ready = 1 AND o.not_before <= ? AND (o.leased_until IS NULL OR o.leased_until <= ?)"
"""The first notes of their matches and people (`ready` is kept by the database itself) that may be sent now."""

_CLAIM = f"""
WITH {_TURN},
busy AS MATERIALIZED (
    SELECT place, COUNT(*) AS number FROM outbox WHERE done_at IS NULL AND leased_until > ? GROUP BY place),
own AS (
    SELECT o.id, o.not_before FROM outbox o WHERE o.place = 0 AND {_DUE}
    ORDER BY o.not_before, o.id LIMIT ?),
shared AS (
    SELECT due.id, due.not_before,
           ROW_NUMBER() OVER (PARTITION BY due.place ORDER BY due.not_before, due.id) + COALESCE(busy.number, 0) AS number
    FROM turn
    JOIN outbox due ON due.id IN (SELECT o.id FROM outbox o WHERE o.place = turn.place AND {_DUE}
                                  ORDER BY o.not_before, o.id LIMIT {_AT_ONE_PLACE})
    LEFT JOIN busy ON busy.place = due.place)
UPDATE outbox SET leased_until = ?, lease_owner = ?, attempts = attempts + 1
WHERE id IN (
    SELECT id FROM (SELECT id, not_before FROM own
                    UNION ALL SELECT id, not_before FROM shared WHERE number <= {_AT_ONE_PLACE}) AS heads
    ORDER BY not_before, id LIMIT ?)
RETURNING {_NOTE}
"""  # noqa: S608 - made of our own words only
"""Lease the oldest heads. It looks at a few of them, in the order of an index, and not at all that wait behind them."""

_SUPERSEDE = """
UPDATE outbox SET done_at = ?, result = 'superseded'
WHERE done_at IS NULL AND leased_until <= ?
  AND EXISTS (SELECT 1 FROM outbox newer
              WHERE newer.coalesce_key = outbox.coalesce_key AND newer.done_at IS NULL
                AND newer.leased_until IS NULL)
"""

_ADD_NOTE = """
INSERT INTO outbox (match_id, person_id, kind, rev, mentions, dedupe_key, coalesce_key, nonce, place)
VALUES (?, ?, ?, ?, ?, ?, ?, ? || COALESCE((SELECT mark FROM acts WHERE match_id = ? AND rev = ?), ''),
        COALESCE((SELECT CASE ? WHEN 'result' THEN guild_id ELSE channel_id END FROM matches WHERE id = ?), 0))
ON CONFLICT (coalesce_key) WHERE done_at IS NULL AND leased_until IS NULL
DO UPDATE SET kind = excluded.kind, rev = excluded.rev, mentions = excluded.mentions,
              dedupe_key = excluded.dedupe_key, nonce = excluded.nonce,
              place = excluded.place
"""


class NoteStatements(Subject):
    """The outbox, inside a transaction."""

    _turn = 0

    async def add(self, notes: Sequence[NewNote]) -> None:
        """Put notes into the outbox; each takes the place of one with the same coalesce key that still waits."""
        rows = [
            (
                n.match_id,
                n.person_id,
                n.kind,
                n.rev,
                json.dumps(n.mentions),
                n.dedupe_key,
                n.coalesce_key,
                n.nonce,
                n.match_id,
                n.since,
                n.kind,
                n.match_id if not n.person_id and n.kind in _SHARED else None,
            )
            for n in notes
        ]
        await self._many(_ADD_NOTE, rows)

    async def claim(self, owner: str, now: int, until: int, limit: int) -> list[NoteRow]:
        """Lease the notes that are due, at most one of each match and person and few of each place, and return them."""
        await self._tell(_SUPERSEDE, now, now)
        due, rows, first = (now, now), list[Row](), self._turn
        is_around = not first
        while len(rows) < limit:
            free = limit - len(rows)
            places, claimed = await self._connection.ask(
                (f"WITH {_TURN} SELECT place FROM turn WHERE place IS NOT NULL", (self._turn,)),  # noqa: S608
                (_CLAIM, (self._turn, now, *due, free, *due, until, owner, free)),
            )
            rows += claimed
            self._turn = int(places[-1][0]) if len(places) == _PLACES else 0
            if is_around and (not self._turn or 0 < first <= self._turn):
                break
            is_around = is_around or not self._turn
        return sorted(_NOTE.records(rows), key=lambda note: note.id)

    async def next_due(self, now: int) -> int | None:
        """Return when the next note will be due that is not due now, None if there is none."""
        return await self._number_if_any(
            "SELECT MIN(due) FROM ("
            "SELECT MIN(CASE WHEN leased_until > not_before THEN leased_until ELSE not_before END) AS due FROM outbox "
            "WHERE done_at IS NULL AND leased_until > ? "
            "UNION ALL SELECT * FROM (SELECT not_before FROM outbox WHERE done_at IS NULL AND not_before > ? "
            "AND (leased_until IS NULL OR leased_until <= ?) ORDER BY not_before LIMIT 1) AS later) AS first",
            now,
            now,
            now,
        )

    async def is_known(self, note: NewNote) -> bool:
        """Return whether this very note has been in the outbox before."""
        return await self._is_there("SELECT 1 FROM outbox WHERE dedupe_key = ?", note.dedupe_key)

    async def is_there(self, note: int) -> bool:
        """Return whether there still is such a note: the person it was for may have been forgotten."""
        return await self._is_there("SELECT 1 FROM outbox WHERE id = ?", note)

    async def done(self, note: int, at: int, result: str) -> None:
        """Say that a note has been delivered, or never will be."""
        await self._tell("UPDATE outbox SET done_at = ?, result = ? WHERE id = ?", at, result, note)

    async def shown(self, note: NoteRow, rev: int, at: int) -> None:
        """Say that a delivery showed everything up to `rev`: a note like it that waits to show that has nothing to say."""
        await self._tell(
            "UPDATE outbox SET done_at = ?, result = 'shown already' "
            "WHERE coalesce_key = ? AND kind = ? AND rev <= ? AND done_at IS NULL AND leased_until IS NULL",
            at,
            note.coalesce_key,
            note.kind,
            rev,
        )

    async def later(self, note: NoteRow, not_before: int, *, failed: bool) -> None:
        """Queue a note; if a newer one with its coalesce key has come, that one waits in its place."""
        moved = await self._is_there(
            "UPDATE outbox SET not_before = ? "
            "WHERE coalesce_key = ? AND done_at IS NULL AND leased_until IS NULL RETURNING id",
            not_before,
            note.coalesce_key,
        )
        if moved:
            await self.done(note.id, not_before, "superseded")
            return
        await self._tell(
            "UPDATE outbox SET not_before = ?, leased_until = NULL, failures = failures + ? WHERE id = ?",
            not_before,
            int(failed),
            note.id,
        )

    async def owners(self) -> list[str]:
        """Return who holds leases."""
        rows = await self._all(
            "SELECT DISTINCT lease_owner FROM outbox WHERE done_at IS NULL AND leased_until IS NOT NULL"
        )
        return [str(row[0]) for row in rows]

    async def release(self, owner: str, now: int) -> None:
        """End the leases of an owner that is gone."""
        await self._tell(
            "UPDATE outbox SET leased_until = ? WHERE lease_owner = ? AND done_at IS NULL AND leased_until > ?",
            now,
            owner,
            now,
        )

    async def sweep(self, before: int) -> None:
        """Forget notes that were done with before that time."""
        await self._tell("DELETE FROM outbox WHERE done_at < ?", before)
