"""Takeovers in a player's panel: the way back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.messages import Button
from bot.discord.match_buttons import return_button
from bot.discord.sections import FeatureSection, PanelState, SeatStatus


class TakeoversSection(FeatureSection):
    """The bot playing on for a person."""

    foot_at = frozenset({SeatStatus.PLAYED_FOR})

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button by which a person is back."""
        table = state.look.table
        return () if table.lesson else [return_button(table, state.translate)]
