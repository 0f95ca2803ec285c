"""Lines of the set as examples of the card language: the shortest for each form."""

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
    """A line of a card: where it stands, and what it says."""

    where: str
    ability: Ability


def lines_of(card: Card) -> Iterator[ReferenceLine]:
    """Yield all lines of a card, on every side of it."""
    sides = [("", card.text), ("inverted", card.inverted)]
    sides += [("back", card.back.text)] if card.back else []
    sides += zip(MIND_KEYS, card.mind.sides, strict=True) if card.mind else []
    for side, text in sides:
        for ability in text:
            yield ReferenceLine(f"{card.title} ({side})" if side else card.title, ability)


class Examples:
    """The shortest line for everything that can be said: of the set if it says it, else an invented one."""

    def __init__(self, cards: Library) -> None:
        self._shortest: dict[object, tuple[str, str]] = {}
        for card in cards:
            for line in lines_of(card):
                self._learn(line.where, line.ability)
        told = frozenset(self._shortest)
        for kind, text in EXAMPLES:
            self._learn("", read_line(text, kind), told)

    def _learn(self, where: str, ability: Ability, told: frozenset[object] = frozenset()) -> None:
        text = print_ability(ability)
        for part in parts_of(ability):
            for key in _keys(part):
                if key not in told and len(text) < len(self._shortest.get(key, ("", "x" * LONGEST_LINE))[1]):
                    self._shortest[key] = where, text

    def of(self, what: type[Node] | StrEnum) -> str:
        """`*Title:* `text``, or nothing if nothing says it. Raises KeyError if it goes without saying."""
        where, text = self._shortest[key_of(what)]
        return f"*{where}:* `{text}`" if where else f"For example: `{text}`"

    def whence(self, what: type[Node] | StrEnum) -> str:
        """Return the title of the card that says it, "" if none of the set does."""
        return self._shortest[key_of(what)][0]


def key_of(what: type[Node] | StrEnum) -> object:
    """Return under what examples of a form, or of a word, are kept."""
    return what if isinstance(what, type) else (type(what), what.value)


def _keys(part: object) -> Iterator[object]:
    if isinstance(part, StrEnum):
        yield key_of(part)
    elif isinstance(part, Node):
        yield type(part)


UNWRITTEN = (tree.Zone.IN_PLAY, tree.Duration.PHASE, tree.Comparison.EXACTLY, tree.Often.EACH_ROUND)
"""Words that are meant where nothing is written, or aren't part of what is read, and have no example."""
