"""Commands in other languages: what they and their options are for, and the names of choices.

The names of commands and options are the same for everybody: the help and the texts name them, people tell them to each
other, and a command that is typed from memory works whatever language somebody's Discord is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, locale_str

from bot.chat.components.replies import Reply
from bot.chat.texts.texts import ENGLISH, texts_for
from bot.chat.texts.translations import texts
from bot.command_keys import Command
from bot.people.locales import locale_of
from cards.i18n import Locale

_TRANSLATED = frozenset(
    {
        TranslationContextLocation.command_description,
        TranslationContextLocation.group_description,
        TranslationContextLocation.parameter_description,
        TranslationContextLocation.choice_name,
    }
)


class CommandTranslator(app_commands.Translator):
    """Finds the texts of commands in the catalogue, by what they are in English."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return a text in one of Discord's languages; None where the English one is to be shown."""
        if context.location not in _TRANSLATED:
            return None
        return _by_english(locale_of(locale)).get(string.message)


def described(reply: Reply) -> Mapping[Command, str]:
    """Return what each command is for, in the language of whoever is answered."""
    said = _by_english(reply.words.locale)
    commands: Iterable[Any] = reply.interaction.client.tree.walk_commands()
    known = {command.qualified_name: str(command.description) for command in commands}
    return {key: said.get(known[key], known[key]) for key in Command}


@cache
def _by_english(locale: Locale) -> Mapping[str, str]:
    if locale is Locale.ENGLISH:
        return MappingProxyType({})
    said = dict(texts(texts_for(locale)))
    return MappingProxyType({text: said[context] for context, text in texts(ENGLISH)})
