"""Following a match in messages of others: what is new, for people who do not play or are out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.messages import Button, button
from bot.discord.components.replies import Reply
from bot.discord.match_text import control
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.features.follows.commands import FollowsFeature


class FollowsSection(FeatureSection):
    """News of a match."""

    foot_at = frozenset({SeatStatus.OUT})

    def __init__(self, feature: FollowsFeature) -> None:
        self._feature = feature

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button that tells what is new, for a player who is out."""
        if state.look.table.lesson:
            return ()
        return [button(state.translate.msg("What's new?"), control(state.look.table, "watch"))]

    async def read_along(self, reply: Reply, match_id: int) -> bool:
        """Show what a person has missed in a match in which they don't play."""
        await self._feature.show_digest(reply, match_id)
        return True
