"""Lapses: decisions that a player has let run out in a game in which doing nothing is an answer (`Game.lapse`).

The answer is given for them, rated or not, and everyone is told that they ran out of time. A player who lets three decisions in a row run
out leaves the match; a server can have the first one put them out. Any answer by hand begins the count again.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.store import Writing
from bot.store.rows import LAPSED, ActRow, MatchRow
from bot.time import seat_clocks
from engine.kernel.game import Game

MOST = 3
"""Decisions in a row that a player can let run out; the last one puts them out of the match."""


def leaves(row: MatchRow, game: Game, seat: int) -> bool:
    """Return whether a seat is out of the match if its time runs out now, and is not answered for."""
    return game.lapse is None or is_last(row.seats[seat].lapsed, forfeits=row.forfeits)


def is_last(lapsed: int, *, forfeits: bool) -> bool:
    """Return whether the next lapse of a player who has let `lapsed` decisions in a row run out puts them out of the match."""
    return forfeits or lapsed + 1 >= MOST


def overdue(row: MatchRow, game: Game, now: int) -> int | None:
    """Return the seat whose time was up first, where something happens by itself then; None if nobody's is.

    In a casual match nothing does, unless doing nothing is an answer; nor where the house plays on for those who are late.
    """
    if row.rated or (game.lapse is not None and not row.takes_over):
        return seat_clocks.overdue(row, now)
    return None


async def decide_at_beginning(tx: Writing, row: MatchRow, game: Game) -> bool:
    """Return whether the first lapse puts a player out of a match that begins now, and keep that."""
    forfeits = game.lapse is not None and (await tx.servers.of(row.guild_id)).forfeits
    if forfeits:
        await tx.matches.set_forfeits(row.id)
    return forfeits


async def count(tx: Writing, before: MatchRow, after: MatchRow, act: ActRow) -> MatchRow:
    """Count an act of a seat that has let a decision run out, or has given an answer by hand; return the match then."""
    seats, known = list(after.seats), before.seats[act.seat].lapsed
    if act.kind == LAPSED:
        lapsed = known + 1
    elif act.kind == "answer" and act.interaction_id is not None:
        lapsed = 0
    else:
        return after
    if lapsed == known:
        return after
    await tx.seats.set_lapsed(after.id, act.seat, lapsed)
    seats[act.seat] = replace(seats[act.seat], lapsed=lapsed)
    return replace(after, seats=tuple(seats))
