"""Reading a scenario file of Dreamweavers: cards, covers, positions."""

from __future__ import annotations

import re

from msgspec.structs import replace

from cards.dreamweavers.language.words import Notion, Noun
from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import Card, CardSet
from engine.dreamweavers.position import END_OF_GAUGE
from engine.dreamweavers.scenario.card_blocks import notion_called, read_card, read_cover_block, title_of
from engine.dreamweavers.scenario.expectations import FORMS
from engine.dreamweavers.scenario.in_force import read_in_force
from engine.dreamweavers.scenario.items import read_items
from engine.dreamweavers.scenario.layout import must_be_possible
from engine.dreamweavers.scenario.model import DreamweaversScenario, SidePosition
from engine.dreamweavers.scenario.plain_cards import NOTION, plain_said
from engine.dreamweavers.scenario.situation import DreamweaversSituation, DreamweaversWords
from engine.dreamweavers.scenario.zones import PHASES, ZONES
from engine.scenario.citations import cited_in_title
from engine.scenario.mistakes import Mistake, TextPlace, unknown_word
from engine.scenario.reading import Reader, ScenarioBlock, parts

HEADINGS = (
    "scenario:", "game:", "card:", "cover:", "players:", "seed:", "phase:", "turn:", "turn number:", "first:", "tracker:",
    "in force:", "tests:",
)  # fmt: skip
SIDE = ("notions", "intent", *ZONES)
"""What the lines of a player's side say."""


def read_scenarios(text: str, file: str = "", cards: CardSet | None = None) -> list[DreamweaversScenario]:
    """Return the scenarios of a file. `cards` are those that it may use besides its own: by default the whole set.

    Raises Unreadable with every mistake that was found.
    """
    return _Reader(file, the_set() if cards is None else cards).read(text)


class _Reader(Reader[DreamweaversScenario, DreamweaversWords, DreamweaversSituation]):
    game = "Dreamweavers"
    forms = FORMS
    headings = HEADINGS
    blocks = frozenset({"card", "cover"})

    def __init__(self, file: str, cards: CardSet) -> None:
        super().__init__(
            file, DreamweaversScenario(file, "", TextPlace(1, 1), cards=cards.cards, covers=cards.covers)
        )
        self.brought: dict[tuple[int, str], int] = {}
        """In which line a card has been brought, by the number of the scenario that brings it: 0 for all of them."""

    def begun(self, title: str, place: TextPlace, at: int) -> DreamweaversScenario:
        shared = self.shared.position
        position = replace(shared, sides=(_copy(shared.sides[0]), _copy(shared.sides[1])))
        return replace(
            self.shared,
            title=title,
            place=place,
            position=position,
            steps=[],
            cards=dict(self.shared.cards),
            covers=dict(self.shared.covers),
            citations=(*self.shared.citations, *cited_in_title(title, TextPlace(self.number, at))),
        )

    def words(self, text: str, column: int) -> DreamweaversWords:
        return DreamweaversWords(self.now.names, text, column, self.now.cards)

    def check(self, scenario: DreamweaversScenario) -> None:
        must_be_possible(scenario)

    # -- blocks

    def block(self, block: ScenarioBlock) -> None:
        try:
            read = (read_cover_block if block.kind == "cover" else read_card)(
                self.file, block.heading, block.column, block.rows
            )
        except Mistake:
            self.stand_in(block)
            raise
        if isinstance(read, list):
            self.problems += read
            self.stand_in(block)
        elif isinstance(read, Card):
            self.bring(read, block)
        else:
            self.now.covers = {**self.now.covers, read.notion: read}

    def bring(self, card: Card, block: ScenarioBlock) -> None:
        """Add a card that the file brings along. Raises Mistake for one whose title says something else already."""
        if card.title in {notion.value for notion in Notion} or plain_said(card.title) is not None:
            raise Mistake(block.column, f"No card can be called “{card.title}”.")
        self.now.cards = {**self.now.cards, card.title: card}
        line = self.brought.setdefault((len(self.scenarios), card.title), block.heading[0])
        if line != block.heading[0]:
            raise Mistake(block.column, f"There is a card called “{card.title}” already, in line {line}.")

    def stand_in(self, block: ScenarioBlock) -> None:
        """Know the title of a card that could not be read, so that what follows is not called wrong for it."""
        title, _ = title_of(block.heading[1], block.column)
        if title and block.kind == "card":
            self.now.cards = {**self.now.cards, title: Card(title, NOTION, Noun.THOUGHT, 1, 1)}

    # -- headings

    def heading(self, key: str, value: str, at: int) -> bool:
        position = self.now.position
        match key:
            case "phase":
                position.phase = self.one_of(value, PHASES, at)
            case "turn":
                position.turn = self.seat(value, at)
            case "turn number":
                position.number = self.counted(value, "", at)
            case "first":
                position.first = self.seat(value, at)
            case "tracker":
                position.tracker = self.tracker(value, at)
            case "in force":
                place = TextPlace(self.number, at)
                said = read_in_force(value, place, self.now.names, self.now.cards)
                position.in_force = (*position.in_force, said)
            case _:
                return False
        return True

    def tracker(self, value: str, at: int) -> int:
        """Return where the tracker stands, above 0 on the side of the first seat. Raises Mistake."""
        name, _, number = value.strip().rpartition(" ")
        if value.strip() == "0":
            return 0
        if not number.isdigit() or not 0 <= int(number) <= END_OF_GAUGE:
            ada = self.now.names[0]
            raise Mistake(at, f"“{value.strip()}” is no place on the gauge.", ["0", f"{ada} 3", f"{ada} 10"])
        seat = self.seat(re.sub("['’]s$", "", name), at)
        return -int(number) if seat else int(number)

    # -- sides

    def side(self, seat: int, line: str) -> None:
        column = len(line) - len(line.lstrip()) + 1
        match = re.match(r"([A-Za-z ]+):\s*", line.strip())
        known = tuple(f"{key}:" for key in SIDE)
        if match is None:
            raise unknown_word(column, line.strip().split()[0], known, "can't begin a line here")
        key, value, at = match[1].rstrip().casefold(), line.strip()[match.end() :], column + match.end()
        if key not in SIDE:
            raise unknown_word(column, f"{match[1].rstrip()}:", known, "can't begin a line here")
        side = self.now.position.sides[seat]
        place = TextPlace(self.number, at)
        if key == "notions":
            side.notions = tuple(notion_called(part, start) for part, start in parts(value, at))
        elif key == "intent":
            said, used, _ = value.partition("(used)")
            side.intent = None if said.strip().casefold() == "none" else notion_called(said.strip(), at)
            side.intent_used = bool(used)
        else:
            items = read_items(value, place, self.now.cards, self.now.names)
            if key in side.places and side.places[key].line > self.now.place.line:
                items = [*side.zones[key], *items]
            side.zones[key] = items
        side.places[key] = place


def _copy(side: SidePosition) -> SidePosition:
    zones = {zone: list(items) for zone, items in side.zones.items()}
    return replace(side, zones=zones, places=dict(side.places))
