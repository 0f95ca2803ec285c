"""A game's language: its words, the parser built from them, and reading with it.

Building the parser's tables takes ten times as long as loading them, so they are stored beside the words. They are
only used if they were built from exactly this grammar by exactly this version of Lark.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, cast
from zlib import compress, decompress

from lark import Lark, Token, Tree, __version__
from lark.exceptions import UnexpectedToken

from cards.garbage_collection import collector_paused
from cards.language.context import Context, Misread
from cards.language.diagnosis import NO_HINTS, Diagnosis, MistakeMessages
from cards.language.errors import CardError, Problem, Where
from cards.language.grammar import Grammar
from cards.language.lexer import NoLexer, WordLexer
from cards.language.parser.reader import Reader
from cards.language.records import Node
from cards.language.vocabulary import Vocabulary

TABLES = "grammar.tables"
"""The name of the file with the parser's tables, in the package of the words."""


class _TokenList:
    """The tokens of a line, in the form of a lexer for Lark's parser."""

    _Token = Token

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens

    def lex(self, _state: object) -> Iterator[Token]:
        return iter(self._tokens)


class Language:
    """Reads the texts of one game."""

    def __init__(self, vocabulary: Vocabulary, package: str, hints: MistakeMessages = NO_HINTS) -> None:
        """Build a language from a game's words. `package` contains the parser's tables; `hints` are for mistakes."""
        self.vocabulary = vocabulary
        self.package = package
        self.hints = hints

    @cached_property
    def grammar(self) -> Grammar:
        """The grammar built from the words."""
        return Grammar(self.vocabulary)

    @cached_property
    def lexer(self) -> WordLexer:
        """The lexer for the grammar's words."""
        return WordLexer(self.vocabulary, self.grammar.terminals)

    @cached_property
    def parser(self) -> Lark:
        """The parser, from its stored tables if they exist, else built from the grammar."""
        with collector_paused():
            tables = files(self.package).joinpath(TABLES)
            if tables.is_file():
                key, _, content = tables.read_bytes().partition(b"\n")
                if key.decode() == self._key:
                    return cast(Lark, cast(Any, Lark).load(BytesIO(decompress(content))))
            return self._build_parser()

    def tables(self) -> bytes:
        """Return the required content of the file with the tables."""
        content = BytesIO()
        cast(Any, self._build_parser()).save(content)
        return self._key.encode() + b"\n" + compress(content.getvalue(), 9)

    def _build_parser(self) -> Lark:
        return Lark(
            self.grammar.text, parser="lalr", lexer=NoLexer, keep_all_tokens=True, maybe_placeholders=False
        )

    def write_tables(self) -> None:
        """Write the file with the tables."""
        Path(str(files(self.package)), TABLES).write_bytes(self.tables())

    @property
    def _key(self) -> str:
        return f"lark {__version__} {sha256(self.grammar.text.encode()).hexdigest()}"

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.vocabulary, self.grammar.members)

    @cached_property
    def _parse(self) -> Any:
        return cast(Any, self.parser).parser.parser.parse

    def knows(self, word: str) -> bool:
        """Return whether texts use this word, in any form."""
        return self.lexer.knows(word)

    def parse(self, line: str) -> Tree[Token]:
        """Parse a line. Raises lark.exceptions.UnexpectedToken."""
        return self._parse(_TokenList(self.lexer.tokens(line)), "start")

    def read(self, line: str) -> Node:
        """Return the node of a line. Raises CardError with columns of the line."""
        try:
            return self._reader.value(self.parse(line), Context())
        except UnexpectedToken as error:
            before = self._before(error)
            problem = self.diagnosis.problem(line, error) if before is None else _misread(before)
        except Misread as error:
            problem = _misread(error)
        raise CardError([problem])

    def _before(self, error: UnexpectedToken) -> Misread | None:
        """Return a mistake before the unexpected word, or None."""
        parser = cast(Any, error.interactive_parser)
        return self._reader.first_mistake(parser.parser_state.value_stack)

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """The writer of error messages for a line."""
        return Diagnosis(
            self.vocabulary,
            self.grammar.terminals,
            cast(Any, self.parser).rules,
            self.lexer.tokens,
            self._reach,
            self.hints,
        )

    def _reach(self, line: str) -> int:
        """Return the column where a line becomes ungrammatical, beyond its end if it is grammatical."""
        try:
            self.parse(line)
        except UnexpectedToken as error:
            token = cast(Any, error).token
            return len(line) + 1 if token.type == "$END" else token.column
        return len(line) + 2


def _misread(error: Misread) -> Problem:
    place = Where().at(1, error.token.column or 1)
    return Problem(place, str(error), error.token.value, error.expected)
