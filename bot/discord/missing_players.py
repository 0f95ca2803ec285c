"""Queries whether a match's players are still on the server, or still exist."""

from __future__ import annotations

import discord
from msgspec import Struct

from bot.match.context import MatchContext
from bot.match.missing_players import report_gone
from bot.store.match_status import MatchStatus
from bot.views.types import MatchTable

UNKNOWN_MEMBER = 10007
UNKNOWN_USER = 10013


class MissingPlayers(Struct, frozen=True):
    """Detects players who have left the server of their match, or deleted their account."""

    context: MatchContext

    async def check(self, interaction: discord.Interaction[discord.Client], table: MatchTable) -> bool:
        """Ask Discord for the other players, and store who is gone. Return whether any is."""
        if table.guild_id is None or table.status is not MatchStatus.PLAYING:
            return False
        missing: list[int] = []
        for seat in table.others(table.seat_of(interaction.user.id)):
            person = table.people[seat]
            if person.is_this_bot or person.id < 0:
                continue
            try:
                await interaction.client.http.get_member(table.guild_id, person.id)
            except discord.NotFound as error:
                if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                    missing.append(person.id)
        if missing:
            await report_gone(self.context, table.match_id, missing)
        return bool(missing)
