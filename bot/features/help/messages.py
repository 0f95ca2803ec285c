"""Help: how the bot is used, and the game itself, in a few short pages to choose from; and all commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Item, PrivateMessage, button, row, text
from bot.discord.components.plain import bare, shorten
from bot.discord.match_text import listed
from bot.discord.start_buttons import first_match_button, practice_buttons
from bot.discord.texts.texts import Texts
from bot.errors import Told
from bot.games.playable import PlayableGame

_PAGES, _COMMANDS = "pages", "commands"
"""The states of the two menus."""

Described = Mapping[str, str]
"""The purpose of each command, in the reader's language, by what is typed without the slash, in the order of need."""


def help_message(
    games: Sequence[PlayableGame], words: Texts, described: Described, about: str = "", chosen: str = ""
) -> PrivateMessage:
    """Return the help about something: a page by its name, or the commands of a group, as "/match".

    `games` are those that may be meant, the one to be offered first in front; nothing of any other is shown. Without
    `about`, or for a page that there is not any more, it is the first page. `chosen` is what was chosen in one of the menus.
    """
    pages, game = _pages(games, words), games[0]
    if about in (_PAGES, _COMMANDS):
        about = chosen
    groups = _groups(described)
    if about in groups:
        lines = "\n".join(f"- `/{typed}`: {described[typed]}" for typed in groups[about])
        label, content, shown = words.help_commands, lines, ""
    else:
        shown = about if about in pages else next(iter(pages))
        label, content = pages[shown]
    head = words.help_title.format(game=" · ".join(one.title for one in games))
    meant = game.name if len(games) == 1 else ""
    chapters = _menu(
        meant, _PAGES, words.help_pages_menu, {name: title for name, (title, _) in pages.items()}, shown
    )
    commands = _menu(
        meant,
        _COMMANDS,
        words.help_menu,
        {name: _label(name, keys) for name, keys in groups.items()},
        about,
    )
    begin = row(
        *([first_match_button(words, game=meant)] if any(one.lessons is not None for one in games) else ()),
        *practice_buttons(games, words, words.practise),
        button(words.challenge_somebody, CustomId("new", game=meant).id),
    )
    return PrivateMessage((text(f"## {head}: {label}\n{content}"), chapters, commands, begin))


def _menu(game: str, state: str, placeholder: str, options: Mapping[str, str], chosen: str) -> Item:
    menu = ui.Select[Any](custom_id=CustomId("help", state=state, game=game).id, placeholder=placeholder)
    for name, label in options.items():
        menu.add_option(label=label, value=name, default=name == chosen)
    return ui.ActionRow[Any](menu)


def _pages(games: Sequence[PlayableGame], words: Texts) -> dict[str, tuple[str, str]]:
    """Return all pages by name, as (what it is called, text): those on the bot, then those on the games."""
    found = dict(words.help_pages)
    if lapsing := [game.title for game in games if game.kernel.lapse is not None]:
        title, clocks = found["time"]
        found["time"] = (title, f"{clocks}\n{words.help_lapses.format(games=listed(lapsing, words))}")
    for game in games:
        said = game.translator(words.locale)
        for page in game.help:
            title = said(page.title) if len(games) == 1 else f"{game.title}: {said(page.title)}"
            found[page.key if len(games) == 1 else f"{game.name} {page.key}"] = (title, said(page.text))
    return found


def topics(games: Sequence[PlayableGame], words: Texts, described: Described) -> list[tuple[str, str]]:
    """Return all that there is help about, as (what it is called, name)."""
    pages = [(label, name) for name, (label, _) in _pages(games, words).items()]
    return pages + [(_label(name, keys), name) for name, keys in _groups(described).items()]


def topic(typed: str, games: Sequence[PlayableGame], words: Texts, described: Described) -> str:
    """Return the name of what a person wants help about: a page, a group of commands, or a command.

    Raises Refusal where there is nothing of the kind.
    """
    wanted = typed.strip().casefold()
    for label, name in topics(games, words, described):
        if wanted in (label.casefold(), name):
            return name
    bare_name = wanted.removeprefix("/")
    for command in described:
        group, _, own_name = command.rpartition(" ")
        if bare_name in (command, group, own_name):
            return f"/{group.partition(' ')[0]}"
    raise Told(words.no_help.format(typed=shorten(bare(typed), 60)))


def _groups(described: Described) -> dict[str, list[str]]:
    """Return the commands by "/" and the first word of their group; those that stand alone under "/"."""
    found: dict[str, list[str]] = {}
    for command in described:
        group = command.rpartition(" ")[0]
        found.setdefault(f"/{group.partition(' ')[0]}", []).append(command)
    return found


def _label(name: str, commands: list[str]) -> str:
    return name if name != "/" else ", ".join(f"/{command}" for command in commands)
