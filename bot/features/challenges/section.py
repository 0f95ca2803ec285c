"""Challenges in messages of others: the button that asks for a rematch."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.messages import Button
from bot.discord.match_buttons import rematch_button
from bot.discord.sections import FeatureSection, PanelState, SeatStatus


class RematchSection(FeatureSection):
    """Playing a match again."""

    foot_at = frozenset({SeatStatus.OVER})

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button that asks for the match to be played again, when it is over."""
        table = state.look.table
        return () if table.lesson else [rematch_button(table, state.translate)]
