"""Give a standing order from any interface, and show the result."""

from __future__ import annotations

from msgspec import Struct

from bot.discord.components.replies import Reply
from bot.features.orders.messages import orders_message
from bot.features.orders.service import PLAN, OrderResult, Orders
from bot.panel.service import Panels
from cards.i18n import msg
from engine.kernel.orders.order import Order

GIVEN_BEFORE = msg("You already gave that order. Nothing happened twice.")


class OrderPlacement(Struct, frozen=True):
    """Gives standing orders and shows the result."""

    orders: Orders
    panels: Panels

    async def give(self, reply: Reply, match_id: int, form: str, order: Order) -> None:
        """Give an order and show the result: the next question if it answered one, otherwise the active orders."""
        result = await self.orders.give(reply.interaction.id, match_id, reply.person, form, order)
        await self.show(reply, result)

    async def show(self, reply: Reply, result: OrderResult) -> None:
        """Show the result of giving an order."""
        match_id = result.table.match_id
        if result.repeated:
            await self.panels.show_now(reply, match_id, note=reply.translate(GIVEN_BEFORE))
        elif result.answered:
            await self.panels.show_now(
                reply,
                match_id,
                note=reply.translate.msg("Order given. It answered this."),
            )
        else:
            book = await self.orders.book(match_id, reply.person)
            # No need to repeat the order: it is listed right below.
            note = (
                reply.translate.msg("Your plan is active.")
                if result.order.stored.form == PLAN
                else reply.translate.msg("Order given.")
            )
            await reply.show(orders_message(book, reply.translate, note))

    async def given_before(self, reply: Reply) -> str:
        """Return the confirmation if this press has already given its order, otherwise ""."""
        return reply.translate(GIVEN_BEFORE) if await self.orders.was_given(reply.interaction.id) else ""
