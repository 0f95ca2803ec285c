"""Help: how the bot is used, and the game itself, in a few short pages to be turned by buttons; and all commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.chat.controls import Control
from bot.chat.messages import PrivateMessage, button, row, text
from bot.chat.plain import bare, shorten
from bot.chat.words import Words
from bot.commands import Command
from bot.errors import Told
from bot.games import PlayableGame

_IN_A_ROW = 2
"""Buttons beside each other, so that a phone shows their labels whole."""
_MENU = "commands"
"""The state of the menu of commands."""

Described = Mapping[Command, str]
"""What each command is for, in the reader's language."""


def help_message(
    game: PlayableGame, words: Words, described: Described, about: str = "", chosen: str = ""
) -> PrivateMessage:
    """Return the help about something: a page by its name, or the commands of a group, as "/match".

    Without `about`, or for a page that there is not any more, it is the first page. `chosen` is what was chosen in the
    menu of commands.
    """
    pages = words.help_pages
    if about == _MENU:
        about = chosen
    if about in _groups():
        label, content, shown = words.help_commands, _listed(about, described), ""
    else:
        shown = about if about in pages else next(iter(pages))
        label, content = pages[shown]
    head = words.help_title.format(game=game.title)
    buttons = [
        button(
            title,
            Control("help", state=name).id,
            discord.ButtonStyle.primary if name == shown else discord.ButtonStyle.secondary,
        )
        for name, (title, _) in pages.items()
    ]
    rows = [row(*buttons[i : i + _IN_A_ROW]) for i in range(0, len(buttons), _IN_A_ROW)]
    menu = ui.Select[Any](custom_id=Control("help", state=_MENU).id, placeholder=words.help_menu)
    for name, keys in _groups().items():
        menu.add_option(label=_label(name, keys), value=name, default=name == about)
    begin = row(button(words.challenge_somebody, Control("new").id, discord.ButtonStyle.success))
    return PrivateMessage((text(f"## {head}: {label}\n{content}"), *rows, ui.ActionRow[Any](menu), begin))


def topics(words: Words) -> list[tuple[str, str]]:
    """Return all that there is help about, as (what it is called, name)."""
    pages = [(label, name) for name, (label, _) in words.help_pages.items()]
    return pages + [(_label(name, keys), name) for name, keys in _groups().items()]


def topic(typed: str, words: Words) -> str:
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
            return f"/{command.group}"
    raise Told(words.no_help.format(typed=shorten(bare(typed), 60)))


def _groups() -> dict[str, list[Command]]:
    """Return the commands by "/" and the name of their group; those that stand alone under "/"."""
    found: dict[str, list[Command]] = {}
    for command in Command:
        found.setdefault(f"/{command.group}", []).append(command)
    return found


def _label(name: str, keys: list[Command]) -> str:
    return name if name != "/" else ", ".join(command.typed for command in keys)


def _listed(group: str, described: Described) -> str:
    return "\n".join(f"- `{key.typed}`: {described[key]}" for key in _groups()[group])
