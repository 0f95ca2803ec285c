"""Example lines of the card language: the shortest line of the set for each form."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from cards.language.parts import parts_of
from cards.voidream.card_schema import MIND_KEYS
from cards.voidream.language import tree
from cards.voidream.language.printer import print_ability
from cards.voidream.language.reader import LONGEST_LINE, read_line
from cards.voidream.language.tree import Ability, Node
from cards.voidream.library import Library
from cards.voidream.model import Card
from cards.voidream.reference_texts import EXAMPLES


class ReferenceLine(NamedTuple):
    """A line of a card, with the card's title and side."""

    where: str
    ability: Ability


def lines_of(card: Card) -> Iterator[ReferenceLine]:
    """Yield all lines of a card, on all its sides."""
    sides = [("", card.text), ("inverted", card.inverted)]
    sides += [("back", card.back.text)] if card.back else []
    sides += zip(MIND_KEYS, card.mind.sides, strict=True) if card.mind else []
    for side, text in sides:
        for ability in text:
            yield ReferenceLine(f"{card.title} ({side})" if side else card.title, ability)


class Examples:
    """The shortest example for every form and word: from the set, or a made-up line if the set has none."""

    def __init__(self, cards: Library) -> None:
        self._shortest: dict[object, tuple[str, str]] = {}
        for card in cards:
            for line in lines_of(card):
                self._learn(line.where, line.ability)
        from_set = frozenset(self._shortest)
        for kind, text in EXAMPLES:
            self._learn("", read_line(text, kind), from_set)

    def _learn(self, where: str, ability: Ability, known: frozenset[object] = frozenset()) -> None:
        text = print_ability(ability)
        for part in parts_of(ability):
            for key in _keys(part):
                if key not in known and len(text) < len(self._shortest.get(key, ("", "x" * LONGEST_LINE))[1]):
                    self._shortest[key] = where, text

    def of(self, form: type[Node] | StrEnum) -> str:
        """Return an example such as `*Title:* `text``. Raises KeyError for words that have no example."""
        where, text = self._shortest[key_of(form)]
        return f"*{where}:* `{text}`" if where else f"For example: `{text}`"

    def whence(self, form: type[Node] | StrEnum) -> str:
        """Return the title of the example's card, "" if the line is made up."""
        return self._shortest[key_of(form)][0]


def key_of(form: type[Node] | StrEnum) -> object:
    """Return the key of a form's or word's example."""
    return form if isinstance(form, type) else (type(form), form.value)


def _keys(part: object) -> Iterator[object]:
    if isinstance(part, StrEnum):
        yield key_of(part)
    elif isinstance(part, Node):
        yield type(part)


UNWRITTEN = (tree.Zone.IN_PLAY, tree.Duration.PHASE, tree.Comparison.EXACTLY, tree.Often.EACH_ROUND)
"""Words that are implied where nothing is written, or that aren't part of the parsed text. They have no example."""
