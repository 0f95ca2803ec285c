"""Standing orders in a player's panel: what they did, and buttons to give them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.messages import Button
from bot.discord.match_text import Look
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.features.orders.messages import always_buttons, order_buttons, order_lines, quick_buttons
from bot.store.offers import Offers
from bot.views.types import PrivateLook
from cards.i18n import Translator, msg

QUICK_ABOUT = msg("Until your next question, one of these can answer for you. No one else sees it.")


class OrdersSection(FeatureSection):
    """The standing orders of a player."""

    async def standing(self, look: Look, offers: Offers, translate: Translator) -> Sequence[str]:
        """Return a player's news of their orders; nobody else is told of them."""
        return order_lines(look, translate) if isinstance(look, PrivateLook) else ()

    async def at_rest(self, state: PanelState) -> tuple[Sequence[str], Sequence[Button]]:
        """Return the orders that can be given by one press."""
        buttons = quick_buttons(state.look, state.translate)
        return ([f"-# {state.translate(QUICK_ABOUT)}"] if buttons else ()), buttons

    async def company(self, state: PanelState) -> Sequence[Button]:
        """Return the orders that would answer what is asked; they are behind *More*, too."""
        return () if state.look.table.lesson else order_buttons(state.look, state.translate)[1:]

    async def answers(self, state: PanelState) -> Sequence[Button]:
        """Return the orders that answer what is asked now, and whenever it is asked again."""
        return always_buttons(state.look, state.translate)

    async def more(self, state: PanelState) -> Sequence[Button]:
        """Return the way to a player's orders."""
        return () if state.moment is SeatStatus.OUT else order_buttons(state.look, state.translate)
