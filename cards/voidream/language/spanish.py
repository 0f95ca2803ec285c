"""The card language in Spanish: prints the data of `tree`, or any English card text, in one consistent wording.

The words for things of the game are those of the law (`cards/i18n/es/rules.po`). Titles and types come from
`cards/i18n/es/cards.po`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cards.i18n import Locale, translator
from cards.language.errors import CardError
from cards.language.spanish import Spanish
from cards.voidream.kinds import Kind
from cards.voidream.language.reader import read_line
from cards.voidream.language.tree import Ability, Text
from cards.voidream.language.words import VOIDREAM

_SPANISH = Spanish(VOIDREAM, lambda text, sort: translator(Locale.SPANISH).word(text, sort))

LABELS = {"Upright": "Al derecho", "Inverted": "Invertido", "Spent": "Gastada"}
"""What a text can be introduced with; numbers stay."""
_LABELLED = re.compile(r"(Upright|Inverted|Spent|[0-9]+): (.*)", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=\.) (?=\S)")


def print_text(text: Text) -> str:
    """All the abilities in Spanish, one a line."""
    return "\n".join(print_ability(ability) for ability in text)


def print_ability(ability: Ability) -> str:
    """One printed line in Spanish."""
    return _SPANISH.ability(ability)


@lru_cache(maxsize=4096)
def translate_line(text: str) -> str:
    """Return an English card text in Spanish: a line or several, a fragment without its full stop, lines in a row.

    What can't be read stays as it is.
    """
    if "\n" in text:
        return "\n".join(translate_line(line) for line in text.split("\n"))
    if labelled := _LABELLED.fullmatch(text):
        label, rest = labelled.groups()
        return f"{LABELS.get(label, label)}: {'sin texto.' if rest == 'no text.' else translate_line(rest)}"
    read = _line(text)
    if read is None and not text.endswith("."):
        whole = _line(f"{text}.")
        read = whole.removesuffix(".") if whole is not None else None
    return read if read is not None else _row(text)


def _line(text: str) -> str | None:
    """A printed line in Spanish; None if it can't be read."""
    try:
        return print_ability(read_line(text, Kind.THOUGHT))
    except CardError:
        return None


def _row(text: str) -> str:
    """Several lines one after the other, each as long as it can be read."""
    ends = [*(found.start() for found in _SENTENCE_END.finditer(text)), len(text)]
    for end in reversed(ends[:-1]):
        first = _line(text[:end])
        if first is not None:
            return f"{first} {translate_line(text[end + 1 :])}"
    return text
