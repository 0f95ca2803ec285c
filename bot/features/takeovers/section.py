"""Takeovers in a player's panel: the way back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.messages import Button
from bot.discord.match_buttons import return_button
from bot.discord.sections import Moment, PanelState, Section


class TakeoversSection(Section):
    """The bot playing on for a person."""

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button by which a person is back."""
        is_played_for = state.moment is Moment.PLAYED_FOR and not state.look.table.lesson
        return [return_button(state.look.table, state.translate)] if is_played_for else ()
