"""The file format of a card: its kind, and a table for each of its sides.

The format of a side is `SideSource`. pydantic checks it; the reader and the linter check its text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import Annotated, cast

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cards.dreams_of_dystopia.language.lines import Ability
from cards.dreams_of_dystopia.language.linter import HIGHEST, lint
from cards.dreams_of_dystopia.language.printer import print_ability
from cards.dreams_of_dystopia.language.reader import read_line
from cards.dreams_of_dystopia.language.words import Faction
from cards.dreams_of_dystopia.model import Card, Kind, Side
from cards.language.errors import CardError, Problem, Where
from cards.schema_errors import PATTERNS, ValuePlaces, problems_of, read_lines, reworded, title_problems

LONGEST_LINE = 300
"""The maximum length of a printed line in characters, so that it is legible."""

BOTH = "both"
"""The table of the only side of a card without factions."""

_Number = Annotated[int, Field(ge=0, le=99)]
_Dice = Annotated[int, Field(ge=1, le=HIGHEST)]
_Line = Annotated[str, Field(pattern=r"^[^\n]*$")]


class SideSource(BaseModel):
    """The table of a side. Other keys are mistakes."""

    model_config = ConfigDict(defer_build=True, extra="forbid", strict=True)

    title: Annotated[str, Field(min_length=1, max_length=60, pattern=r'^[^"\n]+$')]
    lp: _Dice | None = None
    loyalty: _Dice | None = None
    atk: _Number | None = None
    defence: Annotated[_Number | None, Field(alias="def")] = None
    skl: _Number | None = None
    text: list[Annotated[str, Field(min_length=1, max_length=LONGEST_LINE, pattern=r"^[^\n]+$")]] = []
    reminder: _Line = ""
    flavour: _Line = ""
    art: _Line = ""


_KEYS = {key: key for key in (field.alias or name for name, field in SideSource.model_fields.items())}

_NUMBERS: Mapping[Kind, tuple[str, ...]] = {
    Kind.MASTER: ("lp",),
    Kind.MINION: ("loyalty", "atk", "def", "skl"),
    Kind.STARTING_MINION: ("atk", "def", "skl"),
    Kind.WEAPON: ("skl",),
    Kind.CURSE: (),
    Kind.DEED: (),
}
"""The numbers of each kind of card."""


class CardPlaces:
    """The places of a card's keys, and of those of its sides by the name of the table."""

    def __init__(self, card: Mapping[str, Where], sides: Mapping[str, Mapping[str, Where]]) -> None:
        self.card = ValuePlaces(card, "")
        self._sides = sides

    def side(self, name: str, title: str) -> ValuePlaces:
        """Return the places in the table of a side, or the card's place if the side has no table."""
        known = self._sides.get(name) or {"": self.card[""]}
        return ValuePlaces({key: replace(where, card=title) for key, where in known.items()}, title)

    def key(self, key: str) -> Where:
        """Return the place of a key of the card, or of the table with that name."""
        return self.side(key, "")[""] if key in self._sides else self.card.key(key)


def read_card(data: Mapping[str, object], places: CardPlaces) -> Card:
    """Return the card of a table. Raises CardError with all of its mistakes."""
    kind = _kind(data.get("kind"), places.card)
    named = {faction.value: faction for faction in Faction} if kind.has_sides else {BOTH: None}
    problems = [*_strange_keys(data, kind, named, places)]
    sides: list[Side] = []
    for name, faction in named.items():
        table: object = data.get(name)
        if not isinstance(table, dict):
            message = f"The side [cards.{name}] is missing: {_sides_of(kind, named)}."
            problems.append(Problem(places.card[""], message, expected=(f"[cards.{name}]",)))
            continue
        try:
            sides.append(_read_side(cast("dict[str, object]", table), kind, faction, name, places))
        except CardError as error:
            problems += error.problems
    if len({side.title.casefold() for side in sides}) < len(sides):
        where = places.side(Faction.DEMONIC.value, sides[1].title)["title"]
        problems.append(Problem(where, "Both sides of this card have the same title.", sides[1].title))
    if problems:
        raise CardError(problems)
    return Card(kind, tuple(sides))


def reworded_lines(data: Mapping[str, object], card: Card, places: CardPlaces) -> Iterator[Problem]:
    """Yield the lines of a card's table that don't have the canonical wording."""
    for side in card.sides:
        name = side.faction.value if side.faction else BOTH
        table = cast("dict[str, object]", data[name])
        yield from reworded(table, side.text, places.side(name, side.title), print_ability)


def source(card: Card) -> dict[str, object]:
    """Return the table of a card. `read_card` returns the same card from it."""
    return {
        "kind": card.kind.value,
        **{side.faction.value if side.faction else BOTH: _source_of(card.kind, side) for side in card.sides},
    }


def _source_of(kind: Kind, side: Side) -> dict[str, object]:
    return {
        "title": side.title,
        **{key: getattr(side, "defence" if key == "def" else key) for key in _NUMBERS[kind]},
        "text": list(map(print_ability, side.text)),
        "reminder": side.reminder,
        "flavour": side.flavour,
        "art": side.art,
    }


def _kind(written: object, places: ValuePlaces) -> Kind:
    known = [kind.value for kind in Kind]
    expected = tuple(f'"{kind}"' for kind in known)
    if written is None:
        raise CardError([Problem(places[""], 'Every card needs "kind".', expected=expected)])
    if written not in known:
        near = get_close_matches(str(written), known, 1)
        suggestion = f'"{near[0]}"' if near else ""
        message = f'"kind" can\'t be "{written}".'
        raise CardError([Problem(places["kind"], message, str(written), expected, suggestion)])
    return Kind(str(written))


def _sides_of(kind: Kind, named: Mapping[str, Faction | None]) -> str:
    tables = " and ".join(f"[cards.{name}]" for name in named)
    return f"a {kind} has {'two sides' if kind.has_sides else 'one side'}, {tables}"


def _strange_keys(
    data: Mapping[str, object], kind: Kind, named: Mapping[str, Faction | None], places: CardPlaces
) -> Iterator[Problem]:
    for key in data.keys() - {"kind", *named}:
        message = f'No card has "{key}" in front of its sides: {_sides_of(kind, named)}.'
        yield Problem(places.key(key), message, key)


def _read_side(
    data: Mapping[str, object], kind: Kind, faction: Faction | None, name: str, all_places: CardPlaces
) -> Side:
    title: object = data.get("title")
    places = all_places.side(name, title if isinstance(title, str) else "")
    try:
        read = SideSource.model_validate(dict(data))
    except ValidationError as error:
        raise CardError(
            problems_of(error, places, _KEYS, {**PATTERNS, "reminder": "A reminder is one line."})
        ) from None
    problems = [*title_problems(read.title, places), *_numbers(data, kind, places)]
    if read.text and not kind.has_sides:
        message = f"A {kind} has no text: its use is a rule. What reminds of it is a reminder."
        problems.append(Problem(places.key("text"), message, "text"))
    text, wrong = read_lines(read.text, places, _read_line)
    problems += wrong
    if kind.has_sides and len(text) == len(read.text):
        for index, column, message in lint(text, kind.noun):
            where = places[""] if index is None else places.entry("text", index).at(1, column)
            problems.append(Problem(where, message))
    if problems:
        raise CardError(problems)
    numbers = {name: getattr(read, name) or 0 for name in ("lp", "loyalty", "atk", "defence", "skl")}
    words = {name: getattr(read, name) for name in ("reminder", "flavour", "art")}
    return Side(read.title, faction, text, **numbers, **words)


def _numbers(data: Mapping[str, object], kind: Kind, places: ValuePlaces) -> Iterator[Problem]:
    """Yield numbers that are missing, or that this kind of card doesn't have."""
    needed = _NUMBERS[kind]
    for key in needed:
        if key not in data:
            yield Problem(places[""], f'A {kind} needs "{key}" on each side.', expected=(f'"{key}"',))
    for key in ("lp", "loyalty", "atk", "def", "skl"):
        if key in data and key not in needed:
            yield Problem(places.key(key), f'A {kind} has no "{key}".', key)


def _read_line(line: str) -> Ability:
    """Return the meaning of a line, even if its full stop is missing. Raises CardError."""
    with suppress(CardError):
        if not line.endswith("."):
            return read_line(f"{line}.")
    return read_line(line)
