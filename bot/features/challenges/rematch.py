"""Playing a match that is over again: by command, and by the button under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import app_commands
from msgspec import Struct

from bot.command_keys import Command
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.replies import Reply
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.feature import Choices, Handler, Interaction
from bot.discord.match_resolver import MatchFinder
from bot.discord.match_text import named
from bot.discord.people import person_of
from bot.discord.texts.texts import ENGLISH, texts_for
from bot.errors import BadDeck
from bot.features.challenges.flow import Challenging
from bot.features.challenges.messages import ChallengeMessages
from bot.match.matches import Matches

W = ENGLISH.endings


class RematchFeature(Struct, frozen=True):
    """Asking for a match to be played again, and accepting that."""

    matches: Matches
    finder: MatchFinder
    challenging: Challenging
    challenge_messages: ChallengeMessages

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the command."""

        @layout.command(Command.REMATCH, W.d_rematch)
        @app_commands.describe(deck=W.d_rematch_deck, match=W.d_rematch_match)
        async def rematch(
            interaction: Interaction, deck: Name | None = None, match: Name | None = None
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_finished(interaction, match, reply.words)
                await self.rematch_in(reply, found, deck or "")

        async def offer(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            named = getattr(interaction.namespace, "match", None)
            found = await self.finder.find_finished(interaction, named, texts_for(interaction.locale))
            game = (await self.matches.table(found)).game
            return await self.challenging.offer_decks(game, interaction, typed)

        @rematch.autocomplete("deck")
        async def decks_to_play_again(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, offer(interaction, typed))

        @rematch.autocomplete("match")
        async def finished(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self.finder.offer_finished(interaction, typed))

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {
            "rematch": self._rematch,
            "rematch-deck": self._rematch_with,
            "play-rematch-deck": self._rematch_with,
        }

    async def rematch_in(self, reply: Reply, match_id: int, deck: str = "") -> None:
        """Ask for a match to be played again, or accept that; where one's deck is gone, let another be chosen."""
        try:
            again = await self.matches.rematch(
                reply.interaction.id, match_id, person_of(reply.interaction.user), deck
            )
        except BadDeck:
            if deck:
                raise
            await reply.show(
                await self.challenge_messages.deck_choice(
                    await self.matches.table(match_id), reply.person, reply.words
                )
            )
            return
        if not again.begun:
            await self.challenging.show_sent(reply, again.table.match_id)
        elif any(person.is_house for person in again.table.people):
            await self.challenging.show_begun(reply, again.table, again.deck)
        else:
            mine = await self.finder.player_look(again.table.match_id, reply.person, reply.words)
            await self.challenging.show_accepted(reply, mine, again.deck)

    async def _rematch(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """The button under a match that is over. Everybody sees it: who has not played can begin another match."""
        await reply.later()
        table = await self.matches.table(control.match_id)
        if table.seat_of(reply.person) is None:
            who = named(table, range(len(table.people)), reply.words)
            said = reply.words.endings.rematch_not_yours
            await reply.say(said.format(who=who, channel=f"<#{table.channel_id}>"))
            return
        await self.rematch_in(reply, control.match_id)

    async def _rematch_with(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """A deck was chosen in the menu, or by the button that offers one."""
        await reply.in_place()
        await self.rematch_in(reply, control.match_id, values[0] if values else control.state)
