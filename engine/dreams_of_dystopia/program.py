"""Compiled card texts: each line as a flat list of operations with jumps, grouped by time.

A running line only needs the title of a side, the number of a line and a program counter, so a match can be saved in
the middle of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

import msgspec

from cards.dreams_of_dystopia.language import lines, words
from cards.dreams_of_dystopia.language.continuous_effects import Ongoing
from cards.dreams_of_dystopia.language.printer import print_ability
from cards.dreams_of_dystopia.model import Card, CardSet, Kind, Side
from cards.language.records import Node
from engine.kernel.effects.program import Program, compile_effect

L = TypeVar("L", bound=Node)

Timed = tuple[tuple[int, words.Moment | None], ...]
"""The numbers of lines, each with its moment of a Combat; None: in attacks and blocks (DD58)."""


class CompiledSide(msgspec.Struct, frozen=True, eq=False):
    """A side of a card with its text made ready to run. The numbers are those of the printed lines."""

    card: Card
    side: Side
    title: str
    """The title of the side."""
    faction: words.Faction | None
    """The side's faction; None for a Curse or a Heroic Deed (DD4)."""
    noun: words.Noun | None
    """The noun of the card in texts; None for a Master."""
    programs: Mapping[int, Program[Node]]
    ability: tuple[int, ...]
    helping: Timed
    """Its lines when it is added to a fighter: SUPPORT of a Minion, the lines of a Weapon."""
    is_helper: bool
    """Whether it can be added to a fighter, if it fits: a Weapon, or a Minion with SUPPORT (DD41)."""
    fighting: Timed
    once: Mapping[int, str]
    """Lines that can be used once per turn, each with the key by which it is used up on both sides (DD82)."""
    whenever: Mapping[words.Happening, tuple[int, ...]]
    statics: tuple[Ongoing, ...]
    draw_more: int
    cannot_fall: int | None
    keywords: frozenset[words.KeywordName]
    printed: tuple[str, ...]

    def instructions(self, numbers: Iterable[int]) -> Iterator[Node]:
        """Yield the instructions, and what stands around some, of printed lines."""
        return (op for n in numbers for sentence in effect_of(self.side.text[n]) for op in sentence)

    def can_help(self, fighter: CompiledSide, skl: int, barred: Sequence[str]) -> bool:
        """Return whether it can be added to a fighter with this SKL, if these helpers are barred (DD59, DD60, T42)."""
        if not self.is_helper or self.faction is not fighter.faction:
            return False
        if self.noun is words.Noun.WEAPON:
            return self.side.skl <= skl and words.Helpers.WEAPONS not in barred
        return words.Helpers.SUPPORTERS not in barred


def at(timed: Timed, *moments: words.Moment | None) -> list[int]:
    """Return the lines that have one of these moments."""
    return [number for number, moment in timed if moment in moments]


def compile_side(card: Card, side: Side) -> CompiledSide:
    """Sort the lines of a side and make them ready to run."""
    effects, noun, helping = (
        enumerate(map(effect_of, side.text)),
        card.kind.noun,
        _used(side, words.Use.SUPPORT),
    )
    whenever = [(number, line) for number, line in enumerate(side.text) if isinstance(line, lines.Whenever)]
    return CompiledSide(
        card,
        side,
        side.title,
        side.faction,
        noun,
        programs={number: compile_effect(effect) for number, effect in effects if effect},
        ability=tuple(number for number, _ in _used(side, words.Use.ABILITY)),
        helping=helping,
        is_helper=noun is words.Noun.WEAPON or (noun is words.Noun.MINION and bool(helping)),
        fighting=_used(side, words.Use.COMBAT),
        once=_once_keys(card, side),
        whenever={
            one.happening: tuple(number for number, line in whenever if line.happening is one.happening)
            for _, one in whenever
        },
        statics=tuple(one for line in _lines(side, lines.Static) for one in line.ongoing),
        draw_more=sum(line.n for line in _lines(side, lines.DrawMore)),
        cannot_fall=min((line.by for line in _lines(side, lines.CannotFall)), default=None),
        keywords=frozenset(word.name for line in _lines(side, lines.Keywords) for word in line.keywords),
        printed=tuple(map(print_ability, side.text)),
    )


def _lines(side: Side, kind: type[L]) -> list[L]:
    return [line for line in side.text if isinstance(line, kind)]


def _used(side: Side, use: words.Use) -> Timed:
    """Return the lines of a use, each with its moment; those of a Weapon help."""
    found: list[tuple[int, words.Moment | None]] = []
    for number, line in enumerate(side.text):
        match line:
            case lines.Used(one, _, moment) if one is use:
                found.append((number, moment))
            case lines.Line() if use is words.Use.SUPPORT:
                found.append((number, None))
            case lines.Upon(moment) if use is words.Use.SUPPORT:
                found.append((number, moment))
            case _:
                pass
    return tuple(found)


def effect_of(line: Node) -> lines.Effect:
    """Return the effect of a printed line; empty for one that is only continuous."""
    if isinstance(line, lines.Line | lines.Used | lines.Upon | lines.OncePerTurn | lines.Whenever):
        return line.effect
    return ()


@lru_cache(maxsize=512)
def compile_card(card: Card) -> tuple[CompiledSide, ...]:
    """Return the sides of a card made ready to run: the same for all matches in which the card says the same."""
    return tuple(compile_side(card, side) for side in card.sides)


def _once_keys(card: Card, side: Side) -> dict[int, str]:
    """Return the lines that can be used once per turn, with what tells them apart on both sides.

    A line in the same words on both sides is one line; of the others the first of one side is one with the first of the
    other, and so on (DD82).
    """
    texts = [
        print_ability(line) for one in card.sides for line in one.text if isinstance(line, lines.OncePerTurn)
    ]
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
    """The different cards of one match. What they say never changes while the match lasts.

    A card is called by the title of its first side, a side by its own.
    """

    def __init__(self, cards: Iterable[Card]) -> None:
        self.set = CardSet(tuple(cards))
        compiled = [compile_card(card) for card in self.set.cards]
        self.cards: Mapping[str, tuple[CompiledSide, ...]] = {sides[0].title: sides for sides in compiled}
        """The sides of a card, by what it is called."""
        self.sides: Mapping[str, CompiledSide] = {side.title: side for sides in compiled for side in sides}
        """By the titles of the sides."""
        self.curse = self._only(Kind.CURSE)
        self.deed = self._only(Kind.DEED)
        self.starting_minion = self._only(Kind.STARTING_MINION)
        self.masters = [title for title, sides in self.cards.items() if sides[0].card.kind is Kind.MASTER]
        self.piles = [
            title for title, sides in self.cards.items() if sides[0].card.kind in (Kind.MINION, Kind.WEAPON)
        ]
        """The cards that can be acquired, in the order of the files (DD27)."""

    def _only(self, kind: Kind) -> str:
        return self.set.of(kind)[0].sides[0].title

    def number_of(self, side: CompiledSide) -> int:
        """Return which side of its card a side is."""
        return 0 if side.card.sides[0] is side.side else 1

    def called(self, side: CompiledSide) -> str:
        """Return the name of a side."""
        return side.card.sides[0].title
