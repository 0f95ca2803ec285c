"""Decks: built, looked at, passed on, chosen, deleted. Everything is shown to the owner alone (R51)."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands
from msgspec import Struct

from bot.chat.command_layout import Layout
from bot.chat.components.lengths import Code, Name
from bot.chat.components.plain import plain
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.challenges.messages import deck_label
from bot.chat.features.decks.handlers import (
    DeckEditing,
    maker,
)
from bot.chat.features.decks.messages import (
    DeckMessages,
    deck_share,
    delete_question,
    import_form,
    shown,
)
from bot.chat.features.decks.texts import DeckTexts
from bot.chat.texts.texts import ENGLISH, texts_for
from bot.command_keys import Command
from bot.decks.own_decks import TOO_LONG_TO_READ, Decks
from bot.errors import Told
from bot.games.playable import Games

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Form = Literal["picture", "text"]
W = ENGLISH.decks


class DecksFeature(Struct, frozen=True):
    """Building, showing and passing on decks."""

    games: Games
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
        @layout.command(Command.DECKS, W.d_list)
        async def list_(interaction: Interaction) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self.editing.show_list(reply)

        @layout.command(Command.DECK_VIEW, W.d_view)
        @app_commands.rename(name="deck", form="as")
        @app_commands.describe(name=W.d_deck, form=W.d_view_as)
        async def view(interaction: Interaction, name: Name, form: Form | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                game = self.games.default
                found = shown(game, await self.decks.called(reply.person, game, name))
                as_text = None if form is None else form == "text"
                await reply.show(
                    await self.deck_messages.deck_view(found, reply.person, reply.words, as_text=as_text)
                )

        @view.autocomplete("name")
        async def decks_to_view(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self._offer(interaction, typed, ready=True))

    def _building(self, layout: Layout, boundary: ErrorBoundary) -> None:
        @layout.command(Command.DECK_NEW, W.d_new)
        @app_commands.rename(source="copy")
        @app_commands.describe(name=W.d_new_name, source=W.d_new_copy)
        async def new(interaction: Interaction, name: Name | None = None, source: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                if source is None:
                    await self.editing.begin_new(reply, name or "")
                else:
                    game = self.games.default
                    found = shown(game, await self.decks.called(reply.person, game, source))
                    await self.editing.copy_of(reply, found.source, name or "")

        @layout.command(Command.DECK_EDIT, W.d_edit)
        @app_commands.rename(name="deck")
        @app_commands.describe(name=W.d_deck)
        async def edit(interaction: Interaction, name: Name) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self.editing.show_bench(
                    reply, await self.decks.own_called(reply.person, self.games.default, name)
                )

        @new.autocomplete("source")
        async def decks_to_copy(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self._offer(interaction, typed, ready=True))

        @edit.autocomplete("name")
        async def decks_to_edit(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self._offer(interaction, typed))

    def _passing_on(self, layout: Layout, boundary: ErrorBoundary) -> None:
        @layout.command(Command.DECK_IMPORT, W.d_import)
        @app_commands.describe(code=W.d_import_code, file=W.d_import_file, name=W.d_import_name)
        async def import_(
            interaction: Interaction,
            code: Code | None = None,
            file: discord.Attachment | None = None,
            name: Name | None = None,
        ) -> None:
            async with boundary.answering(interaction) as reply:
                if code is None and file is None:
                    await reply.ask(import_form(reply.words))
                    return
                await reply.later()
                if code is not None and file is not None:
                    raise Told(reply.words.decks.one_source)
                pasted = code if code is not None else await _content(file, reply.words.decks)
                await self.editing.import_text(reply, pasted, name or "")

        @layout.command(Command.DECK_EXPORT, W.d_export)
        @app_commands.rename(name="deck")
        @app_commands.describe(name=W.d_deck)
        async def export(interaction: Interaction, name: Name) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                game = self.games.default
                found = shown(game, await self.decks.called(reply.person, game, name))
                await reply.show(deck_share(found, reply.words))

        @export.autocomplete("name")
        async def decks_to_export(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self._offer(interaction, typed, ready=True))

    def _choosing(self, layout: Layout, boundary: ErrorBoundary) -> None:
        @layout.command(Command.DECK_DEFAULT, W.d_default)
        @app_commands.rename(name="deck")
        @app_commands.describe(name=W.d_default_deck)
        async def default(interaction: Interaction, name: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                title = await self.decks.prefer(maker(reply), self.games.default, name or "")
                w = reply.words.decks
                shelf = await self.decks.shelf(reply.person, self.games.default)
                called = self.games.default.translator(reply.words.locale)(shelf.called(title))
                await reply.say(w.now_default.format(name=f"**{plain(called)}**") if title else w.no_default)

        @layout.command(Command.DECK_DELETE, W.d_delete)
        @app_commands.rename(name="deck")
        @app_commands.describe(name=W.d_deck)
        async def delete(interaction: Interaction, name: Name) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                own = await self.decks.own_called(reply.person, self.games.default, name)
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
        """Return somebody's decks as suggestions: their own, then the ready-made ones if those will do."""
        shelf = await self.decks.shelf(interaction.user.id, self.games.default)
        words = texts_for(interaction.locale)
        names = [own.name for own in shelf.own if own.is_legal or not legal]
        names += [deck.name for deck in shelf.ready] if ready else []
        wanted = typed.strip().casefold()
        labels = [(deck_label(shelf, name, words), name) for name in names]
        return [
            (label, name) for label, name in labels if wanted in label.casefold() or wanted in name.casefold()
        ]


async def _content(file: discord.Attachment | None, words: DeckTexts) -> str:
    """Return the text of a file that was sent along. Raises Refusal."""
    if file is None or file.size > TOO_LONG_TO_READ * 4:
        raise Told(words.too_large)
    try:
        return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Told(words.not_text) from None
