"""Matches whose position can't be read any more: damaged, or written by another version. They can still be ended.

Such a match is nobody's fault and nobody's result. Its bytes are kept, for a report (`voidream check --reports`), and
nothing else of it stands in anybody's way: either player, or a moderator, ends it; whoever wants to be forgotten is.
"""

from __future__ import annotations

import structlog
from msgspec.structs import replace

from bot.command_keys import Command
from bot.delivery import announcements
from bot.errors import NotFound, Refusal
from bot.games.playable import Games
from bot.match import seat_clocks
from bot.match.commit import save_time
from bot.match.offers import DRAW
from bot.match.views import Standing
from bot.store import Writing
from bot.store.rows import ActRow, MatchRow
from bot.time import reminder_schedule
from cards.i18n import msg
from engine.kernel.endings import UNREADABLE
from engine.kernel.errors import UnreadableMatch
from engine.kernel.match import Match

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.unreadable")


class CannotBeRead(Refusal):
    """The position of a match can't be read. `row` is the match without it, `problem` what is wrong, for whoever hosts."""

    def __init__(self, row: MatchRow, problem: str) -> None:
        self.row = row
        self.problem = problem
        super().__init__(
            msg(
                "Match {id} can't be read any more: what is kept of it is damaged, or of another version. It has ended "
                "without a result. Whoever runs the bot can look into it.",
                id=row.id,
            )
            if row.standing is Standing.OVER
            else msg(
                "Match {id} can't be read any more: what is kept of it is damaged, or of another version. Whoever runs "
                "the bot may be able to mend it. Either player can end it without a result, and so can a moderator "
                "with `{end}`.",
                id=row.id,
                end=Command.MODERATE_END.typed,
            )
        )


def load(games: Games, row: MatchRow) -> Match:
    """Return the match of a row that has its saved position. Raises CannotBeRead."""
    assert row.data is not None
    if row.reason == UNREADABLE.key:
        # It has ended, even if a later version could read it again.
        raise CannotBeRead(replace(row, data=None), "it has ended as unreadable")
    try:
        return Match.load(games.find(row.game).kernel, row.data)
    except (UnreadableMatch, NotFound) as error:
        log.error("match_unreadable", match=row.id, problem=str(error))
        raise CannotBeRead(replace(row, data=None), str(error)) from error


async def close(tx: Writing, row: MatchRow, act: ActRow) -> MatchRow:
    """End a match without a result, whatever its position is, and return its row as it is then. Raises Overtaken."""
    over = replace(row, rev=act.rev, standing=Standing.OVER, awaited=(), changed_at=act.at, data=None)
    over = replace(over, seats=seat_clocks.moved(row, {}, act.at))
    over = replace(over, seats=reminder_schedule.asked(over, {}, act.at, lambda: 0))
    mark = await tx.matches.advance(
        row,
        standing=over.standing,
        awaited=(),
        data=row.data,
        act=act,
        events="[]",
        notes=announcements.of_act(over, act.seat, (), over=True, in_rounds=False),
    )
    await save_time(tx, row, over)
    await tx.matches.set_outcome(row.id, (), UNREADABLE.key)
    await tx.orders.end_all(row.id)
    for seat in row.seats:
        await tx.alarms.set(DRAW, row.id, seat.person_id, None)
    return replace(over, mark=mark, reason=UNREADABLE.key)
