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
from bot.discord.texts.texts import Texts
from bot.errors import NotFound, Told
from bot.games.playable import PlayableGame
from bot.games.reference import Reference
from bot.people.locales import Locales
from bot.people.people import People
from bot.views.pictures import PictureService


def reference_of(game: PlayableGame, words: Texts) -> Reference:
    """Return what can be looked up about a game. Raises Refusal where there is nothing."""
    if game.reference is None:
        raise Told(words.reference.no_reference)
    return game.reference


class Lookup(Struct, frozen=True):
    """Answers with pages of the rules and cards."""

    locales: Locales
    people: People
    pictures: PictureService

    def key_of(self, game: PlayableGame, typed: str, words: Texts, *, cards: bool) -> str:
        """Return the key of the card or the entry of the rules that was typed, "" if a game has none of that name."""
        if game.reference is None:
            return ""
        find = game.reference.card if cards else game.reference.topic
        try:
            return find(typed, game.translator(words.locale)).key
        except NotFound:
            return ""

    async def show_topic(
        self, reply: Reply, game: PlayableGame, typed: str, match: str = "", *, to_all: bool = False
    ) -> None:
        """Answer with an entry of the rules. Raises NotFound."""
        topic = reference_of(game, reply.words).topic(typed, game.translator(reply.words.locale))
        if to_all:
            await reply.for_all(self.locales)
            topic = reference_of(game, reply.words).topic(topic.key, game.translator(reply.words.locale))
        picture = None
        if topic.face is not None and (to_all or not await self.people.text_boards(reply.person)):
            if reply.is_open:
                await reply.later(to_all=to_all)
            picture = await drawn(self.pictures.card(game, topic, reply.words.locale), 0)
        items = topic_items(topic, reply.words, match or game.name, picture)
        pictures = (picture,) if picture else ()
        if to_all:
            await reply.show_all(PublicMessage(items, pictures))
        else:
            await reply.show(PrivateMessage(items, pictures))

    async def show_card(
        self, reply: Reply, game: PlayableGame, typed: str, match: str = "", *, to_all: bool = False
    ) -> None:
        """Answer with a card. Raises NotFound before anything is shown."""
        page = reference_of(game, reply.words).card(typed, game.translator(reply.words.locale))
        if to_all:
            await reply.for_all(self.locales)
            page = reference_of(game, reply.words).card(page.key, game.translator(reply.words.locale))
        if reply.is_open:
            await reply.later(to_all=to_all)
        picture = None
        if to_all or not await self.people.text_boards(reply.person):
            picture = await drawn(self.pictures.card(game, page, reply.words.locale), 0)
        items = card_items(page, picture, reply.words, match or game.name)
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
            raise Told(reply.words.reference.gone) from None
