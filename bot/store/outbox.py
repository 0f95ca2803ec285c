"""The outbox: notes that are pending, leased, or done."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import chain, repeat, zip_longest

import msgspec

from bot.store.connection import Row, Statement
from bot.store.rows import NewNote, NoteRow
from bot.store.subject import Columns, Subject, placeholders

_NOTE = Columns(NoteRow)

_SHARED = frozenset({"challenge", "open", "names", "result", "talk"})
"""Public notes in channels shared by several matches. The result goes to the channel that its server chose."""

_AT_ONE_PLACE = 4
"""Maximum notes in progress per shared channel: Discord limits each channel."""

_PLACES = 12
"""Shared channels examined per query. The next claim continues after them, so that channels take turns."""

_TURN = f"""
WITH RECURSIVE turn (place, number) AS (
    SELECT (SELECT place FROM outbox WHERE done_at IS NULL AND ready = 1 AND place > ? ORDER BY place LIMIT 1), 1
    UNION ALL
    SELECT (SELECT o.place FROM outbox o WHERE o.done_at IS NULL AND o.ready = 1 AND o.place > turn.place
            ORDER BY o.place LIMIT 1), turn.number + 1
    FROM turn WHERE turn.place IS NOT NULL AND turn.number < {_PLACES})
SELECT place FROM turn WHERE place IS NOT NULL
"""  # noqa: S608 - assembled from constants only
"""The next shared channels, each found by one index lookup, however many notes are pending there."""

_UNDER_WAY = (
    "SELECT place, COUNT(*) FROM outbox WHERE done_at IS NULL AND leased_until IS NOT NULL GROUP BY place"
)

_WAITING = (
    "FROM outbox WHERE done_at IS NULL AND ready = 1 AND place = ? AND leased_until IS NULL AND not_before"
)
_HEADS = f"""
SELECT * FROM (SELECT not_before, id {_WAITING} = 0 ORDER BY id LIMIT ?) AS new
UNION ALL
SELECT * FROM (SELECT not_before, id {_WAITING} BETWEEN 1 AND ? ORDER BY not_before, id LIMIT ?) AS put_off
"""  # noqa: S608 - assembled from constants only
"""The notes of a channel that can be sent now, oldest first: only the first of each match and person.

`ready`, maintained by the database, marks these. They are read in index order, so the notes behind them cost
nothing.
"""

_DUE = "SELECT id FROM outbox WHERE done_at IS NULL AND kind <> 'round' AND not_before"
_OLDEST = f"""
SELECT MIN(id) FROM (
    SELECT * FROM ({_DUE} = 0 ORDER BY not_before, id LIMIT 1) AS new
    UNION ALL
    SELECT * FROM ({_DUE} BETWEEN 1 AND ? ORDER BY not_before, id LIMIT 100) AS put_off) AS first
"""  # noqa: S608 - assembled from constants only
"""The oldest note that is due. Films are left out: they are drawn when there is time for it."""


_ADD_NOTE = """
INSERT INTO outbox (match_id, person_id, kind, rev, mentions, dedupe_key, coalesce_key, nonce, place)
VALUES (?, ?, ?, ?, ?, ?, ?, ? || COALESCE((SELECT mark FROM acts WHERE match_id = ? AND rev = ?), ''),
        COALESCE((SELECT CASE ? WHEN 'result' THEN guild_id ELSE channel_id END FROM matches WHERE id = ?), 0))
ON CONFLICT (coalesce_key) WHERE done_at IS NULL AND leased_until IS NULL
DO UPDATE SET kind = excluded.kind, rev = excluded.rev, mentions = excluded.mentions,
              dedupe_key = excluded.dedupe_key, nonce = excluded.nonce,
              place = excluded.place,
              unheard = CASE WHEN outbox.kind = 'ask' AND outbox.attempts > 0 THEN 1 ELSE outbox.unheard END
WHERE outbox.kind <> 'ask' OR ? = 0
"""


class Backlog(msgspec.Struct, frozen=True):
    """The number of undelivered notes, the oldest due one, and the newest."""

    waiting: int
    oldest: int | None
    last: int


def _heads_of(place: int, now: int, limit: int) -> Statement:
    """Return the statement that reads the heads of a place."""
    return _HEADS, (place, limit, place, now, limit)


class NoteQueries(Subject):
    """The outbox."""

    _turn = 0
    """The last shared channel that had its turn; 0 before the first."""

    _begins_with_new = False
    """Whether new notes go first in the next claim. It alternates, so that a claim of one note serves both in turn."""

    async def is_due(self, now: int) -> bool:
        """Return whether a note could be claimed."""
        return bool(await self._heads(now, 1))

    async def _heads(self, now: int, limit: int) -> list[int]:
        """Return the oldest notes that can be claimed, oldest first, from as few shared channels as possible."""
        first, is_second_time = self._turn, not self._turn
        turn, under_way, candidates = await self._connection.fetch(
            (_TURN, (self._turn,)), (_UNDER_WAY, ()), _heads_of(0, now, limit)
        )
        room = {int(place): _AT_ONE_PLACE - int(number) for place, number in under_way}
        while True:
            places = [int(place) for (place,) in turn]
            free = [place for place in places if room.get(place, _AT_ONE_PLACE) > 0]
            most = [room.get(place, _AT_ONE_PLACE) for place in free]
            heads = await self._connection.fetch(*map(_heads_of, free, repeat(now), most))
            candidates += chain.from_iterable(map(self._in_turns, heads, most))
            is_last = len(places) < _PLACES
            self._turn = 0 if is_last else places[-1]
            room |= dict.fromkeys(places, 0)
            if len(candidates) >= limit or (is_second_time and (is_last or 0 < first <= self._turn)):
                return [int(note) for _, note in self._in_turns(candidates, limit)]
            is_second_time = is_second_time or is_last
            [turn] = await self._connection.fetch((_TURN, (self._turn,)))

    def _in_turns(self, heads: Iterable[Row], limit: int) -> Sequence[Row]:
        """Return the first notes, alternating between new ones and postponed ones, so that neither starves the other."""
        ordered = sorted(heads)
        new, put_off = [one for one in ordered if not one[0]], [one for one in ordered if one[0]]
        both = zip_longest(new, put_off) if self._begins_with_new else zip_longest(put_off, new)
        return [head for head in chain.from_iterable(both) if head is not None][:limit]

    async def expired(self, now: int) -> list[int]:
        """Return the matches with expired leases: their worker is gone, or hangs."""
        return await self._numbers(
            "SELECT DISTINCT match_id FROM outbox WHERE done_at IS NULL AND leased_until <= ? ORDER BY match_id",
            now,
        )

    async def next_due(self, now: int) -> int | None:
        """Return the time of the next note that isn't due yet, None if there is none."""
        return await self._number_if_any(
            "SELECT MIN(due) FROM ("
            "SELECT MIN(CASE WHEN leased_until > not_before THEN leased_until ELSE not_before END) AS due FROM outbox "
            "WHERE done_at IS NULL AND leased_until > ? "
            "UNION ALL SELECT * FROM (SELECT not_before FROM outbox WHERE done_at IS NULL AND not_before > ? "
            "AND leased_until IS NULL ORDER BY not_before LIMIT 1) AS later) AS first",
            now,
            now,
        )

    async def backlog(self, now: int) -> Backlog:
        """Return the number of undelivered notes, the oldest due one, and the newest."""
        # Searching for the smallest id would read every note ever delivered. Of those postponed, the oldest is among
        # the first by their times.
        [[waiting]], [[oldest]], [[last]] = await self._connection.fetch(
            ("SELECT COUNT(*) FROM outbox WHERE done_at IS NULL", ()),
            (_OLDEST, (now,)),
            ("SELECT COALESCE(MAX(id), 0) FROM outbox", ()),
        )
        return Backlog(int(waiting), None if oldest is None else int(oldest), int(last))

    async def is_known(self, note: NewNote) -> bool:
        """Return whether this note was ever in the outbox."""
        return await self._is_there("SELECT 1 FROM outbox WHERE dedupe_key = ?", note.dedupe_key)

    async def held(self, match_id: int, owner: str) -> frozenset[int]:
        """Return the notes of a match that are leased to `owner`."""
        return frozenset(
            await self._numbers(
                "SELECT id FROM outbox WHERE match_id = ? AND done_at IS NULL AND leased_until IS NOT NULL "
                "AND lease_owner = ?",
                match_id,
                owner,
            )
        )


class NoteStatements(NoteQueries):
    """The outbox, inside a transaction."""

    async def add(self, notes: Sequence[NewNote]) -> None:
        """Add notes to the outbox. Each replaces a pending one with the same coalesce key.

        A pending question stays if the new note only `refreshes`, because it shows the latest state anyway.
        """
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
                int(n.refreshes),
            )
            for n in notes
        ]
        await self._many(_ADD_NOTE, rows)

    async def claim(self, owner: str, now: int, until: int, limit: int) -> list[NoteRow]:
        """Lease and return due notes: at most one per match and person, and few per channel.

        Expired leases are not claimed again before `expire`.
        """
        heads = await self._heads(now, limit) if limit else []
        self._begins_with_new = not self._begins_with_new
        if not heads:
            return []
        # COALESCE avoids a partial index, which PostgreSQL without statistics would read completely.
        rows = await self._all(
            "UPDATE outbox SET leased_until = ?, lease_owner = ?, attempts = attempts + 1 "  # noqa: S608
            f"WHERE id IN ({placeholders(heads)}) AND COALESCE(done_at, leased_until) IS NULL RETURNING {_NOTE}",
            until,
            owner,
            *heads,
        )
        return sorted(_NOTE.records(rows), key=lambda note: note.id)

    async def expire(self, match_id: int, now: int) -> None:
        """End the expired leases of a match. Notes replaced by newer ones in the meantime are done."""
        await self._execute(
            "UPDATE outbox SET unheard = 1 WHERE match_id = ? AND done_at IS NULL AND leased_until IS NULL "
            "AND EXISTS (SELECT 1 FROM outbox older WHERE older.coalesce_key = outbox.coalesce_key "
            "AND older.done_at IS NULL AND older.leased_until <= ? AND (older.kind = 'ask' OR older.unheard = 1))",
            match_id,
            now,
        )
        await self._execute(
            "UPDATE outbox SET done_at = ?, result = 'superseded' "
            "WHERE match_id = ? AND done_at IS NULL AND leased_until <= ? "
            "AND EXISTS (SELECT 1 FROM outbox newer WHERE newer.coalesce_key = outbox.coalesce_key "
            "AND newer.done_at IS NULL AND newer.leased_until IS NULL)",
            now,
            match_id,
            now,
        )
        await self._execute(
            "UPDATE outbox SET leased_until = NULL WHERE match_id = ? AND done_at IS NULL AND leased_until <= ?",
            match_id,
            now,
        )

    async def finish(self, note: int, at: int, result: str) -> None:
        """Store that a note was delivered, or never will be."""
        await self._execute("UPDATE outbox SET done_at = ?, result = ? WHERE id = ?", at, result, note)

    async def shown(self, note: NoteRow, rev: int, at: int) -> None:
        """Finish pending notes of the same kind that a delivery up to `rev` has made redundant."""
        await self._execute(
            "UPDATE outbox SET done_at = ?, result = 'shown already' "
            "WHERE coalesce_key = ? AND kind = ? AND rev <= ? AND done_at IS NULL AND leased_until IS NULL",
            at,
            note.coalesce_key,
            note.kind,
            rev,
        )

    async def later(self, note: NoteRow, not_before: int, *, failed: bool) -> None:
        """Postpone a note. If a newer one with its coalesce key is pending, that one is postponed instead."""
        is_replaced = await self._is_there(
            "UPDATE outbox SET not_before = ?, unheard = CASE WHEN ? = 1 THEN 1 ELSE unheard END "
            "WHERE coalesce_key = ? AND done_at IS NULL AND leased_until IS NULL RETURNING id",
            not_before,
            int(note.unheard or note.kind == "ask"),
            note.coalesce_key,
        )
        if is_replaced:
            await self.finish(note.id, not_before, "superseded")
            return
        await self._execute(
            "UPDATE outbox SET not_before = ?, leased_until = NULL, failures = failures + ? WHERE id = ?",
            not_before,
            int(failed),
            note.id,
        )

    async def release(self, owner: str, now: int) -> None:
        """End the leases of a worker that is gone."""
        await self._execute(
            "UPDATE outbox SET leased_until = ? WHERE lease_owner = ? AND done_at IS NULL AND leased_until > ?",
            now,
            owner,
            now,
        )

    async def release_others(self, owner: str, now: int) -> None:
        """End all leases except this worker's."""
        await self._execute(
            "UPDATE outbox SET leased_until = ? WHERE lease_owner <> ? AND done_at IS NULL AND leased_until > ?",
            now,
            owner,
            now,
        )

    async def sweep(self, before: int) -> None:
        """Delete notes that were done before that time."""
        await self._execute("DELETE FROM outbox WHERE done_at < ?", before)
