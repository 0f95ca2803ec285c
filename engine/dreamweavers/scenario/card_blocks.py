"""Cards and covers that a scenario brings along: a heading, then the text, behind a colon or indented beneath it.

card: Hound, Thought, cost 2, power 3, Rage: Quick.
card: Calm, Feeling, cost 1
  Fleeting: Draw a card.
  Lingering: Your Thoughts gain steadfast.
cover: Rage
  Your Thoughts get +1 power.
"""

from __future__ import annotations

import re
from typing import Any

from cards.dreamweavers.card_schema import read_cover, read_source
from cards.dreamweavers.language.words import Notion, Noun
from cards.dreamweavers.model import Card, Cover
from cards.language.errors import CardError, Where
from engine.dreamweavers.scenario.plain_cards import NOTION
from engine.kernel.diagnostics import Diagnostic
from engine.scenario.mistakes import Mistake, Row, unknown_word

_KINDS = {noun.value.casefold(): noun.value for noun in (Noun.THOUGHT, Noun.FEELING)}
_NOTIONS = {notion.value.casefold(): notion for notion in Notion}
_HEADING = (*_KINDS.values(), "cost N", "power N", *(notion.value for notion in Notion))
COST = 1
"""What a card costs of which nothing is said."""


def read_card(file: str, heading: Row, column: int, rows: list[Row]) -> Card | list[Diagnostic]:
    """Return the card of a block, or everything that is wrong with its text. Raises Mistake for its heading.

    `column` is where the title begins in the heading.
    """
    number, line = heading
    title, at = title_of(line, column)
    if not title:
        raise Mistake(
            column, "The title of the card is missing here.", ["card: Hound, Thought, cost 2, power 3"]
        )
    colon = line.find(":", at)
    end = len(line) if colon < 0 else colon
    data: dict[str, Any] = {"title": title, "cost": COST, "notion": NOTION.value}
    places = {"": Where(file, title, "", number, column)}
    for match in re.compile(r"[^,\s][^,]*").finditer(line, at, end):
        _note(data, match[0].strip(), match.start() + 1)
    if "kind" not in data:
        raise Mistake(end + 1, f"What kind of card is {title}?", list(_KINDS.values()))
    lines = _text(heading, colon, rows)
    data["text"] = [text for _, _, text in lines]
    for index, (row, begin, _) in enumerate(lines):
        places[f"text.{index}"] = Where(file, title, "text", row, begin)
    try:
        return read_source(data, places)
    except CardError as error:
        return _diagnostics(error, heading[0])


def read_cover_block(file: str, heading: Row, column: int, rows: list[Row]) -> Cover | list[Diagnostic]:
    """Return the cover of a block, or everything that is wrong with its text. Raises Mistake for its heading."""
    _, line = heading
    colon = line.find(":", column)
    named = line[column - 1 : len(line) if colon < 0 else colon].strip()
    notion = notion_called(named, column)
    lines = _text(heading, colon, rows)
    places = {"": Where(file, named, "", heading[0], column)}
    for index, (row, begin, _) in enumerate(lines):
        places[f"text.{index}"] = Where(file, named, "text", row, begin)
    try:
        return read_cover({"about": named, "text": [text for _, _, text in lines]}, places, notion=notion)
    except CardError as error:
        return _diagnostics(error, heading[0])


def notion_called(said: str, column: int) -> Notion:
    """Return the notion of this name. Raises Mistake."""
    found = _NOTIONS.get(said.strip(" .").casefold())
    if found is None:
        raise unknown_word(column, said, [notion.value for notion in Notion], "is no notion")
    return found


def title_of(line: str, column: int) -> tuple[str, int]:
    """Return the title at the beginning of a heading, and the index at which it goes on."""
    rest = line[column - 1 :]
    match = re.match(r'\s*"(?P<quoted>[^"]*)"\s*|(?P<title>[^,:]*)', rest)
    assert match is not None
    return (match["quoted"] or match["title"] or "").strip(), column - 1 + match.end()


def _note(data: dict[str, Any], part: str, column: int) -> None:
    small = part.casefold()
    number = re.fullmatch(r"(cost|power) ([0-9]{1,2})", small)
    if small in _KINDS:
        data["kind"] = _KINDS[small]
    elif small in _NOTIONS:
        data["notion"] = _NOTIONS[small].value
    elif number is not None:
        data[number[1]] = int(number[2])
    else:
        raise unknown_word(column, part, _HEADING, "can't be read on a card")


def _text(heading: Row, colon: int, rows: list[Row]) -> list[tuple[int, int, str]]:
    """Return each line of a text with its number and the column in which it begins."""
    written = [(number, line, 0) for number, line in rows]
    if colon >= 0:
        written.insert(0, (*heading, colon + 1))
    found: list[tuple[int, int, str]] = []
    for number, line, begin in written:
        text = line[begin:]
        if text.strip():
            found.append((number, begin + len(text) - len(text.lstrip()) + 1, text.strip()))
    return found


def _diagnostics(error: CardError, line: int) -> list[Diagnostic]:
    return [
        Diagnostic(p.where.file, p.where.line or line, p.where.column, p.message, p.expected, p.suggestion)
        for p in error.problems
    ]
