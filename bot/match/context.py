"""The context of a match: what every service of `bot.match` works with."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from msgspec import Struct

from bot.clocks.control import DAY
from bot.games.playable import Games
from bot.match.not_begun import not_begun
from bot.match.prompts import Quick
from bot.people.contact_limits import Limits
from bot.platform.clock import Clock
from bot.platform.randomness import Lot
from bot.settings import Settings
from bot.store import Store, Writing
from bot.store.about import About
from bot.store.rows import MatchRow
from bot.views import build_views
from bot.views.load_match import load, load_to_look
from bot.views.types import MatchTable
from engine.kernel.match import Match


class MatchContext(Struct, frozen=True, kw_only=True):
    """The store of matches, the games that are played, the limits, the time and the sources of randomness."""

    store: Store
    games: Games
    settings: Settings
    clock: Clock
    wake: Callable[[], None]
    """Is called when there is something to announce, or an alarm to set."""
    quick: Quick
    """Draws how long a quick player takes to answer."""
    lot: Lot
    """Draws what is random on a player's behalf."""

    @property
    def limits(self) -> Limits:
        """The limit on mentions of one person by another."""
        return Limits(self.settings.challenges_per_hour, self.settings.minutes_between_calls)

    @property
    def gone_after(self) -> int:
        """Milliseconds after which a player who does nothing counts as gone."""
        return self.settings.days_until_gone * DAY

    @asynccontextmanager
    async def change(self, *named: About) -> AsyncGenerator[Writing]:
        """Begin a transaction, as `Store.write` does; whatever becomes of it, all that may have work afterwards is woken."""
        try:
            async with self.store.write(*named) as tx:
                yield tx
        finally:
            self.wake()

    def table(self, row: MatchRow) -> MatchTable:
        """Return what everybody may know of a match without its position."""
        return build_views.table_of(row, self.games.find(row.game))

    def load(self, row: MatchRow) -> Match:
        """Return a match that can be changed. Raises NotFound if it has not begun, CannotBeRead."""
        if row.data is None:
            raise not_begun(row)
        return load(self.games, row)

    def load_to_look(self, row: MatchRow) -> Match:
        """Return a match that must not be changed. Raises NotFound if it has not begun, CannotBeRead."""
        if row.data is None:
            raise not_begun(row)
        return load_to_look(self.games, row)
