"""The lexer of the card languages: splits a line of card text into words for the grammar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, Token

from cards.language.vocabulary import Vocabulary, words_of

LOOKALIKES = str.maketrans("’“”–—−", '\'""---')
"""Characters written by phones and word processors, with the grammar's equivalents of the same width."""


class _Word(NamedTuple):
    """A word in the grammar's form, and the position of its text in the line."""

    form: str
    """The base form."""
    text: str
    start: int
    end: int
    written: bool
    """Whether it is written in this spelling."""


class NoLexer(Lexer):
    """A dummy lexer for Lark: the lines are already split into tokens."""

    __future_interface__ = 2

    def __init__(self, conf: LexerConf) -> None:
        """Accept Lark's configuration."""

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        """Yield the tokens that are passed in place of the text."""
        return iter(cast("list[Token]", cast(Any, lexer_state).text))


class WordLexer:
    """Finds the grammar's literals, longest first. A literal may span several words, such as ", then"."""

    def __init__(self, vocabulary: Vocabulary, terminals: Mapping[str, str]) -> None:
        """Store a game's words and the terminals of its grammar."""
        self._base = vocabulary.base_forms
        self._literals: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for name, words in terminals.items():
            phrase = tuple(vocabulary.base(match.group()) for match in words_of(words))
            self._literals.setdefault(phrase[0], []).append((phrase, name))
        for literals in self._literals.values():
            literals.sort(key=lambda literal: -len(literal[0]))
        self._known = {
            word for literals in self._literals.values() for phrase, _ in literals for word in phrase
        }
        self._spellings: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
        for spelling in sorted(vocabulary.spellings, key=len, reverse=True):
            words = tuple(spelling.split())
            replacement = tuple(vocabulary.spellings[spelling].split())
            self._spellings.setdefault(words[0], []).append((words, replacement))

    def knows(self, word: str) -> bool:
        """Return whether texts use this word, in any form."""
        return self._base.get(word.lower(), word.lower()) in self._known

    def tokens(self, text: str) -> list[Token]:
        """Split a line into tokens. An unknown word gets a type that no rule accepts."""
        text = text.translate(LOOKALIKES)
        words = self._normalised(text)
        forms = [word.form for word in words]
        tokens: list[Token] = []
        i = 0
        while i < len(words):
            kind, length = self._longest(words, forms, i) or (self._open_class(words[i].text, forms[i]), 1)
            matched = words[i : i + length]
            start, end = matched[0].start, matched[-1].end
            as_written = all(word.written for word in matched)
            value = text[start:end] if as_written else " ".join(word.text for word in matched)
            tokens.append(Token(kind, value, start, column=start + 1, end_pos=end))
            i += length
        return tokens

    def _normalised(self, text: str) -> list[_Word]:
        """Return the words of a line, with alternative spellings replaced by the grammar's."""
        matches = [(match.group(), match.start(), match.end()) for match in words_of(text)]
        lowercase = [word.lower() for word, _, _ in matches]
        spelled: list[_Word] = []
        i = 0
        while i < len(matches):
            for spelling, replacement in self._spellings.get(lowercase[i], ()):
                if tuple(lowercase[i : i + len(spelling)]) == spelling:
                    start, end = matches[i][1], matches[i + len(spelling) - 1][2]
                    for word in replacement:
                        form = self._base.get(word.lower(), word.lower())
                        spelled.append(_Word(form, word, start, end, written=False))
                    i += len(spelling)
                    break
            else:
                word, start, end = matches[i]
                spelled.append(
                    _Word(self._base.get(lowercase[i], lowercase[i]), word, start, end, written=True)
                )
                i += 1
        return spelled

    def _longest(self, words: list[_Word], forms: list[str], i: int) -> tuple[str, int] | None:
        for phrase, name in self._literals.get(forms[i], ()):
            if tuple(forms[i : i + len(phrase)]) == phrase:
                last = words[i + len(phrase) - 1]
                if phrase[0] == "your" and last.text.lower() != last.form:
                    continue  # "Your Minions" are all of them, even if "your Minion" has its own meaning in a game.
                return name, len(phrase)
        return None

    def _open_class(self, word: str, form: str) -> str:
        if word.isascii() and word.isdecimal():
            return "INT"
        if word[1:].isascii() and word[1:].isdecimal():
            return "SIGNED"
        if word[0] == '"' and len(word) > 1:
            return "TITLE"
        return "TYPE" if word[0].isupper() and word.isalpha() and form not in self._known else "UNKNOWN"
