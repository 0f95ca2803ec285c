"""The clocks in messages of others: who is late, and what can be done about it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.messages import Button
from bot.discord.match_clocks import time_lines
from bot.discord.match_text import Look
from bot.discord.sections import FeatureSection, PanelState
from bot.features.time.messages import time_buttons
from bot.store.offers import Offers
from bot.views.types import PrivateLook
from cards.i18n import Translator


class TimeSection(FeatureSection):
    """The clocks of a match."""

    async def standing(self, look: Look, offers: Offers, translate: Translator) -> Sequence[str]:
        """Return who is late or away, while the match goes on and the bot does not play for the reader."""
        is_played_for = isinstance(look, PrivateLook) and look.seat in look.table.played_for
        return () if look.outcome is not None or is_played_for else time_lines(look.table, translate)

    async def acts(self, state: PanelState) -> Sequence[Button]:
        """Return what can be done about the clocks."""
        return time_buttons(state.look.table, state.look.seat, state.translate)
