"""The command and the buttons for reviews of finished matches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.replies import Reply
from bot.discord.controls import PressHandlers, pressed
from bot.discord.match_resolver import D_REPLAY_MATCH, MatchResolver
from bot.errors import Refusal
from bot.features.review.announcements import ReviewAnnouncements
from bot.features.review.judge import ReviewWorker, in_pool
from bot.features.review.messages import REFUSED, ReviewMessages, ReviewSection
from bot.features.review.narration import ReviewWriter
from bot.features.review.service import Reviews, ReviewStage
from bot.installation import Part, Services
from cards.i18n import msg


class ReviewFeature(PressHandlers, frozen=True):
    """The command and the controls that request, accept, decline and show a review."""

    reviews: Reviews
    match_resolver: MatchResolver
    messages: ReviewMessages

    def add(self, layout: Layout) -> None:
        """Add the command."""

        @layout.command(
            Command.LOOK_BACK,
            msg("See where a finished match was won and lost, if all its players agree."),
            match=Parameter(D_REPLAY_MATCH, self.match_resolver.offer_finished),
        )
        async def review(reply: Reply, match: Name | None = None) -> None:
            await self.ask(reply, await self.match_resolver.find_finished(reply.interaction, match))

    async def ask(self, reply: Reply, match_id: int) -> None:
        """Record a player's consent to a review. Show its progress to spectators and to players who have agreed."""
        progress = await self.reviews.of(match_id)
        seat = progress.table.seat_of(reply.person)
        if seat is None and progress.stage is not ReviewStage.DONE:
            raise Refusal(msg("This match hasn't been reviewed. Only its players can ask for that."))
        if seat is None or seat in progress.agreed:
            await reply.show(await self.messages.private(progress, reply.person, reply.translate))
        elif seat in progress.table.keeping:
            await reply.show(self.messages.private_hands_question(progress.table, reply.translate))
        else:
            await self._agree(reply, match_id)

    async def _agree(self, reply: Reply, match_id: int) -> None:
        progress = await self.reviews.agree(reply.interaction.id, match_id, reply.person)
        await reply.show(await self.messages.private(progress, reply.person, reply.translate))

    @pressed("lookback")
    async def _press(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Handle the buttons that request, accept, decline and explain a review."""
        match control.state:
            case "ask":
                await reply.later()
                await self.ask(reply, control.match_id)
            case "yes":
                await reply.in_place()
                await self._agree(reply, control.match_id)
            case "no":
                await reply.in_place()
                await self.reviews.decline(reply.interaction.id, control.match_id, reply.person)
                await reply.say(REFUSED)
                await reply.close_question()
            case "stay":
                await reply.in_place()
                await reply.say(REFUSED)
                await reply.close_question()
            case "what":
                await reply.later()
                await reply.show(self.messages.explained(reply.translate))
            case _:
                raise Refusal(UNKNOWN_CONTROL)


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    work_event = asyncio.Event()
    reviews = Reviews(
        of.store, of.games, of.clock, wake=of.wake, work=work_event.set, limits=of.context.limits
    )
    writer = ReviewWriter(reviews, of.records)
    messages = ReviewMessages(of, reviews, writer)
    return (
        ReviewFeature(reviews, of.match_resolver, messages),
        ReviewSection(writer),
        ReviewAnnouncements(messages),
        ReviewWorker(of.store, of.games, of.clock, in_pool(of.pool), work_event, of.wake, owner=of.worker),
    )
