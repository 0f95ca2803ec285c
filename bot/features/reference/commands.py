"""The commands that look up rules and cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from bot.command_keys import Command
from bot.discord.boards import draw_in_time
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import (
    PrivateMessage,
    PublicMessage,
)
from bot.discord.components.replies import Reply
from bot.discord.controls import PressHandlers, pressed
from bot.discord.game_resolver import GameResolver
from bot.discord.interaction_data import Interaction, typed_so_far
from bot.discord.reference_pages import CARD, card_items, topic_items
from bot.errors import NotFound, Refusal
from bot.games.playable import PlayableGame
from bot.games.reference import Reference
from bot.installation import Feature, Part, Services
from bot.people.locales import locale_of
from cards.i18n import Translator, msg


def reference_of(game: PlayableGame) -> Reference:
    """Return the reference of a game. Raises Refusal if it has none."""
    if game.reference is None:
        raise Refusal(msg("This game has nothing to look up."))
    return game.reference


class Lookup(Feature, frozen=True):
    """Replies with entries of the rules and with cards."""

    def key_of(self, game: PlayableGame, typed: str, translate: Translator, *, cards: bool) -> str:
        """Return the key of the card or rules entry with a typed name, or ""."""
        if game.reference is None:
            return ""
        find = game.reference.card if cards else game.reference.topic
        try:
            return find(typed, game.translator(translate.locale)).key
        except NotFound:
            return ""

    async def show_topic(
        self, reply: Reply, game: PlayableGame, typed: str, match: str = "", *, to_all: bool = False
    ) -> None:
        """Reply with an entry of the rules. Raises NotFound."""
        topic = reference_of(game).topic(typed, game.translator(reply.translate.locale))
        if to_all:
            await reply.for_all(self.services.locales)
            topic = reference_of(game).topic(topic.key, game.translator(reply.translate.locale))
        picture = None
        if topic.face is not None and (to_all or not await self.services.people.text_boards(reply.person)):
            if reply.is_open:
                await reply.later(to_all=to_all)
            picture = await draw_in_time(self.services.pictures.card(game, topic, reply.translate.locale), 0)
        items = topic_items(topic, reply.translate, match or game.name, picture)
        pictures = (picture,) if picture else ()
        if to_all:
            await reply.show_all(PublicMessage(items, pictures))
        else:
            await reply.show(PrivateMessage(items, pictures))

    async def show_card(
        self, reply: Reply, game: PlayableGame, typed: str, match: str = "", *, to_all: bool = False
    ) -> None:
        """Reply with a card. Raises NotFound before anything is shown."""
        page = reference_of(game).card(typed, game.translator(reply.translate.locale))
        if to_all:
            await reply.for_all(self.services.locales)
            page = reference_of(game).card(page.key, game.translator(reply.translate.locale))
        if reply.is_open:
            await reply.later(to_all=to_all)
        picture = None
        if to_all or not await self.services.people.text_boards(reply.person):
            picture = await draw_in_time(self.services.pictures.card(game, page, reply.translate.locale), 0)
        items = card_items(page, picture, reply.translate, match or game.name)
        pictures = (picture,) if picture else ()
        if to_all:
            await reply.show_all(PublicMessage(items, pictures))
        else:
            await reply.show(PrivateMessage(items, pictures))

    async def follow(self, reply: Reply, game: PlayableGame, value: str, match: str = "") -> None:
        """Show the card or entry that a menu option leads to. Raises Refusal if it no longer exists."""
        try:
            if value.startswith(CARD):
                await self.show_card(reply, game, value.removeprefix(CARD), match)
            else:
                await self.show_topic(reply, game, value, match)
        except NotFound:
            raise Refusal(msg("This can no longer be looked up.")) from None


D_SHARE = msg("Show it to everyone here. Otherwise only you see it.")


class ReferenceFeature(PressHandlers, frozen=True):
    """The commands and menus for looking up rules and cards."""

    game_resolver: GameResolver
    lookup: Lookup

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        async def topics(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            return await self._suggest(interaction, typed, cards=False)

        @layout.command(
            Command.RULES,
            msg("Look up a term, a section or a ruling."),
            of_a_game=True,
            defer=False,
            about=Parameter(msg("Evoke, §4, R25, … Leave it out for the table of contents."), topics),
            share=D_SHARE,
        )
        async def rules(reply: Reply, about: Name = "", share: bool = False, game: Name = "") -> None:
            chosen_game = await self._resolve_game(reply, game, about, cards=False)
            await self.lookup.show_topic(reply, chosen_game, about, to_all=share)

        async def titles(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            return await self._suggest(interaction, typed, cards=True)

        @layout.command(
            Command.CARD,
            msg("Show a card: its picture, text, terms and rulings."),
            of_a_game=True,
            defer=False,
            title=Parameter(msg("The card's title."), titles),
            share=D_SHARE,
        )
        async def card(reply: Reply, title: Name, share: bool = False, game: Name = "") -> None:
            chosen_game = await self._resolve_game(reply, game, title, cards=True)
            await self.lookup.show_card(reply, chosen_game, title, to_all=share)

    async def _resolve_game(self, reply: Reply, game_name: str, typed: str, *, cards: bool) -> PlayableGame:
        """Return the game in which to look up a typed name. Raises GameUnclear if several games have it.

        It is the named or current game; if that one doesn't have the name, the only other game that does.
        """
        likely = await self.game_resolver.likely(reply.interaction, game_name)
        if len(likely) == 1 and (
            game_name or self.lookup.key_of(likely[0], typed, reply.translate, cards=cards)
        ):
            return likely[0]
        if len(likely) == 1:
            other_games = await self._other_games(reply.interaction, likely[0])
            matches = [
                each for each in other_games if self.lookup.key_of(each, typed, reply.translate, cards=cards)
            ]
            return matches[0] if len(matches) == 1 else likely[0]
        matches = [game for game in likely if self.lookup.key_of(game, typed, reply.translate, cards=cards)]
        if len(matches) == 1:
            return matches[0]
        key = next((self.lookup.key_of(game, typed, reply.translate, cards=cards) for game in matches), typed)
        state = (CARD if cards else "") + key
        return await self.game_resolver.game(reply, game_name, again=CustomId("rules", state=state[:60]))

    async def _suggest(self, interaction: Interaction, typed: str, *, cards: bool) -> list[tuple[str, str]]:
        """Return suggestions for a lookup. If several games are possible, each names its game.

        Suggestions of the games alternate, starting with the most likely game.
        """
        game_name = typed_so_far(interaction, "game")
        likely = await self.game_resolver.likely(interaction, game_name)
        by_game = [
            _suggestions(game, interaction, typed, cards=cards, is_named=len(likely) > 1) for game in likely
        ]
        suggestions = [
            suggestion
            for same_rank in zip_longest(*by_game)
            for suggestion in same_rank
            if suggestion is not None
        ]
        if len(likely) == 1 and typed.strip() and not game_name:
            for game in await self._other_games(interaction, likely[0]):
                suggestions += _suggestions(game, interaction, typed, cards=cards, is_named=True)
        return suggestions

    async def _other_games(self, interaction: Interaction, game: PlayableGame) -> list[PlayableGame]:
        """Return the other games that are offered here."""
        return [
            each
            for each in await self.game_resolver.choice.offered(interaction.guild_id)
            if each.name != game.name
        ]

    @pressed("rules")
    async def _rules(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show a further entry: in place if it was chosen in a menu, in a new message after a button."""
        if values:
            await reply.in_place()
        value = values[0] if values else control.state
        game = await self.game_resolver.game(reply, control=control, again=CustomId("rules", state=value))
        await self.lookup.follow(reply, game, value, control.match)


def _suggestions(
    game: PlayableGame, interaction: Interaction, typed: str, *, cards: bool, is_named: bool
) -> list[tuple[str, str]]:
    """Return a game's suggestions for the typed text; `is_named` adds the game to each."""
    if game.reference is None:
        return []
    suggest = game.reference.suggest_cards if cards else game.reference.suggest_topics
    suffix = f" · {game.title}" if is_named else ""
    translate_game = game.translator(locale_of(interaction.locale))
    return [(label + suffix, value) for label, value in suggest(typed, translate_game)]


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (ReferenceFeature(of.game_resolver, Lookup(of)),)
