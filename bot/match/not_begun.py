"""Matches that have not begun: why not, and why their challenge can't be answered any more."""

from __future__ import annotations

from bot.command_keys import with_commands
from bot.errors import NotFound
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow
from cards.i18n import Message, Series, msg, series


def two_sides(row: MatchRow) -> tuple[str, Series]:
    """Return the name of the challenger, and the names of the others."""
    others = [one.name for seat, one in enumerate(row.seats) if seat != row.challenger]
    return row.seats[row.challenger].name, series(*others)


DECIDED = {
    MatchStatus.DECLINED: msg("This challenge was already declined."),
    MatchStatus.WITHDRAWN: msg("This challenge was withdrawn."),
    MatchStatus.PLAYING: msg("This challenge was already accepted."),
    MatchStatus.OVER: msg("This challenge was accepted, and the match is over."),
}
TABLE_DECIDED = {
    MatchStatus.WITHDRAWN: msg("This table is closed."),
    MatchStatus.EXPIRED: msg("This table is closed: not enough players joined in time."),
    MatchStatus.PLAYING: msg("The match at this table has begun."),
    MatchStatus.OVER: msg("The match at this table is over."),
}


def decided(row: MatchRow) -> Message:
    """Return why a challenge or open table can't be answered any more."""
    return (TABLE_DECIDED if row.table_for else DECIDED)[row.standing]


def not_begun(row: MatchRow) -> NotFound:
    """Return why a match has no position."""
    if row.lesson:
        return NotFound(with_commands(msg("You left this lesson. Continue with `{/learn}`.")))
    if row.free_seats:
        return NotFound(msg("This match hasn't begun: there are free seats at the table."))
    if row.standing is MatchStatus.CHALLENGED:
        return NotFound(msg("This match hasn't begun. Waiting for {who} to accept.", who=two_sides(row)[1]))
    return NotFound(msg("There's no match. {why}", why=decided(row)))
