"""Cards and covers defined in a scenario: a heading, then the text, after a colon or indented below.

card: Hound, Thought, cost 2, power 3, Rage: Quick.
card: Calm, Feeling, cost 1
  Fleeting: Draw a card.
  Lingering: Your Thoughts gain steadfast.
cover: Rage
  Your Thoughts get +1 power.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from cards.dreamweavers.card_schema import read_cover, read_source
from cards.dreamweavers.language.words import Notion, Noun
from cards.dreamweavers.model import Card
from cards.language.errors import Where
from engine.dreamweavers.scenario.model import DreamweaversScenario
from engine.dreamweavers.scenario.plain_cards import NOTION, plain_card
from engine.dreamweavers.scenario.situation import DreamweaversSituation
from engine.scenario.card_blocks import ScenarioBlock
from engine.scenario.format import CardBlocks
from engine.scenario.mistakes import unknown_word
from engine.scenario.parser import LineReader

_KINDS = {noun.value.casefold(): noun.value for noun in (Noun.THOUGHT, Noun.FEELING)}
_NOTIONS = {notion.value.casefold(): notion for notion in Notion}
_PRINTED = ("cost N", "power N", *(notion.value for notion in Notion))
COST = 1
"""The default cost of a card."""


def _read_card(block: ScenarioBlock) -> Card:
    data, places = block.printed(_printed, list(_KINDS.values()), _PRINTED)
    texts, lines = _text(block)
    return read_source({"cost": COST, "notion": NOTION.value, **data, "text": texts}, {**places, **lines})


def _printed(part: str) -> tuple[str, object] | None:
    small = part.casefold()
    number = re.fullmatch(r"(cost|power) ([0-9]{1,2})", small)
    if small in _KINDS:
        return "kind", _KINDS[small]
    if small in _NOTIONS:
        return "notion", _NOTIONS[small].value
    return None if number is None else (number[1], int(number[2]))


def read_cover_block(
    reader: LineReader[DreamweaversScenario, DreamweaversSituation], block: ScenarioBlock
) -> None:
    """Read the cover of a notion. Raises Mistake or CardError."""
    notion = notion_called(block.title, block.column)
    texts, lines = _text(block)
    cover = read_cover({"about": block.title, "text": texts}, {"": block.where(), **lines}, notion=notion)
    reader.now.covers = {**reader.now.covers, notion: cover}


def notion_called(text: str, column: int) -> Notion:
    """Return the notion with this name. Raises Mistake."""
    notion = _NOTIONS.get(text.strip(" .").casefold())
    if notion is None:
        raise unknown_word(column, text, [notion.value for notion in Notion], "is no notion")
    return notion


def _text(block: ScenarioBlock) -> tuple[list[str], Mapping[str, Where]]:
    """Return the lines of a text, with the place at which each begins."""
    lines = list(block.text())
    places = {f"text.{index}": block.where("text", line, at) for index, (line, at, _) in enumerate(lines)}
    return [text for _, _, text in lines], places


def _is_taken(title: str) -> bool:
    return title.casefold() in _NOTIONS or plain_card(title) is not None


CARDS = CardBlocks(
    read=_read_card, stand_in=lambda title: Card(title, NOTION, Noun.THOUGHT, 1, 1), is_taken=_is_taken
)
