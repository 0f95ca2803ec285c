"""Translations of commands: descriptions of commands and parameters, and names of choices.

The names of commands and parameters are the same in all languages: help texts mention them, people tell each
other about them, and a command typed from memory works in every language.
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
"""Our locale for each of Discord's, except those that get English texts."""
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
"""The choices whose names are also their values in code, listed here for translators."""


class CommandTexts:
    """Looks up command texts in the catalogues by their English form, including those of games' actions and of levels."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def translate(self, payload: dict[str, Any]) -> None:
        """Add the translations to a command or option in discord.py's registered form."""
        if "description" not in payload:
            # A command in the menu of a person shows nothing but its name.
            payload["name_localizations"] = self._translations(payload["name"])
            return
        descriptions = self._translations(payload["description"])
        if payload["type"] in _COMMANDS:
            payload |= {"name_localizations": {}, "description_localizations": descriptions}
        elif descriptions:
            payload["description_localizations"] = descriptions
        for option in payload.get("options", ()):
            self.translate(option)
        for choice in payload.get("choices", ()):
            if names := self._translations(choice["name"]):
                choice["name_localizations"] = names

    def _translations(self, text: str) -> dict[str, str]:
        return {
            discord_locale: translation
            for discord_locale, locale in _SPOKEN.items()
            if (translation := self._in(locale, text)) is not None
        }

    def _in(self, locale: Locale, text: str) -> str | None:
        translation = _in_catalogue(locale, text)
        return self._of_games.get((locale, text)) if translation is None else translation

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


def described(reply: Reply, games: Sequence[PlayableGame]) -> Mapping[str, str]:
    """Return the description of each command in the person's language, by its typed form without the slash.

    Games' own commands are included only for those in `games`.
    """
    client: Any = reply.interaction.client
    commands: Iterable[SlashCommand | discord.app_commands.ContextMenu] = client.tree.walk_commands()
    descriptions = {
        command.qualified_name: str(command.description)
        for command in commands
        if not isinstance(command, discord.app_commands.ContextMenu)
    }
    translate = reply.translate
    result = {key.value: translate.word(descriptions[key]) for key in Command if key in descriptions}
    for game in games:
        of_game = game.translator(translate.locale)
        about = {f"{game.word} {action.name}": of_game(action.about) for action in game.actions}
        own_commands = (
            typed for typed in descriptions if typed.startswith(f"{game.word} ") and typed not in result
        )
        result |= {typed: about.get(typed) or translate.word(descriptions[typed]) for typed in own_commands}
    return result


def _in_catalogue(locale: Locale, text: str) -> str | None:
    """Return the catalogue's translation of a text without placeholders, or None."""
    forms = translator(locale).texts.get(("", text))
    return None if forms is None else forms[0]
