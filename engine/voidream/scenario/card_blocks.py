"""Cards defined in a scenario: a heading with the printed values, then the text, indented.

card: Guard, entity, value 2, dawn 2, stability 3, dusk 1
  Heroic.
  (A) Exhaust this card: Deal 1 damage to an entity.
"""

from __future__ import annotations

import re

from cards.language.errors import Where
from cards.voidream.card_schema import read_source
from cards.voidream.language.tree import Faction
from cards.voidream.model import Card, Kind
from engine.kernel.decoder import PlainData
from engine.scenario.card_blocks import ScenarioBlock
from engine.scenario.format import CardBlocks
from engine.voidream.scenario.plain_cards import plain_arcanum

_KINDS = [kind.value for kind in Kind]
_NUMBERS = ("value", "dawn", "stability", "dusk")
_PRINTED = (*(f"{word} N" for word in _NUMBERS), "faction …", "types …", "major")
_MIND_SIDES = ("4", "3", "2", "1", "spent")
_PARTS = {Kind.ARCANUM: ("inverted",), Kind.BASTION: ("back",), Kind.MIND: _MIND_SIDES}
"""The parts of a card after its first text, each beginning with its name and a colon."""
_ON_ONE_LINE = ("flavour", "art")
"""Parts of every card that are joined to one line."""


def _read_card(block: ScenarioBlock) -> Card:
    data, places = block.printed(_printed, _KINDS, _PRINTED)
    data.setdefault("faction", Faction.NEUTRAL.value)
    kind = Kind(data["kind"])
    _texts(kind, block, data, places)
    _fill_in(kind, data)
    return read_source(data, places)


def _printed(part: str) -> tuple[str, object] | None:
    field, _, number_text = part.partition(" ")
    small = field.casefold()
    if small in _KINDS and not number_text:
        return "kind", small
    if small in _NUMBERS and re.fullmatch(r"-?[0-9]{1,6}", number_text.strip()):
        return small, int(number_text)
    if small == "faction" and number_text:
        return "faction", number_text.strip().casefold().replace(" ", "-")
    if small in ("type", "types") and number_text:
        return "types", number_text.split()
    if small in ("dream", "arcana"):
        return small, number_text.strip()
    return ("major", True) if small == "major" else None


def _texts(kind: Kind, block: ScenarioBlock, data: PlainData, places: dict[str, Where]) -> None:
    """Sort the lines by part, with the place at which each part begins."""
    parts = (*_PARTS.get(kind, ()), *_ON_ONE_LINE)
    key = "text"
    lines: dict[str, list[str]] = {}
    first_lines: dict[str, int] = {}
    for number, line in block.lines():
        match = re.match(rf"\s*({'|'.join(parts)})\s*:\s*", line, re.IGNORECASE)
        if match is not None:
            key = match[1].casefold()
            lines[key] = []
            rest = line[match.end() :]
            first_lines[key] = number + (not rest)
            if rest:
                lines[key].append(" " * match.end() + rest)
            continue
        first_lines.setdefault(key, number)
        part_lines = lines.setdefault(key, [])
        part_lines.extend([""] * (number - first_lines[key] - len(part_lines)))
        part_lines.append(line)
    for name, text in lines.items():
        data[name] = "\n".join(text) if name not in _ON_ONE_LINE else " ".join(" ".join(text).split())
        places[name] = Where(block.file, block.title, name, first_lines[name], 1)


def _fill_in(kind: Kind, data: PlainData) -> None:
    """Add the parts that a scenario can omit: texts, and the deck-building side of a bastion."""
    if kind in (Kind.THOUGHT, Kind.MEMORY, Kind.ARCANUM):
        data.setdefault("text", "")
    if kind is Kind.ARCANUM:
        data.setdefault("inverted", "")
    if kind is Kind.MIND:
        for side in _MIND_SIDES:
            data.setdefault(side, "")
    if kind is Kind.BASTION:
        data.setdefault("dream", "40(8)")
        data.setdefault("arcana", f"{plain_arcanum(4, 0)} + 7(2)")


CARDS = CardBlocks(
    read=_read_card, stand_in=lambda title: Card(title, Kind.THOUGHT, Faction.NEUTRAL, value=1)
)
