"""The scenario format of Dreams of Dystopia: reading, laying out and playing scenarios."""

from __future__ import annotations

import re

import msgspec

from cards.dreams_of_dystopia.card_schema import CardPlaces, read_card
from cards.dreams_of_dystopia.language.words import Faction
from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Card, CardSet, Kind
from cards.language.errors import Where
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.scenario import layout
from engine.dreams_of_dystopia.scenario.situation import DystopiaSituation
from engine.dreams_of_dystopia.scenario.tables import TABLES
from engine.dreams_of_dystopia.topics import DYSTOPIA_PHRASING
from engine.scenario.card_blocks import ScenarioBlock
from engine.scenario.format import CardBlocks, Format, Titled
from engine.scenario.headings import counter, number, one_of
from engine.scenario.parser import LineReader

AnyReader = LineReader[layout.DystopiaScenario, DystopiaSituation]

_KINDS = {kind.value.casefold(): kind.value for kind in (Kind.MINION, Kind.WEAPON, Kind.MASTER)}
_FACTIONS = {faction.value for faction in Faction}
_NUMBERS = {
    "Minion": {"loyalty": 1, "atk": 1, "def": 1, "skl": 1},
    "Weapon": {"skl": 1},
    "Master": {"lp": 10},
}
"""The default numbers of a card."""


def _read_card(block: ScenarioBlock) -> layout.Printed:
    """Read a card. Its other side has the same title with "turned" behind it, and the same numbers.

    The text of that side follows a line `turned:`.
    """
    data, places = block.printed(
        _part, list(_KINDS.values()), ("divine", "demonic", "ATK N", "DEF N", "SKL N", "LOYALTY N", "LP N")
    )
    kind, faction, title = data.pop("kind"), data.pop("faction", Faction.DIVINE.value), data.pop("title")
    lines = list(block.text())
    turned = next((at for at, (_, _, text) in enumerate(lines) if text == "turned:"), len(lines))
    other = next(each for each in _FACTIONS if each != faction)
    table: dict[str, object] = {"kind": kind}
    where: dict[str, dict[str, Where]] = {}
    sides = (faction, title, lines[:turned]), (other, f"{title} turned", lines[turned + 1 :])
    for name, called, text in sides:
        table[name] = {"title": called, **_NUMBERS[kind], **data, "text": [words for _, _, words in text]}
        lines_at = {
            f"text.{at}": block.where("text", line, column) for at, (line, column, _) in enumerate(text)
        }
        where[name] = places | lines_at
    card = read_card(table, CardPlaces(where[faction], where))
    return layout.Printed(card, next(at for at, side in enumerate(card.sides) if side.title == title))


def _part(part: str) -> tuple[str, object] | None:
    small = part.casefold()
    match = re.fullmatch(r"(loyalty|atk|def|skl|lp) ([0-9]{1,2})", small)
    if small in _KINDS:
        return "kind", _KINDS[small]
    if small in _FACTIONS:
        return "faction", small
    return None if match is None else (match[1], int(match[2]))


def _stand_in(title: str) -> layout.Printed:
    curse = the_set().of(Kind.CURSE)[0]
    return layout.Printed(Card(curse.kind, (msgspec.structs.replace(curse.sides[0], title=title),)), 0)


def _other_sides(side: Titled) -> list[layout.Printed]:
    assert isinstance(side, layout.Printed)
    return [layout.Printed(side.card, at) for at in range(len(side.card.sides)) if at != side.number]


def _master(reader: AnyReader, side: layout.DystopiaSide, value: str, at: int) -> None:
    cards = reader.now.cards.items()
    masters = [title for title, printed in cards if printed.card.kind is Kind.MASTER]
    side.master = reader.one_of(value, masters, at)


FORMAT = Format[layout.DystopiaScenario, DystopiaSituation, Referee, layout.DystopiaSide, AnyReader](
    game="Dreams of Dystopia",
    tables=TABLES,
    lay_out=layout.lay_out,
    phrasing=DYSTOPIA_PHRASING,
    situation=lambda scenario, match: DystopiaSituation(match, scenario.names, DYSTOPIA_PHRASING, TABLES),
    players=range(2, 5),
    headings={"quiet": number("quiet"), "begins with": one_of("begins", ("Masters", "turn"))},
    new_side=layout.DystopiaSide,
    side={"lp": counter("lp"), "fame": counter("fame"), "master": _master},
    cards=CardBlocks(read=_read_card, stand_in=_stand_in, other_sides=_other_sides),
)
play, coverage = FORMAT.play, FORMAT.coverage


def read_scenarios(text: str, file: str = "", cards: CardSet | None = None) -> list[layout.DystopiaScenario]:
    """Return the scenarios of a file. `cards` are those that it may use in addition to its own, by default the set.

    Raises Unreadable with every mistake.
    """
    known = (the_set() if cards is None else cards).cards
    sides = {side.title: layout.Printed(card, at) for card in known for at, side in enumerate(card.sides)}
    scenario = layout.DystopiaScenario(file, cards=sides, position=layout.DystopiaPlace())
    return LineReader(FORMAT, scenario).read(text)
