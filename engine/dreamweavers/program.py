"""Compiled card texts: each effect as a flat list of operations with jumps.

A running effect only needs a card's title, the number of a line and a program counter, so a match can be saved in the
middle of a sentence.
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
"""The number of the line for playing a card: "When played:" of a Thought, "Fleeting:" of a Feeling."""


Instruction = PlainInstruction | Ongoing

Op = Instruction | ControlOp

Program = effects.Program[Instruction]


def compile_effect(effect: sentences.Effect) -> Program:
    """Return the program of an effect."""
    return cast("Program", effects.compile_effect(effect))


@lru_cache(maxsize=4096)
def late(program: Program) -> frozenset[int]:
    """Return the operations whose choice is made on resolution, because it depends on cards looked at or drawn (DW60)."""
    result: set[int] = set()
    hidden_it = hidden_hand = False
    for pc, op in enumerate(program.ops):
        if isinstance(op, MayOp) and hidden_it and uses_it(op.sentence):
            result.add(pc)
        choice_of_cards = _chosen(op)
        if choice_of_cards is not None:
            in_hand = choice_of_cards.filter.zone is Zone.HAND or isinstance(op, Discard)
            if in_hand and hidden_hand:
                result.add(pc)
            hidden_it = False
        if isinstance(op, LookAt | Reveal):
            hidden_it = True
        if isinstance(op, Draw | Take | TakeOne) or (isinstance(op, Put | PutIntoPlay) and hidden_it):
            hidden_it = hidden_hand = True
    return frozenset(result)


def _chosen(op: object) -> selections.Chosen | None:
    """Return the choice of cards in an operation; None if there is none."""
    return next((part for part in inner_parts(op) if isinstance(part, selections.Chosen)), None)


def uses_it(part: object) -> bool:
    """Return whether a text, or a part of one, uses "it" or "them"."""
    return any(isinstance(item, It | TakeOne) for item in parts_of(part))


class Ability(msgspec.Struct, frozen=True, eq=False):
    """An activated ability: its prices, and whether it can only be used once per turn (DW48)."""

    prices: tuple[Price, ...]
    is_once: bool


class CompiledText(msgspec.Struct, frozen=True, eq=False):
    """A text, grouped by its use in the rules, by the numbers of the printed lines."""

    keywords: Mapping[KeywordName, int]
    """The keywords with their numbers, 0 if they have none; the highest number of each."""
    statics: tuple[tuple[int, lines.Static], ...]
    abilities: Mapping[int, Ability]
    triggered: Mapping[int, lines.Triggered]
    lines_about_it: frozenset[int]
    """The triggered lines that use "it" or "them"."""
    additional: tuple[Price, ...]
    only: tuple[Restriction, ...]
    programs: Mapping[int, Program]
    printed: tuple[str, ...]
    """The printed lines, in English."""


def compile_text(text: lines.Text) -> CompiledText:
    """Group the lines of a text and compile its effects."""
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
        frozenset(number for number, trigger in triggered.items() if uses_it(trigger)),
        tuple(additional),
        tuple(only),
        programs,
        tuple(map(print_ability, text)),
    )


class CompiledCard(msgspec.Struct, frozen=True, eq=False):
    """A card with its compiled text."""

    card: Card
    text: CompiledText
    is_thought: bool


class CompiledIntent(msgspec.Struct, frozen=True, eq=False):
    """A cover with its compiled text."""

    cover: Cover
    text: CompiledText


class CardPool:
    """The notions of a match, with their cards and covers, which never change during the match.

    A text is found by the title of its card, or by the name of its notion for a cover. No card has the name of a notion.
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
        result: dict[str, list[str]] = {notion: [] for notion in self.intents}
        for title, printed in self.cards.items():
            result[notion_of(printed.card)].append(title)
        return {notion: tuple(titles) for notion, titles in result.items()}

    def program(self, title: str, line: int) -> Program:
        """Return the program of a line of a card or a cover."""
        return self.texts[title].programs[line]

    def line(self, title: str, line: int) -> str:
        """Return a printed line in English; the line for playing a card without its label."""
        text = self.texts[title]
        if line != PLAYED:
            return text.printed[line]
        return " ".join(
            line_in_print
            for line_in_print in text.printed
            if line_in_print.startswith(("When played:", "Fleeting:"))
        )


def notion_of(card: Card) -> str:
    """Return the name of a card's notion as printed on cards, such as "Rage"."""
    return card.notion.value


NOTIONS = tuple(notion.value for notion in Notion)
"""The names of the twelve notions."""
