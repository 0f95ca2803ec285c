"""Cuts a line of card text into words: the lexer under the grammar of a game's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, cast

from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, Token

from cards.language.vocabulary import Vocabulary, words_of

LOOKALIKES = str.maketrans("’“”–—−", '\'""---')
"""Characters that phones and word processors write, with the ones that the grammar knows; each as wide as the other."""


class _Word(NamedTuple):
    """A word as the grammar wants it, and where what was written for it begins and ends."""

    form: str
    """In its base form."""
    text: str
    start: int
    end: int
    written: bool
    """Whether it is there itself, and not in another spelling."""


class NoLexer(Lexer):
    """Stands where Lark wants a lexer: the tokens of a line are cut before."""

    __future_interface__ = 2

    def __init__(self, conf: LexerConf) -> None:
        """Take what Lark gives."""

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        """Yield the tokens that stand in place of the text."""
        return iter(cast("list[Token]", cast(Any, lexer_state).text))


class WordLexer:
    """Finds the grammar's literals, the longest first; a literal may span several words, as ", then" does."""

    def __init__(self, vocabulary: Vocabulary, terminals: Mapping[str, str]) -> None:
        """Know a game's words, and the terminals of its grammar."""
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
        for said in sorted(vocabulary.spellings, key=len, reverse=True):
            words = tuple(said.split())
            meant = tuple(vocabulary.spellings[said].split())
            self._spellings.setdefault(words[0], []).append((words, meant))

    def knows(self, word: str) -> bool:
        """Return whether texts use this word, in any form."""
        return self._base.get(word.lower(), word.lower()) in self._known

    def tokens(self, text: str) -> list[Token]:
        """Return the tokens of a line. A word that the language does not have gets a type that no rule accepts."""
        text = text.translate(LOOKALIKES)
        found = self._spelled(text)
        forms = [word.form for word in found]
        tokens: list[Token] = []
        i = 0
        while i < len(found):
            kind, length = self._longest(found, forms, i) or (self._open_class(found[i].text, forms[i]), 1)
            here = found[i : i + length]
            start, end = here[0].start, here[-1].end
            as_written = all(word.written for word in here)
            value = text[start:end] if as_written else " ".join(word.text for word in here)
            tokens.append(Token(kind, value, start, column=start + 1, end_pos=end))
            i += length
        return tokens

    def _spelled(self, text: str) -> list[_Word]:
        """Return the words of a line; those that are spelled otherwise, in the spelling of the grammar."""
        found = [(match.group(), match.start(), match.end()) for match in words_of(text)]
        small = [word.lower() for word, _, _ in found]
        spelled: list[_Word] = []
        i = 0
        while i < len(found):
            for said, meant in self._spellings.get(small[i], ()):
                if tuple(small[i : i + len(said)]) == said:
                    start, end = found[i][1], found[i + len(said) - 1][2]
                    for word in meant:
                        form = self._base.get(word.lower(), word.lower())
                        spelled.append(_Word(form, word, start, end, written=False))
                    i += len(said)
                    break
            else:
                word, start, end = found[i]
                spelled.append(_Word(self._base.get(small[i], small[i]), word, start, end, written=True))
                i += 1
        return spelled

    def _longest(self, found: list[_Word], forms: list[str], i: int) -> tuple[str, int] | None:
        for phrase, name in self._literals.get(forms[i], ()):
            if tuple(forms[i : i + len(phrase)]) == phrase:
                last = found[i + len(phrase) - 1]
                if phrase[0] == "your" and last.text.lower() != last.form:
                    continue  # "Your Minions" are all of them, whatever "your Minion" means in a game.
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
