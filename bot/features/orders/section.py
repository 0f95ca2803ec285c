"""Standing orders in a player's panel: what they did, and buttons to give them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.messages import Button
from bot.discord.match_text import Look
from bot.discord.sections import Moment, PanelState, Section
from bot.discord.texts.texts import Texts
from bot.features.orders.messages import always_buttons, order_buttons, order_lines, quick_buttons
from bot.store.offers import Offers
from bot.views.types import PrivateLook


class OrdersSection(Section):
    """The standing orders of a player."""

    async def standing(self, look: Look, offers: Offers, words: Texts) -> Sequence[str]:
        """Return a player's news of their orders; nobody else is told of them."""
        return order_lines(look, words) if isinstance(look, PrivateLook) else ()

    async def at_rest(self, state: PanelState) -> tuple[Sequence[str], Sequence[Button]]:
        """Return the orders that can be given by one press."""
        buttons = quick_buttons(state.look, state.words)
        return ([f"-# {state.words.orders.quick_about}"] if buttons else ()), buttons

    async def company(self, state: PanelState) -> Sequence[Button]:
        """Return the orders that would answer what is asked; they are behind *More*, too."""
        return () if state.look.table.lesson else order_buttons(state.look, state.words)[1:]

    async def answers(self, state: PanelState) -> Sequence[Button]:
        """Return the orders that answer what is asked now, and whenever it is asked again."""
        return always_buttons(state.look, state.words)

    async def more(self, state: PanelState) -> Sequence[Button]:
        """Return the way to a player's orders."""
        return () if state.moment is Moment.OUT else order_buttons(state.look, state.words)
