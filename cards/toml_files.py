"""TOML files written by people: their text and content, or their mistakes with places."""

from __future__ import annotations

import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path

from cards.language.errors import CardError, Problem, Where

LARGEST = 2_000_000
"""The maximum number of bytes of a file, many times those of a whole set."""
KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*=\s*""")
"""A key at the beginning of a line, up to its value."""


def read_toml(path: Path | Traversable, head: str) -> tuple[str, dict[str, object]]:
    """Return the text of a TOML file and its content. `head` is the first line of a table, for error messages.

    Raises CardError for a file that can't be read, isn't UTF-8 or isn't TOML.
    """
    name = path.name or str(path)
    try:
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except OSError as error:
        message = f"This file can't be read: {error.strerror or 'unknown reason'}."
        raise CardError([of_the_file(name, message)]) from error
    if len(data) > LARGEST:
        raise CardError([of_the_file(name, f"This file is too large: {LARGEST // 1_000_000} MB at most.")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"This file can't be read: it is not UTF-8 text (byte {data[error.start]:#04x})."
        raise CardError([Problem(Where(name, line=line, column=column), message)]) from error
    try:
        return text, tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise CardError([_toml_problem(name, text, head, error)]) from error


def of_the_file(name: str, message: str, expected: tuple[str, ...] = ()) -> Problem:
    """Return a problem with a file as a whole."""
    return Problem(Where(name, line=0), message, expected=expected)


def line_of(name: str, text: str, key: str) -> Where:
    """Return the place of a key or table head; line 0 if it isn't found."""
    head = re.compile(rf"""\s*+(?:\[\[?\s*+)?["']?{re.escape(key)}\b""")
    for number, line in enumerate(text.splitlines(), start=1):
        if head.match(line):
            return Where(name, line=number, column=len(line) - len(line.lstrip()) + 1)
    return Where(name, line=0)


_POSITION = re.compile(r"(.*) \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)", re.DOTALL)
_CURLY = "“”„‟″«»‘’"

_IN_OUR_WORDS = {
    "Illegal character '\\n'": 'The text in quotation marks does not end on its line: a " is missing. '
    'Texts of several lines stand between """ and """.',
    "Illegal character '\\x00'": "There is a NUL character, which no text has.",
    "Invalid value": 'After "=" must come a text in quotation marks, a number, true or false.',
    "Expected '=' after a key in a key/value pair": 'After a key must come "=".',
    "Cannot overwrite a value": "This key stands a second time on its card.",
    "Invalid statement": 'A line is a key with its value (title = "…"), "{head}", or a comment (# …).',
    "Unescaped '\\' in a string": 'In quotation marks, a backslash is written twice: "\\\\".',
    "Expected newline or end of document after a statement": "Here the line must end: a line holds one key and its value.",
}


def _toml_problem(name: str, text: str, head: str, error: Exception) -> Problem:
    """Return an error of the TOML parser in a card author's words."""
    if isinstance(error, RecursionError):
        return of_the_file(name, "This is not TOML: brackets are nested too deep.")
    match = _POSITION.fullmatch(str(error))
    if match is None:
        return of_the_file(name, "This is not TOML: a number has too many digits.")
    if match[2] is None:
        return _unending(name, text, match[1])
    line, column = int(match[2]), int(match[3])
    written = text.splitlines()[line - 1] if line <= len(text.splitlines()) else ""
    character = written[column - 1 : column]
    problem = _IN_OUR_WORDS.get(match[1], f"{match[1]}.").replace("{head}", head)
    if character and character in _CURLY:
        problem = 'Texts stand in straight quotation marks ("…"), not in curly ones.'
    elif match[1] == "Cannot overwrite a value" and (key := KEY.match(written)):
        column, problem = key.start(1) + 1, f'The key "{key[1]}" stands a second time on its card.'
    return Problem(Where(name, line=line, column=column), f"This is not TOML: {problem}", character.strip())


def _unending(name: str, text: str, problem: str) -> Problem:
    """Return the problem that something is still open at the end of the file."""
    begun = Where(name, line=0)
    quotes = ""
    for number, line in enumerate(text.splitlines(), start=1):
        for mark in re.finditer(r'"""|' + "'''", line):
            if not quotes:
                quotes, begun = mark[0], Where(name, line=number, column=mark.start() + 1)
            elif mark[0] == quotes:
                quotes = ""
    if quotes:
        return Problem(
            begun, f"This is not TOML: the text that begins here with {quotes} never ends.", quotes
        )
    return of_the_file(name, f"This is not TOML: {problem}, at the end of the file.")
