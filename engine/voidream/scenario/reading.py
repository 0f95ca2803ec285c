"""Reading a scenario file: cards, positions, and scripts of answers and expectations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from cards.voidream.decks import DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from engine.kernel.diagnostics import Diagnostic, Unreadable
from engine.voidream.position import BEGINNING, MAIN, NIGHTMARE, SETUP
from engine.voidream.scenario.card_blocks import Row, read_card
from engine.voidream.scenario.citations import cited_in_list, cited_in_title
from engine.voidream.scenario.deck_blocks import read_deck_block
from engine.voidream.scenario.expectations import ZONES, read_expectation
from engine.voidream.scenario.items import Place, read_items
from engine.voidream.scenario.layout import lay_out
from engine.voidream.scenario.mistakes import Mistake, unknown_card, unknown_word
from engine.voidream.scenario.model import (
    Answering,
    Expecting,
    InForce,
    Scenario,
    SidePosition,
    TablePosition,
)
from engine.voidream.scenario.plain_cards import plain_cards
from engine.voidream.scenario.references import split_reference

PHASES = (SETUP, BEGINNING, MAIN, NIGHTMARE)
HEADINGS = (
    "scenario:", "card:", "players:", "seed:", "round:", "phase:", "turn:", "passed:", "faced Nightmare:",
    "conflict:", "in force:", "tests:", "deck:",
)  # fmt: skip


def read_scenarios(text: str, file: str = "", cards: Mapping[str, Card] | None = None) -> list[Scenario]:
    """Return the scenarios of a file. `cards` are those that it may use besides its own: by default the whole set.

    Raises Unreadable with every mistake that was found.
    """
    reader = _Reader(file, {**(the_set().cards if cards is None else cards), **plain_cards()})
    for number, line in enumerate(text.splitlines(), start=1):
        reader.read(number, line)
    return reader.end()


class _Reader:
    """Reads line by line; a mistake is noted, and the next line is read all the same."""

    def __init__(self, file: str, cards: dict[str, Card]) -> None:
        self.file = file
        self.cards = cards
        self.scenarios: list[Scenario] = []
        self.shared = Scenario(file, "", Place(1, 1), cards)
        """What is said before the first scenario, for all of them."""
        self.shared_rows: list[Row] = []
        self.problems: list[Diagnostic] = []
        self.block: tuple[str, Row, int, list[Row]] | None = None
        """What is being written over several lines: "card" or "deck", its heading, where its name begins, its lines."""
        self.side: int | None = None
        self.number = 0
        self.brought: dict[tuple[int, str], int] = {}
        """In which line a card has been brought, by the number of the scenario that brings it: 0 for all of them."""

    @property
    def now(self) -> Scenario:
        return self.scenarios[-1] if self.scenarios else self.shared

    def read(self, number: int, line: str) -> None:
        self.number = number
        if not line.strip() or line.lstrip().startswith("#"):
            return
        indented = line[0] in " \t"
        if indented and self.block is not None:
            self.block[3].append((number, line))
            return
        self.finish_block()
        try:
            if indented and self.side is not None:
                self.zone(line)
            else:
                self.side = None
                self.statement(line)
        except Mistake as mistake:
            self.note(mistake)

    def note(self, mistake: Mistake) -> None:
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

    def finish_block(self) -> None:
        if self.block is None:
            return
        kind, heading, column, rows = self.block
        self.block = None
        try:
            if kind == "deck":
                self.finish_deck(heading[1][column - 1 :].strip(), heading, rows)
                return
            read = read_card(self.file, heading, column, rows)
        except Mistake as mistake:
            mistake.line = mistake.line or heading[0]
            self.note(mistake)
            if kind == "deck":
                return
            read = []
        if isinstance(read, list):
            self.problems += read
            self.stand_in(heading[1][column - 1 :].split(",")[0].strip().strip('"'))
            return
        self.now.cards = {**self.now.cards, read.title: read}
        line = self.brought.setdefault((len(self.scenarios), read.title), heading[0])
        if line != heading[0]:
            message = f"There is a card called “{read.title}” already, in line {line}."
            self.note(Mistake(column, message, line=heading[0]))

    def finish_deck(self, name: str, heading: Row, rows: list[Row]) -> None:
        self.now.decks = {**self.now.decks, name: DeckList()}
        self.now.decks = {**self.now.decks, name: read_deck_block(rows, heading, self.now.cards)}

    def stand_in(self, title: str) -> None:
        """Know the title of a card that could not be read, so that what follows is not called wrong for it."""
        if title:
            self.now.cards = {**self.now.cards, title: Card(title, Kind.THOUGHT, Faction.NEUTRAL, value=1)}

    def end(self) -> list[Scenario]:
        self.finish_block()
        if not self.scenarios and not self.problems:
            self.problems.append(
                Diagnostic(self.file, 1, 1, "There is no scenario in this file.", ("scenario: its title",))
            )
        for scenario in self.scenarios if not self.problems else ():
            try:
                lay_out(scenario)
            except Mistake as mistake:
                self.number = scenario.place.line
                self.note(mistake)
        if self.problems:
            raise Unreadable(sorted(self.problems, key=lambda p: (p.line, p.column)))
        return self.scenarios

    # -- lines that begin at the margin

    def statement(self, line: str) -> None:
        column = len(line) - len(line.lstrip()) + 1
        text = line.strip()
        if match := re.match(r"(then|and)\s+", text, re.IGNORECASE):
            self.expectation(text, text[match.end() :], column + match.end())
            return
        for seat, name in sorted(enumerate(self.now.names), key=lambda known: -len(known[1])):
            if re.fullmatch(rf"{re.escape(name)}\s*:", text, re.IGNORECASE):
                self.begin_position_line(column)
                self.side = seat
                return
            if text.casefold().startswith(name.casefold() + " "):
                self.answer(seat, text, text[len(name) :].strip(), column)
                return
        self.must_go_on(text, column)
        match = re.match(r"([A-Za-z ]+):\s*", text)
        if match is None:
            word = text.split()[0]
            near = (*self.now.names, "Then", *HEADINGS)
            raise unknown_word(column, word, near, "can't begin a line")
        written = match[1].rstrip()
        self.heading(written.casefold(), written, text[match.end() :], column, column + match.end())

    def must_go_on(self, text: str, column: int) -> None:
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

    def heading(self, key: str, written: str, value: str, column: int, at: int) -> None:
        if key == "scenario":
            self.begin_scenario(value, column, at)
            return
        if key == "tests":
            cited = cited_in_list(value, Place(self.number, at))
            self.now.citations = (*self.now.citations, *cited)
            return
        if key == "card":
            line = " " * (at - 1) + value
            self.block = ("card", (self.number, line), at, [])
            return
        self.begin_position_line(column)
        if key == "deck":
            if not value:
                raise Mistake(at, "The name of the deck is missing here.", ["deck: Storm"])
            self.block = ("deck", (self.number, " " * (at - 1) + value), at, [])
            return
        position = self.now.position
        position.places[key] = Place(self.number, at)
        match key:
            case "players":
                self.players(value, at)
            case "seed":
                match = re.fullmatch(r"(.*?)(?:, ?([0-9]{1,9}) drawn)?", value)
                self.now.seed = match[1] if match else value
                self.now.drawn = int(match[2] or 0) if match else 0
            case "round":
                position.round = self.counted(value, "", at)
            case "phase":
                position.phase = self.one_of(value, PHASES, at)
            case "turn":
                position.turn = self.seat(value, at)
            case "passed":
                position.passed = tuple(
                    self.seat(m[0], at + m.start()) for m in re.finditer(r"[^,\s][^,]*", value)
                )
            case "faced nightmare":
                position.faced = self.seat(value, at)
            case "conflict":
                self.conflict(value, at)
            case "numbers":
                position.numbers = self.counted(value, "", at)
            case "in force":
                position.in_force.append(self.in_force(value, at))
            case _:
                known = (*(f"{name}:" for name in self.now.names), *HEADINGS)
                raise unknown_word(column, f"{written}:", known, "can't begin a line")

    def begin_scenario(self, title: str, column: int, at: int) -> None:
        shared = self.shared.position
        position = TablePosition(
            sides=(_copy(shared.sides[0]), _copy(shared.sides[1])),
            round=shared.round, phase=shared.phase, turn=shared.turn, passed=shared.passed, faced=shared.faced,
            numbers=shared.numbers,
            conflict=shared.conflict, attacker=shared.attacker, nightmare=shared.nightmare,
            in_force=list(shared.in_force), places=dict(shared.places),
        )  # fmt: skip
        self.scenarios.append(
            replace(
                self.shared,
                title=title,
                place=Place(self.number, column),
                position=position,
                steps=[],
                cards=dict(self.shared.cards),
                decks=dict(self.shared.decks),
                citations=(*self.shared.citations, *cited_in_title(title, Place(self.number, at))),
            )
        )

    def begin_position_line(self, column: int) -> None:
        if self.now.steps:
            raise Mistake(column, "The position must be complete before the first answer or expectation.")

    # -- what stands on a line

    def players(self, value: str, at: int) -> None:
        names = [name.strip() for name in value.split(",")]
        if len(names) != 2 or not all(names) or names[0].casefold() == names[1].casefold():
            raise Mistake(at, "Two different names are needed here.", ["Ada, Bo"])
        self.now.names = (names[0], names[1])

    def counted(self, value: str, word: str, at: int) -> int:
        match = re.fullmatch(rf"([0-9]{{1,6}}) ?{word}", " ".join(value.split()))
        if match is None:
            raise Mistake(at, f"“{value.strip()}” can't be read.", [f"a number {word}".strip()])
        return int(match[1])

    def one_of(self, value: str, known: tuple[str, ...], at: int) -> str:
        for word in known:
            if word.casefold() == value.strip().casefold():
                return word
        raise unknown_word(at, value.strip(), known)

    def seat(self, value: str, at: int) -> int:
        return self.now.names.index(self.one_of(value, self.now.names, at))

    def conflict(self, value: str, at: int) -> None:
        first, *rest = [
            (match[0].strip(), at + match.start()) for match in re.finditer(r"[^,\s][^,]*", value)
        ] or [("", at)]
        position = self.now.position
        position.conflict = self.one_of(first[0], ("dawn", "dusk"), first[1])
        for part, column in rest:
            match = re.fullmatch(r"(.+) attacks", part, re.IGNORECASE)
            if match is not None:
                position.attacker = self.seat(match[1], column)
            elif part.casefold() == "in nightmare":
                position.nightmare = True
            else:
                raise unknown_word(
                    column, part, (*(f"{name} attacks" for name in self.now.names), "in Nightmare")
                )
        if position.attacker < 0:
            raise Mistake(at + len(value), "Who attacks?", [f"{name} attacks" for name in self.now.names])

    def in_force(self, value: str, at: int) -> InForce:
        match = re.fullmatch(
            rf"(?P<title>.+) of (?P<who>{'|'.join(map(re.escape, self.now.names))}), (?P<side>text|inverted|back|mind [0-4]) (?P<line>[0-9]{{1,6}})\.(?P<op>[0-9]{{1,6}})"
            r"(?:, on (?P<on>[^,]+))?(?:, amount (?P<amount>-?[0-9]{1,6}))?"
            r", until the end of (?P<until>the phase|the conflict|the round)(?:, number (?P<stamp>[0-9]{1,9}))?",
            value.strip().removesuffix("."),
        )
        if match is None:
            raise Mistake(
                at, f"“{value.strip()}” can't be read as an effect in force.",
                ["Hush of Ada, text 1.1, on Guard and Moth, amount 2, until the end of the phase"],
            )  # fmt: skip
        titles = {title.casefold(): title for title in self.now.cards}
        card = match["title"].strip('"')
        title = split_reference(card.removesuffix(" off the table"), ())[1].strip('"')
        if title.casefold() not in titles:
            raise unknown_card(at, title, titles.values())
        on = match["on"]
        return InForce(
            Place(self.number, at), titles[title.casefold()], card, self.seat(match["who"], at + match.start("who")),
            match["side"], int(match["line"]), int(match["op"]),
            None if on is None else () if on == "nothing" else tuple(on.split(" and ")),
            int(match["amount"] or 0), match["until"], int(match["stamp"] or 0),
        )  # fmt: skip

    # -- a player's side

    def zone(self, line: str) -> None:
        assert self.side is not None
        column = len(line) - len(line.lstrip()) + 1
        match = re.match(r"([A-Za-z ]+):\s*", line.strip())
        known = (*(f"{zone}:" for zone in ZONES), "mind:")
        if match is None:
            raise unknown_word(column, line.strip().split()[0], known, "can't begin a line here")
        key, value, at = match[1].rstrip().casefold(), line.strip()[match.end() :], column + match.end()
        side = self.now.position.sides[self.side]
        if key == "mind":
            self.mind(side, value, at)
            return
        if key not in ZONES:
            raise unknown_word(column, f"{match[1].rstrip()}:", known, "can't begin a line here")
        zone = ZONES[key]
        bare = value.rstrip().removesuffix(".").rstrip()
        if key == "deck" and bare.casefold().endswith("no bastion"):
            side.no_bastion = True
            value = bare[: -len("no bastion")].rstrip().removesuffix(",")
        items = read_items(value, Place(self.number, at), self.now.cards, self.now.names)
        if zone in side.places and side.places[zone].line > self.now.place.line:
            side.zones[zone] = [*side.zones[zone], *items]
        else:
            side.zones[zone] = items
        side.places[zone] = Place(self.number, at)

    def mind(self, side: SidePosition, value: str, at: int) -> None:
        match = re.fullmatch(
            r"(?:(?P<title>.+?)(?: at|,) )?(?P<n>[0-4]|spent)", " ".join(value.split()), re.IGNORECASE
        )
        title = value.strip() if match is None else (match["title"] or "")
        minds = [card.title for card in self.now.cards.values() if card.kind is Kind.MIND]
        if title:
            found = next((known for known in minds if known.casefold() == title.casefold()), None)
            if found is None and re.fullmatch(r"-?[0-9]+", title):
                raise Mistake(at, f"A mind shows no {title[:9]}.", ["4", "3", "2", "1", "spent"])
            if found is None:
                raise unknown_card(at, title, minds)
            side.mind = found
        if match is not None:
            side.mind_count = 0 if match["n"].casefold() == "spent" else int(match["n"])

    # -- the script

    def answer(self, seat: int, text: str, words: str, column: int) -> None:
        self.in_scenario(column)
        self.now.steps.append(Answering(Place(self.number, column), seat, words, text))

    def expectation(self, text: str, words: str, column: int) -> None:
        self.in_scenario(column)
        read = read_expectation(words, column, self.now.names, self.now.cards, self.now.decks)
        self.now.steps.append(Expecting(Place(self.number, column), read, text))

    def in_scenario(self, column: int) -> None:
        if not self.scenarios:
            raise Mistake(column, "No scenario has begun yet.", ["scenario: its title"])


def _copy(side: SidePosition) -> SidePosition:
    return SidePosition(
        side.mind, side.mind_count, {zone: list(items) for zone, items in side.zones.items()}, dict(side.places),
        side.no_bastion,
    )  # fmt: skip


_SHOWN = 60
"""How much of a line is shown in a report."""


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
