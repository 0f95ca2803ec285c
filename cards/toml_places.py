"""The places of everything in a TOML file: tables, keys, values, and entries of lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from cards.language.errors import Where

_WORD = re.compile(
    r'"""(?:\\.|[^"\\]|"(?!""))*+"{0,5}'  # Strings of several lines. All of them end, because the file has been parsed.
    r"|'''(?:[^']|'(?!''))*+'{0,5}"
    r'|"(?:\\.|[^"\\\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*"
    r"|[\[\]{}=,\n]"
    r"""|[^\s\[\]{}=,"'\#]+""",
    re.DOTALL,
)


def _words(name: str, text: str) -> Iterator[tuple[str, Where]]:
    """Yield the tokens of a TOML file without comments, with their places; a string's is inside its quotation marks."""
    line, start, seen = 1, 0, 0
    for match in _WORD.finditer(text):
        begin = match.start()
        newlines = text.count("\n", seen, begin)
        if newlines:
            line, start = line + newlines, text.rfind("\n", seen, begin) + 1
        seen = begin
        word = match[0]
        if word.startswith("#"):
            continue
        quotes = 0 if word[0] not in "\"'" else 3 if word[:3] in ('"""', "'''") else 1
        where = Where(name, line=line, column=begin - start + 1 + quotes, one_line=quotes == 1)
        yield word, replace(where, line=line + 1, column=1) if word[3:4] == "\n" else where


def tables_of(name: str, text: str) -> list[tuple[str, dict[str, Where]]]:
    """Return the tables of a valid TOML file in order, each with its name and the places in it.

    The first, named "", is everything before the first table. Places are by "" for the table itself, by key for a value,
    by "=key" for a key, and by "key.0" for the first entry of a list.
    """
    here: dict[str, Where] = {}
    tables = [("", here)]
    statement: list[tuple[str, Where]] = []
    depth = 0
    for word, where in (*_words(name, text), ("\n", Where())):
        depth += (word in ("[", "{")) - (word in ("]", "}"))
        if word != "\n":
            statement.append((word, where))
        elif statement and not depth:
            first, where = statement[0]
            if first == "[":
                here = {"": where}
                named = "".join(part.strip("\"'") for part, _ in statement if part not in ("[", "]"))
                tables.append((named, here))
            else:
                here |= _places_of(statement)
            statement = []
    return tables


def _places_of(statement: list[tuple[str, Where]]) -> dict[str, Where]:
    """Return the places of a key, its value and the value's entries, in a line such as `text = ["…", "…"]`."""
    (word, where), _, *value = statement
    key = word.strip("\"'")
    places = {f"={key}": where, key: replace(value[0][1], key=key)}
    entries = (at for entry, at in value[1:] if entry not in ("[", "]", "{", "}", ",", "="))
    return places | {f"{key}.{index}": replace(at, key=key) for index, at in enumerate(entries)}
