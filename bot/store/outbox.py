"""The outbox: notes that wait, are leased, and are done."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import chain, repeat, zip_longest

import msgspec

from bot.store.connection import Row, Statement
from bot.store.rows import NewNote, NoteRow
from bot.store.subject import Columns, Subject, marks

_NOTE = Columns(NoteRow)

_SHARED = frozenset({"challenge", "open", "names", "result", "talk"})
"""Public notes that are shown where those of other matches are, too: in a channel, and the result wherever its server wants it."""

_AT_ONE_PLACE = 4
"""Notes under way to one shared place at most, for Discord limits what is sent to each."""

_PLACES = 12
"""Shared places that are looked at in one step. What is claimed next comes from those behind them: places take turns."""

_TURN = f"""
WITH RECURSIVE turn (place, number) AS (
    SELECT (SELECT place FROM outbox WHERE done_at IS NULL AND ready = 1 AND place > ? ORDER BY place LIMIT 1), 1
    UNION ALL
    SELECT (SELECT o.place FROM outbox o WHERE o.done_at IS NULL AND o.ready = 1 AND o.place > turn.place
            ORDER BY o.place LIMIT 1), turn.number + 1
    FROM turn WHERE turn.place IS NOT NULL AND turn.number < {_PLACES})
SELECT place FROM turn WHERE place IS NOT NULL
"""  # noqa: S608 - made of our own words only
"""The shared places whose turn it is, each found by one step in the index, whatever waits there."""

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
"""  # noqa: S608 - made of our own words only
"""The notes at a place that may be sent now: new ones, and those that were put off. They are the first ones of their matches
and people (`ready`, which the database keeps up to date), and read in the order of an index; what waits behind them is not
looked at."""

_DUE = "SELECT id FROM outbox WHERE done_at IS NULL AND kind <> 'round' AND not_before"
_OLDEST = f"""
SELECT MIN(id) FROM (
    SELECT * FROM ({_DUE} = 0 ORDER BY not_before, id LIMIT 1) AS new
    UNION ALL
    SELECT * FROM ({_DUE} BETWEEN 1 AND ? ORDER BY not_before, id LIMIT 100) AS put_off) AS first
"""  # noqa: S608 - made of our own words only
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
    """The backlog: the number of undelivered notes, the oldest that is due, and the last that was added."""

    waiting: int
    oldest: int | None
    last: int


def _heads_of(place: int, now: int, limit: int) -> Statement:
    """Return the statement that reads the heads of a place."""
    return _HEADS, (place, limit, place, now, limit)


class NoteQueries(Subject):
    """The outbox."""

    _turn = 0
    """The last shared place whose turn it was; 0 before the first."""

    _begins_with_new = False
    """Whether new notes go first in the next claim: with room for one, each kind has every second."""

    async def is_due(self, now: int) -> bool:
        """Return whether anything could be claimed."""
        return bool(await self._heads(now, 1))

    async def _heads(self, now: int, limit: int) -> list[int]:
        """Return notes that may be claimed, of as few shared places as that takes."""
        first, is_second_time = self._turn, not self._turn
        turn, under_way, found = await self._connection.ask(
            (_TURN, (self._turn,)), (_UNDER_WAY, ()), _heads_of(0, now, limit)
        )
        room = {int(place): _AT_ONE_PLACE - int(number) for place, number in under_way}
        while True:
            places = [int(place) for (place,) in turn]
            free = [place for place in places if room.get(place, _AT_ONE_PLACE) > 0]
            most = [room.get(place, _AT_ONE_PLACE) for place in free]
            heads = await self._connection.ask(*map(_heads_of, free, repeat(now), most))
            found += chain.from_iterable(map(self._in_turns, heads, most))
            is_last = len(places) < _PLACES
            self._turn = 0 if is_last else places[-1]
            room |= dict.fromkeys(places, 0)
            if len(found) >= limit or (is_second_time and (is_last or 0 < first <= self._turn)):
                return [int(note) for _, note in self._in_turns(found, limit)]
            is_second_time = is_second_time or is_last
            [turn] = await self._connection.ask((_TURN, (self._turn,)))

    def _in_turns(self, heads: Iterable[Row], limit: int) -> Sequence[Row]:
        """Return the first of some notes, of new ones and of those that were put off in turns: neither waits for all others."""
        ordered = sorted(heads)
        new, put_off = [one for one in ordered if not one[0]], [one for one in ordered if one[0]]
        both = zip_longest(new, put_off) if self._begins_with_new else zip_longest(put_off, new)
        return [head for head in chain.from_iterable(both) if head is not None][:limit]

    async def expired(self, now: int) -> list[int]:
        """Return the matches with leases that have run out: the worker that held one is gone, or hangs."""
        return await self._numbers(
            "SELECT DISTINCT match_id FROM outbox WHERE done_at IS NULL AND leased_until <= ? ORDER BY match_id",
            now,
        )

    async def next_due(self, now: int) -> int | None:
        """Return when the next note will be due that is not due now, None if there is none."""
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
        # Looking for the least id would read all that was ever delivered. Of those that were put off, the oldest is among
        # the first by their times.
        [[waiting]], [[oldest]], [[last]] = await self._connection.ask(
            ("SELECT COUNT(*) FROM outbox WHERE done_at IS NULL", ()),
            (_OLDEST, (now,)),
            ("SELECT COALESCE(MAX(id), 0) FROM outbox", ()),
        )
        return Backlog(int(waiting), None if oldest is None else int(oldest), int(last))

    async def is_known(self, note: NewNote) -> bool:
        """Return whether this very note has been in the outbox before."""
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
        """Put notes into the outbox; each takes the place of one with the same coalesce key that still waits.

        A question that waits keeps its place where a note only `refreshes`: it shows what is newest anyway.
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
        """Lease the notes that are due, at most one of each match and person and few of each place, and return them.

        Leases that have run out are not claimed again before `expire`.
        """
        heads = await self._heads(now, limit) if limit else []
        self._begins_with_new = not self._begins_with_new
        if not heads:
            return []
        # A partial index must not be used here: PostgreSQL would read all of it where it knows no better.
        rows = await self._all(
            "UPDATE outbox SET leased_until = ?, lease_owner = ?, attempts = attempts + 1 "  # noqa: S608
            f"WHERE id IN ({marks(heads)}) AND COALESCE(done_at, leased_until) IS NULL RETURNING {_NOTE}",
            until,
            owner,
            *heads,
        )
        return sorted(_NOTE.records(rows), key=lambda note: note.id)

    async def expire(self, match_id: int, now: int) -> None:
        """End the leases of a match that have run out; what has been replaced by a newer note meanwhile is done."""
        await self._tell(
            "UPDATE outbox SET unheard = 1 WHERE match_id = ? AND done_at IS NULL AND leased_until IS NULL "
            "AND EXISTS (SELECT 1 FROM outbox older WHERE older.coalesce_key = outbox.coalesce_key "
            "AND older.done_at IS NULL AND older.leased_until <= ? AND (older.kind = 'ask' OR older.unheard = 1))",
            match_id,
            now,
        )
        await self._tell(
            "UPDATE outbox SET done_at = ?, result = 'superseded' "
            "WHERE match_id = ? AND done_at IS NULL AND leased_until <= ? "
            "AND EXISTS (SELECT 1 FROM outbox newer WHERE newer.coalesce_key = outbox.coalesce_key "
            "AND newer.done_at IS NULL AND newer.leased_until IS NULL)",
            now,
            match_id,
            now,
        )
        await self._tell(
            "UPDATE outbox SET leased_until = NULL WHERE match_id = ? AND done_at IS NULL AND leased_until <= ?",
            match_id,
            now,
        )

    async def finish(self, note: int, at: int, result: str) -> None:
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
            "UPDATE outbox SET not_before = ?, unheard = CASE WHEN ? = 1 THEN 1 ELSE unheard END "
            "WHERE coalesce_key = ? AND done_at IS NULL AND leased_until IS NULL RETURNING id",
            not_before,
            int(note.unheard or note.kind == "ask"),
            note.coalesce_key,
        )
        if moved:
            await self.finish(note.id, not_before, "superseded")
            return
        await self._tell(
            "UPDATE outbox SET not_before = ?, leased_until = NULL, failures = failures + ? WHERE id = ?",
            not_before,
            int(failed),
            note.id,
        )

    async def release(self, owner: str, now: int) -> None:
        """End the leases of an owner that is gone."""
        await self._tell(
            "UPDATE outbox SET leased_until = ? WHERE lease_owner = ? AND done_at IS NULL AND leased_until > ?",
            now,
            owner,
            now,
        )

    async def release_others(self, owner: str, now: int) -> None:
        """End all leases but those of this owner."""
        await self._tell(
            "UPDATE outbox SET leased_until = ? WHERE lease_owner <> ? AND done_at IS NULL AND leased_until > ?",
            now,
            owner,
            now,
        )

    async def sweep(self, before: int) -> None:
        """Forget notes that were done with before that time."""
        await self._tell("DELETE FROM outbox WHERE done_at < ?", before)
