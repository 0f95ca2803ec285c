"""Deck commands: list, view, build, import, export, choose, delete. Only the owner sees the replies (R51)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Literal, TypeVar

import discord

from bot.command_keys import Command
from bot.decks.own_decks import TOO_LONG_TO_READ, OwnDeck
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Code, Name
from bot.discord.components.plain import plain
from bot.discord.components.replies import Reply
from bot.discord.deck_labels import deck_label
from bot.discord.interaction_data import Interaction, matching, typed_so_far
from bot.errors import BadDeck, Refusal
from bot.features.decks.handlers import DeckHandlers, is_built, maker
from bot.features.decks.messages import (
    NO_DEFAULT,
    NOW_DEFAULT,
    DeckMessage,
    DeckMessages,
    deck_message,
    deck_share,
    delete_question,
    import_form,
)
from bot.games.playable import PlayableGame
from bot.installation import Feature, Part, Services
from bot.people.locales import translator_for
from cards.i18n import msg

NONE_BUILT = msg("This game has no deck building.")

Form = Literal["picture", "text"]
D = TypeVar("D")


class DecksFeature(Feature, frozen=True):
    """The deck commands."""

    editing: DeckHandlers
    deck_messages: DeckMessages

    def add(self, layout: Layout) -> None:
        """Add the commands."""
        self._add_views(layout)
        self._add_building(layout)
        self._add_sharing(layout)
        self._add_choices(layout)

    def _add_views(self, layout: Layout) -> None:
        @layout.command(Command.DECKS, msg("Show your decks."), of_a_game=True)
        async def list_(reply: Reply, game: Name = "") -> None:
            built_game = await self.services.game_resolver.game(
                reply, game, again=CustomId("deck-list"), of_those=is_built
            )
            await self.editing.show_list(reply, built_game)

        @layout.command(
            Command.DECK_VIEW,
            msg("Show a deck: its values, kinds and all its cards."),
            of_a_game=True,
            name=Parameter(msg("The deck."), partial(self._offer, ready=True), name="deck"),
            form=Parameter(msg("As a picture or as text."), name="as"),
        )
        async def view(reply: Reply, name: Name, form: Form | None = None, game: Name = "") -> None:
            deck = await self._deck_by_name(reply, name, game)
            as_text = None if form is None else form == "text"
            await reply.show(
                await self.deck_messages.deck_view(deck, reply.person, reply.translate, as_text=as_text)
            )

    def _add_building(self, layout: Layout) -> None:
        @layout.command(
            Command.DECK_NEW,
            msg("Build a deck step by step. I suggest legal cards and show what's missing."),
            of_a_game=True,
            name=msg("The deck's name."),
            source=Parameter(
                msg("Start from a copy of this deck, ready-made or yours."),
                partial(self._offer, ready=True),
                name="copy",
            ),
        )
        async def new(
            reply: Reply, name: Name | None = None, source: Name | None = None, game: Name = ""
        ) -> None:
            if source is None:
                again = None if name else CustomId("deck-new")
                built_game = await self.services.game_resolver.game(
                    reply, game, again=again, of_those=is_built
                )
                await self.editing.begin_new(reply, built_game, name or "")
            else:
                deck = await self._deck_by_name(reply, source, game)
                await self.editing.copy_of(reply, deck, name or "")

        @layout.command(
            Command.DECK_EDIT,
            msg("Continue building a deck."),
            of_a_game=True,
            name=Parameter(msg("The deck."), self._offer, name="deck"),
        )
        async def edit(reply: Reply, name: Name, game: Name = "") -> None:
            await self.editing.show_overview(reply, await self._own(reply, name, game))

    def _add_sharing(self, layout: Layout) -> None:
        @layout.command(
            Command.DECK_IMPORT,
            msg("Import a deck from a code, a file, or pasted text."),
            of_a_game=True,
            defer=False,
            code=msg("A deck code, such as VD1…"),
            file=msg("A text file with the list of cards, or with a code."),
            name=msg("The new deck's name."),
        )
        async def import_(
            reply: Reply,
            code: Code | None = None,
            file: discord.Attachment | None = None,
            name: Name | None = None,
            game: Name = "",
        ) -> None:
            if code is None and file is None:
                again = CustomId("deck-import")
                built_game = await self.services.game_resolver.game(
                    reply, game, again=again, of_those=is_built
                )
                await reply.ask(import_form(built_game, reply.translate))
                return
            await reply.later()
            built_game = await self.services.game_resolver.game(reply, game, of_those=is_built)
            if code is not None and file is not None:
                raise Refusal(msg("Give a code or a file, not both."))
            pasted = code if code is not None else await _content(file)
            await self.editing.import_text(reply, built_game, pasted, name or "")

        @layout.command(
            Command.DECK_EXPORT,
            msg("Get a deck as text and as a code, to share it."),
            of_a_game=True,
            name=Parameter(msg("The deck."), partial(self._offer, ready=True), name="deck"),
        )
        async def export(reply: Reply, name: Name, game: Name = "") -> None:
            deck = await self._deck_by_name(reply, name, game)
            await reply.show(deck_share(deck, reply.translate))

    def _add_choices(self, layout: Layout) -> None:
        @layout.command(
            Command.DECK_DEFAULT,
            msg("Choose the deck to suggest first when you start a match."),
            of_a_game=True,
            name=Parameter(
                msg("The deck. Leave it out to remove the default."),
                partial(self._offer, ready=True, legal=True),
                name="deck",
            ),
        )
        async def default(reply: Reply, name: Name | None = None, game: Name = "") -> None:
            if name:
                deck_game = (await self._deck_by_name(reply, name, game)).game
            else:
                deck_game = await self.services.game_resolver.game(reply, game, of_those=is_built)
            title = await self.services.decks.prefer(maker(reply), deck_game, name or "")
            deck_choices = await self.services.decks.deck_choices(reply.person, deck_game)
            deck_name = deck_game.translator(reply.translate.locale)(deck_choices.called(title))
            await reply.say(
                reply.translate(NOW_DEFAULT.filled(name=f"**{plain(deck_name)}**"))
                if title
                else reply.translate(NO_DEFAULT)
            )

        @layout.command(
            Command.DECK_DELETE,
            msg("Delete a deck. I'll ask you to confirm."),
            of_a_game=True,
            name=Parameter(msg("The deck."), self._offer, name="deck"),
        )
        async def delete(reply: Reply, name: Name, game: Name = "") -> None:
            own = await self._own(reply, name, game)
            await reply.show(delete_question(own, reply.translate))

    async def _offer(
        self, interaction: Interaction, typed: str, *, ready: bool = False, legal: bool = False
    ) -> list[tuple[str, str]]:
        """Return a player's decks as suggestions: their own, then with `ready` the ready-made ones."""
        translate = translator_for(interaction.locale)
        likely = await self._likely(interaction, typed_so_far(interaction, "game"))
        labels: list[tuple[str, str]] = []
        for game in likely:
            deck_choices = await self.services.decks.deck_choices(interaction.user.id, game)
            names = [own.name for own in deck_choices.own if own.is_legal or not legal]
            names += [deck.name for deck in deck_choices.ready] if ready else []
            suffix = f" · {game.title}" if len(likely) > 1 else ""
            labels += [(deck_label(deck_choices, name, translate) + suffix, name) for name in names]
        return matching(labels, typed, by_value=True)

    async def _likely(self, interaction: Interaction, game_name: str) -> list[PlayableGame]:
        """Return the games in which to search for a deck by name."""
        return [
            game
            for game in await self.services.game_resolver.likely(interaction, game_name)
            if is_built(game)
        ]

    async def _deck_by_name(self, reply: Reply, name: str, game_name: str) -> DeckMessage:
        """Return the deck with a name, from the first game that has one. Raises BadDeck."""
        return deck_message(*await self._find(reply, name, game_name, self.services.decks.find_deck))

    async def _own(self, reply: Reply, name: str, game_name: str) -> OwnDeck:
        """Return the player's own deck with a name, from the first game that has one. Raises BadDeck."""
        return (await self._find(reply, name, game_name, self.services.decks.find_own_deck))[1]

    async def _find(
        self, reply: Reply, name: str, game_name: str, find: Callable[[int, PlayableGame, str], Awaitable[D]]
    ) -> tuple[PlayableGame, D]:
        first_error: BadDeck | None = None
        for game in await self._likely(reply.interaction, game_name):
            try:
                return game, await find(reply.person, game, name)
            except BadDeck as error:
                first_error = first_error or error
        raise first_error or Refusal(NONE_BUILT)


async def _content(file: discord.Attachment | None) -> str:
    """Return the text of an attached file. Raises Refusal."""
    if file is None or file.size > TOO_LONG_TO_READ * 4:
        raise Refusal(msg("This file is too large for a deck. A deck is a short text."))
    try:
        return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(msg("This file is not text. A deck is a short text, or a code.")) from None


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    messages = DeckMessages(of)
    editing = DeckHandlers(of, messages)
    return DecksFeature(of, editing, messages), editing
