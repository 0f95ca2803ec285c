"""Help: how the bot is used, and the game itself, in a few short pages to choose from; and all commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import ui

from bot.chat.components.custom_ids import CustomId
from bot.chat.components.messages import Item, PrivateMessage, button, row, text
from bot.chat.components.plain import bare, shorten
from bot.chat.features.lessons.coaching import first_match_button
from bot.chat.texts.texts import Texts
from bot.command_keys import Command
from bot.errors import Told
from bot.games.playable import PlayableGame

_PAGES, _COMMANDS = "pages", "commands"
"""The states of the two menus."""

Described = Mapping[Command, str]
"""What each command is for, in the reader's language."""


def help_message(
    game: PlayableGame, words: Texts, described: Described, about: str = "", chosen: str = ""
) -> PrivateMessage:
    """Return the help about something: a page by its name, or the commands of a group, as "/match".

    Without `about`, or for a page that there is not any more, it is the first page. `chosen` is what was chosen in
    one of the menus.
    """
    pages = words.help_pages
    if about in (_PAGES, _COMMANDS):
        about = chosen
    if about in _groups():
        label, content, shown = words.help_commands, _listed(about, described), ""
    else:
        shown = about if about in pages else next(iter(pages))
        label, content = pages[shown]
    head = words.help_title.format(game=game.title)
    chapters = _menu(
        _PAGES, words.help_pages_menu, {name: title for name, (title, _) in pages.items()}, shown
    )
    commands = _menu(
        _COMMANDS, words.help_menu, {name: _label(name, keys) for name, keys in _groups().items()}, about
    )
    practice = [button(words.practise, CustomId("practice").id)]
    begin = row(
        *([first_match_button(words)] if game.lessons is not None else ()),
        *(practice if game.practice is not None else ()),
        button(words.challenge_somebody, CustomId("new").id),
    )
    return PrivateMessage((text(f"## {head}: {label}\n{content}"), chapters, commands, begin))


def _menu(state: str, placeholder: str, options: Mapping[str, str], chosen: str) -> Item:
    menu = ui.Select[Any](custom_id=CustomId("help", state=state).id, placeholder=placeholder)
    for name, label in options.items():
        menu.add_option(label=label, value=name, default=name == chosen)
    return ui.ActionRow[Any](menu)


def topics(words: Texts) -> list[tuple[str, str]]:
    """Return all that there is help about, as (what it is called, name)."""
    pages = [(label, name) for name, (label, _) in words.help_pages.items()]
    return pages + [(_label(name, keys), name) for name, keys in _groups().items()]


def topic(typed: str, words: Texts) -> str:
    """Return the name of what somebody wants help about: a page, a group of commands, or a command.

    Raises Refusal where there is nothing of the kind.
    """
    wanted = typed.strip().casefold()
    for label, name in topics(words):
        if wanted in (label.casefold(), name):
            return name
    bare_name = wanted.removeprefix("/")
    for command in Command:
        if bare_name in (command.value, command.group, command.own_name):
            return f"/{command.family}"
    raise Told(words.no_help.format(typed=shorten(bare(typed), 60)))


def _groups() -> dict[str, list[Command]]:
    """Return the commands by "/" and the first word of their group; those that stand alone under "/"."""
    found: dict[str, list[Command]] = {}
    for command in Command:
        found.setdefault(f"/{command.family}", []).append(command)
    return found


def _label(name: str, keys: list[Command]) -> str:
    return name if name != "/" else ", ".join(command.typed for command in keys)


def _listed(group: str, described: Described) -> str:
    return "\n".join(f"- `{key.typed}`: {described[key]}" for key in _groups()[group])
