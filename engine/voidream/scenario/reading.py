"""Reading a scenario file of Voidream: cards, decks, positions."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from cards.voidream.decks import DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from engine.scenario.citations import cited_in_title
from engine.scenario.mistakes import Mistake, TextPlace, unknown_card, unknown_word
from engine.scenario.reading import Reader, ScenarioBlock, parts
from engine.voidream.position import BEGINNING, MAIN, NIGHTMARE, SETUP
from engine.voidream.scenario.card_blocks import read_card
from engine.voidream.scenario.deck_blocks import read_deck_block
from engine.voidream.scenario.expectations import FORMS
from engine.voidream.scenario.items import read_items
from engine.voidream.scenario.layout import lay_out
from engine.voidream.scenario.model import (
    HasHappened,
    InForce,
    SidePosition,
    TablePosition,
    Used,
    VoidreamScenario,
)
from engine.voidream.scenario.plain_cards import plain_cards
from engine.voidream.scenario.references import split_reference
from engine.voidream.scenario.situation import VoidreamSituation, VoidreamWords
from engine.voidream.scenario.zones import ZONES

PHASES = (SETUP, BEGINNING, MAIN, NIGHTMARE)
HEADINGS = (
    "scenario:", "game:", "card:", "players:", "seed:", "round:", "phase:", "turn:", "passed:", "faced Nightmare:",
    "conflict:", "in force:", "used:", "happened:", "tests:", "deck:",
)  # fmt: skip


def read_scenarios(
    text: str, file: str = "", cards: Mapping[str, Card] | None = None
) -> list[VoidreamScenario]:
    """Return the scenarios of a file. `cards` are those that it may use besides its own: by default the whole set.

    Raises Unreadable with every mistake that was found.
    """
    return _Reader(file, {**(the_set().cards if cards is None else cards), **plain_cards()}).read(text)


class _Reader(Reader[VoidreamScenario, VoidreamWords, VoidreamSituation]):
    game = "Voidream"
    forms = FORMS
    headings = HEADINGS
    blocks = frozenset({"card", "deck"})

    def __init__(self, file: str, cards: Mapping[str, Card]) -> None:
        super().__init__(file, VoidreamScenario(file, "", TextPlace(1, 1), cards=cards))
        self.brought: dict[tuple[int, str], int] = {}
        """In which line a card has been brought, by the number of the scenario that brings it: 0 for all of them."""

    def begun(self, title: str, place: TextPlace, at: int) -> VoidreamScenario:
        shared = self.shared.position
        position = TablePosition(
            sides=(_copy(shared.sides[0]), _copy(shared.sides[1])),
            round=shared.round, phase=shared.phase, turn=shared.turn, passed=shared.passed, faced=shared.faced,
            numbers=shared.numbers,
            conflict=shared.conflict, attacker=shared.attacker, nightmare=shared.nightmare,
            in_force=list(shared.in_force), used=list(shared.used), happened=list(shared.happened),
            places=dict(shared.places),
        )  # fmt: skip
        return replace(
            self.shared,
            title=title,
            place=place,
            position=position,
            steps=[],
            cards=dict(self.shared.cards),
            decks=dict(self.shared.decks),
            citations=(*self.shared.citations, *cited_in_title(title, TextPlace(self.number, at))),
        )

    def words(self, text: str, column: int) -> VoidreamWords:
        return VoidreamWords(self.now.names, text, column, self.now.cards, self.now.decks)

    def check(self, scenario: VoidreamScenario) -> None:
        lay_out(scenario)

    # -- blocks

    def begin_block(self, kind: str, value: str, column: int, at: int) -> None:
        if kind == "deck":
            self.begin_position_line(column)
            if not value:
                raise Mistake(at, "The name of the deck is missing here.", ["deck: Storm"])
        super().begin_block(kind, value, column, at)

    def block(self, block: ScenarioBlock) -> None:
        if block.kind == "deck":
            self.now.decks = {**self.now.decks, block.name: DeckList()}
            self.now.decks = {
                **self.now.decks,
                block.name: read_deck_block(block.rows, block.heading, self.now.cards),
            }
            return
        try:
            read = read_card(self.file, block.heading, block.column, block.rows)
        except Mistake:
            self.stand_in(block)
            raise
        if isinstance(read, list):
            self.problems += read
            self.stand_in(block)
            return
        self.now.cards = {**self.now.cards, read.title: read}
        line = self.brought.setdefault((len(self.scenarios), read.title), block.heading[0])
        if line != block.heading[0]:
            message = f"There is a card called “{read.title}” already, in line {line}."
            raise Mistake(block.column, message)

    def stand_in(self, block: ScenarioBlock) -> None:
        """Know the title of a card that could not be read, so that what follows is not called wrong for it."""
        title = block.name.split(",")[0].strip().strip('"')
        if title:
            self.now.cards = {**self.now.cards, title: Card(title, Kind.THOUGHT, Faction.NEUTRAL, value=1)}

    # -- headings

    def heading(self, key: str, value: str, at: int) -> bool:
        position = self.now.position
        match key:
            case "round":
                position.round = self.counted(value, "", at)
            case "phase":
                position.phase = self.one_of(value, PHASES, at)
            case "turn":
                position.turn = self.seat(value, at)
            case "passed":
                position.passed = self.seats(value, at)
            case "faced nightmare":
                position.faced = self.seat(value, at)
            case "conflict":
                self.conflict(value, at)
            case "numbers":
                position.numbers = self.counted(value, "", at)
            case "in force":
                position.in_force.append(self.in_force(value, at))
            case "used":
                position.used.append(self.used(value, at))
            case "happened":
                position.happened.append(self.happened(value, at))
            case _:
                return False
        return True

    def conflict(self, value: str, at: int) -> None:
        first, *rest = parts(value, at) or [("", at)]
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
        title, card = self.printed_on(match["title"], at)
        on = match["on"]
        return InForce(
            TextPlace(self.number, at), title, card, self.seat(match["who"], at + match.start("who")),
            match["side"], int(match["line"]), int(match["op"]),
            None if on is None else () if on == "nothing" else tuple(on.split(" and ")),
            int(match["amount"] or 0), match["until"], int(match["stamp"] or 0),
        )  # fmt: skip

    def printed_on(self, said: str, at: int) -> tuple[str, str]:
        """Return the title of the card on which something is printed, and the reference to it. Raises Mistake."""
        titles = {title.casefold(): title for title in self.now.cards}
        card = said.strip('"')
        title = split_reference(card.removesuffix(" off the table"), ())[1].strip('"')
        if title.casefold() not in titles:
            raise unknown_card(at, title, titles.values())
        return titles[title.casefold()], card

    def used(self, value: str, at: int) -> Used:
        said, of, rest = value.strip().removesuffix(".").rpartition(" of ")
        who, _, printed = rest.partition(", ")
        place = re.fullmatch(r"(text|inverted|back|mind [0-4]) ([0-9]{1,6})", printed)
        if place is None or who not in self.now.names:
            message = f"“{value.strip()}” can't be read as an ability that has been used."
            raise Mistake(at, message, ["Guard of Ada, text 1"])
        title, card = self.printed_on(said, at)
        seat = self.seat(who, at + len(said + of))
        return Used(TextPlace(self.number, at), title, card, seat, place[1], int(place[2]))

    def happened(self, value: str, at: int) -> HasHappened:
        who, _, rest = value.strip().partition(", ")
        key, _, cards = rest.rpartition(": ")
        if not key or who not in self.now.names:
            said = f"“{value.strip()}” can't be read as something that has happened."
            raise Mistake(at, said, ["Ada, trigger_type(ROLL) who(YOU): -"])
        return HasHappened(TextPlace(self.number, at), self.seat(who, at), key, tuple(cards.split(" and ")))

    def side(self, seat: int, line: str) -> None:
        column = len(line) - len(line.lstrip()) + 1
        match = re.match(r"([A-Za-z ]+):\s*", line.strip())
        known = (*(f"{zone}:" for zone in ZONES), "mind:")
        if match is None:
            raise unknown_word(column, line.strip().split()[0], known, "can't begin a line here")
        key, value, at = match[1].rstrip().casefold(), line.strip()[match.end() :], column + match.end()
        side = self.now.position.sides[seat]
        if key == "mind":
            self.mind(side, value, at)
            return
        if key not in ZONES:
            raise unknown_word(column, f"{match[1].rstrip()}:", known, "can't begin a line here")
        bare = value.rstrip().removesuffix(".").rstrip()
        if key == "deck" and bare.casefold().endswith("no bastion"):
            side.no_bastion = True
            value = bare[: -len("no bastion")].rstrip().removesuffix(",")
        items = read_items(value, TextPlace(self.number, at), self.now.cards, self.now.names)
        if key in side.places and side.places[key].line > self.now.place.line:
            side.zones[key] = [*side.zones[key], *items]
        else:
            side.zones[key] = items
        side.places[key] = TextPlace(self.number, at)

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


def _copy(side: SidePosition) -> SidePosition:
    return SidePosition(
        side.mind, side.mind_count, {zone: list(items) for zone, items in side.zones.items()}, dict(side.places),
        side.no_bastion,
    )  # fmt: skip
