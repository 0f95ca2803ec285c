"""Decks: built, looked at, passed on, chosen, deleted. Everything is shown to the owner alone (R51)."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from msgspec import Struct

from bot.command_keys import Command
from bot.decks.own_decks import TOO_LONG_TO_READ, Decks, OwnDeck
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Code, Name
from bot.discord.components.plain import plain
from bot.discord.components.replies import Reply
from bot.discord.deck_labels import deck_label
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.feature import Choices, Interaction
from bot.discord.game_resolver import WhichGame
from bot.discord.texts.texts import ENGLISH, texts_for
from bot.errors import BadDeck, Told
from bot.features.decks.handlers import DeckEditing, is_built, maker
from bot.features.decks.messages import (
    DeckMessage,
    DeckMessages,
    deck_share,
    delete_question,
    import_form,
    shown,
)
from bot.features.decks.texts import DeckTexts
from bot.games.playable import PlayableGame

Form = Literal["picture", "text"]
W = ENGLISH.decks


class DecksFeature(Struct, frozen=True):
    """Building, showing and passing on decks."""

    which: WhichGame
    decks: Decks
    editing: DeckEditing
    deck_messages: DeckMessages

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the commands."""
        self._looking(layout, boundary)
        self._building(layout, boundary)
        self._passing_on(layout, boundary)
        self._choosing(layout, boundary)

    def _looking(self, layout: Layout, boundary: ErrorBoundary) -> None:
        @layout.command(Command.DECKS, W.d_list, of_a_game=True)
        async def list_(interaction: Interaction, game: Name = "") -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                meant = await self.which.game(reply, game, again=CustomId("deck-list"), of_those=is_built)
                await self.editing.show_list(reply, meant)

        @layout.command(Command.DECK_VIEW, W.d_view, of_a_game=True)
        @app_commands.rename(name="deck", form="as")
        @app_commands.describe(name=W.d_deck, form=W.d_view_as)
        async def view(
            interaction: Interaction, name: Name, form: Form | None = None, game: Name = ""
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self._called(reply, name, game)
                as_text = None if form is None else form == "text"
                await reply.show(
                    await self.deck_messages.deck_view(found, reply.person, reply.words, as_text=as_text)
                )

        @view.autocomplete("name")
        async def decks_to_view(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self._offer(interaction, typed, ready=True))

    def _building(self, layout: Layout, boundary: ErrorBoundary) -> None:
        @layout.command(Command.DECK_NEW, W.d_new, of_a_game=True)
        @app_commands.rename(source="copy")
        @app_commands.describe(name=W.d_new_name, source=W.d_new_copy)
        async def new(
            interaction: Interaction, name: Name | None = None, source: Name | None = None, game: Name = ""
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                if source is None:
                    again = None if name else CustomId("deck-new")
                    meant = await self.which.game(reply, game, again=again, of_those=is_built)
                    await self.editing.begin_new(reply, meant, name or "")
                else:
                    found = await self._called(reply, source, game)
                    await self.editing.copy_of(reply, found, name or "")

        @layout.command(Command.DECK_EDIT, W.d_edit, of_a_game=True)
        @app_commands.rename(name="deck")
        @app_commands.describe(name=W.d_deck)
        async def edit(interaction: Interaction, name: Name, game: Name = "") -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self.editing.show_bench(reply, await self._own(reply, name, game))

        @new.autocomplete("source")
        async def decks_to_copy(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self._offer(interaction, typed, ready=True))

        @edit.autocomplete("name")
        async def decks_to_edit(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self._offer(interaction, typed))

    def _passing_on(self, layout: Layout, boundary: ErrorBoundary) -> None:
        @layout.command(Command.DECK_IMPORT, W.d_import, of_a_game=True)
        @app_commands.describe(code=W.d_import_code, file=W.d_import_file, name=W.d_import_name)
        async def import_(
            interaction: Interaction,
            code: Code | None = None,
            file: discord.Attachment | None = None,
            name: Name | None = None,
            game: Name = "",
        ) -> None:
            async with boundary.answering(interaction) as reply:
                if code is None and file is None:
                    again = CustomId("deck-import")
                    meant = await self.which.game(reply, game, again=again, of_those=is_built)
                    await reply.ask(import_form(meant, reply.words))
                    return
                await reply.later()
                meant = await self.which.game(reply, game, of_those=is_built)
                if code is not None and file is not None:
                    raise Told(reply.words.decks.one_source)
                pasted = code if code is not None else await _content(file, reply.words.decks)
                await self.editing.import_text(reply, meant, pasted, name or "")

        @layout.command(Command.DECK_EXPORT, W.d_export, of_a_game=True)
        @app_commands.rename(name="deck")
        @app_commands.describe(name=W.d_deck)
        async def export(interaction: Interaction, name: Name, game: Name = "") -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self._called(reply, name, game)
                await reply.show(deck_share(found, reply.words))

        @export.autocomplete("name")
        async def decks_to_export(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self._offer(interaction, typed, ready=True))

    def _choosing(self, layout: Layout, boundary: ErrorBoundary) -> None:
        @layout.command(Command.DECK_DEFAULT, W.d_default, of_a_game=True)
        @app_commands.rename(name="deck")
        @app_commands.describe(name=W.d_default_deck)
        async def default(interaction: Interaction, name: Name | None = None, game: Name = "") -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                if name:
                    meant = (await self._called(reply, name, game)).game
                else:
                    meant = await self.which.game(reply, game, of_those=is_built)
                title = await self.decks.prefer(maker(reply), meant, name or "")
                w = reply.words.decks
                shelf = await self.decks.shelf(reply.person, meant)
                called = meant.translator(reply.words.locale)(shelf.called(title))
                await reply.say(w.now_default.format(name=f"**{plain(called)}**") if title else w.no_default)

        @layout.command(Command.DECK_DELETE, W.d_delete, of_a_game=True)
        @app_commands.rename(name="deck")
        @app_commands.describe(name=W.d_deck)
        async def delete(interaction: Interaction, name: Name, game: Name = "") -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                own = await self._own(reply, name, game)
                await reply.show(delete_question(own, reply.words))

        @default.autocomplete("name")
        async def decks_to_prefer(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(
                interaction, self._offer(interaction, typed, ready=True, legal=True)
            )

        @delete.autocomplete("name")
        async def decks_to_delete(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self._offer(interaction, typed))

    async def _offer(
        self, interaction: Interaction, typed: str, *, ready: bool = False, legal: bool = False
    ) -> list[tuple[str, str]]:
        """Return a person's decks as suggestions: their own, then the ready-made ones if those will do."""
        words, wanted = texts_for(interaction.locale), typed.strip().casefold()
        likely = await self._likely(interaction, getattr(interaction.namespace, "game", None) or "")
        labels: list[tuple[str, str]] = []
        for game in likely:
            shelf = await self.decks.shelf(interaction.user.id, game)
            names = [own.name for own in shelf.own if own.is_legal or not legal]
            names += [deck.name for deck in shelf.ready] if ready else []
            suffix = f" · {game.title}" if len(likely) > 1 else ""
            labels += [(deck_label(shelf, name, words) + suffix, name) for name in names]
        return [
            (label, name) for label, name in labels if wanted in label.casefold() or wanted in name.casefold()
        ]

    async def _likely(self, interaction: Interaction, named: str) -> list[PlayableGame]:
        """Return the games in which a deck is looked for by its name."""
        return [game for game in await self.which.likely(interaction, named) if is_built(game)]

    async def _called(self, reply: Reply, name: str, named: str) -> DeckMessage:
        """Return the deck that a person has named, of the first game that has one of this name. Raises BadDeck."""
        refused: BadDeck | None = None
        for game in await self._likely(reply.interaction, named):
            try:
                return shown(game, await self.decks.called(reply.person, game, name))
            except BadDeck as error:
                refused = refused or error
        raise refused or Told(reply.words.decks.none_built)

    async def _own(self, reply: Reply, name: str, named: str) -> OwnDeck:
        """Return the own deck that a person has named, of the first game that has one of this name. Raises BadDeck."""
        refused: BadDeck | None = None
        for game in await self._likely(reply.interaction, named):
            try:
                return await self.decks.own_called(reply.person, game, name)
            except BadDeck as error:
                refused = refused or error
        raise refused or Told(reply.words.decks.none_built)


async def _content(file: discord.Attachment | None, words: DeckTexts) -> str:
    """Return the text of a file that was sent along. Raises Refusal."""
    if file is None or file.size > TOO_LONG_TO_READ * 4:
        raise Told(words.too_large)
    try:
        return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Told(words.not_text) from None
