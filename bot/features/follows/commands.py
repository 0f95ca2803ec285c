"""Watching a match: the command, and the private message with the news."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.command_keys import Command
from bot.discord.boards import draw_in_time
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import Button, Item, PrivateMessage, button, gallery, parts, row, text
from bot.discord.components.replies import Reply
from bot.discord.controls import PressHandlers, pressed
from bot.discord.match_buttons import replay_button, talk_button
from bot.discord.match_resolver import MatchResolver
from bot.discord.match_text import (
    control,
    ending_lines,
    stage,
    story_text,
    time_lines,
    title,
    turning_point_lines,
    waiting_lines,
)
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.errors import NotFound
from bot.features.follows.service import Digest, Follows
from bot.installation import Feature, Part, Services
from bot.views.pictures import PrivatePicture, PublicPicture
from bot.views.types import MatchTable, PlayerSnapshot
from cards.i18n import Translator, msg

SINCE = msg("Since you last looked")
SO_FAR = msg("What happened so far")

NEWS = 2600
"""Maximum characters of the story."""
FINALE_TIMEOUT = 8.0
"""Maximum seconds to wait for the finale's animation. After that, the last board is shown instead."""
BOARD = 1600
"""Maximum characters of a board as text."""


class DigestMessages(Feature, frozen=True):
    """Builds the message with the news of a match."""

    async def digest_message(self, digest: Digest, person: int, translate: Translator) -> PrivateMessage:
        """Return the state of the match, the events a person has missed, and one picture.

        The picture is the board, or the finale's animation once the match is over.
        """
        snapshot, table = digest.snapshot, digest.snapshot.table
        lines = [f"## {title(table, translate)}"]
        if snapshot.outcome is None and (now := stage(snapshot)):
            lines.append(f"-# {now}")
        lines += [
            *ending_lines(snapshot, translate),
            *turning_point_lines(await self.services.records.decided(snapshot), translate),
        ]
        lines += table.game.shown.standing(snapshot.view, table.names, snapshot.translator)
        if snapshot.outcome is None:
            lines += [*waiting_lines(snapshot, translate), *time_lines(table, translate)]
        items: list[Item] = [text("\n".join([*lines, *_news(digest, translate)]))]
        picture = (
            None if await self.services.people.text_boards(person) else await self._picture(digest, translate)
        )
        if picture is not None:
            items.append(gallery(picture))
        else:
            items.append(
                text(
                    parts(
                        table.game.shown.board_text(snapshot.view, table.names, snapshot.translator), BOARD
                    )[0]
                )
            )
        items.append(row(*_buttons(digest, translate)))
        return PrivateMessage(tuple(items), () if picture is None else (picture,))

    async def _picture(self, digest: Digest, translate: Translator) -> PrivatePicture | PublicPicture | None:
        snapshot = digest.snapshot
        if (
            snapshot.outcome is not None
            and (finale := await self._finale(snapshot.table, translate)) is not None
        ):
            return finale
        if isinstance(snapshot, PlayerSnapshot):
            return await draw_in_time(self.services.pictures.private_board(snapshot), snapshot.table.match_id)
        return await draw_in_time(self.services.pictures.public_board(snapshot), snapshot.table.match_id)

    async def _finale(self, table: MatchTable, translate: Translator) -> PublicPicture | None:
        """Return the animation of the deciding round, or None if it isn't available in time."""
        try:
            async with asyncio.timeout(FINALE_TIMEOUT):
                animation = await self.services.rounds.of_match(table.match_id, translate.locale)
        except (TimeoutError, NotFound):
            return None
        return None if animation is None else animation.picture


def _buttons(digest: Digest, translate: Translator) -> list[Button]:
    """Return the buttons below the news. Spectators don't get those for players."""
    snapshot, table = digest.snapshot, digest.snapshot.table
    log = button(translate.msg("Log"), control(table, "log"))
    if snapshot.outcome is not None:
        return [replay_button(table, translate), talk_button(table, translate), log]
    buttons = [
        button(translate.msg("Look again"), control(table, "watch", "again")),
        talk_button(table, translate),
        log,
    ]
    if isinstance(snapshot, PlayerSnapshot) and snapshot.question is not None:
        buttons.insert(
            0, button(translate.msg("My turn"), control(table, "turn"), discord.ButtonStyle.primary)
        )
    if digest.called:
        buttons.append(button(translate.msg("Don't notify me"), control(table, "unwatch")))
    elif not isinstance(snapshot, PlayerSnapshot):
        buttons.append(button(translate.msg("Notify me at the end"), control(table, "watch", "call")))
    return buttons


def _news(digest: Digest, translate: Translator) -> list[str]:
    """Return lines about the events, and a note if the person will be mentioned at the end."""
    if not digest.happened:
        lines = [translate.msg("Nothing has happened since you last looked.")]
    else:
        lines = [f"**{translate(SO_FAR if digest.is_first else SINCE)}**", story_text(digest.happened, NEWS)]
    if digest.called and digest.snapshot.outcome is None:
        lines.append(translate.msg("-# I'll mention you in the match thread when it's over."))
    return lines


class FollowsFeature(PressHandlers, frozen=True):
    """The command and the buttons for watching a match."""

    watching: Follows
    match_resolver: MatchResolver
    digest_messages: DigestMessages

    def add(self, layout: Layout) -> None:
        """Add the command."""

        @layout.command(
            Command.WATCH,
            msg("See what happened since you last looked. As a spectator, get notified at the end."),
            match=Parameter(
                msg("The match. Needed only when it isn't clear."), self.match_resolver.offer_matches
            ),
        )
        async def watch(reply: Reply, match: Name | None = None) -> None:
            await self.show_digest(reply, await self.match_resolver.find_match(reply, match), call=True)

    async def show_digest(self, reply: Reply, match_id: int, *, call: bool = False) -> None:
        """Show the events a person has missed. With `call`, a spectator is mentioned at the end. Raises Refusal."""
        digest = await self.watching.digest(match_id, reply.person, call=call, locale=reply.translate.locale)
        await reply.show(await self.digest_messages.digest_message(digest, reply.person, reply.translate))

    @pressed("watch")
    async def _look(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show the news: in a new message if pressed in the thread, in place if pressed on the news."""
        await (reply.in_place() if control.state else reply.later())
        await self.show_digest(reply, control.match_id, call=control.state == "call")

    @pressed("unwatch", first=Reply.later)
    async def _stop(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.watching.stop(control.match_id, reply.person)
        await reply.say(msg("I won't mention you when this match is over."))


class FollowsSection(FeatureSection):
    """News of a match, for players who are out and for spectators."""

    foot_at = frozenset({SeatStatus.OUT})

    def __init__(self, feature: FollowsFeature) -> None:
        self._feature = feature

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button that shows the news, for a player who is out."""
        if state.snapshot.table.lesson:
            return ()
        return [button(state.translate.msg("What's new?"), control(state.snapshot.table, "watch"))]

    async def read_along(self, reply: Reply, match_id: int) -> bool:
        """Show a spectator the events they have missed. Returns True: the reply is complete."""
        await self._feature.show_digest(reply, match_id)
        return True


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    digests = DigestMessages(of)
    feature = FollowsFeature(Follows(of.store, of.games), of.match_resolver, digests)
    return feature, FollowsSection(feature)
