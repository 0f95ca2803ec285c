"""The file format of cards and covers, and their JSON form.

The formats are `CardSource` and `CoverSource`. pydantic checks them; the reader and the linter check their texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cards.dreamweavers.language.linter import lint, lint_cover
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.words import Notion, Noun
from cards.dreamweavers.model import Card, Cover
from cards.language.errors import CardError, Problem, Where
from cards.schema_errors import ValuePlaces, problems_of, read_lines, title_problems

LONGEST_LINE = 500
"""The maximum length of a printed line in characters; nobody could read more on a card."""

Lines = list[Annotated[str, Field(min_length=1, max_length=LONGEST_LINE, pattern=r"^[^\n]+$")]]


class CardSource(BaseModel):
    """The table `[[cards]]` of a card file. Keys that are not named here are mistakes."""

    model_config = ConfigDict(defer_build=True, extra="forbid", strict=True)

    title: Annotated[str, Field(min_length=1, max_length=60, pattern=r'^[^"\n]+$')]
    kind: Literal["Thought", "Feeling"]
    cost: Annotated[int, Field(ge=0, le=10)]
    power: Annotated[int, Field(ge=0, le=99)] | None = None
    text: Lines = []
    flavour: Annotated[str, Field(pattern=r"^[^\n]*$")] = ""


class CoverSource(BaseModel):
    """A cover: the key `about` in front of the tables of its file, and the keys under `[cover]`."""

    model_config = ConfigDict(defer_build=True, extra="forbid", strict=True)

    about: Annotated[str, Field(min_length=1, pattern=r"^[^\n]+$")]
    text: Annotated[Lines, Field(min_length=1)]
    flavour: Annotated[str, Field(pattern=r"^[^\n]*$")] = ""


_CARD_KEYS = {name: name for name in CardSource.model_fields}
_COVER_KEYS = {name: name for name in CoverSource.model_fields}

_PATTERNS = {
    "title": "A title is one line without quotation marks.",
    "text": "Each line of a text stands in quotation marks of its own.",
    "flavour": "Flavour is one line.",
    "about": "What a notion is about is one line.",
}


def read_source(
    data: Mapping[str, object],
    place: Mapping[str, Where] | None = None,
    *,
    notion: Notion | None = None,
    is_kept: bool = False,
) -> Card:
    """Return the card that this data describes: what `source` gave, or a table of the card file of a `notion`.

    `place` says where each key's value begins, "" for the card as a whole, "text.0" for the first line of its text.
    Raises CardError with everything that is wrong with the card. One that `is_kept` was accepted before: what the linter
    has learned since does not count against it.
    """
    title = data.get("title")
    places = ValuePlaces(place or {}, title if isinstance(title, str) else "")
    written = dict(data)
    if notion is None:
        named = written.pop("notion", None)
        if named not in [one.value for one in Notion]:
            raise CardError([Problem(places[""], "The notion of this card is not known.", str(named))])
        notion = Notion(named)
    try:
        read = CardSource.model_validate(written)
    except ValidationError as error:
        raise CardError(problems_of(error, places, _CARD_KEYS, _PATTERNS)) from None
    kind = Noun(read.kind)
    problems = [*title_problems(read.title, places)]
    if kind is Noun.THOUGHT and read.power is None:
        problems.append(Problem(places[""], "A Thought needs power.", expected=('"power"',)))
    if kind is Noun.FEELING and read.power is not None:
        problems.append(Problem(places.key("power"), "A Feeling has no power.", "power"))
    text, wrong = read_lines(read.text, places, read_line)
    problems += wrong
    if not wrong and not is_kept:
        problems += _said(lint(text, kind), places, [places[""]])
    if problems:
        raise CardError(problems)
    return Card(read.title, notion, kind, read.cost, read.power or 0, text, read.flavour)


def source(card: Card) -> dict[str, object]:
    """Return the card as plain JSON data, its lines printed: `read_source(source(card)) == card`."""
    data: dict[str, object] = {
        "title": card.title,
        "notion": card.notion.value,
        "kind": card.kind.value,
        "cost": card.cost,
    }
    if card.is_thought:
        data["power"] = card.power
    if card.text:
        data["text"] = [print_ability(ability) for ability in card.text]
    if card.flavour:
        data["flavour"] = card.flavour
    return data


def read_cover(
    data: Mapping[str, object], place: Mapping[str, Where] | None = None, *, notion: Notion
) -> Cover:
    """Return the cover of a notion that this data describes. Raises CardError with everything that is wrong with it."""
    places = ValuePlaces(place or {}, "")
    try:
        read = CoverSource.model_validate(dict(data))
    except ValidationError as error:
        raise CardError(problems_of(error, places, _COVER_KEYS, _PATTERNS)) from None
    text, problems = read_lines(read.text, places, read_line)
    problems = problems or [*_said(lint_cover(text), places, [places[""]])]
    if problems:
        raise CardError(problems)
    return Cover(notion, read.about, text, read.flavour)


def cover_source(cover: Cover) -> dict[str, object]:
    """Return the cover as plain JSON data, its lines printed: `read_cover(cover_source(cover), notion=…) == cover`."""
    data: dict[str, object] = {
        "about": cover.about,
        "text": [print_ability(ability) for ability in cover.text],
    }
    if cover.flavour:
        data["flavour"] = cover.flavour
    return data


def _said(
    found: Iterator[tuple[int | None, str]], places: ValuePlaces, whole: Sequence[Where]
) -> Iterator[Problem]:
    for index, message in found:
        yield Problem(whole[0] if index is None else places.entry("text", index), message)
