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
from cards.schema_errors import PATTERNS, ValuePlaces, problems_of, read_lines, title_problems

LONGEST_LINE = 500
"""The maximum length of a printed line in characters. A card has no room for longer ones."""

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
    """A cover: the key `about` before the tables of its file, and the keys under `[cover]`."""

    model_config = ConfigDict(defer_build=True, extra="forbid", strict=True)

    about: Annotated[str, Field(min_length=1, pattern=r"^[^\n]+$")]
    text: Annotated[Lines, Field(min_length=1)]
    flavour: Annotated[str, Field(pattern=r"^[^\n]*$")] = ""


_CARD_KEYS = {name: name for name in CardSource.model_fields}
_COVER_KEYS = {name: name for name in CoverSource.model_fields}


def read_source(
    data: Mapping[str, object],
    place: Mapping[str, Where] | None = None,
    *,
    notion: Notion | None = None,
    is_kept: bool = False,
) -> Card:
    """Return the card described by this data, in the format of `source` or as a table of a `notion`'s card file.

    `place` has the place of each key's value, "" for the card itself, "text.0" for the first line of its text. Raises
    CardError with all mistakes in the card. `is_kept`: it was accepted before, so the linter doesn't check it again.
    """
    title = data.get("title")
    places = ValuePlaces(place or {}, title if isinstance(title, str) else "")
    fields = dict(data)
    if notion is None:
        notion_name = fields.pop("notion", None)
        if notion_name not in [each.value for each in Notion]:
            raise CardError([Problem(places[""], "The notion of this card is not known.", str(notion_name))])
        notion = Notion(notion_name)
    try:
        model = CardSource.model_validate(fields)
    except ValidationError as error:
        raise CardError(problems_of(error, places, _CARD_KEYS, PATTERNS)) from None
    kind = Noun(model.kind)
    problems = [*title_problems(model.title, places)]
    if kind is Noun.THOUGHT and model.power is None:
        problems.append(Problem(places[""], "A Thought needs power.", expected=('"power"',)))
    if kind is Noun.FEELING and model.power is not None:
        problems.append(Problem(places.key("power"), "A Feeling has no power.", "power"))
    text, line_problems = read_lines(model.text, places, read_line)
    problems += line_problems
    if not line_problems and not is_kept:
        problems += _problems(lint(text, kind), places, [places[""]])
    if problems:
        raise CardError(problems)
    return Card(model.title, notion, kind, model.cost, model.power or 0, text, model.flavour)


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
    """Return the cover of a notion described by this data. Raises CardError with all mistakes."""
    places = ValuePlaces(place or {}, "")
    try:
        model = CoverSource.model_validate(dict(data))
    except ValidationError as error:
        raise CardError(
            problems_of(
                error, places, _COVER_KEYS, {**PATTERNS, "about": "What a notion is about is one line."}
            )
        ) from None
    text, problems = read_lines(model.text, places, read_line)
    problems = problems or [*_problems(lint_cover(text), places, [places[""]])]
    if problems:
        raise CardError(problems)
    return Cover(notion, model.about, text, model.flavour)


def cover_source(cover: Cover) -> dict[str, object]:
    """Return the cover as plain JSON data, its lines printed: `read_cover(cover_source(cover), notion=…) == cover`."""
    data: dict[str, object] = {
        "about": cover.about,
        "text": [print_ability(ability) for ability in cover.text],
    }
    if cover.flavour:
        data["flavour"] = cover.flavour
    return data


def _problems(
    findings: Iterator[tuple[int | None, str]], places: ValuePlaces, text_places: Sequence[Where]
) -> Iterator[Problem]:
    for index, message in findings:
        yield Problem(text_places[0] if index is None else places.entry("text", index), message)
