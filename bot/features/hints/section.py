"""Hints in a player's panel: the button that asks for one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.messages import Button
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.features.hints.commands import hint_buttons


class HintsSection(FeatureSection):
    """Asking for a hint."""

    foot_at = frozenset({SeatStatus.ASKED})

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button that asks for a hint."""
        return hint_buttons(state.look, state.translate)
