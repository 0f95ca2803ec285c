"""Reviews of finished matches, by a command and by buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.replies import Reply
from bot.discord.controls import PressHandlers, pressed
from bot.discord.match_resolver import D_REPLAY_MATCH, MatchFinder
from bot.errors import Refusal
from bot.features.review.announcements import ReviewAnnouncements
from bot.features.review.judge import ReviewWorker, in_pool
from bot.features.review.messages import REFUSED, ReviewMessages, ReviewSection
from bot.features.review.narration import ReviewWriter
from bot.features.review.service import Reviews, ReviewStage
from bot.installation import Part, Services
from cards.i18n import msg


class ReviewFeature(PressHandlers, frozen=True):
    """Asking to look back, agreeing or not, and seeing what it tells."""

    looking_back: Reviews
    finder: MatchFinder
    messages: ReviewMessages

    def add(self, layout: Layout) -> None:
        """Add the command."""

        @layout.command(
            Command.LOOK_BACK,
            msg("See where a finished match was won and lost, if all its players agree."),
            match=Parameter(D_REPLAY_MATCH, self.finder.offer_finished),
        )
        async def look_back(reply: Reply, match: Name | None = None) -> None:
            await self.ask(reply, await self.finder.find_finished(reply.interaction, match))

    async def ask(self, reply: Reply, match_id: int) -> None:
        """Agree to a review for a player; show others, and those who have agreed, how far it is."""
        found = await self.looking_back.of(match_id)
        seat = found.table.seat_of(reply.person)
        if seat is None and found.stage is not ReviewStage.DONE:
            raise Refusal(msg("This match hasn't been reviewed. Only its players can ask for that."))
        if seat is None or seat in found.agreed:
            await reply.show(await self.messages.private(found, reply.person, reply.translate))
        elif seat in found.table.keeping:
            await reply.show(self.messages.sure(found.table, reply.translate))
        else:
            await self._agree(reply, match_id)

    async def _agree(self, reply: Reply, match_id: int) -> None:
        found = await self.looking_back.agree(reply.interaction.id, match_id, reply.person)
        await reply.show(await self.messages.private(found, reply.person, reply.translate))

    @pressed("lookback")
    async def _press(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Someone asks, agrees, declines, or wants to know what all of it means."""
        match control.state:
            case "ask":
                await reply.later()
                await self.ask(reply, control.match_id)
            case "yes":
                await reply.in_place()
                await self._agree(reply, control.match_id)
            case "no":
                await reply.later()
                await self.looking_back.decline(reply.interaction.id, control.match_id, reply.person)
                await reply.say(REFUSED)
            case "stay":
                await reply.later()
                await reply.say(REFUSED)
            case "what":
                await reply.later()
                await reply.show(self.messages.explained(reply.translate))
            case _:
                raise Refusal(UNKNOWN_CONTROL)


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    to_judge = asyncio.Event()
    looking_back = Reviews(
        of.store, of.games, of.clock, wake=of.wake, work=to_judge.set, limits=of.context.limits
    )
    retelling = ReviewWriter(looking_back, of.records)
    messages = ReviewMessages(of, looking_back, retelling)
    return (
        ReviewFeature(looking_back, of.finder, messages),
        ReviewSection(retelling),
        ReviewAnnouncements(messages),
        ReviewWorker(of.store, of.games, of.clock, in_pool(of.pool), to_judge, of.wake, owner=of.worker),
    )
