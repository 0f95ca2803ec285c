"""Watching matches of others: the command, and a person's news of a match as a message for them alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.command_keys import Command
from bot.discord.boards import drawn
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import Button, Item, PrivateMessage, button, gallery, parts, row, text
from bot.discord.components.replies import Reply
from bot.discord.controls import PressHandlers, pressed
from bot.discord.match_buttons import replay_button, talk_button
from bot.discord.match_resolver import MatchFinder
from bot.discord.match_text import control, ending, stage, story, time_lines, title, turned, waiting
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.errors import NotFound
from bot.features.follows.service import Digest, Follows
from bot.installation import Feature, Part, Services
from bot.views.pictures import PrivatePicture, PublicPicture
from bot.views.types import MatchTable, PrivateLook
from cards.i18n import Translator, msg

SINCE = msg("Since you last looked")
SO_FAR = msg("What happened so far")

NEWS = 2600
"""Characters for what has happened."""
PATIENCE = 8.0
"""Seconds for which a person waits for the pictures of a finale; the last board is shown if it takes longer."""
BOARD = 1600
"""Characters for the board where it comes in words."""


class DigestMessages(Feature, frozen=True):
    """The news of a match for a person who watches it."""

    async def digest_message(self, digest: Digest, person: int, translate: Translator) -> PrivateMessage:
        """Return the state of the match, the events a person has missed, and one picture: of the finale, if it is
        over.
        """
        look, table = digest.look, digest.look.table
        lines = [f"## {title(table, translate)}"]
        if look.outcome is None and (now := stage(look)):
            lines.append(f"-# {now}")
        lines += [*ending(look, translate), *turned(await self.services.records.decided(look), translate)]
        lines += table.game.shown.standing(look.view, table.names, look.translator)
        if look.outcome is None:
            lines += [*waiting(look, translate), *time_lines(table, translate)]
        items: list[Item] = [text("\n".join([*lines, *_news(digest, translate)]))]
        picture = (
            None if await self.services.people.text_boards(person) else await self._picture(digest, translate)
        )
        if picture is not None:
            items.append(gallery(picture))
        else:
            items.append(
                text(parts(table.game.shown.board_text(look.view, table.names, look.translator), BOARD)[0])
            )
        items.append(row(*_buttons(digest, translate)))
        return PrivateMessage(tuple(items), () if picture is None else (picture,))

    async def _picture(self, digest: Digest, translate: Translator) -> PrivatePicture | PublicPicture | None:
        look = digest.look
        if look.outcome is not None and (finale := await self._finale(look.table, translate)) is not None:
            return finale
        if isinstance(look, PrivateLook):
            return await drawn(self.services.pictures.private_board(look), look.table.match_id)
        return await drawn(self.services.pictures.public_board(look), look.table.match_id)

    async def _finale(self, table: MatchTable, translate: Translator) -> PublicPicture | None:
        """Return the round in which a match was decided, in moving pictures, if it can be had soon."""
        try:
            async with asyncio.timeout(PATIENCE):
                moving = await self.services.rounds.of_match(table.match_id, translate.locale)
        except (TimeoutError, NotFound):
            return None
        return None if moving is None else moving.picture


def _buttons(digest: Digest, translate: Translator) -> list[Button]:
    """Return the buttons for next steps. Spectators get none for players."""
    look, table = digest.look, digest.look.table
    log = button(translate.msg("Log"), control(table, "log"))
    if look.outcome is not None:
        return [replay_button(table, translate), talk_button(table, translate), log]
    found = [
        button(translate.msg("Look again"), control(table, "watch", "again")),
        talk_button(table, translate),
        log,
    ]
    if isinstance(look, PrivateLook) and look.question is not None:
        found.insert(0, button(translate.msg("My turn"), control(table, "turn"), discord.ButtonStyle.primary))
    if digest.called:
        found.append(button(translate.msg("Don't notify me"), control(table, "unwatch")))
    elif not isinstance(look, PrivateLook):
        found.append(button(translate.msg("Notify me at the end"), control(table, "watch", "call")))
    return found


def _news(digest: Digest, translate: Translator) -> list[str]:
    """Return the news, and whether the end will be told."""
    if not digest.happened:
        lines = [translate.msg("Nothing has happened since you last looked.")]
    else:
        lines = [f"**{translate(SO_FAR if digest.is_first else SINCE)}**", story(digest.happened, NEWS)]
    if digest.called and digest.look.outcome is None:
        lines.append(translate.msg("-# I'll mention you in the match thread when it's over."))
    return lines


class FollowsFeature(PressHandlers, frozen=True):
    """Watching matches of others."""

    watching: Follows
    finder: MatchFinder
    digest_messages: DigestMessages

    def add(self, layout: Layout) -> None:
        """Add the command."""

        @layout.command(
            Command.WATCH,
            msg("See what happened since you last looked. As a spectator, get notified at the end."),
            match=Parameter(msg("The match. Needed only when it isn't clear."), self.finder.offer_matches),
        )
        async def watch(reply: Reply, match: Name | None = None) -> None:
            await self.show_digest(reply, await self.finder.find_match(reply, match), call=True)

    async def show_digest(self, reply: Reply, match_id: int, *, call: bool = False) -> None:
        """Answer with what a person has missed in a match; with `call`, a spectator is called at its end. Raises Refusal."""
        digest = await self.watching.digest(match_id, reply.person, call=call, locale=reply.translate.locale)
        await reply.show(await self.digest_messages.digest_message(digest, reply.person, reply.translate))

    @pressed("watch")
    async def _look(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """From the thread a message of its own; from there again in place."""
        await (reply.in_place() if control.state else reply.later())
        await self.show_digest(reply, control.match_id, call=control.state == "call")

    @pressed("unwatch", first=Reply.later)
    async def _stop(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.watching.stop(control.match_id, reply.person)
        await reply.say(msg("I won't mention you when this match is over."))


class FollowsSection(FeatureSection):
    """News of a match."""

    foot_at = frozenset({SeatStatus.OUT})

    def __init__(self, feature: FollowsFeature) -> None:
        self._feature = feature

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the button that tells what is new, for a player who is out."""
        if state.look.table.lesson:
            return ()
        return [button(state.translate.msg("What's new?"), control(state.look.table, "watch"))]

    async def read_along(self, reply: Reply, match_id: int) -> bool:
        """Show what a person has missed in a match in which they don't play."""
        await self._feature.show_digest(reply, match_id)
        return True


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    digests = DigestMessages(of)
    feature = FollowsFeature(Follows(of.store, of.games), of.finder, digests)
    return feature, FollowsSection(feature)
