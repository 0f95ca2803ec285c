"""Cards that a scenario brings along: a heading with what is printed around the text, then the text, indented.

card: Guard, entity, value 2, dawn 2, stability 3, dusk 1
  Heroic.
  (A) Exhaust this card: Deal 1 damage to an entity.
"""

from __future__ import annotations

import re
from typing import Any

from cards.language.errors import CardError, Where
from cards.voidream.card_schema import read_source
from cards.voidream.language.tree import Faction
from cards.voidream.model import Card, Kind
from engine.kernel.diagnostics import Diagnostic
from engine.scenario.mistakes import Mistake, Row, unknown_word
from engine.voidream.scenario.plain_cards import plain_arcanum

_NUMBERS = ("value", "dawn", "stability", "dusk")
_HEADING = (
    *(kind.value for kind in Kind),
    *(f"{word} N" for word in _NUMBERS),
    "faction …",
    "types …",
    "major",
)
_MIND_SIDES = ("4", "3", "2", "1", "spent")
_PARTS = {Kind.ARCANUM: ("inverted",), Kind.BASTION: ("back",), Kind.MIND: _MIND_SIDES}
"""The parts of a card besides its first text, each begun by its name and a colon."""
_ON_ONE_LINE = ("flavour", "art")
"""Parts of every card that are one line, however many they are written on."""


def read_card(file: str, heading: Row, column: int, rows: list[Row]) -> Card | list[Diagnostic]:
    """Return the card of a block, or everything that is wrong with it. Raises Mistake for its heading.

    `column` is where the title begins in the heading.
    """
    data, places = _heading(file, heading, column)
    kind = Kind(data["kind"])
    _texts(kind, rows, data, places)
    _fill_in(kind, data)
    try:
        return read_source(data, places)
    except CardError as error:
        return [
            Diagnostic(
                p.where.file, p.where.line or heading[0], p.where.column, p.message, p.expected, p.suggestion
            )
            for p in error.problems
        ]


def _heading(file: str, heading: Row, column: int) -> tuple[dict[str, Any], dict[str, Where]]:
    number, line = heading
    rest = line[column - 1 :]
    quoted = re.match(r'\s*"([^"]*)"\s*', rest)
    title = quoted[1] if quoted else rest.split(",")[0].strip()
    at = column - 1 + (quoted.end() if quoted else len(rest.split(",")[0]))
    if not title:
        raise Mistake(column, "The title of the card is missing here.", ["card: Guard, entity, value 2, …"])
    data: dict[str, Any] = {"title": title, "faction": Faction.NEUTRAL.value}
    here = Where(file, title, "", number, column)
    places = {"": here}
    for match in re.compile(r"\s*([^,]*)").finditer(line, min(at + 1, len(line))):
        part = match[1].strip()
        if part:
            places[_note(data, part, match.start(1) + 1)] = Where(file, title, "", number, match.start(1) + 1)
    if "kind" not in data:
        raise Mistake(len(line) + 1, f"What kind of card is {title}?", [kind.value for kind in Kind])
    return data, places


def _note(data: dict[str, Any], part: str, column: int) -> str:
    word, _, rest = part.partition(" ")
    small = word.casefold()
    if small in (kind.value for kind in Kind) and not rest:
        data["kind"] = small
        return "kind"
    if small in _NUMBERS and re.fullmatch(r"-?[0-9]{1,6}", rest.strip()):
        data[small] = int(rest)
        return small
    if small == "faction" and rest:
        data["faction"] = rest.strip().casefold().replace(" ", "-")
        return "faction"
    if small in ("type", "types") and rest:
        data["types"] = rest.split()
        return "types"
    if small == "major":
        data["major"] = True
        return "major"
    if small in ("dream", "arcana"):
        data[small] = rest.strip()
        return small
    raise unknown_word(column, part, _HEADING, "can't be read on a card")


def _texts(kind: Kind, rows: list[Row], data: dict[str, Any], places: dict[str, Where]) -> None:
    """Sort the lines by the part that they belong to, with the place at which each part begins."""
    parts = (*_PARTS.get(kind, ()), *_ON_ONE_LINE)
    key = "text"
    lines: dict[str, list[str]] = {}
    first: dict[str, int] = {}
    for number, line in rows:
        match = re.match(rf"\s*({'|'.join(parts)})\s*:\s*", line, re.IGNORECASE)
        if match is not None:
            key = match[1].casefold()
            lines[key] = []
            rest = line[match.end() :]
            first[key] = number + (not rest)
            if rest:
                lines[key].append(" " * match.end() + rest)
            continue
        first.setdefault(key, number)
        known = lines.setdefault(key, [])
        known.extend([""] * (number - first[key] - len(known)))
        known.append(line)
    for name, text in lines.items():
        data[name] = "\n".join(text) if name not in _ON_ONE_LINE else " ".join(" ".join(text).split())
        places[name] = Where(places[""].file, data["title"], name, first[name], 1)


def _fill_in(kind: Kind, data: dict[str, Any]) -> None:
    """What a scenario may leave out: texts, and how decks with a bastion are built."""
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
