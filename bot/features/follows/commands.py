"""Watching: what a person has missed in a match, and being called at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.replies import Reply
from bot.discord.feature import Handler
from bot.discord.match_resolver import MatchFinder
from bot.features.follows.messages import DigestMessages
from bot.features.follows.service import Following
from cards.i18n import msg


class FollowsFeature(Struct, frozen=True):
    """Watching matches of others."""

    watching: Following
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

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {"watch": self._look, "unwatch": self._stop}

    async def show_digest(self, reply: Reply, match_id: int, *, call: bool = False) -> None:
        """Answer with what a person has missed in a match; with `call`, a spectator is called at its end. Raises Refusal."""
        digest = await self.watching.digest(match_id, reply.person, call=call, locale=reply.translate.locale)
        await reply.show(await self.digest_messages.digest_message(digest, reply.person, reply.translate))

    async def _look(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """From the thread a message of its own; from there again in place."""
        await (reply.in_place() if control.state else reply.later())
        await self.show_digest(reply, control.match_id, call=control.state == "call")

    async def _stop(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.later()
        await self.watching.stop(control.match_id, reply.person)
        await reply.say(msg("I won't mention you when this match is over."))
