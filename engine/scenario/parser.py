"""The reader of scenario files, line by line: headings, blocks, sides, answers and expectations of a game's format."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Generic

from msgspec.structs import replace

from cards.language.errors import CardError
from engine.kernel.diagnostics import Diagnostic, Unreadable
from engine.scenario.card_blocks import ScenarioBlock
from engine.scenario.citations import cited_in_list, cited_in_title
from engine.scenario.expectation_forms import ExpectationWords, read_expectation
from engine.scenario.format import Format, S
from engine.scenario.mistakes import Mistake, TextPlace, unknown_word
from engine.scenario.model import AnswerLine, ExpectationLine, N, SideLayout


class LineReader(Generic[S, N]):
    """Reads line by line. A mistake is noted, and reading continues with the next line."""

    def __init__(self, format_: Format[S, N], shared: S) -> None:
        """Start with `shared`, an empty scenario for everything before the first one, which applies to all of them."""
        self.format = format_
        self._forms = format_.all_forms
        self.shared = shared
        self.file = shared.file
        self.scenarios: list[S] = []
        self.problems: list[Diagnostic] = []
        self.number = 0
        self.defined_at: dict[tuple[int, str], int] = {}
        """The line of each card's definition, by the number of its scenario (0: shared by all) and its title."""
        self._block: ScenarioBlock | None = None
        self._side: int | None = None
        self._headings = {
            "game": self._game, "players": self._players, "seed": self._seed, "turn": self._turn,
        }  # fmt: skip
        self._seat(shared)

    @property
    def now(self) -> S:
        """The scenario being read."""
        return self.scenarios[-1] if self.scenarios else self.shared

    def _seat(self, scenario: S) -> None:
        """Give every player a side."""
        sides = scenario.position.sides
        sides += [self.format.new_side() for _ in range(len(sides), len(scenario.names))]
        del sides[len(scenario.names) :]

    def _new_scenario(self, title: str, place: TextPlace, at: int) -> S:
        """Return a new scenario with all shared parts. Its title begins in column `at`."""
        cited = cited_in_title(title, TextPlace(self.number, at))
        return replace(
            self.shared,
            title=title,
            place=place,
            steps=[],
            position=deepcopy(self.shared.position),
            citations=(*self.shared.citations, *cited),
        )

    # -- lines

    def read(self, text: str) -> list[S]:
        """Return the scenarios of a file. Raises Unreadable with all mistakes found."""
        for self.number, line in enumerate(text.splitlines(), start=1):
            self._line(line)
        self._finish_block()
        if not self.scenarios and not self.problems:
            self.problems.append(
                Diagnostic(self.file, 1, 1, "There is no scenario in this file.", ("scenario: its title",))
            )
        for scenario in self.scenarios if not self.problems else ():
            try:
                (self.format.check or self.format.lay_out)(scenario)
            except Mistake as mistake:
                self.number = scenario.place.line
                self.note(mistake)
        if self.problems:
            raise Unreadable(sorted(self.problems, key=lambda p: (p.line, p.column)))
        return self.scenarios

    def note(self, mistake: Mistake) -> None:
        """Store a mistake for the report."""
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
                self._side_line(self.now.position.sides[self._side], line)
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
            if block.kind == "card":
                self._card(block)
            else:
                self.format.blocks[block.kind](self, block)
        except CardError as error:
            self.problems += block.diagnostics(error)
        except Mistake as mistake:
            mistake.line = mistake.line or block.heading[0]
            self.note(mistake)

    def _card(self, block: ScenarioBlock) -> None:
        """Define a card. Raises Mistake or CardError, after defining a stand-in."""
        blocks = self.format.cards
        assert blocks is not None
        try:
            card = blocks.read(block)
        except (CardError, Mistake):
            if title := block.title:
                self.now.cards = {**self.now.cards, title: blocks.stand_in(title)}
            raise
        if blocks.is_taken(card.title):
            raise Mistake(block.column, f"No card can be called “{card.title}”.")
        sides = {side.title: side for side in blocks.other_sides(card)}
        self.now.cards = {**self.now.cards, **sides, card.title: card}
        line = self.defined_at.setdefault((len(self.scenarios), card.title), block.heading[0])
        if line != block.heading[0]:
            raise Mistake(block.column, f"There is a card called “{card.title}” already, in line {line}.")

    def _side_line(self, side: SideLayout, line: str) -> None:
        """Read an indented line of a side. Raises Mistake."""
        column, known = len(line) - len(line.lstrip()) + 1, self.format.all_side_lines
        match = re.match(r"([A-Za-z ]+):\s*", line.strip())
        if match is None:
            raise unknown_word(column, line.strip().split()[0], known, "can't begin a line here")
        key, value, at = match[1].rstrip().casefold(), line.strip()[match.end() :], column + match.end()
        if f"{key}:" not in known:
            raise unknown_word(column, f"{match[1].rstrip()}:", known, "can't begin a line here")
        if key in self.format.side:
            self.format.side[key](self, side, value, at)
            side.places[key] = TextPlace(self.number, at)
        else:
            self.put(side, key, value, at)

    def put(self, side: SideLayout, zone: str, value: str, at: int) -> None:
        """Store the cards of a zone, or further ones from another line of the same scenario. Raises Mistake."""
        place = TextPlace(self.number, at)
        tables = self.format.tables
        items = list(tables.items(value, place, self.now.cards, self.now.names, tables.plain).items())
        if zone in side.places and side.places[zone].line > self.now.place.line:
            items = [*side.zones[zone], *items]
        side.zones[zone] = items
        side.places[zone] = place

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
                self.now.steps.append(AnswerLine(TextPlace(self.number, column), seat, words, text))
                return
        self._check_continuation(text, column)
        match = re.match(r"([A-Za-z ]+):\s*", text)
        if match is None:
            word = text.split()[0]
            near = (*self.now.names, "Then", *self.format.all_headings)
            raise unknown_word(column, word, near, "can't begin a line")
        self._heading(match[1].rstrip(), text[match.end() :], column, column + match.end())

    def _check_continuation(self, text: str, column: int) -> None:
        """Raise Mistake for a line with a valid beginning and an invalid rest."""
        if text.casefold() in ("then", "and"):
            name = self.now.names[0]
            raise Mistake(
                column,
                f"What must be so is missing behind “{text}”, on the same line: “{text} it is {name}'s turn”.",
            )
        tables = self.format.tables
        line = (
            f"{self.format.all_side_lines[0]} {'4' if tables.plain else next(iter(self.now.cards), 'none')}"
        )
        for name in self.now.names:
            rest = text[len(name) :].strip()
            if text[: len(name)].casefold() != name.casefold() or rest[:1].isalnum():
                continue
            if not rest:
                why = f"say what to do, “{name} passes”, or put a colon behind the name to begin a side, “{name}:”"
            elif rest.startswith(":"):
                why = f"“{name}:” stands alone, and what lies on that side stands beneath it, indented, “  {line}”"
            elif rest.startswith(("'s", "’s")):
                why = f"what must be so begins with “Then”, “Then {name}'s {next(iter(tables.counters), 'hand')} is 3”"
            else:
                why = f"only a blank or a colon stands behind a name, “{name} passes” or “{name}:”"
            raise Mistake(column, f"A line can't consist of “{_cut(text)}”: {why}.")

    def _heading(self, written: str, value: str, column: int, at: int) -> None:
        key, zone = written.casefold(), self.format.tables.zones.get(written.casefold())
        if key == "scenario":
            self.scenarios.append(self._new_scenario(value, TextPlace(self.number, column), at))
        elif key == "tests":
            cited = cited_in_list(value, TextPlace(self.number, at))
            self.now.citations = (*self.now.citations, *cited)
        elif key == "card" and self.format.cards is not None:
            self._block = ScenarioBlock(key, (self.number, " " * (at - 1) + value), at, self.file)
        else:
            self.begin_position_line(column)
            heading = next(
                (read for name, read in self.format.headings.items() if name.casefold() == key), None
            )
            if key in self._headings:
                self._headings[key](value, at)
            elif key in self.format.blocks:
                self._block = ScenarioBlock(key, (self.number, " " * (at - 1) + value), at, self.file)
            elif heading is not None:
                heading(self, value, at)
            elif zone is not None and zone.is_shared:
                self.put(self.now.position.middle, key, value, at)
            else:
                known = (*(f"{name}:" for name in self.now.names), *self.format.all_headings)
                raise unknown_word(column, f"{written}:", known, "can't begin a line")

    def begin_position_line(self, column: int) -> None:
        """Raise Mistake if the script has begun, because lines of the position must precede it."""
        if self.now.steps:
            raise Mistake(column, "The position must be complete before the first answer or expectation.")

    def _game(self, value: str, at: int) -> None:
        """Read the game. Raises Mistake for another game."""
        self.one_of(value, (self.format.game,), at)

    def _players(self, value: str, at: int) -> None:
        """Read the names of the players. Raises Mistake."""
        names, counts = tuple(name.strip() for name in value.split(",")), self.format.players
        if len({*map(str.casefold, names), ""}) - 1 != len(names) or len(names) not in counts:
            count = "Two" if counts[-1] == 2 else f"{counts[0]} to {counts[-1]}"
            raise Mistake(at, f"{count} different names are needed here.", [", ".join(_NAMES[: counts[0]])])
        for name, side in list(zip(self.now.names, self.now.position.sides, strict=True))[len(names) :]:
            if side.places:
                raise Mistake(
                    at, f"A side of {name} is written already: it takes {len(self.now.names)} players."
                )
        self.now.names = names
        self._seat(self.now)

    def _seed(self, value: str, at: int) -> None:
        """Read the seed, and the amount of randomness already drawn."""
        match = re.fullmatch(r"(.*?)(?:, ?([0-9]{1,9}) drawn)?", value)
        assert match is not None
        self.now.seed, self.now.drawn = match[1], int(match[2] or 0)

    def _turn(self, value: str, at: int) -> None:
        """Read the seat whose turn it is. Raises Mistake."""
        self.now.position.turn = self.seat(value, at)

    # -- values

    def counted(self, value: str, word: str, at: int) -> int:
        """Return a number that is followed by a word. Raises Mistake."""
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
        """Return the seats of several players, separated by commas. Raises Mistake."""
        return tuple(self.seat(part, column) for part, column in parts(value, at))

    # -- the script

    def _expectation(self, text: str, words: str, column: int) -> None:
        self._in_scenario(column)
        text_only = words.strip().removesuffix(".")
        if self.format.words is not None:
            sentence = self.format.words(self.now, text_only, column)
        else:
            sentence = ExpectationWords(self.now.names, text_only, column, self.format.tables, self.now.cards)
        check = read_expectation(self._forms, sentence)
        self.now.steps.append(ExpectationLine(TextPlace(self.number, column), check, text))

    def _in_scenario(self, column: int) -> None:
        if not self.scenarios:
            raise Mistake(column, "No scenario has begun yet.", ["scenario: its title"])


_NAMES = ("Ada", "Bo", "Cy", "Di")


def game_of(text: str) -> str | None:
    """Return the game named in a scenario file, or None."""
    lines = (line.partition(":") for line in text.splitlines())
    return next((value.strip() for word, colon, value in lines if colon and word.casefold() == "game"), None)


def parts(value: str, at: int) -> list[tuple[str, int]]:
    """Return the parts between commas with their columns."""
    return [(match[0].strip(), at + match.start()) for match in re.finditer(r"[^,\s][^,]*", value)]


_SHOWN = 60
"""The maximum length of a line in a report."""


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
