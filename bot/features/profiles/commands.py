"""Profiles: a person's record, shown to the person who asks."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.command_keys import Command
from bot.discord.boards import drawn
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.replies import Reply
from bot.discord.controls import Presses, pressed
from bot.discord.game_resolver import WhichGame
from bot.discord.sections import FeatureSection, gathered
from bot.errors import Refusal
from bot.features.profiles.messages import played_by, profile_message
from bot.features.profiles.service import Profiles
from bot.games.playable import PlayableGame
from bot.installation import Part, Services
from bot.people.people import People
from bot.views.pictures import PictureService
from cards.i18n import msg
from cards.numerals import numeral


class ProfilesFeature(Presses, frozen=True):
    """Records of people."""

    which: WhichGame
    histories: Profiles
    people: People
    pictures: PictureService
    sections: Sequence[FeatureSection]

    def add(self, layout: Layout) -> None:
        """Add the command."""

        @layout.command(
            Command.PROFILE,
            msg("A player's profile: results, decks, reply time."),
            of_a_game=True,
            person=msg("The player. Default: you."),
        )
        async def profile(reply: Reply, person: discord.User | None = None, game: Name = "") -> None:
            whose = reply.interaction.user if person is None else person
            again = CustomId("profile", state=f"{whose.id}.1")
            meant = await self.which.game(reply, game, again=again)
            await self._show(reply, meant, whose.id, whose.display_name)

        async def from_menu(reply: Reply, user: discord.User) -> None:
            meant = await self.which.game(reply, again=CustomId("profile", state=f"{user.id}.1"))
            await self._show(reply, meant, user.id, user.display_name)

        layout.user_menu(msg("Profile"), from_menu)

    async def _show(
        self, reply: Reply, game: PlayableGame, person: int, name: str = "", page: int = 1
    ) -> None:
        guild = reply.interaction.guild_id
        own = person == reply.person
        if not own and guild is None:
            raise Refusal(msg("You can see another player's profile only on a server you share. Ask there."))
        locale = reply.translate.locale
        found = await self.histories.profile(person, reply.person, guild, game, page)
        translate = reply.translate
        added = await gathered(one.profile(person, guild, game, translate, own=own) for one in self.sections)
        picture = None
        if game.profile is not None and not await self.people.text_boards(reply.person):
            picture = await drawn(self.pictures.profile(game, played_by(found, name), locale), 0)
        await reply.show(
            profile_message(
                found,
                game,
                added,
                name,
                reply.translate,
                picture,
                own=own,
                naming=self.which.naming(game),
            )
        )

    @pressed("profile", first=Reply.in_place)
    async def _turn_page(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        named, _, turned = control.state.partition(".")
        person, page = numeral(named, 19), numeral(turned, 5)
        if person is None or page is None:
            raise Refusal(UNKNOWN_CONTROL)
        again = CustomId("profile", state=control.state)
        game = await self.which.game(reply, control=control, again=again)
        await self._show(reply, game, person, page=page)


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    histories = Profiles(of.store, of.games)
    return (ProfilesFeature(of.which, histories, of.people, of.pictures, of.sections),)
