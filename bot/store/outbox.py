"""The outbox in the SQLite store: notes that wait, are leased, and are done."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.store.columns import Columns
from bot.store.rows import NewNote, NoteRow
from bot.store.subject import Subject

_NOTE = Columns(NoteRow)

_PLACE = """
CASE WHEN o.person_id <> 0 OR o.kind NOT IN ('challenge', 'open', 'names', 'result', 'talk') THEN -o.id
     ELSE (SELECT CASE WHEN o.kind = 'result' THEN m.guild_id ELSE m.channel_id END FROM matches m
           WHERE m.id = o.match_id) END
"""
"""Where a note is shown, as far as other matches' notes are shown there, too: Discord limits what is sent to one place."""

_CLAIM = f"""
UPDATE outbox SET leased_until = ?, lease_owner = ?, attempts = attempts + 1
WHERE id IN (
    SELECT due.id FROM (
        SELECT o.id, o.not_before, o.place, ROW_NUMBER() OVER (PARTITION BY o.place ORDER BY o.not_before, o.id)
               + (SELECT COUNT(*) FROM (SELECT {_PLACE} AS place FROM outbox o
                                        WHERE o.done_at IS NULL AND o.leased_until > ?) AS busy
                  WHERE busy.place = o.place) AS number
        FROM (
            SELECT o.id, o.not_before, {_PLACE} AS place FROM outbox o
            WHERE o.done_at IS NULL AND o.not_before <= ? AND (o.leased_until IS NULL OR o.leased_until <= ?)
              AND NOT EXISTS (SELECT 1 FROM outbox before
                              WHERE before.match_id = o.match_id AND before.person_id = o.person_id
                                AND before.done_at IS NULL AND before.id < o.id)
              AND (o.person_id = 0
                   OR NOT EXISTS (SELECT 1 FROM outbox thread
                                  WHERE thread.match_id = o.match_id AND thread.person_id = 0 AND thread.kind = 'open'
                                    AND thread.done_at IS NULL AND thread.attempts < 3))) AS o) AS due
    WHERE due.number <= ?
    ORDER BY due.not_before, due.id
    LIMIT ?)
RETURNING {_NOTE}
"""  # noqa: S608 - made of our own words only

_AT_ONE_PLACE = 4
"""So many notes are under way to one place at a time: what waits there for Discord keeps nobody else waiting."""

_SUPERSEDE = """
UPDATE outbox SET done_at = ?, result = 'superseded'
WHERE done_at IS NULL AND leased_until <= ?
  AND EXISTS (SELECT 1 FROM outbox newer
              WHERE newer.coalesce_key = outbox.coalesce_key AND newer.done_at IS NULL
                AND newer.leased_until IS NULL)
"""

_ADD_NOTE = """
INSERT INTO outbox (match_id, person_id, kind, rev, mentions, dedupe_key, coalesce_key, nonce)
VALUES (?, ?, ?, ?, ?, ?, ?, ? || COALESCE((SELECT mark FROM acts WHERE match_id = ? AND rev = ?), ''))
ON CONFLICT (coalesce_key) WHERE done_at IS NULL AND leased_until IS NULL
DO UPDATE SET kind = excluded.kind, rev = excluded.rev, mentions = excluded.mentions,
              dedupe_key = excluded.dedupe_key, nonce = excluded.nonce
"""


class SqliteNotes(Subject):
    """Notes that wait, are leased, and are done."""

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
            )
            for n in notes
        ]
        await self._many(_ADD_NOTE, rows)

    async def claim(self, owner: str, now: int, until: int, limit: int) -> list[NoteRow]:
        """Lease the notes that are due, at most one of each match and person and few of each place, and return them."""
        await self._tell(_SUPERSEDE, now, now)
        rows = await self._all(_CLAIM, until, owner, now, now, now, _AT_ONE_PLACE, limit)
        return sorted(_NOTE.records(rows), key=lambda note: note.id)

    async def next_due(self, now: int) -> int | None:
        """Return when the next note will be due that is not due now, None if there is none."""
        return await self._number_if_any(
            "SELECT MIN(due) FROM (SELECT CASE WHEN leased_until > not_before THEN leased_until ELSE not_before END "
            "AS due FROM outbox WHERE done_at IS NULL) AS waiting WHERE due > ?",
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
        """Let a note wait; if a newer one with its coalesce key has come, that one waits in its place."""
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
