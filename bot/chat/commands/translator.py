"""Commands in other languages: what they and their options are for, and the names of choices.

The names of commands and options are the same for everybody: the help and the texts name them, people tell them to each
other, and a command that is typed from memory works whatever language somebody's Discord is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, locale_str

from bot.chat.components.replies import Reply
from bot.chat.texts.texts import ENGLISH, texts_for
from bot.chat.texts.translations import texts
from bot.command_keys import Command
from bot.games.playable import Games, PlayableGame
from bot.people.locales import locale_of
from cards.i18n import Locale, translator
from engine.kernel.thinking.levels import LEVELS

_TRANSLATED = frozenset(
    {
        TranslationContextLocation.command_description,
        TranslationContextLocation.group_description,
        TranslationContextLocation.parameter_description,
        TranslationContextLocation.choice_name,
    }
)


_OURS = {locale: locale_of(locale) for locale in discord.Locale}
"""Our language for each of Discord's: at a start there are thirty thousand texts to be asked for."""


class CommandTranslator(app_commands.Translator):
    """Finds the texts of commands in the catalogue, by what they are in English; those of games' own actions, and of levels, with them."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return a text in one of Discord's languages; None where the English one is to be shown."""
        if context.location not in _TRANSLATED:
            return None
        ours = _OURS[locale]
        if (said := _by_english(ours).get(string.message)) is not None or ours is Locale.ENGLISH:
            return said
        return self._of_games.get((ours, string.message))

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
    """Return what each command is for, in the language of the one who is answered, by what is typed without the slash.

    The own commands of games are there for those of `meant` only.
    """
    said = _by_english(reply.words.locale)
    commands: Iterable[Any] = reply.interaction.client.tree.walk_commands()
    known = {command.qualified_name: str(command.description) for command in commands}
    found = {key.value: said.get(known[key], known[key]) for key in Command if key in known}
    for game in meant:
        translator = game.translator(reply.words.locale)
        about = {f"{game.name} {action.name}": translator(action.about) for action in game.actions}
        own = (typed for typed in known if typed.startswith(f"{game.name} ") and typed not in found)
        found |= {typed: about.get(typed) or said.get(known[typed], known[typed]) for typed in own}
    return found


@cache
def _by_english(locale: Locale) -> Mapping[str, str]:
    if locale is Locale.ENGLISH:
        return MappingProxyType({})
    said = dict(texts(texts_for(locale)))
    return MappingProxyType({text: said[context] for context, text in texts(ENGLISH)})
