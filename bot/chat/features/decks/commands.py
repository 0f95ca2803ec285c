"""Decks: built, looked at, passed on, chosen, deleted. Everything is shown to the owner alone (R51)."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands

from bot.chat.command_layout import Layout
from bot.chat.components.lengths import Code, Name
from bot.chat.components.plain import plain
from bot.chat.core import Core
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.challenges.messages import deck_label
from bot.chat.features.decks.handlers import begin_new, copy_of, import_text, maker, show_bench, show_list
from bot.chat.features.decks.messages import deck_share, deck_view, delete_question, import_form, shown
from bot.chat.features.decks.texts import DeckTexts
from bot.chat.texts.texts import ENGLISH, texts_for
from bot.command_keys import Command
from bot.decks.own_decks import TOO_LONG_TO_READ
from bot.errors import Told

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Form = Literal["picture", "text"]
W = ENGLISH.decks


def add(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    """Add the commands."""
    _looking(layout, core, boundary)
    _building(layout, core, boundary)
    _passing_on(layout, core, boundary)
    _choosing(layout, core, boundary)


def _looking(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    @layout.command(Command.DECKS, W.d_list)
    async def list_(interaction: Interaction) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            await show_list(core, reply)

    @layout.command(Command.DECK_VIEW, W.d_view)
    @app_commands.rename(name="deck", form="as")
    @app_commands.describe(name=W.d_deck, form=W.d_view_as)
    async def view(interaction: Interaction, name: Name, form: Form | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            game = core.games.default
            found = shown(game, await core.decks.called(reply.person, game, name))
            as_text = None if form is None else form == "text"
            await reply.show(await deck_view(core, found, reply.person, reply.words, as_text=as_text))

    @view.autocomplete("name")
    async def decks_to_view(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, _offer(core, interaction, typed, ready=True))


def _building(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    @layout.command(Command.DECK_NEW, W.d_new)
    @app_commands.rename(source="copy")
    @app_commands.describe(name=W.d_new_name, source=W.d_new_copy)
    async def new(interaction: Interaction, name: Name | None = None, source: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            if source is None:
                await begin_new(core, reply, name or "")
            else:
                game = core.games.default
                found = shown(game, await core.decks.called(reply.person, game, source))
                await copy_of(core, reply, found.source, name or "")

    @layout.command(Command.DECK_EDIT, W.d_edit)
    @app_commands.rename(name="deck")
    @app_commands.describe(name=W.d_deck)
    async def edit(interaction: Interaction, name: Name) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            await show_bench(core, reply, await core.decks.own_called(reply.person, core.games.default, name))

    @new.autocomplete("source")
    async def decks_to_copy(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, _offer(core, interaction, typed, ready=True))

    @edit.autocomplete("name")
    async def decks_to_edit(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, _offer(core, interaction, typed))


def _passing_on(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
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
            await import_text(core, reply, pasted, name or "")

    @layout.command(Command.DECK_EXPORT, W.d_export)
    @app_commands.rename(name="deck")
    @app_commands.describe(name=W.d_deck)
    async def export(interaction: Interaction, name: Name) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            game = core.games.default
            found = shown(game, await core.decks.called(reply.person, game, name))
            await reply.show(deck_share(found, reply.words))

    @export.autocomplete("name")
    async def decks_to_export(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, _offer(core, interaction, typed, ready=True))


def _choosing(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    @layout.command(Command.DECK_DEFAULT, W.d_default)
    @app_commands.rename(name="deck")
    @app_commands.describe(name=W.d_default_deck)
    async def default(interaction: Interaction, name: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            title = await core.decks.prefer(maker(reply), core.games.default, name or "")
            w = reply.words.decks
            shelf = await core.decks.shelf(reply.person, core.games.default)
            called = core.games.default.translator(reply.words.locale)(shelf.called(title))
            await reply.say(w.now_default.format(name=f"**{plain(called)}**") if title else w.no_default)

    @layout.command(Command.DECK_DELETE, W.d_delete)
    @app_commands.rename(name="deck")
    @app_commands.describe(name=W.d_deck)
    async def delete(interaction: Interaction, name: Name) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            own = await core.decks.own_called(reply.person, core.games.default, name)
            await reply.show(delete_question(own, reply.words))

    @default.autocomplete("name")
    async def decks_to_prefer(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, _offer(core, interaction, typed, ready=True, legal=True))

    @delete.autocomplete("name")
    async def decks_to_delete(interaction: Interaction, typed: str) -> Choices:
        return await boundary.complete(interaction, _offer(core, interaction, typed))


async def _offer(
    core: Core, interaction: Interaction, typed: str, *, ready: bool = False, legal: bool = False
) -> list[tuple[str, str]]:
    """Return somebody's decks as suggestions: their own, then the ready-made ones if those will do."""
    shelf = await core.decks.shelf(interaction.user.id, core.games.default)
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
