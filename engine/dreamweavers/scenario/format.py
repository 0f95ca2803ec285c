"""The scenario format of Dreamweavers, and the functions that read and play scenarios."""

from __future__ import annotations

import re

from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import CardSet
from engine.dreamweavers.position import END_OF_GAUGE
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.scenario.card_blocks import CARDS, notion_called, read_cover_block
from engine.dreamweavers.scenario.forms import FORMS
from engine.dreamweavers.scenario.in_force import read_in_force
from engine.dreamweavers.scenario.layout import lay_out, must_be_possible
from engine.dreamweavers.scenario.model import DreamweaversScenario, DreamweaversSide, InForce
from engine.dreamweavers.scenario.situation import DreamweaversSituation, DreamweaversWords
from engine.dreamweavers.scenario.tables import PHASES, TABLES
from engine.dreamweavers.text.notation import DREAMWEAVERS_PHRASING
from engine.scenario.format import Format
from engine.scenario.headings import each_into, into, number, one_of, player
from engine.scenario.mistakes import Mistake, TextPlace
from engine.scenario.parser import LineReader, parts

AnyReader = LineReader[DreamweaversScenario, DreamweaversSituation]


def _tracker(reader: AnyReader, value: str, at: int) -> int:
    """Return the tracker's place, positive on the first seat's side. Raises Mistake."""
    name, _, number = value.strip().rpartition(" ")
    if value.strip() == "0":
        return 0
    if not number.isdigit() or not 0 <= int(number) <= END_OF_GAUGE:
        ada = reader.now.names[0]
        raise Mistake(at, f"“{value.strip()}” is no place on the gauge.", ["0", f"{ada} 3", f"{ada} 10"])
    seat = reader.seat(re.sub("['’]s$", "", name), at)
    return -int(number) if seat else int(number)


def _in_force(reader: AnyReader, value: str, at: int) -> InForce:
    return read_in_force(value, TextPlace(reader.number, at), reader.now.names, reader.now.cards)


def _notions(reader: AnyReader, side: DreamweaversSide, value: str, at: int) -> None:
    side.notions = tuple(notion_called(part, start) for part, start in parts(value, at))


def _intent(reader: AnyReader, side: DreamweaversSide, value: str, at: int) -> None:
    notion_name, after_used, _ = value.partition("(used)")
    side.intent = None if notion_name.strip().casefold() == "none" else notion_called(notion_name.strip(), at)
    side.intent_used = bool(after_used)


FORMAT = Format[DreamweaversScenario, DreamweaversSituation, Referee, DreamweaversSide, AnyReader](
    game="Dreamweavers",
    tables=TABLES,
    lay_out=lay_out,
    phrasing=DREAMWEAVERS_PHRASING,
    check=must_be_possible,
    situation=lambda scenario, match: DreamweaversSituation(
        match, scenario.names, DREAMWEAVERS_PHRASING, TABLES
    ),
    forms=tuple(FORMS),
    words=lambda now, text, column: DreamweaversWords(now.names, text, column, TABLES, now.cards),
    headings={
        "phase": one_of("phase", PHASES),
        "turn number": number("number"),
        "first": player("first"),
        "tracker": into("tracker", _tracker),
        "in force": each_into("in_force", _in_force),
    },
    new_side=DreamweaversSide,
    side={"notions": _notions, "intent": _intent},
    cards=CARDS,
    blocks={"cover": read_cover_block},
)
play, coverage = FORMAT.play, FORMAT.coverage


def read_scenarios(text: str, file: str = "", cards: CardSet | None = None) -> list[DreamweaversScenario]:
    """Return the scenarios of a file. `cards` are available besides the file's own: by default the whole set.

    Raises Unreadable with all mistakes.
    """
    available = the_set() if cards is None else cards
    return LineReader(
        FORMAT, DreamweaversScenario(file, cards=available.cards, covers=available.covers)
    ).read(text)
