"""Translations of commands: descriptions of commands and parameters, and names of choices.

The names of commands and parameters are the same in all languages: help texts mention them, people tell them to each
other, and a command typed from memory works in every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import discord

from bot.command_keys import Command
from bot.discord.components.replies import Reply
from bot.discord.interaction_data import SlashCommand
from bot.games.playable import Games, PlayableGame
from bot.people.locales import locale_of
from cards.i18n import Locale, msg, translator
from engine.kernel.ai.levels import LEVELS

_SPOKEN = {
    locale.value: ours for locale in discord.Locale if (ours := locale_of(locale)) is not Locale.ENGLISH
}
"""Our language for each of Discord's in which texts are other than in English."""
_COMMANDS = frozenset(
    {
        discord.AppCommandType.chat_input.value,
        *(
            one.value
            for one in (
                discord.AppCommandOptionType.subcommand,
                discord.AppCommandOptionType.subcommand_group,
            )
        ),
    }
)

CHOICES = (
    *(msg("yes"), msg("no"), msg("on"), msg("off"), msg("both"), msg("one")),
    *(msg("add"), msg("remove"), msg("only"), msg("by permission"), msg("all channels"), msg("all games")),
)
"""The names of choices that are called what they are in code, for translators."""


class CommandTexts:
    """Finds the texts of commands in the catalogue, by what they are in English; those of games' own actions, and of levels, with them."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def translate(self, payload: dict[str, Any]) -> None:
        """Add to a command, or an option, as discord.py registers it what it is for in every other language."""
        if "description" not in payload:
            # A command in the menu of a person: all that is shown of it is its name.
            payload["name_localizations"] = self._translations(payload["name"])
            return
        described = self._translations(payload["description"])
        if payload["type"] in _COMMANDS:
            payload |= {"name_localizations": {}, "description_localizations": described}
        elif described:
            payload["description_localizations"] = described
        for option in payload.get("options", ()):
            self.translate(option)
        for choice in payload.get("choices", ()):
            if named := self._translations(choice["name"]):
                choice["name_localizations"] = named

    def _translations(self, text: str) -> dict[str, str]:
        return {
            theirs: said for theirs, ours in _SPOKEN.items() if (said := self._in(ours, text)) is not None
        }

    def _in(self, ours: Locale, text: str) -> str | None:
        said = _in_catalogue(ours, text)
        return self._of_games.get((ours, text)) if said is None else said

    @cached_property
    def _of_games(self) -> Mapping[tuple[Locale, str], str]:
        levels = {
            (locale, str(level.name)): translator(locale)(level.name)
            for level in LEVELS.values()
            for locale in Locale
        }
        return levels | {
            (locale, str(message)): game.translator(locale)(message)
            for game in self._games.games.values()
            for action in game.actions
            for message in action.texts()
            for locale in Locale
        }


def described(reply: Reply, meant: Sequence[PlayableGame]) -> Mapping[str, str]:
    """Return the description of each command in the person's language, by its typed form without the slash.

    Games' own commands are included only for those in `meant`.
    """
    client: Any = reply.interaction.client
    commands: Iterable[SlashCommand | discord.app_commands.ContextMenu] = client.tree.walk_commands()
    known = {
        command.qualified_name: str(command.description)
        for command in commands
        if not isinstance(command, discord.app_commands.ContextMenu)
    }
    translate = reply.translate
    found = {key.value: translate.word(known[key]) for key in Command if key in known}
    for game in meant:
        of_game = game.translator(translate.locale)
        about = {f"{game.word} {action.name}": of_game(action.about) for action in game.actions}
        own = (typed for typed in known if typed.startswith(f"{game.word} ") and typed not in found)
        found |= {typed: about.get(typed) or translate.word(known[typed]) for typed in own}
    return found


def _in_catalogue(locale: Locale, text: str) -> str | None:
    """Return the catalogue's translation of a text without placeholders, or None."""
    forms = translator(locale).texts.get(("", text))
    return None if forms is None else forms[0]
