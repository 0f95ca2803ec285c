"""The reader of records, which reports all mistakes in a file."""

from __future__ import annotations

import base64
import binascii
import re

from engine.kernel.diagnostics import Diagnostic, Unreadable, nearest
from engine.kernel.records.text import HEADERS, NEEDED, ONCE, RecordLine, RecordText

_HEADER = re.compile(r'\[\s*([A-Za-z]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_STAGE = re.compile(r"Setup|Round [0-9]+", re.IGNORECASE)


MOST_HEADERS = 400
"""The maximum number of headers: several times that of the largest decks."""
MOST_PLAYERS = 16
LONGEST_LINE = 5_000
"""The maximum length of a line that isn't a header, in characters."""
LONGEST_HEADER = 1_000_000
MOST_PROBLEMS = 100
"""The number of mistakes after which reading stops: the text isn't a record."""


def read_record(text: str, file: str = "") -> RecordText:
    """Return the content of a record. Raises Unreadable with every mistake: file, line, column, error."""
    return _Reader(file).read(text)


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.headers: dict[str, list[str]] = {}
        self.answers: list[RecordLine] = []
        self.problems: list[Diagnostic] = []
        self.setup_line = 1
        self.header_lines = 0
        self.has_begun = False
        """Whether the first stage of the match has begun. Headers can only precede it."""
        self.has_ended = False

    def read(self, text: str) -> RecordText:
        for number, line in enumerate(text.splitlines(), start=1):
            if len(self.problems) >= MOST_PROBLEMS or not self._line(number, line):
                break
        for key in NEEDED:
            if key not in self.headers:
                self.wrong(1, 1, f"This record has no {key}.", (f'[{key} "…"]',))
        if not self.has_ended and not self.problems:
            last = max(1, len(text.splitlines()))
            self.wrong(last, 1, "The record is cut off: its last line must be its result.",
                       (f"“{self.headers['Result'][0]}”",))  # fmt: skip
        setup = self.setup()
        if self.problems:
            raise Unreadable(sorted(self.problems, key=lambda p: (p.line, p.column)))
        first = {key: values[0] for key, values in self.headers.items()}
        return RecordText(
            self.file, first["Game"], first["Rules"], first.get("Date", ""), tuple(self.headers["Player"]),
            tuple(self.headers.get("Deck", [])), tuple(self.headers.get("Cards", [])), first["Commitment"], first.get("Seed", ""), first["Result"], setup,
            tuple(self.answers),
        )  # fmt: skip

    def _line(self, number: int, line: str) -> bool:
        """Read a line. Return whether to continue with the next one."""
        plain = line.strip()
        if not plain:
            return True
        is_header = not self.has_begun and plain.startswith("[")
        if len(plain) > (LONGEST_HEADER if is_header else LONGEST_LINE):
            self.wrong(number, 1, f"This line is too long: {len(plain)} characters.")
            return True
        self.header_lines += is_header
        if self.header_lines > MOST_HEADERS:
            self.wrong(number, 1, f"A record has at most {MOST_HEADERS} headers.")
            return False
        if not self.has_begun and _STAGE.fullmatch(plain):
            self.has_begun = True
        elif is_header:
            self.header(number, line)
        elif self.has_ended:
            self.wrong(number, 1, "The record has ended, but more lines follow.")
        elif plain == self.headers.get("Result", [""])[0]:
            self.has_ended = True
        elif not _STAGE.fullmatch(plain):
            self.answer(number, line)
        return True

    def wrong(
        self, line: int, column: int, message: str, expected: tuple[str, ...] = (), near: str = ""
    ) -> None:
        self.problems.append(Diagnostic(self.file, line, column, message, expected, near))

    def header(self, number: int, line: str) -> None:
        match = _HEADER.fullmatch(line.strip())
        column = len(line) - len(line.lstrip()) + 1
        if match is None:
            self.wrong(number, column, "This header can't be read.", ('[Name "value"]',))
            return
        key, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        if key not in HEADERS:
            self.wrong(number, column + 1, f"There is no header “{key}”.", HEADERS, nearest(key, HEADERS))
        elif key in ONCE and key in self.headers:
            self.wrong(number, column, f"The header {key} occurs twice.")
        elif key == "Player" and len(self.headers.get(key, [])) == MOST_PLAYERS:
            self.wrong(number, column, f"A record has at most {MOST_PLAYERS} players.")
        elif key == "Player" and value in self.headers.get(key, []):
            self.wrong(number, column, f"Two players are called “{value}”.")
        else:
            if key == "Setup" and key not in self.headers:
                self.setup_line = number
            self.headers.setdefault(key, []).append(value)

    def answer(self, number: int, line: str) -> None:
        players = self.headers.get("Player", [])
        text = line.strip()
        column = len(line) - len(line.lstrip()) + 1
        for name in sorted(players, key=len, reverse=True):
            if text.startswith(name + " "):
                words = text[len(name) :].strip()
                self.answers.append(RecordLine(number, name, words, column + text.index(words, len(name))))
                return
        self.wrong(
            number, column, f"“{text}” is no answer: it begins with none of the players.",
            (*(f"{name} …" for name in players), "Round N"),
        )  # fmt: skip

    def setup(self) -> bytes:
        """Return the setup. Notes its mistakes."""
        for offset, part in enumerate(self.headers.get("Setup", [])):
            bad = re.search(r"[^A-Za-z0-9+/=]", part)
            if bad is not None:
                self.wrong(self.setup_line + offset, len('[Setup "') + bad.start() + 1,
                           f"“{bad[0]}” can't stand in a setup.", ("letters, digits, + and /",))  # fmt: skip
                return b""
        try:
            return base64.b64decode("".join(self.headers.get("Setup", [])), validate=True)
        except (binascii.Error, ValueError):
            self.wrong(self.setup_line, 1, "The setup is damaged: a part of it is missing.")
            return b""
