"""Offers and endings in messages of others: what players have asked of each other, and what can be asked."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.components.messages import Button, button
from bot.discord.match_text import Look, control
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.features.endings.messages import EndingMessages, offer_buttons, offer_lines
from bot.match.agreements import Agreements
from bot.store.offers import Offers
from bot.views.types import PrivateLook
from cards.i18n import Translator


class EndingsSection(FeatureSection):
    """Offers, taking back, and ends from outside."""

    foot_at = frozenset({SeatStatus.WAITING})

    def __init__(self, agreements: Agreements, ending_messages: EndingMessages) -> None:
        self._agreements = agreements
        self._messages = ending_messages

    async def standing(self, look: Look, offers: Offers, translate: Translator) -> Sequence[str]:
        """Return what is asked for, or who ended the match as a moderator."""
        return [
            *offer_lines(look.table, offers, translate, look.seat if isinstance(look, PrivateLook) else None),
            *await self._messages.intervention_lines(look, translate),
        ]

    async def acts(self, state: PanelState) -> Sequence[Button]:
        """Return the answers to what is asked for."""
        return offer_buttons(state.look.table, state.offers, state.look.seat, state.translate)

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button to take the last decision back, while nothing is asked."""
        return () if state.look.table.lesson else await self.takes_back(state)

    async def takes_back(self, state: PanelState) -> Sequence[Button]:
        """Return the button to take the last decision back, for the one who acted last."""
        if state.offers.undo is not None or not state.look.answered_last:
            return ()
        return [button(state.translate.msg("Take back"), control(state.look.table, "undo", "own"))]

    async def ways_out(self, look: PrivateLook, translate: Translator) -> Sequence[Button]:
        """Return the offer of a draw, and the way to call a match off that has hardly begun."""
        out = [button(translate.msg("Offer a draw"), control(look.table, "draw", "yes"))]
        if await self._agreements.may_abort(look.table.match_id):
            out.append(button(translate.msg("Cancel the match"), control(look.table, "call-off")))
        return out
