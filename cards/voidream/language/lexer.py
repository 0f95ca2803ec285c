"""Cuts a line of card text into words: the lexer under the grammar of the card language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, Token

from cards.voidream.language.vocabulary import BASE_FORMS, OTHER_SPELLINGS

WORD = re.compile(
    r"""\([A!]\) | "[^"]*" | [+-](?:[0-9]+|[Xx]\b) | [0-9]+ | [^\W\d_](?:'*\w)* | \S""", re.VERBOSE
)
"""A symbol of an ability, a title in quotation marks, a signed number, a number, a word, or any other character."""

LOOKALIKES = str.maketrans("’“”–—−", '\'""---')
"""Characters that phones and word processors write, with the ones that the grammar knows; each as wide as the other."""


def base_form(word: str) -> str:
    """The form of a word in the grammar: `entity` for `Entities`."""
    word = word.lower()
    return BASE_FORMS.get(word, word)


def words(text: str) -> list[re.Match[str]]:
    """The words and signs of a line, with their places."""
    return list(WORD.finditer(text))


class _Word(NamedTuple):
    """A word as the grammar wants it, and where what was written for it begins and ends."""

    form: str
    """In its base form."""
    text: str
    start: int
    end: int
    written: bool
    """Whether it stands there itself, and not in another spelling."""


_SPELLINGS: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
for _said in sorted(OTHER_SPELLINGS, key=len, reverse=True):
    _SPELLINGS.setdefault(_said.split()[0], []).append(
        (tuple(_said.split()), tuple(OTHER_SPELLINGS[_said].split()))
    )


def _spelled(text: str) -> list[_Word]:
    """The words of a line; those that are spelled otherwise, in the spelling of the grammar."""
    found = [(match.group(), match.start(), match.end()) for match in WORD.finditer(text)]
    small = [word.lower() for word, _, _ in found]
    spelled: list[_Word] = []
    i = 0
    while i < len(found):
        for said, meant in _SPELLINGS.get(small[i], ()):
            if tuple(small[i : i + len(said)]) == said:
                start, end = found[i][1], found[i + len(said) - 1][2]
                spelled += [_Word(base_form(word), word, start, end, written=False) for word in meant]
                i += len(said)
                break
        else:
            word, start, end = found[i]
            spelled.append(_Word(BASE_FORMS.get(small[i], small[i]), word, start, end, written=True))
            i += 1
    return spelled


class WordLexer(Lexer):
    """Finds the grammar's literals, the longest first; a literal may span several words, as ", then" does."""

    __future_interface__ = 2

    def __init__(self, conf: LexerConf) -> None:
        self._literals: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for terminal in conf.terminals:
            phrase = tuple(base_form(match.group()) for match in words(str(terminal.pattern.value)))
            self._literals.setdefault(phrase[0], []).append((phrase, terminal.name))
        for literals in self._literals.values():
            literals.sort(key=lambda literal: -len(literal[0]))
        self._known = {
            word for literals in self._literals.values() for phrase, _ in literals for word in phrase
        }

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        """Yield the tokens of a line. A word that the language does not have gets a type that no rule accepts."""
        text = str(cast(Any, lexer_state).text.text).translate(LOOKALIKES)
        found = _spelled(text)
        forms = [word.form for word in found]
        i = 0
        while i < len(found):
            kind, length = self._longest(forms, i) or (self._open_class(found[i].text, forms[i]), 1)
            here = found[i : i + length]
            start, end = here[0].start, here[-1].end
            as_written = all(word.written for word in here)
            value = text[start:end] if as_written else " ".join(word.text for word in here)
            yield Token(kind, value, start, column=start + 1, end_pos=end)
            i += length

    def _longest(self, forms: list[str], i: int) -> tuple[str, int] | None:
        for phrase, name in self._literals.get(forms[i], ()):
            if tuple(forms[i : i + len(phrase)]) == phrase:
                return name, len(phrase)
        return None

    def _open_class(self, word: str, form: str) -> str:
        if word.isascii() and word.isdecimal():
            return "INT"
        if word[1:].isascii() and word[1:].isdecimal():
            return "SIGNED"
        if word[0] == '"' and len(word) > 1:
            return "TITLE"
        return "SUBTYPE" if word[0].isupper() and word.isalpha() and form not in self._known else "UNKNOWN"
