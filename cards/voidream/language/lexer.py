"""Cuts a line of card text into words: the lexer under the grammar of the card language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, Token

from cards.voidream.language.vocabulary import BASE_FORMS

WORD = re.compile(
    r"""\([A!]\) | "[^"]*" | [+-](?:\d+|[Xx]\b) | \d+ | [^\W\d_](?:[\w']*\w)? | \S""", re.VERBOSE
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
        found = words(text)
        forms = [base_form(match.group()) for match in found]
        i = 0
        while i < len(found):
            kind, length = self._longest(forms, i) or (self._open_class(found[i].group(), forms[i]), 1)
            start, end = found[i].start(), found[i + length - 1].end()
            yield Token(kind, text[start:end], start, column=start + 1, end_pos=end)
            i += length

    def _longest(self, forms: list[str], i: int) -> tuple[str, int] | None:
        for phrase, name in self._literals.get(forms[i], ()):
            if tuple(forms[i : i + len(phrase)]) == phrase:
                return name, len(phrase)
        return None

    def _open_class(self, word: str, form: str) -> str:
        if word.isdecimal():
            return "INT"
        if word[1:].isdecimal():
            return "SIGNED"
        if word[0] == '"' and len(word) > 1:
            return "TITLE"
        return "SUBTYPE" if word[0].isupper() and word.isalpha() and form not in self._known else "UNKNOWN"
