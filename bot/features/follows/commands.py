"""Commands for spectators: recent events of a match, and a mention at its end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import Button, button
from bot.discord.components.replies import Reply
from bot.discord.controls import Presses, pressed
from bot.discord.match_resolver import MatchFinder
from bot.discord.match_text import control
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.features.follows.messages import DigestMessages
from bot.features.follows.service import Following
from bot.installation import Part, Services
from cards.i18n import msg


class FollowsFeature(Presses, frozen=True):
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
    digests = DigestMessages(of.people, of.pictures, of.rounds, of.records)
    feature = FollowsFeature(Following(of.store, of.games), of.finder, digests)
    return feature, FollowsSection(feature)
