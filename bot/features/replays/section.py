"""Replays in a player's panel: the ways to see a match again that is over."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.messages import Button
from bot.discord.match_buttons import film_button, replay_button
from bot.discord.sections import FeatureSection, PanelState, SeatStatus


class ReplaysSection(FeatureSection):
    """Seeing a match again."""

    foot_at = frozenset({SeatStatus.OVER})

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return how a match ended in moving pictures, and its replay."""
        table, translate = state.look.table, state.translate
        return [*film_button(table, state.look.outcome, translate), replay_button(table, translate)]
