"""Looking things up: pages of the rules, cards, and why something happened, as components of messages."""

from __future__ import annotations

from msgspec import Struct

from bot.discord.boards import drawn
from bot.discord.components.messages import (
    PrivateMessage,
    PublicMessage,
)
from bot.discord.components.replies import Reply
from bot.discord.reference_pages import CARD, card_items, topic_items
from bot.errors import NotFound, Refusal
from bot.games.playable import PlayableGame
from bot.games.reference import Reference
from bot.people.locales import Locales
from bot.people.people import People
from bot.views.pictures import PictureService
from cards.i18n import Translator, msg


def reference_of(game: PlayableGame, translate: Translator) -> Reference:
    """Return what can be looked up about a game. Raises Refusal where there is nothing."""
    if game.reference is None:
        raise Refusal(msg("This game has nothing to look up."))
    return game.reference


class Lookup(Struct, frozen=True):
    """Answers with pages of the rules and cards."""

    locales: Locales
    people: People
    pictures: PictureService

    def key_of(self, game: PlayableGame, typed: str, translate: Translator, *, cards: bool) -> str:
        """Return the key of the card or the entry of the rules that was typed, "" if a game has none of that name."""
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
        """Answer with an entry of the rules. Raises NotFound."""
        topic = reference_of(game, reply.translate).topic(typed, game.translator(reply.translate.locale))
        if to_all:
            await reply.for_all(self.locales)
            topic = reference_of(game, reply.translate).topic(
                topic.key, game.translator(reply.translate.locale)
            )
        picture = None
        if topic.face is not None and (to_all or not await self.people.text_boards(reply.person)):
            if reply.is_open:
                await reply.later(to_all=to_all)
            picture = await drawn(self.pictures.card(game, topic, reply.translate.locale), 0)
        items = topic_items(topic, reply.translate, match or game.name, picture)
        pictures = (picture,) if picture else ()
        if to_all:
            await reply.show_all(PublicMessage(items, pictures))
        else:
            await reply.show(PrivateMessage(items, pictures))

    async def show_card(
        self, reply: Reply, game: PlayableGame, typed: str, match: str = "", *, to_all: bool = False
    ) -> None:
        """Answer with a card. Raises NotFound before anything is shown."""
        page = reference_of(game, reply.translate).card(typed, game.translator(reply.translate.locale))
        if to_all:
            await reply.for_all(self.locales)
            page = reference_of(game, reply.translate).card(page.key, game.translator(reply.translate.locale))
        if reply.is_open:
            await reply.later(to_all=to_all)
        picture = None
        if to_all or not await self.people.text_boards(reply.person):
            picture = await drawn(self.pictures.card(game, page, reply.translate.locale), 0)
        items = card_items(page, picture, reply.translate, match or game.name)
        pictures = (picture,) if picture else ()
        if to_all:
            await reply.show_all(PublicMessage(items, pictures))
        else:
            await reply.show(PrivateMessage(items, pictures))

    async def follow(self, reply: Reply, game: PlayableGame, value: str, match: str = "") -> None:
        """Show what an option of a menu leads to; what does not exist any more is said to be gone."""
        try:
            if value.startswith(CARD):
                await self.show_card(reply, game, value.removeprefix(CARD), match)
            else:
                await self.show_topic(reply, game, value, match)
        except NotFound:
            raise Refusal(msg("This can no longer be looked up.")) from None
