"""A game's language: its words, the parser that is made of them, and reading with it."""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken

from cards.language.context import Context
from cards.language.grammar import Grammar
from cards.language.lexer import NoLexer, WordLexer
from cards.language.reading import Reader
from cards.language.vocabulary import Vocabulary


class Given:
    """The tokens of a line, where Lark's parser asks for them."""

    _Token = Token

    def __init__(self, tokens: list[Token]) -> None:
        """Give these."""
        self._tokens = tokens

    def lex(self, _state: object) -> Any:
        """Yield them."""
        return iter(self._tokens)


class Language:
    """Reads the texts of one game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Make it of the game's words."""
        self.vocabulary = vocabulary

    @cached_property
    def grammar(self) -> Grammar:
        """The grammar that is made of the words."""
        return Grammar(self.vocabulary)

    @cached_property
    def lexer(self) -> WordLexer:
        """What cuts a line into the grammar's words."""
        return WordLexer(self.vocabulary, self.grammar.terminals)

    @cached_property
    def parser(self) -> Lark:
        """The parser."""
        return Lark(
            self.grammar.text, parser="lalr", lexer=NoLexer, keep_all_tokens=True, maybe_placeholders=False
        )

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.vocabulary, self.grammar.members)

    @cached_property
    def _parse(self) -> Any:
        return cast(Any, self.parser).parser.parser.parse

    def parse(self, line: str) -> Tree[Token]:
        """The tree of a line. Raises lark.exceptions.UnexpectedToken where it can't be read."""
        return self._parse(Given(self.lexer.tokens(line)), "start")

    def read(self, line: str) -> Any:
        """The node of a line. Raises UnexpectedToken, or Misread for a word that can't stand where it does."""
        return self._reader.value(self.parse(line), Context())


__all__ = ["Language", "UnexpectedToken"]
