"""Looking things up, wherever one is: rules and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from msgspec import Struct

from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.replies import Reply
from bot.discord.feature import Handler, Interaction
from bot.discord.game_resolver import WhichGame
from bot.discord.reference_pages import CARD
from bot.features.reference.messages import Lookup
from bot.games.playable import PlayableGame
from bot.people.locales import locale_of
from cards.i18n import msg

D_SHARE = msg("Show it to everybody here. Otherwise only you see it.")


class ReferenceFeature(Struct, frozen=True):
    """Looking up rules and cards."""

    which: WhichGame
    lookup: Lookup

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        async def topics(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            return await self._suggested(interaction, typed, cards=False)

        @layout.command(
            Command.RULES,
            msg("Look something up in the rules: a term, a section or a ruling."),
            of_a_game=True,
            defer=False,
            about=Parameter(msg("Evoke, §4, R25, … Without it, you see what there is."), topics),
            share=D_SHARE,
        )
        async def rules(reply: Reply, about: Name = "", share: bool = False, game: Name = "") -> None:
            meant = await self._that_has(reply, game, about, cards=False)
            await self.lookup.show_topic(reply, meant, about, to_all=share)

        async def titles(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            return await self._suggested(interaction, typed, cards=True)

        @layout.command(
            Command.CARD,
            msg("Look at a card: picture, text, what its words mean, rulings about it."),
            of_a_game=True,
            defer=False,
            title=Parameter(msg("The card's title."), titles),
            share=D_SHARE,
        )
        async def card(reply: Reply, title: Name, share: bool = False, game: Name = "") -> None:
            meant = await self._that_has(reply, game, title, cards=True)
            await self.lookup.show_card(reply, meant, title, to_all=share)

    async def _that_has(self, reply: Reply, named: str, typed: str, *, cards: bool) -> PlayableGame:
        """Return the game that is meant, or the only one that has what was typed. Raises Undecided where several have it."""
        likely = await self.which.likely(reply.interaction, named)
        if len(likely) == 1:
            return likely[0]
        having = [game for game in likely if self.lookup.key_of(game, typed, reply.translate, cards=cards)]
        if len(having) == 1:
            return having[0]
        wanted = next(
            (self.lookup.key_of(game, typed, reply.translate, cards=cards) for game in having), typed
        )
        state = (CARD if cards else "") + wanted
        return await self.which.game(reply, named, again=CustomId("rules", state=state[:60]))

    async def _suggested(self, interaction: Interaction, typed: str, *, cards: bool) -> list[tuple[str, str]]:
        """Return what can be looked up; where several games may be meant, with the game that it is of."""
        named = getattr(interaction.namespace, "game", None) or ""
        likely = [game for game in await self.which.likely(interaction, named) if game.reference is not None]
        found: list[list[tuple[str, str]]] = []
        for game in likely:
            said = game.translator(locale_of(interaction.locale))
            assert game.reference is not None
            suggest = game.reference.suggest_cards if cards else game.reference.suggest_topics
            suffix = f" · {game.title}" if len(likely) > 1 else ""
            found.append([(label + suffix, value) for label, value in suggest(typed, said)])
        return [one for same_place in zip_longest(*found) for one in same_place if one is not None]

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {"rules": self._rules}

    async def _rules(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Reading on: what was chosen in a menu in its place, what a button leads to in a message of its own."""
        if values:
            await reply.in_place()
        wanted = values[0] if values else control.state
        game = await self.which.game(reply, control=control, again=CustomId("rules", state=wanted))
        await self.lookup.follow(reply, game, wanted, control.match)
