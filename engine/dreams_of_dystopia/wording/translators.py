"""The languages in which Dreams of Dystopia is played: what is looked up in the catalogue, and what is made."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from cards.dreams_of_dystopia.language.spanish import translate_line
from cards.i18n import ENGLISH, LINE, Locale, Translator, translator
from engine.dreams_of_dystopia.law import cite
from engine.kernel.law import RULE


@cache
def dystopia_translator(locale: Locale) -> Translator:
    """Return a language with the texts of cards printed in it, and the rules cited as they are called in it."""
    if locale is Locale.ENGLISH:
        return ENGLISH
    return translator(locale).printing(**{RULE: partial(cite, locale=locale), LINE: _PRINTERS[locale]})


_PRINTERS: dict[Locale, Callable[[str], str]] = {Locale.SPANISH: translate_line}
"""By language, what prints the text of a card in it."""
