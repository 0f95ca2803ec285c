"""The context of a match: the dependencies of every service in `bot.match`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from msgspec import Struct, field

from bot.clocks.control import DAY
from bot.command_keys import with_commands
from bot.errors import AlreadyDecided, NotFound, Refusal
from bot.games.playable import Games
from bot.match.prompts import ReplyDelay
from bot.match.sheets import AppliedDrafts
from bot.people.contact_limits import Limits
from bot.platform.clock import Clock
from bot.platform.randomness import RandomSource
from bot.settings import Settings
from bot.store import Store, Writing
from bot.store.about import About
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow
from bot.views import build_views
from bot.views.load_match import load, load_shared
from bot.views.types import MatchTable
from cards.i18n import Message, Series, msg, series
from engine.kernel.match import Match


def two_sides(row: MatchRow) -> tuple[str, Series]:
    """Return the challenger's name, and the opponents' names."""
    opponents = [seat.name for number, seat in enumerate(row.seats) if number != row.challenger]
    return row.seats[row.challenger].name, series(*opponents)


DECIDED = {
    MatchStatus.DECLINED: msg("This challenge was already declined."),
    MatchStatus.WITHDRAWN: msg("This challenge was withdrawn."),
    MatchStatus.PLAYING: msg("This challenge was already accepted, and the match has begun."),
    MatchStatus.OVER: msg("This challenge was accepted, and the match is over."),
}
TABLE_DECIDED = {
    MatchStatus.WITHDRAWN: msg("This table is closed."),
    MatchStatus.EXPIRED: msg("This table is closed: not enough players joined in time."),
    MatchStatus.PLAYING: msg("The match at this table has begun."),
    MatchStatus.OVER: msg("The match at this table is over."),
}


def decided(row: MatchRow) -> Message:
    """Return why a challenge or open table can no longer be answered."""
    return (TABLE_DECIDED if row.table_for else DECIDED)[row.status]


def not_begun(row: MatchRow) -> NotFound:
    """Return the error for a match that has no position."""
    if row.lesson:
        return NotFound(with_commands(msg("You left this lesson. Continue with `{/learn}`.")))
    if row.free_seats:
        return NotFound(msg("This match hasn't begun: there are free seats at the table."))
    if row.status is MatchStatus.CHALLENGED:
        return NotFound(msg("This match hasn't begun. Waiting for {who} to accept.", who=two_sides(row)[1]))
    return NotFound(msg("There's no match. {why}", why=decided(row)))


class MatchContext(Struct, frozen=True, kw_only=True):
    """The store, the games, the settings, the clock and the sources of randomness."""

    store: Store
    games: Games
    settings: Settings
    clock: Clock
    wake: Callable[[], None]
    """Called when there may be something to announce, or a new alarm."""
    reply_delay: ReplyDelay
    """Draws a quick player's reply time, in milliseconds."""
    random_source: RandomSource
    """Draws random choices on a player's behalf."""
    applied_drafts: AppliedDrafts = field(default_factory=AppliedDrafts)
    """The drafts in progress, applied to their matches."""

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
        """Begin a transaction, as `Store.write` does. Wake the workers afterwards, even if it fails."""
        try:
            async with self.store.write(*named) as tx:
                yield tx
        finally:
            self.wake()

    def table(self, row: MatchRow) -> MatchTable:
        """Return the public information about a match, without its position."""
        return build_views.table_of(row, self.games.find(row.game))

    def load(self, row: MatchRow) -> Match:
        """Return a match that can be changed. Raises NotFound if it has not begun, CannotBeRead."""
        if row.data is None:
            raise not_begun(row)
        return load(self.games, row)

    def load_shared(self, row: MatchRow) -> Match:
        """Return a match to read only: others share it. Raises NotFound if it has not begun, CannotBeRead."""
        if row.data is None:
            raise not_begun(row)
        return load_shared(self.games, row)


class PlayedFor(AlreadyDecided):
    """The bot plays for this player, who must return before acting."""


def check_there(row: MatchRow, seat: int) -> None:
    """Raise PlayedFor for a player whose seat the bot has taken over."""
    if row.status is MatchStatus.PLAYING and row.seats[seat].taken_over:
        raise PlayedFor(
            with_commands(
                msg("You ran out of time, so I'm playing for you. Take over again with `{/return}`.")
            )
        )


def check_still_in(row: MatchRow, seat: int) -> None:
    """Raise AlreadyDecided for a player who is out of a match that continues without them."""
    if row.status is MatchStatus.PLAYING and row.seats[seat].left is not None:
        raise AlreadyDecided(msg("You're out of this match. You can keep watching."))


ALREADY_DECIDED = msg("That question is closed.")


class NeverThere(Refusal):
    """The match was never at the revision for which a control was made."""

    def __init__(self) -> None:
        super().__init__(ALREADY_DECIDED)
