"""Compiled card texts: each line as a flat list of operations with jumps, grouped by time.

A line in progress is saved as the title of its side, its number, and a program counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

import msgspec

from cards.dreams_of_dystopia.language import lines, words
from cards.dreams_of_dystopia.language.continuous_effects import Ongoing
from cards.dreams_of_dystopia.language.lines import effect_of
from cards.dreams_of_dystopia.language.printer import print_ability
from cards.dreams_of_dystopia.model import Card, CardSet, Kind, Side
from cards.language.records import Node
from engine.kernel.effects.program import Program, compile_effect

L = TypeVar("L", bound=Node)

Timed = tuple[tuple[int, words.Moment | None], ...]
"""Numbers of lines, each with its moment of a Combat; None for attacks and blocks alike (DD58)."""


class CompiledSide(msgspec.Struct, frozen=True, eq=False):
    """A side of a card with its compiled text. Numbers are those of printed lines."""

    card: Card
    side: Side
    title: str
    faction: words.Faction | None
    """None for a Curse or a Heroic Deed (DD4)."""
    noun: words.Noun | None
    """The card's noun in texts; None for a Master."""
    programs: Mapping[int, Program[Node]]
    ability: tuple[int, ...]
    helping: Timed
    """The lines that apply when it is added to a fighter: a Minion's SUPPORT, all lines of a Weapon."""
    is_helper: bool
    """Whether it can be added to a fighter that it fits: a Weapon, or a Minion with SUPPORT (DD41)."""
    fighting: Timed
    once: Mapping[int, str]
    """The lines that can be used once per turn, each with the key that marks it as used on both sides (DD82)."""
    whenever: Mapping[words.Happening, tuple[int, ...]]
    statics: tuple[Ongoing, ...]
    draw_more: int
    cannot_fall: int | None
    keywords: frozenset[words.KeywordName]
    printed: tuple[str, ...]

    def instructions(self, numbers: Iterable[int]) -> Iterator[Node]:
        """Yield the instructions of printed lines, and the options and conditions around them."""
        return (op for n in numbers for sentence in effect_of(self.side.text[n]) for op in sentence)

    def can_help(self, fighter: CompiledSide, skl: int, barred: Sequence[str]) -> bool:
        """Return whether it can be added to a fighter with this SKL and these barred helpers (DD59, DD60, T42)."""
        if not self.is_helper or self.faction is not fighter.faction:
            return False
        if self.noun is words.Noun.WEAPON:
            return self.side.skl <= skl and words.Helpers.WEAPONS not in barred
        return words.Helpers.SUPPORTERS not in barred


def at(timed: Timed, *moments: words.Moment | None) -> list[int]:
    """Return the lines with one of these moments."""
    return [number for number, moment in timed if moment in moments]


def compile_side(card: Card, side: Side) -> CompiledSide:
    """Sort and compile the lines of a side."""
    noun, helping = card.kind.noun, _used(side, words.Use.SUPPORT)
    whenever = [(number, line) for number, line in enumerate(side.text) if isinstance(line, lines.Whenever)]
    return CompiledSide(
        card,
        side,
        side.title,
        side.faction,
        noun,
        programs={
            n: compile_effect(effect) for n, line in enumerate(side.text) if (effect := effect_of(line))
        },
        ability=tuple(number for number, _ in _used(side, words.Use.ABILITY)),
        helping=helping,
        is_helper=noun is words.Noun.WEAPON or (noun is words.Noun.MINION and bool(helping)),
        fighting=_used(side, words.Use.COMBAT),
        once=_once_keys(card, side),
        whenever={
            happening: tuple(number for number, line in whenever if line.happening is happening)
            for happening in dict.fromkeys(line.happening for _, line in whenever)
        },
        statics=tuple(effect for line in _lines(side, lines.Static) for effect in line.ongoing),
        draw_more=sum(line.n for line in _lines(side, lines.DrawMore)),
        cannot_fall=min((line.by for line in _lines(side, lines.CannotFall)), default=None),
        keywords=frozenset(word.name for line in _lines(side, lines.Keywords) for word in line.keywords),
        printed=tuple(map(print_ability, side.text)),
    )


def _lines(side: Side, kind: type[L]) -> list[L]:
    return [line for line in side.text if isinstance(line, kind)]


def _used(side: Side, use: words.Use) -> Timed:
    """Return the lines of a use, each with its moment. Those of a Weapon are for support."""
    uses: list[tuple[int, words.Moment | None]] = []
    for number, line in enumerate(side.text):
        match line:
            case lines.Used(line_use, _, moment) if line_use is use:
                uses.append((number, moment))
            case lines.Line() if use is words.Use.SUPPORT:
                uses.append((number, None))
            case lines.Upon(moment) if use is words.Use.SUPPORT:
                uses.append((number, moment))
            case _:
                pass
    return tuple(uses)


@lru_cache(maxsize=512)
def compile_card(card: Card) -> tuple[CompiledSide, ...]:
    """Return the compiled sides of a card."""
    return tuple(compile_side(card, side) for side in card.sides)


def _once_keys(card: Card, side: Side) -> dict[int, str]:
    """Return the lines that can be used once per turn, with their keys.

    Lines with the same text on both sides share a key. Of the others, the first of one side shares its key with the
    first of the other side, and so on (DD82).
    """
    texts = [print_ability(line) for each in card.sides for line in _lines(each, lines.OncePerTurn)]
    shared = {text for text in texts if texts.count(text) == len(card.sides)}
    keys: dict[int, str] = {}
    others = 0
    for number, line in enumerate(side.text):
        if isinstance(line, lines.OncePerTurn):
            text = print_ability(line)
            keys[number] = text if text in shared else str(others)
            others += text not in shared
    return keys


class CardPool:
    """The different cards of one match. The name of a card is the title of its first side."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.set = CardSet(tuple(cards))
        compiled = [compile_card(card) for card in self.set.cards]
        self.cards: Mapping[str, tuple[CompiledSide, ...]] = {sides[0].title: sides for sides in compiled}
        """The sides of each card, by name."""
        self.sides: Mapping[str, CompiledSide] = {side.title: side for sides in compiled for side in sides}
        """The sides by title."""
        self.curse = self._only(Kind.CURSE)
        self.deed = self._only(Kind.DEED)
        self.starting_minion = self._only(Kind.STARTING_MINION)
        self.masters = [title for title, sides in self.cards.items() if sides[0].card.kind is Kind.MASTER]
        self.piles = [
            title for title, sides in self.cards.items() if sides[0].card.kind in (Kind.MINION, Kind.WEAPON)
        ]
        """The names of the cards that can be acquired, in the order of the files (DD27)."""

    def _only(self, kind: Kind) -> str:
        return self.set.of(kind)[0].sides[0].title

    def called(self, side: CompiledSide) -> str:
        """Return the name of a side's card."""
        return side.card.sides[0].title
