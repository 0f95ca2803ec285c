"""Names of causes and rules in a game with a law: the causes of events, and the languages it is played in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

from cards.i18n import ENGLISH, LINE, Locale, Message, Translator, translator
from engine.kernel.endings import Endings
from engine.kernel.law.entries import RULE, cite
from engine.kernel.law.records import Law


def causes_called(law: Law, endings: Endings, called: Callable[[str], Message]) -> Callable[[str], Message]:
    """Return `cause_words` of a game: what people call the causes of events and questions, and the rules behind reasons.

    A cause is data, and in English: a section (`§Combat`), a ruling (`DD16`), the key of a match's end, or, `called` by the
    game, a card's title.
    """

    def cause_words(cause: str) -> Message:
        number = cause.removeprefix(law.letters)
        if cause.startswith("§") or (number != cause and number.isdecimal()):
            return Message(cause, context=RULE)
        return endings[cause].name if cause in endings else called(cause)

    return cause_words


def languages(law: Law, printers: Mapping[Locale, Callable[[str], str]]) -> Callable[[Locale], Translator]:
    """Return the languages in which a game is played, with the rules cited as they are called in each.

    `printers` print the texts of cards, by language, but for English, in which they are.
    """

    @cache
    def language(locale: Locale) -> Translator:
        if locale is Locale.ENGLISH:
            return ENGLISH
        return translator(locale).printing(
            **{RULE: partial(cite, law, locale=locale), LINE: printers[locale]}
        )

    return language
