"""Reading a scenario file line by line: headings, blocks, sides, answers and expectations.

A game's own reader says what its headings mean, and what stands in the lines of a side or a block.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.kernel.diagnostics import Diagnostic, Unreadable
from engine.scenario.citations import cited_in_list
from engine.scenario.expecting import ExpectationWords, Form, read_expectation
from engine.scenario.mistakes import Mistake, Row, TextPlace, unknown_word
from engine.scenario.model import Answering, Expecting, N, Scenario

S = TypeVar("S", bound=Scenario[Any])
W = TypeVar("W", bound=ExpectationWords)

HEADINGS = ("scenario:", "game:", "players:", "seed:", "tests:")
"""The headings that every game's scenarios have."""


class ScenarioBlock(msgspec.Struct):
    """What is being written over several lines: its kind, its heading, where its name begins in it, and its lines."""

    kind: str
    heading: Row
    column: int
    rows: list[Row] = msgspec.field(default_factory=list[Row])

    @property
    def name(self) -> str:
        """What stands behind the colon of the heading."""
        return self.heading[1][self.column - 1 :].strip()


class Reader(ABC, Generic[S, W, N]):
    """Reads line by line; a mistake is noted, and the next line is read all the same."""

    game: ClassVar[str]
    """What the game is called."""
    forms: Sequence[Form[W, N]]
    """What can be expected."""
    headings: tuple[str, ...] = HEADINGS
    """All headings of this game, each with its colon."""
    blocks: ClassVar[frozenset[str]] = frozenset()
    """The headings that begin a block."""
    players: ClassVar[range] = range(2, 3)
    """How many people can play."""

    def __init__(self, file: str, shared: S) -> None:
        """`shared` is a scenario without anything: it gets what is said before the first one, for all of them."""
        self.file = file
        self.shared = shared
        self.scenarios: list[S] = []
        self.problems: list[Diagnostic] = []
        self.number = 0
        self._block: ScenarioBlock | None = None
        self._side: int | None = None

    @property
    def now(self) -> S:
        """The scenario that is being read."""
        return self.scenarios[-1] if self.scenarios else self.shared

    # -- what a game says

    @abstractmethod
    def begun(self, title: str, place: TextPlace, at: int) -> S:
        """Return a new scenario with all that is shared; its title begins in column `at`."""

    @abstractmethod
    def words(self, text: str, column: int) -> W:
        """Return what a sentence that begins there may speak of."""

    @abstractmethod
    def heading(self, key: str, value: str, at: int) -> bool:
        """Read a heading of the game's own; `value` begins in column `at`. Return whether it is one. Raises Mistake."""

    @abstractmethod
    def side(self, seat: int, line: str) -> None:
        """Read an indented line of a player's side. Raises Mistake."""

    @abstractmethod
    def block(self, block: ScenarioBlock) -> None:
        """Read a block. Raises Mistake."""

    @abstractmethod
    def check(self, scenario: S) -> None:
        """Raise Mistake for a scenario whose position cannot be."""

    # -- lines

    def read(self, text: str) -> list[S]:
        """Return the scenarios of a file. Raises Unreadable with every mistake that was found."""
        for self.number, line in enumerate(text.splitlines(), start=1):
            self._line(line)
        self._finish_block()
        if not self.scenarios and not self.problems:
            self.problems.append(
                Diagnostic(self.file, 1, 1, "There is no scenario in this file.", ("scenario: its title",))
            )
        for scenario in self.scenarios if not self.problems else ():
            try:
                self.check(scenario)
            except Mistake as mistake:
                self.number = scenario.place.line
                self.note(mistake)
        if self.problems:
            raise Unreadable(sorted(self.problems, key=lambda p: (p.line, p.column)))
        return self.scenarios

    def note(self, mistake: Mistake) -> None:
        """Keep a mistake for the report."""
        self.problems.append(
            Diagnostic(
                self.file,
                mistake.line or self.number,
                mistake.column,
                mistake.message,
                mistake.expected,
                mistake.suggestion,
            )
        )

    def _line(self, line: str) -> None:
        if not line.strip() or line.lstrip().startswith("#"):
            return
        indented = line[0] in " \t"
        if indented and self._block is not None:
            self._block.rows.append((self.number, line))
            return
        self._finish_block()
        try:
            if indented and self._side is not None:
                self.side(self._side, line)
            else:
                self._side = None
                self._statement(line)
        except Mistake as mistake:
            self.note(mistake)

    def _finish_block(self) -> None:
        block, self._block = self._block, None
        if block is None:
            return
        try:
            self.block(block)
        except Mistake as mistake:
            mistake.line = mistake.line or block.heading[0]
            self.note(mistake)

    # -- lines that begin at the margin

    def _statement(self, line: str) -> None:
        column = len(line) - len(line.lstrip()) + 1
        text = line.strip()
        if match := re.match(r"(then|and)\s+", text, re.IGNORECASE):
            self._expectation(text, text[match.end() :], column + match.end())
            return
        for seat, name in sorted(enumerate(self.now.names), key=lambda known: -len(known[1])):
            if re.fullmatch(rf"{re.escape(name)}\s*:", text, re.IGNORECASE):
                self.begin_position_line(column)
                self._side = seat
                return
            if text.casefold().startswith(name.casefold() + " "):
                self._in_scenario(column)
                words = text[len(name) :].strip()
                self.now.steps.append(Answering(TextPlace(self.number, column), seat, words, text))
                return
        self._must_go_on(text, column)
        match = re.match(r"([A-Za-z ]+):\s*", text)
        if match is None:
            word = text.split()[0]
            near = (*self.now.names, "Then", *self.headings)
            raise unknown_word(column, word, near, "can't begin a line")
        self._heading(match[1].rstrip(), text[match.end() :], column, column + match.end())

    def _must_go_on(self, text: str, column: int) -> None:
        """Refuse a line that begins as it may, and goes on as it can't."""
        if text.casefold() in ("then", "and"):
            name = self.now.names[0]
            raise Mistake(
                column,
                f"What must be so is missing behind “{text}”, on the same line: “{text} it is {name}'s turn”.",
            )
        for name in self.now.names:
            rest = text[len(name) :].strip()
            if text[: len(name)].casefold() != name.casefold() or rest[:1].isalnum():
                continue
            if not rest:
                why = f"say what to do, “{name} passes”, or put a colon behind the name to begin a side, “{name}:”"
            elif rest.startswith(":"):
                why = f"“{name}:” stands alone, and what lies on that side stands beneath it, indented, “  hand: 4”"
            elif rest.startswith(("'s", "’s")):
                why = f"what must be so begins with “Then”, “Then {name}'s mind is 3”"
            else:
                why = f"only a blank or a colon stands behind a name, “{name} passes” or “{name}:”"
            raise Mistake(column, f"A line can't consist of “{_cut(text)}”: {why}.")

    def _heading(self, written: str, value: str, column: int, at: int) -> None:
        key = written.casefold()
        match key:
            case "scenario":
                self.scenarios.append(self.begun(value, TextPlace(self.number, column), at))
                return
            case "tests":
                cited = cited_in_list(value, TextPlace(self.number, at))
                self.now.citations = (*self.now.citations, *cited)
                return
            case _:
                pass
        if key in self.blocks:
            self.begin_block(key, value, column, at)
            return
        self.begin_position_line(column)
        match key:
            case "game":
                self.one_of(value, (self.game,), at)
            case "players":
                self._players(value, at)
            case "seed":
                match = re.fullmatch(r"(.*?)(?:, ?([0-9]{1,9}) drawn)?", value)
                self.now.seed = match[1] if match else value
                self.now.drawn = int(match[2] or 0) if match else 0
            case _:
                if not self.heading(key, value, at):
                    known = (*(f"{name}:" for name in self.now.names), *self.headings)
                    raise unknown_word(column, f"{written}:", known, "can't begin a line")

    def begin_block(self, kind: str, value: str, column: int, at: int) -> None:
        """Begin a block whose name begins in column `at`. Raises Mistake."""
        self._block = ScenarioBlock(kind, (self.number, " " * (at - 1) + value), at)

    def begin_position_line(self, column: int) -> None:
        """Raise Mistake if the script has begun, so that nothing of the position can stand here."""
        if self.now.steps:
            raise Mistake(column, "The position must be complete before the first answer or expectation.")

    def _players(self, value: str, at: int) -> None:
        names = tuple(name.strip() for name in value.split(","))
        if len({*map(str.casefold, names), ""}) - 1 != len(names) or len(names) not in self.players:
            least, most = self.players[0], self.players[-1]
            count = "Two" if most == 2 else f"{least} to {most}"
            raise Mistake(at, f"{count} different names are needed here.", ["Ada, Bo"])
        self.now.names = names

    # -- what stands on a line

    def counted(self, value: str, word: str, at: int) -> int:
        """Return a number, with a word behind it. Raises Mistake."""
        match = re.fullmatch(rf"([0-9]{{1,6}}) ?{word}", " ".join(value.split()))
        if match is None:
            raise Mistake(at, f"“{value.strip()}” can't be read.", [f"a number {word}".strip()])
        return int(match[1])

    def one_of(self, value: str, known: Sequence[str], at: int) -> str:
        """Return one of some words. Raises Mistake."""
        for word in known:
            if word.casefold() == value.strip().casefold():
                return word
        raise unknown_word(at, value.strip(), known)

    def seat(self, value: str, at: int) -> int:
        """Return the seat of a player. Raises Mistake."""
        return self.now.names.index(self.one_of(value, self.now.names, at))

    def seats(self, value: str, at: int) -> tuple[int, ...]:
        """Return the seats of several players, with commas between them. Raises Mistake."""
        return tuple(self.seat(part, column) for part, column in parts(value, at))

    # -- the script

    def _expectation(self, text: str, words: str, column: int) -> None:
        self._in_scenario(column)
        sentence = self.words(words.strip().removesuffix("."), column)
        check = read_expectation(self.forms, sentence)
        self.now.steps.append(Expecting(TextPlace(self.number, column), check, text))

    def _in_scenario(self, column: int) -> None:
        if not self.scenarios:
            raise Mistake(column, "No scenario has begun yet.", ["scenario: its title"])


_GAME = re.compile(r"^game:[ \t]*(.*?)[ \t]*$", re.IGNORECASE | re.MULTILINE)


def game_of(text: str) -> str | None:
    """Return of which game a scenario file says that it is; None if it does not say."""
    match = _GAME.search(text)
    return match[1] if match else None


def parts(value: str, at: int) -> list[tuple[str, int]]:
    """Return what stands between commas, and in which column each begins."""
    return [(match[0].strip(), at + match.start()) for match in re.finditer(r"[^,\s][^,]*", value)]


_SHOWN = 60
"""How much of a line is shown in a report."""


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
