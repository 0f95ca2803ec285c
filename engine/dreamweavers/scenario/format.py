"""The scenarios of Dreamweavers: how they are written, read and played."""

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
    """Return where the tracker stands, above 0 on the side of the first seat. Raises Mistake."""
    name, _, stands = value.strip().rpartition(" ")
    if value.strip() == "0":
        return 0
    if not stands.isdigit() or not 0 <= int(stands) <= END_OF_GAUGE:
        ada = reader.now.names[0]
        raise Mistake(at, f"“{value.strip()}” is no place on the gauge.", ["0", f"{ada} 3", f"{ada} 10"])
    seat = reader.seat(re.sub("['’]s$", "", name), at)
    return -int(stands) if seat else int(stands)


def _in_force(reader: AnyReader, value: str, at: int) -> InForce:
    return read_in_force(value, TextPlace(reader.number, at), reader.now.names, reader.now.cards)


def _notions(reader: AnyReader, side: DreamweaversSide, value: str, at: int) -> None:
    side.notions = tuple(notion_called(part, start) for part, start in parts(value, at))


def _intent(reader: AnyReader, side: DreamweaversSide, value: str, at: int) -> None:
    said, used, _ = value.partition("(used)")
    side.intent = None if said.strip().casefold() == "none" else notion_called(said.strip(), at)
    side.intent_used = bool(used)


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
    """Return the scenarios of a file. `cards` are those that it may use besides its own: by default the whole set.

    Raises Unreadable with every mistake that was found.
    """
    known = the_set() if cards is None else cards
    return LineReader(FORMAT, DreamweaversScenario(file, cards=known.cards, covers=known.covers)).read(text)
