"""Takeovers by the bot, and players' returns: commands, buttons and messages."""

from __future__ import annotations

from collections.abc import Sequence

from bot.command_keys import Command
from bot.delivery.notes import PrivateKind, PrivateNote
from bot.delivery.results import Delivery, Sent
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name, YesNo
from bot.discord.components.messages import Button, PrivateMessage, link, row, text
from bot.discord.components.replies import Reply
from bot.discord.controls import pressed
from bot.discord.match_buttons import return_button
from bot.discord.match_text import D_AGREE, settled_line, status_url, title
from bot.discord.outgoing.announcers import Announcements
from bot.discord.outgoing.posts import PostSender
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.installation import Feature, Part, Services
from bot.panel.panel import PLAYS_FOR_YOU
from bot.people.locales import translator_for
from bot.views.types import PlayerSnapshot
from cards.i18n import Translator, msg


class TakeoversFeature(Feature, frozen=True):
    """The commands and controls for takeovers and returns."""

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        @layout.command(
            Command.TAKEOVER,
            msg("Have the bot play for someone out of time. All other players must agree."),
            agree=D_AGREE,
            match=self.services.match_resolver.option,
        )
        async def let_play(reply: Reply, agree: YesNo = "yes", match: Name | None = None) -> None:
            match_id = await self.services.match_resolver.find_match(reply, match)
            await self.let_play_in(reply, match_id, agree=agree == "yes")

        @layout.command(
            Command.RETURN,
            msg("Take over again where the bot is playing for you."),
            match=self.services.match_resolver.option,
        )
        async def back(reply: Reply, match: Name | None = None) -> None:
            await self.come_back_to(reply, await self.services.match_resolver.find_match(reply, match))

    async def let_play_in(self, reply: Reply, match_id: int, *, agree: bool, answering: bool = False) -> None:
        """Start a takeover, ask for one, or answer a request; with `answering`, only the latter."""
        outcome = await self.services.takeovers.take_over(
            reply.interaction.id, match_id, reply.person, agree=agree, answering=answering
        )
        await self.services.panels.show_now(reply, match_id, note=settled_line(outcome, reply.translate))

    async def come_back_to(self, reply: Reply, match_id: int) -> None:
        """Give a player their seat back, and show their panel."""
        outcome = await self.services.takeovers.come_back(reply.interaction.id, match_id, reply.person)
        await self.services.panels.show_now(reply, match_id, note=settled_line(outcome, reply.translate))

    @pressed("takeover", first=Reply.later)
    async def _let_play(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        is_answer = control.state in ("agree", "no")
        await self.let_play_in(reply, control.match_id, agree=control.state != "no", answering=is_answer)

    @pressed("im-back", first=Reply.in_place)
    async def _come_back(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        # Edit in place: the note that the bot plays for them is no longer true.
        await self.come_back_to(reply, control.match_id)


def takeover_message(snapshot: PlayerSnapshot, translate: Translator) -> PrivateMessage:
    """Return the direct message for a player whose seat the bot has taken over."""
    lines = [f"**{title(snapshot.table, translate)}**", translate(PLAYS_FOR_YOU)]
    url = status_url(snapshot.table)
    buttons = [
        return_button(snapshot.table, translate),
        *([link(translate.msg("Go to the match"), url)] if url else []),
    ]
    return PrivateMessage((text("\n".join(lines)), row(*buttons)))


class TakeoversSection(FeatureSection):
    """The return button on the panel."""

    foot_at = frozenset({SeatStatus.PLAYED_FOR})

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button that gives the player their seat back."""
        table = state.snapshot.table
        return () if table.lesson else [return_button(table, state.translate)]


class TakeoversAnnouncements:
    """Sends direct messages about takeovers."""

    @property
    def announcements(self) -> Announcements:
        """The announcers, by kind."""
        return Announcements(private={PrivateKind.TAKEOVER: _directly})


async def _directly(
    posting: PostSender, delivery: Delivery, note: PrivateNote, snapshot: PlayerSnapshot
) -> Sent:
    message = takeover_message(snapshot, translator_for(delivery.locale))
    channel, sent = await posting.send_directly(delivery, note.person, message)
    return Sent(sent, channel)


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (
        TakeoversFeature(of),
        TakeoversSection(),
        TakeoversAnnouncements(),
    )
