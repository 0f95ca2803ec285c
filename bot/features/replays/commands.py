"""The commands and buttons for replays of finished matches, their records, and the check of their deal."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands
from msgspec.structs import replace

from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import PrivateMessage
from bot.discord.components.replies import Reply
from bot.discord.controls import pressed
from bot.discord.interaction_data import Interaction
from bot.discord.match_resolver import D_REPLAY_MATCH
from bot.errors import Refusal
from bot.features.replays.announcements import ReplaysAnnouncements
from bot.features.replays.messages import (
    ReplayPlace,
    ReplaysMessages,
    ReplaysSection,
    promise_message,
    read_place,
    record_message,
    round_message,
)
from bot.features.replays.service import Replays, ReplayView
from bot.installation import Feature, Part, Services
from cards.i18n import msg

_EYES = {
    "public": str(msg("public view")),
    "own": str(msg("my view")),
    "both": str(msg("all hands open")),
}


class ReplaysFeature(Feature, frozen=True):
    """The commands and controls for replays, records, deal checks, and the privacy of hands."""

    replays: Replays
    replay_messages: ReplaysMessages

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        @layout.command(
            Command.REPLAY,
            msg("Step through a finished match. Only you see it."),
            match=Parameter(D_REPLAY_MATCH, self.services.match_resolver.offer_finished),
            step=msg("The step to start at. Default: the end."),
            eyes=Parameter(
                msg("Whose view?"),
                choices=[app_commands.Choice(name=name, value=value) for value, name in _EYES.items()],
            ),
        )
        async def replay(
            reply: Reply,
            match: Name | None = None,
            step: app_commands.Range[int, 0, 100000] | None = None,
            eyes: str | None = None,
        ) -> None:
            match_id = await self.services.match_resolver.find_finished(reply.interaction, match)
            view = {"public": ReplayView.PUBLIC, "both": ReplayView.BOTH}.get(eyes or "")
            await self.show_replay(reply, match_id, ReplayPlace(step, view))

        @layout.command(
            Command.ROUND,
            msg("Show an animation of the round that decided a match."),
            match=Parameter(D_REPLAY_MATCH, self.services.match_resolver.offer_finished),
        )
        async def decisive(reply: Reply, match: Name | None = None) -> None:
            await self._give_round(
                reply, await self.services.match_resolver.find_finished(reply.interaction, match)
            )

        @layout.command(
            Command.RECORD,
            msg("Get a finished match's record as a file."),
            match=Parameter(D_REPLAY_MATCH, self.services.match_resolver.offer_finished),
        )
        async def record(reply: Reply, match: Name | None = None) -> None:
            await self._give_record(
                reply, await self.services.match_resolver.find_finished(reply.interaction, match)
            )

        async def any_match(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            over = await self.services.match_resolver.offer_finished(interaction, typed)
            return over + await self.services.match_resolver.offer_matches(interaction, typed)

        @layout.command(
            Command.VERIFY,
            msg("Check that a match's deal is genuine."),
            match=Parameter(D_REPLAY_MATCH, any_match),
        )
        async def verify(reply: Reply, match: Name | None = None) -> None:
            await self._verify(
                reply, await self.services.match_resolver.find_finished(reply.interaction, match)
            )

        @layout.command(
            Command.PRIVACY_HANDS,
            msg("Choose whether others can see your hands after a match."),
            show=Parameter(
                msg("It applies to all your matches."),
                choices=[
                    app_commands.Choice(
                        name=str(msg("keep my hands private in all my matches")), value="keep"
                    ),
                    app_commands.Choice(name=str(msg("show my hands to others after a match")), value="open"),
                ],
            ),
        )
        async def hands(reply: Reply, show: str) -> None:
            await self.keep_hands(reply, is_private=show == "keep")

    async def show_replay(self, reply: Reply, match_id: int, place: ReplayPlace) -> None:
        """Show a step of a finished match."""
        scene = await self.replays.scene(
            match_id, reply.person, place.step, place.eyes, reply.translate.locale
        )
        await reply.show(
            await self.replay_messages.replay_message(scene, place, reply.person, reply.translate)
        )

    async def _give_record(self, reply: Reply, match_id: int) -> None:
        content = await self.services.records.text(match_id, reply.person)
        await reply.show(
            record_message(await self.services.matches.table(match_id), content, reply.translate)
        )

    async def _give_round(self, reply: Reply, match_id: int) -> None:
        """Show the animation of the round that decided a match."""
        animation = await self.services.rounds.of_match(match_id, reply.translate.locale)
        if animation is None:
            raise Refusal(msg("This match ended before it really began."))
        message = round_message(animation, reply.translate)
        await reply.show(PrivateMessage(message.items, message.pictures))

    async def keep_hands(self, reply: Reply, *, is_private: bool) -> None:
        """Store whether the player's hands are private in replays (`kept`), and confirm it."""
        await self.replays.keep_hands(reply.person, is_private=is_private)
        await reply.say(
            msg(
                "From now on, no one else sees your hands in replays of your matches. "
                "Records for others and the proof of the deal leave out cards that were "
                "never revealed. Anything already posted stays, and reviews you agreed to "
                "stay until you withdraw them there."
            )
            if is_private
            else msg("From now on, replays show your hands once a match is over.")
        )

    async def _verify(self, reply: Reply, match_id: int) -> None:
        await reply.show(promise_message(await self.replays.promise(match_id, reply.person), reply.translate))

    @pressed("replay")
    async def _press_replay(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Change the step, the view or the format of a replay in place, or open a new replay."""
        await (reply.later() if control.state.startswith("new.") else reply.in_place())
        try:
            kind, place = read_place(control.state)
            if kind == "at" and values:
                place = replace(place, step=int(values[0]))
            elif kind == "as" and values:
                place = replace(place, eyes=ReplayView(values[0]))
        except ValueError:
            raise Refusal(UNKNOWN_CONTROL) from None
        await self.show_replay(reply, control.match_id, place)

    @pressed("again", first=Reply.later)
    async def _press_again(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Replay the match chosen in a menu from its beginning."""
        chosen = CustomId("again", values[0])
        if await self.services.outdated.has_been(reply, chosen):
            await self.show_replay(reply, chosen.match_id, ReplayPlace(0))

    @pressed("record", first=Reply.later)
    async def _press_record(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self._give_record(reply, control.match_id)

    @pressed("round", first=Reply.later)
    async def _press_round(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self._give_round(reply, control.match_id)

    @pressed("verify", first=Reply.later)
    async def _press_verify(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self._verify(reply, control.match_id)

    @pressed("hands", first=Reply.later)
    async def _press_hands(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await self.keep_hands(reply, is_private=control.state == "keep")


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    feature = ReplaysFeature(of, Replays(of.records), ReplaysMessages(of))
    return feature, ReplaysSection(), ReplaysAnnouncements(of.rounds)
