"""The Lark parser of the card language, made from `grammar.lark` or from the tables that were made of it before.

Making the tables takes ten times as long as loading them, so they lie beside the grammar. They are used only if they
were made from this very grammar by this very version of Lark; `python -m cards.voidream.language.parser` makes them.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, cast
from zlib import compress, decompress

from lark import Lark, __version__

from cards.garbage_collection import collector_paused
from cards.voidream.language.builder import Builder
from cards.voidream.language.lexer import WordLexer

_FOLDER = files("cards.voidream.language")
_TABLES = "grammar.tables"


@cache
@collector_paused()
def parser() -> Lark:
    """The parser, which gives an Ability or an Effect for a line."""
    grammar = _FOLDER.joinpath("grammar.lark").read_text(encoding="utf-8")
    tables = _FOLDER.joinpath(_TABLES)
    if tables.is_file():
        key, _, content = tables.read_bytes().partition(b"\n")
        if key.decode() == _key(grammar):
            return cast(Lark, cast(Any, Lark).load(BytesIO(decompress(content))))
    return _made_from(grammar)


@cache
def literals() -> dict[str, str]:
    """The words of each of the grammar's terminals."""
    return {terminal.name: str(terminal.pattern.value) for terminal in parser().terminals}


def tables_of(grammar: str) -> bytes:
    """What `grammar.tables` must hold for this grammar."""
    content = BytesIO()
    cast(Any, _made_from(grammar)).save(content)
    return _key(grammar).encode() + b"\n" + compress(content.getvalue(), 9)


def _made_from(grammar: str) -> Lark:
    return Lark(
        grammar,
        parser="lalr",
        lexer=WordLexer,
        start="line",
        transformer=Builder(),
        maybe_placeholders=False,
    )


def _key(grammar: str) -> str:
    return f"lark {__version__} {sha256(grammar.encode()).hexdigest()}"


if __name__ == "__main__":
    Path(str(_FOLDER), _TABLES).write_bytes(
        tables_of(_FOLDER.joinpath("grammar.lark").read_text(encoding="utf-8"))
    )
