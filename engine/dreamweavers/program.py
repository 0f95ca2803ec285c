"""Compiled card texts: each effect as a flat list of operations with jumps.

A running effect only needs the title of a card, the number of a line and a program counter, so a match can be saved
in the middle of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import cast

import msgspec

from cards.dreamweavers.language import lines, selections, sentences
from cards.dreamweavers.language.continuous_effects import Ongoing
from cards.dreamweavers.language.instructions import (
    Discard,
    Draw,
    LookAt,
    PlainInstruction,
    Price,
    Put,
    PutIntoPlay,
    Reveal,
    Take,
    TakeOne,
)
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.words import KeywordName, Notion, Restriction, Zone
from cards.dreamweavers.model import Card, CardSet, Cover
from cards.language.nodes import It
from cards.language.parts import inner_parts, parts_of
from engine.kernel.effects import program as effects
from engine.kernel.effects.program import ControlOp, MayOp

PLAYED = -1
"""The line of what a card does when it is played: "When played:" of a Thought, "Fleeting:" of a Feeling."""


Instruction = PlainInstruction | Ongoing

Op = Instruction | ControlOp

Program = effects.Program[Instruction]


def compile_effect(effect: sentences.Effect) -> Program:
    """Return the operations of an effect."""
    return cast("Program", effects.compile_effect(effect))


@lru_cache(maxsize=4096)
def late(program: Program) -> frozenset[int]:
    """Return the operations whose choice is made on resolving: it depends on cards that the effect looks at, reveals or draws (DW60)."""
    found: set[int] = set()
    hidden_it = hidden_hand = False
    for pc, op in enumerate(program.ops):
        if isinstance(op, MayOp) and hidden_it and speaks_of_it(op.sentence):
            found.add(pc)
        chosen = _chosen(op)
        if chosen is not None:
            in_hand = chosen.filter.zone is Zone.HAND or isinstance(op, Discard)
            if in_hand and hidden_hand:
                found.add(pc)
            hidden_it = False
        if isinstance(op, LookAt | Reveal):
            hidden_it = True
        if isinstance(op, Draw | Take | TakeOne) or (isinstance(op, Put | PutIntoPlay) and hidden_it):
            hidden_it = hidden_hand = True
    return frozenset(found)


def _chosen(op: object) -> selections.Chosen | None:
    """Return the choice of cards in an operation, None if there is none."""
    return next((part for part in inner_parts(op) if isinstance(part, selections.Chosen)), None)


def speaks_of_it(part: object) -> bool:
    """Return whether a text, or a part of one, says "it" or "them"."""
    return any(isinstance(one, It | TakeOne) for one in parts_of(part))


class Ability(msgspec.Struct, frozen=True, eq=False):
    """An activated ability: its prices, and whether it can be used once in a turn only (DW48)."""

    prices: tuple[Price, ...]
    is_once: bool


class CompiledText(msgspec.Struct, frozen=True, eq=False):
    """A text, sorted by what the rules ask of it. The numbers are those of the printed lines."""

    keywords: Mapping[KeywordName, int]
    """With their numbers, 0 where they have none; of the same one the largest."""
    statics: tuple[tuple[int, lines.Static], ...]
    abilities: Mapping[int, Ability]
    triggered: Mapping[int, lines.Triggered]
    lines_about_it: frozenset[int]
    """The triggered ones that say "it" or "them"."""
    additional: tuple[Price, ...]
    only: tuple[Restriction, ...]
    programs: Mapping[int, Program]
    printed: tuple[str, ...]
    """The lines as they are printed, in English."""


def compile_text(text: lines.Text) -> CompiledText:
    """Sort the lines of a text and make its effects ready to run."""
    keywords: dict[KeywordName, int] = {}
    statics: list[tuple[int, lines.Static]] = []
    abilities: dict[int, Ability] = {}
    triggered: dict[int, lines.Triggered] = {}
    additional: list[Price] = []
    only: list[Restriction] = []
    programs: dict[int, Program] = {}
    played: list[sentences.Sentence] = []
    for number, printed in enumerate(text):
        match printed.line if isinstance(printed, lines.Lingering) else printed:
            case lines.Keywords(words):
                for keyword in words:
                    keywords[keyword.name] = max(keyword.x, keywords.get(keyword.name, 0))
            case lines.WhenPlayed(effect) | lines.Fleeting(effect) | lines.Line(effect):
                played += effect
            case lines.Static() as static:
                statics.append((number, static))
                programs[number] = Program(static.ongoing)
            case lines.Activated(cost, effect):
                abilities[number] = Ability(cost, is_once=False)
                programs[number] = compile_effect(effect)
            case lines.ActivatedOnce(cost, effect):
                abilities[number] = Ability(cost, is_once=True)
                programs[number] = compile_effect(effect)
            case lines.Triggered() as trigger:
                triggered[number] = trigger
                programs[number] = compile_effect(trigger.effect)
            case lines.AdditionalCost(price):
                additional.append(price)
            case lines.PlayOnly(restriction):
                only.append(restriction)
    if played:
        programs[PLAYED] = compile_effect(tuple(played))
    return CompiledText(
        keywords,
        tuple(statics),
        abilities,
        triggered,
        frozenset(number for number, trigger in triggered.items() if speaks_of_it(trigger)),
        tuple(additional),
        tuple(only),
        programs,
        tuple(map(print_ability, text)),
    )


class CompiledCard(msgspec.Struct, frozen=True, eq=False):
    """A card with its text made ready to run."""

    card: Card
    text: CompiledText
    is_thought: bool


class CompiledIntent(msgspec.Struct, frozen=True, eq=False):
    """A cover with its text made ready to run."""

    cover: Cover
    text: CompiledText


class CardPool:
    """The notions of one match, with their cards and covers. What they say never changes while the match lasts.

    A text is found by the title of its card, or by the name of its notion for a cover: no card is called like a notion.
    """

    def __init__(self, cards: Iterable[Card], covers: Iterable[Cover]) -> None:
        self.cards = {
            card.title: CompiledCard(card, compile_text(card.text), card.is_thought) for card in cards
        }
        self.intents = {
            cover.notion.value: CompiledIntent(cover, compile_text(cover.text)) for cover in covers
        }
        self.texts = {title: printed.text for title, printed in self.cards.items()}
        self.texts |= {notion: intent.text for notion, intent in self.intents.items()}

    @classmethod
    def of(cls, cards: CardSet) -> CardPool:
        """Return the pool of a set."""
        return cls(cards.cards.values(), cards.covers.values())

    def __getitem__(self, title: str) -> CompiledCard:
        return self.cards[title]

    @cached_property
    def notions(self) -> tuple[str, ...]:
        """The names of the notions, in the order in which they are shown."""
        return tuple(self.intents)

    @cached_property
    def by_notion(self) -> Mapping[str, tuple[str, ...]]:
        """The titles of the cards of each notion."""
        found: dict[str, list[str]] = {notion: [] for notion in self.intents}
        for title, printed in self.cards.items():
            found[notion_of(printed.card)].append(title)
        return {notion: tuple(titles) for notion, titles in found.items()}

    def program(self, title: str, line: int) -> Program:
        """Return the operations of a line of a card or of a cover."""
        return self.texts[title].programs[line]

    def line(self, title: str, line: int) -> str:
        """Return a line as it is printed, in English; what a card does when it is played, without the words in front."""
        text = self.texts[title]
        if line != PLAYED:
            return text.printed[line]
        return " ".join(said for said in text.printed if said.startswith(("When played:", "Fleeting:")))


def notion_of(card: Card) -> str:
    """Return the name of a card's notion, as cards call it: "Rage"."""
    return card.notion.value


NOTIONS = tuple(notion.value for notion in Notion)
"""The names of the twelve notions."""
