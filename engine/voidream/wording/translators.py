"""The languages in which Voidream is played: what is looked up in the catalogue, and what is made."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from cards.i18n import ENGLISH, LINE, Locale, Translator, translator
from cards.voidream.language.spanish import translate_line
from engine.voidream.citations import RULE
from engine.voidream.law.entries import TITLES, cited


@cache
def voidream_tongue(locale: Locale) -> Translator:
    """Return a language with the texts of cards printed in it, and the rules cited as they are called in it."""
    if locale is Locale.ENGLISH:
        return ENGLISH
    plain = translator(locale)
    return plain.printing(**{RULE: partial(_citation, plain), LINE: _PRINTERS[locale]})


_PRINTERS: dict[Locale, Callable[[str], str]] = {Locale.SPANISH: translate_line}
"""By language, what prints the text of a card in it."""


def _citation(translator: Translator, citation: str) -> str:
    """Return a citation with the name of its section or term in a language."""
    section, _, name = citation.partition(" ")
    entry = cited(citation)
    if not name or entry is None:
        return citation
    called = translator.word(entry.heading.removeprefix(section).strip(), TITLES)
    return f"{section} {called}"
