"""The file format of a card, and its JSON form (rulebook §2 and §8).

The format is `CardSource`. pydantic checks it; the reader and the linter check its texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cards.language.errors import CardError, Problem, Where
from cards.schema_errors import PATTERNS, ValuePlaces, problems_of, title_problems
from cards.voidream.language.linter import lint
from cards.voidream.language.printer import print_text
from cards.voidream.language.reader import abilities_of, read_text
from cards.voidream.language.tree import Faction, GameStart, Text
from cards.voidream.language.words import LANGUAGE
from cards.voidream.model import Back, Card, Kind, MindTexts, Proportions

MIND_KEYS = ("spent", "1", "2", "3", "4")
"""The keys of a mind's five texts, in the order of `MindTexts.sides`."""

PROPORTIONS = re.compile(r"([0-9]{1,2})\(([0-9]{1,2})\)")
"""`40(8)`: 40 cards, of which at most 8 belong to the guest faction."""

ARCANA_LINE = re.compile(r"(.+) \+ " + PROPORTIONS.pattern)
"""`The Dreamliner + 7(2)`"""

LONGEST_ART = 160
"""The maximum length of a recipe, in characters."""

Stat = Annotated[int, Field(ge=-1000, le=1000)]


class CardSource(BaseModel):
    """The table `[[card]]` of a card file. Keys that are not named here are mistakes."""

    model_config = ConfigDict(defer_build=True, extra="forbid", strict=True, populate_by_name=True)

    title: Annotated[str, Field(min_length=1, max_length=60, pattern=r'^[^"\n]+$')]
    kind: Literal["arcanum", "thought", "memory", "entity", "construct", "bastion", "mind"]
    faction: Literal["chimeric-court", "fracta", "subter-venellam", "maze", "neutral"]
    value: Annotated[int, Field(ge=1, le=4)] | None = None
    types: list[Annotated[str, Field(pattern=r"^[A-Z][a-z]+$")]] = []
    dawn: Stat | None = None
    stability: Annotated[int, Field(ge=1, le=1000)] | None = None
    dusk: Stat | None = None
    text: str | None = None
    inverted: str | None = None
    major: bool = False
    dream: Annotated[str, Field(pattern=f"^{PROPORTIONS.pattern}$")] | None = None
    arcana: Annotated[str, Field(pattern=f"^{ARCANA_LINE.pattern}$")] | None = None
    back: str | None = None
    spent: str | None = None
    one: str | None = Field(default=None, alias="1")
    two: str | None = Field(default=None, alias="2")
    three: str | None = Field(default=None, alias="3")
    four: str | None = Field(default=None, alias="4")
    flavour: str = ""
    art: Annotated[str, Field(max_length=LONGEST_ART, pattern=r"^[^\n\r]+$")] = ""


KEYS = {name: field.alias or name for name, field in CardSource.model_fields.items()}
"""The key in a card file for each field of a `CardSource`."""

_PATTERNS = {
    **PATTERNS,
    "types": "A type is one word that begins with a capital.",
    "dream": 'This line must read like "40(8)".',
    "arcana": 'This line must read like "The Dreamliner + 7(2)".',
}

_REQUIRED = {
    Kind.ARCANUM: {"value", "text", "inverted"},
    Kind.THOUGHT: {"value", "text"},
    Kind.MEMORY: {"value", "text"},
    Kind.ENTITY: {"value", "dawn", "stability", "dusk"},
    Kind.CONSTRUCT: {"value", "stability"},
    Kind.BASTION: {"value", "stability", "dream", "arcana"},
    Kind.MIND: set(MIND_KEYS),
}
_OPTIONAL = {
    Kind.ARCANUM: {"types", "major"},
    Kind.THOUGHT: {"types"},
    Kind.MEMORY: {"types"},
    Kind.ENTITY: {"types", "text"},
    Kind.CONSTRUCT: {"types", "text"},
    Kind.BASTION: {"types", "text", "back"},
    Kind.MIND: set[str](),
}


def keys_of(kind: Kind) -> tuple[set[str], set[str]]:
    """Return the keys that a card of this kind needs, and those that it may have."""
    return {"title", "kind", "faction"} | _REQUIRED[kind], _OPTIONAL[kind] | {"flavour", "art"}


def read_source(
    data: Mapping[str, object], place: Mapping[str, Where] | None = None, *, is_kept: bool = False
) -> Card:
    """Return the card described by this data, in the format of `source` or as a table of a card file.

    `place` has the place of each key's value, and "" for the card itself. Raises CardError with all mistakes in the
    card. `is_kept`: the card was accepted before, so the linter doesn't check it again.
    """
    title = data.get("title")
    places = ValuePlaces(place or {}, title if isinstance(title, str) else "")
    try:
        model = CardSource.model_validate(dict(data))
    except ValidationError as error:
        raise CardError(problems_of(error, places, KEYS, _PATTERNS)) from None
    kind = Kind(model.kind)
    values = {
        KEYS[name]: value for name, value in model if name in model.model_fields_set and value is not None
    }
    needed, optional = keys_of(kind)
    allowed = [key for key in KEYS.values() if key in needed or key in optional]
    problems = [
        Problem(places[""], f"A card of kind {kind} needs {key}.", expected=(f'"{key}"',))
        for key in KEYS.values()
        if key in _REQUIRED[kind] - values.keys()
    ]
    problems += [
        Problem(
            places.key(key),
            f"A card of kind {kind} has no {key}.",
            key,
            tuple(f'"{each}"' for each in allowed),
        )
        for key in values
        if key not in allowed
    ]
    problems += _value_problems(model, places)

    def text(key: str) -> Text:
        if key not in allowed:
            return ()
        try:
            content = values.get(key, "")
            if is_kept:
                return read_text(content, kind, where=places[key])
            return _linted(content, kind, places[key], back=key == "back")
        except CardError as error:
            problems.extend(error.problems)
            return ()

    upright, inverted, back, *sides = (text(key) for key in ("text", "inverted", "back", *MIND_KEYS))
    if problems:
        raise CardError(problems)
    return Card(
        title=model.title,
        kind=kind,
        faction=Faction(model.faction),
        value=model.value or 0,
        types=tuple(model.types),
        dawn=model.dawn or 0,
        stability=model.stability or 0,
        dusk=model.dusk or 0,
        text=upright,
        inverted=inverted,
        major=model.major,
        back=_back(model, back) if kind is Kind.BASTION else None,
        mind=MindTexts(cast("tuple[Text, Text, Text, Text, Text]", tuple(sides)))
        if kind is Kind.MIND
        else None,
        flavour=model.flavour,
        art=model.art,
    )


def source(card: Card) -> dict[str, object]:
    """Return the card as plain JSON data, its texts printed: `read_source(source(card)) == card`."""
    data: dict[str, object] = {"title": card.title, "kind": card.kind.value, "faction": card.faction.value}
    if card.kind is not Kind.MIND:
        data["value"] = card.value
    if card.types:
        data["types"] = list(card.types)
    if card.kind is Kind.ENTITY:
        data |= {"dawn": card.dawn, "stability": card.stability, "dusk": card.dusk}
    elif card.kind in (Kind.CONSTRUCT, Kind.BASTION):
        data["stability"] = card.stability
    if card.kind is not Kind.MIND and (card.text or "text" in _REQUIRED[card.kind]):
        data["text"] = print_text(card.text)
    if card.kind is Kind.ARCANUM:
        data["inverted"] = print_text(card.inverted)
        data["major"] = card.major
    if card.back:
        data["dream"] = print_proportions(card.back.dream)
        data["arcana"] = f"{card.back.major} + {print_proportions(card.back.arcana)}"
        data["back"] = print_text(card.back.text)
    if card.mind:
        data |= {key: print_text(side) for key, side in zip(MIND_KEYS, card.mind.sides, strict=True)}
    if card.flavour:
        data["flavour"] = card.flavour
    if card.art:
        data["art"] = card.art
    return data


def print_proportions(proportions: Proportions) -> str:
    """Return proportions as written in card files: `40(8)` is 40 cards, of which at most 8 are the guest's."""
    return f"{proportions.total}({proportions.guest})"


def _value_problems(model: CardSource, places: ValuePlaces) -> Iterator[Problem]:
    """Yield errors for values of the right type that can't be a title, a card type or a proportion."""
    yield from title_problems(model.title, places)
    for number, word in enumerate(model.types):
        if word in model.types[:number]:
            yield Problem(places["types"], f'The type "{word}" stands here twice.', word)
        elif word != "Offering" and LANGUAGE.knows(word):
            message = f'"{word}" can\'t be a type of card: texts use this word for something else.'
            yield Problem(places["types"], message, word)
    for key, written_as in (("dream", model.dream), ("arcana", model.arcana)):
        if numbers := PROPORTIONS.search(written_as or ""):
            total, guest = int(numbers[1]), int(numbers[2])
            if not total or guest > total:
                message = f"Of {total} card{'' if total == 1 else 's'}, {guest} can't be the guest's."
                yield Problem(places[key], message if total else "There must be a card at least.", numbers[0])


def _linted(text: str, kind: Kind, where: Where, *, back: bool) -> Text:
    abilities = read_text(text, kind, where=where)
    source_lines = text.splitlines()
    lines = [
        number
        for number, line in enumerate(source_lines, start=1)
        if line.strip()
        for _ in abilities_of(line, kind)
    ]
    problems: list[Problem] = []
    for index, ability in enumerate(abilities):
        if back and not isinstance(ability, GameStart):
            message = 'On the back of a bastion every line begins with "At the start of the game, ".'
            problems.append(
                Problem(where.at(lines[index], 1), message, expected=('"at the start of the game"',))
            )
        elif kind is Kind.BASTION and not back and isinstance(ability, GameStart):
            message = 'What happens at the start of the game stands on the back of the bastion, under "back".'
            problems.append(Problem(where.at(lines[index], 1), message, expected=('"back"',)))
    if not problems:
        problems = [
            _at_its_word(where, lines[index], source_lines[lines[index] - 1], message)
            for index, message in lint(abilities, kind)
        ]
    if problems:
        raise CardError(problems)
    return abilities


def _at_its_word(where: Where, number: int, line: str, message: str) -> Problem:
    """Return the linter's finding on a line, at the word that the message quotes first, if any."""
    quotation = re.match(r'"([^"…]+?)(?: …[^"]*)?"|(\w+) means nothing|(\w+ 0) asks', message)
    phrase = next(filter(None, quotation.groups()), "") if quotation else ""
    match = re.search(rf"\b{re.escape(phrase)}\b", line, re.IGNORECASE) if phrase else None
    if match is None:
        return Problem(where.at(number, len(line) - len(line.lstrip()) + 1), message)
    return Problem(where.at(number, match.start() + 1), message, match[0])


def _back(model: CardSource, text: Text) -> Back:
    dream = PROPORTIONS.fullmatch(model.dream or "")
    arcana = ARCANA_LINE.fullmatch(model.arcana or "")
    if dream is None or arcana is None:
        raise CardError([Problem(Where(card=model.title), "The back of this bastion can't be read.")])
    return Back(
        dream=Proportions(int(dream[1]), int(dream[2])),
        arcana=Proportions(int(arcana[2]), int(arcana[3])),
        major=arcana[1],
        text=text,
    )
