"""The common base of all parts of `bot.match.matches`: store, games, clock, lots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.command_keys import with_commands
from bot.errors import NotFound
from bot.games.playable import Games
from bot.match.practice import PracticeMatches
from bot.match.prompts import Quick
from bot.people.contact_limits import Limits
from bot.platform.clock import Clock
from bot.platform.randomness import Lot
from bot.settings import Settings
from bot.store import Store
from bot.store.find_match import row_of
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow
from bot.views import build_views
from bot.views.load_match import load, load_to_look
from bot.views.types import MatchTable
from cards.i18n import Message, Series, msg, series
from engine.kernel.match import Match


class MatchBase:
    """Store, games, clock and lots, for the parts of `bot.match.matches`."""

    def __init__(  # noqa: PLR0913
        self,
        store: Store,
        games: Games,
        settings: Settings,
        clock: Clock,
        *,
        wake: Callable[[], None],
        seed: Callable[[], str],
        quick: Quick,
        lot: Lot,
        practising: PracticeMatches,
    ) -> None:
        self._store = store
        self._games = games
        self._settings = settings
        self._calls = Limits(settings.challenges_per_hour, settings.minutes_between_calls)
        self._clock = clock
        self._wake = wake
        self._to_be_shown: dict[int, asyncio.Event] = {}
        self._seed = seed
        self._quick = quick
        self._lot = lot
        self._practising = practising

    async def _row(self, match_id: int) -> MatchRow:
        async with self._store.read() as store:
            return await row_of(store, match_id)

    def _table(self, row: MatchRow) -> MatchTable:
        return build_views.table_of(row, self._games.find(row.game))

    def _load(self, row: MatchRow) -> Match:
        if row.data is None:
            raise not_begun(row)
        return load(self._games, row)

    def _load_to_look(self, row: MatchRow) -> Match:
        if row.data is None:
            raise not_begun(row)
        return load_to_look(self._games, row)


def two_sides(row: MatchRow) -> tuple[str, Series]:
    """Return the name of the challenger, and the names of the others."""
    others = [one.name for seat, one in enumerate(row.seats) if seat != row.challenger]
    return row.seats[row.challenger].name, series(*others)


DECIDED = {
    MatchStatus.DECLINED: msg("This challenge has been declined already."),
    MatchStatus.WITHDRAWN: msg("This challenge has been withdrawn."),
    MatchStatus.PLAYING: msg("This challenge has been accepted already."),
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
        return NotFound(with_commands(msg("You have left this lesson. `{/learn}` goes on where you are.")))
    if row.free_seats:
        return NotFound(msg("This match hasn't begun: there are free seats at the table."))
    if row.standing is MatchStatus.CHALLENGED:
        return NotFound(msg("This match has not begun: {who} has yet to accept.", who=two_sides(row)[1]))
    return NotFound(msg("There is no match. {why}", why=decided(row)))
