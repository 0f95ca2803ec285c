"""Rematches, by command and by the button under a finished match."""

from __future__ import annotations

from collections.abc import Sequence

from bot.command_keys import Command, with_commands
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import Button
from bot.discord.components.replies import Reply, person_of
from bot.discord.controls import pressed
from bot.discord.interaction_data import Interaction, typed_so_far
from bot.discord.match_buttons import rematch_button
from bot.discord.match_text import names_at
from bot.discord.sections import FeatureSection, PanelState, SeatStatus
from bot.errors import BadDeck
from bot.features.challenges.flow import ChallengeFlow
from bot.features.challenges.messages import ChallengeMessages
from bot.installation import Feature
from cards.i18n import msg


class RematchFeature(Feature, frozen=True):
    """The command and the buttons that ask for a rematch or accept one."""

    challenge_flow: ChallengeFlow
    challenge_messages: ChallengeMessages

    def add(self, layout: Layout) -> None:
        """Add the command."""

        async def offer(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            typed_match = typed_so_far(interaction, "match")
            match_id = await self.services.match_resolver.find_finished(interaction, typed_match)
            game = (await self.services.matches.table(match_id)).game
            return await self.challenge_flow.offer_decks(game, interaction, typed)

        @layout.command(
            Command.REMATCH,
            msg("Ask for a rematch with the seats swapped, or accept one."),
            deck=Parameter(msg("Your deck. Leave it out to play the same one."), offer),
            match=Parameter(
                msg("The match. Default: this thread's, or your last one."),
                self.services.match_resolver.offer_finished,
            ),
        )
        async def rematch(reply: Reply, deck: Name | None = None, match: Name | None = None) -> None:
            match_id = await self.services.match_resolver.find_finished(reply.interaction, match)
            await self.rematch_in(reply, match_id, deck or "")

    async def rematch_in(self, reply: Reply, match_id: int, deck: str = "") -> None:
        """Ask for a rematch, or accept one. If the player's deck no longer exists, ask for another."""
        try:
            result = await self.services.rematches.rematch(
                reply.interaction.id, match_id, person_of(reply.interaction.user), deck
            )
        except BadDeck:
            if deck:
                raise
            await reply.show(
                await self.challenge_messages.deck_choice(
                    await self.services.matches.table(match_id), reply.person, reply.translate
                )
            )
            return
        if not result.begun:
            await self.challenge_flow.show_sent(reply, result.table.match_id)
        elif any(person.is_this_bot for person in result.table.people):
            await self.challenge_flow.show_begun(reply, result.table, result.deck)
        else:
            snapshot = await self.services.match_resolver.player_snapshot(reply, result.table.match_id)
            await self.challenge_flow.show_accepted(reply, snapshot, result.deck)

    @pressed("rematch", first=Reply.later)
    async def _rematch(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Handle the rematch button below a finished match.

        Everyone sees it; someone who didn't play can start another match.
        """
        table = await self.services.matches.table(control.match_id)
        if table.seat_of(reply.person) is None:
            names = names_at(table, range(len(table.people)), reply.translate)
            sentence = with_commands(
                msg(
                    "Only {who} can ask for this rematch. Start your own match with "
                    "`{/challenge}` in {channel}."
                )
            )
            own = self.services.game_resolver.games.challenge_command(table.game)
            sentence = sentence.filled(**{Command.CHALLENGE.key: own})
            await reply.say(sentence.filled(who=names, channel=f"<#{table.channel_id}>"))
            return
        await self.rematch_in(reply, control.match_id)

    @pressed("rematch-deck", "play-rematch-deck", first=Reply.in_place)
    async def _rematch_with(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Ask for a rematch with a deck chosen in the menu, or with the suggested one."""
        await self.rematch_in(reply, control.match_id, values[0] if values else control.state)


class RematchSection(FeatureSection):
    """The rematch button on the panel."""

    foot_at = frozenset({SeatStatus.OVER})

    async def foot(self, state: PanelState) -> Sequence[Button]:
        """Return the rematch button, if the match is not a lesson. It is shown when the match is over."""
        table = state.snapshot.table
        return () if table.lesson else [rematch_button(table, state.translate)]
