"""Statements that load one audience's snapshot of a match in one trip."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.store.acts import ACT, events_in, events_of
from bot.store.connection import Connection, Row
from bot.store.matches import MatchQueries
from bot.store.orders import OrderDraft, draft_in, draft_of
from bot.store.rows import ActRow, EventsRow, MatchRow
from bot.store.subject import Subject

_LAST_ACT = (
    "SELECT a.seat, a.kind FROM events e LEFT JOIN acts a ON a.match_id = e.match_id AND a.rev = e.rev "
    "WHERE e.match_id = ? AND e.data <> '[]' ORDER BY e.rev DESC LIMIT 1"
)


class PlayerRows(msgspec.Struct, frozen=True):
    """The rows of a match for one player: their draft, and the events since their last decision by hand.

    `answered_last` is the seat of the last act with visible events, if that was an answer, else None.
    """

    row: MatchRow
    events: list[EventsRow]
    draft: OrderDraft
    answered_last: int | None


class PressRows(msgspec.Struct, frozen=True):
    """The rows of a match for a press: the earlier act of the same interaction, and the draft if it was requested."""

    row: MatchRow
    before: ActRow | None
    draft: OrderDraft


class SnapshotQueries(Subject):
    """Snapshots of a match, for a player or for everyone."""

    def __init__(self, connection: Connection, matches: MatchQueries) -> None:
        super().__init__(connection)
        self._matches = matches

    async def of_player(self, match_id: int, person: int) -> PlayerRows:
        """Return a match for a player. Raises NotFound."""
        heads, seats, events, drafts, last = await self._connection.fetch(
            *self._matches.statements(match_id),
            events_of(match_id, decided_by=person),
            draft_of(match_id, person),
            (_LAST_ACT, (match_id,)),
        )
        row = self._matches.row(heads, seats, match_id)
        return PlayerRows(row, events_in(events), draft_in(drafts), _answered(last))

    async def of_everyone(self, match_id: int, last: int) -> tuple[MatchRow, list[EventsRow]]:
        """Return a match with the events of its last few acts. Raises NotFound."""
        heads, seats, events = await self._connection.fetch(
            *self._matches.statements(match_id), events_of(match_id, last=last)
        )
        return self._matches.row(heads, seats, match_id), events_in(events)

    async def of_press(self, match_id: int, interaction: int, person: int | None) -> PressRows:
        """Return a match for a press, with a person's draft. Raises NotFound."""
        heads, seats, acts, *drafts = await self._connection.fetch(
            *self._matches.statements(match_id),
            (ACT.select("FROM acts WHERE interaction_id = ?"), (interaction,)),
            *([] if person is None else [draft_of(match_id, person)]),
        )
        row = self._matches.row(heads, seats, match_id)
        draft = draft_in(drafts[0] if drafts else ())
        return PressRows(row, ACT.record(acts[0]) if acts else None, draft)

    async def answered_last(self, match_id: int) -> int | None:
        """Return the seat of the last act with visible events, if that was an answer, else None."""
        return _answered(await self._all(_LAST_ACT, match_id))


def _answered(last: Sequence[Row]) -> int | None:
    return next((seat for seat, kind in last if kind == "answer"), None)
