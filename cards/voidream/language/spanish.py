"""The card language in Spanish: prints the data of `tree`, or any English card text, in one consistent wording.

The game's terms are those of the rules (`cards/i18n/es/rules.po`). Titles and types are in `cards/i18n/es/cards.po`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cards.i18n import Locale, translator
from cards.language.spanish import Spanish
from cards.language.translation import translated
from cards.voidream.kinds import Kind
from cards.voidream.language.reader import read_line
from cards.voidream.language.tree import Ability
from cards.voidream.language.words import VOIDREAM

_SPANISH = Spanish(VOIDREAM, lambda text, sort: translator(Locale.SPANISH).word(text, sort))

LABELS = {"Upright": "Al derecho", "Inverted": "Invertido", "Spent": "Gastada"}
"""Labels before a text; the numbers of a mind are kept."""
_LABELLED = re.compile(r"(Upright|Inverted|Spent|[0-9]+): (.*)", re.DOTALL)


def print_ability(ability: Ability) -> str:
    """Return one printed line in Spanish."""
    return _SPANISH.ability(ability)


@lru_cache(maxsize=4096)
def translate_line(text: str) -> str:
    """Return an English card text in Spanish, with its label, as far as it can be read (`translation.translated`)."""
    if "\n" not in text and (labelled := _LABELLED.fullmatch(text)):
        label, text_after = labelled.groups()
        return f"{LABELS.get(label, label)}: {'sin texto.' if text_after == 'no text.' else translate_line(text_after)}"
    return translated(text, lambda line: print_ability(read_line(line, Kind.THOUGHT)), translate_line)
