"""Bars: a moderator keeps someone from playing on a server, until a moderator lifts the bar.

A barred person can't challenge, accept, join an open table or practise there. Their open challenges there are closed.
Their running matches continue, for the opponents' sake; a moderator can end each of them.
"""

from __future__ import annotations

import msgspec

from bot.errors import AlreadyDecided, BadOpponent, LimitReached
from bot.match.close_challenge import close_challenge, has_declined
from bot.match.context import MatchContext
from bot.store import about
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.store.servers import Bar
from bot.store.store import retried
from cards.i18n import msg

REASON = 200
"""Maximum characters of a reason."""
MOST = 500
"""Maximum number of people barred on one server."""
_ALL = 10_000


class BarResult(msgspec.Struct, frozen=True):
    """The result of barring a person: the number of closed challenges, and of matches that continue."""

    closed: int
    running: int


class Bars:
    """The bars of servers. The caller checks the moderator's permission."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def of(self, guild_id: int) -> list[Bar]:
        """Return the bars of a server, newest first, without people who deleted their data."""
        async with self._context.store.read() as store:
            return await store.servers.bars(guild_id)

    @retried(known=True)
    async def bar(
        self, interaction: int, guild_id: int, moderator: Person, person: Person, reason: str
    ) -> BarResult:
        """Bar a person from playing on a server, or change the reason. Applied once per interaction.

        Raises BadOpponent, LimitReached.
        """
        if person.id == moderator.id:
            raise BadOpponent(msg("You can't bar yourself."))
        if person.is_bot:
            raise BadOpponent(msg("{who} is a bot. Only people can be barred.", who=person.name))
        async with self._context.change(
            about.MatchesOf(person.id), about.AboutPerson(moderator.id), about.AboutServer(guild_id)
        ) as tx:
            now = self._context.clock.now()
            rows = await tx.matches.of(person.id, (MatchStatus.CHALLENGED, MatchStatus.PLAYING), _ALL)
            server_rows = [row for row in rows if row.guild_id == guild_id]
            waiting = [
                row
                for row in server_rows
                if row.status is MatchStatus.CHALLENGED and not has_declined(row, person.id)
            ]
            running = sum(
                row.status is MatchStatus.PLAYING and row.seat_of(person.id) in row.playing
                for row in server_rows
            )
            if not await tx.servers.has_changed(interaction):
                if len(await tx.servers.bars(guild_id)) >= MOST:
                    raise LimitReached(msg("{n} people are barred here, the maximum.", n=MOST))
                for each in (moderator, person):
                    await tx.people.store(each.id, each.name)
                await tx.servers.bar(guild_id, person.id, moderator.id, reason, now)
                await tx.servers.add_change(interaction, guild_id, moderator.id, "bar", now)
                for row in waiting:
                    await close_challenge(tx, row, self._context.games, person.id, now)
            return BarResult(len(waiting), running)

    @retried(known=True)
    async def lift(self, interaction: int, guild_id: int, moderator: int, person: Person) -> None:
        """Lift a person's bar. Applied once per interaction. Raises AlreadyDecided if they aren't barred."""
        async with self._context.store.write(about.AboutServer(guild_id)) as tx:
            if await tx.servers.has_changed(interaction):
                return
            if not await tx.servers.lift_bar(guild_id, person.id):
                raise AlreadyDecided(msg("{who} isn't barred here.", who=person.name))
            await tx.servers.add_change(interaction, guild_id, moderator, "unbar", self._context.clock.now())
