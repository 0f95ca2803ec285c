"""Hidden information stays hidden with any card text: every sentence about hidden hands and decks.

The cards of ready-made decks get random texts. Some of the seeds once revealed a leak.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from cards.voidream.decks import ready_made
from cards.voidream.language import tree
from cards.voidream.language.reader import read_line
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind
from engine.kernel.conformance import CHECKS
from engine.kernel.sample_match import SampleMatch
from engine.voidream.program import CardPool
from tests.engine.voidream.table import deal, with_cards
from tests.rules.words import sentences_not_in

TEXTS = tuple(
    """
You may discard a Fracta arcanum. If you do, roll.
You may discard an arcanum of value 4 or higher. If you do not, roll.
You may play an arcanum in your hand. If you do, evoke.
You may unveil a veiled card you control. If you do not, evoke.
Your opponent may discard a Fracta arcanum. If they do, evoke.
Each player may discard a Maze arcanum. If they do, roll.
Each player may discard a Fracta arcanum, then roll.
Each player may choose one: discard a Fracta arcanum; or sacrifice an entity they control.
Each player chooses one: discard a Maze arcanum; or evoke.
Each player chooses one: discard a Maze arcanum; or discard a Fracta arcanum. If they do, roll.
Your opponent chooses one: discard a Maze arcanum; or discard a Fracta arcanum.
Choose one: discard a Fracta arcanum; or discard a Maze arcanum.
Choose one: you may discard a Fracta arcanum; or roll.
For each entity you control, discard a Fracta arcanum.
For each entity, discard up to 1 Maze arcana.
If you control 1 or more entities, you may discard a Maze arcanum. If you do, roll.
If your mind is 2 or higher, discard a Fracta arcanum. Otherwise, roll.
Discard up to 2 Maze arcana. If you do, roll.
Discard any number of Fracta arcana, then evoke.
Each player discards up to 1 Fracta arcana. If they do, evoke.
Each player evokes.
Look at the top 3 cards of your deck, then return them in any order. You may discard a Fracta arcanum.
Look at the top 3 cards of your deck. You may void one of them. Return the others in any order.
Look at your opponent's hand, then your opponent discards an arcanum.
Reveal the top card of your deck. If it is an entity, put it on the bottom of your deck.
Your opponent reveals an arcanum.
Discard up to 2 arcana, then deal that many Dream damage to your opponent.
Exhaust an entity. If you do, ready another entity.
Veil an entity you control. If you do, you may unveil a veiled card you control.
""".strip().splitlines()
)

MODES = (
    "Choose one: your opponent discards an arcanum, then roll; or your opponent discards an arcanum, then evoke.",
    "Each player chooses one: roll, then discard an arcanum; or roll, then evoke.",
)
"""Texts whose parts begin alike: the first act doesn't reveal the choice."""


@cache
def lines(texts: tuple[str, ...] = TEXTS) -> list[tree.Line]:
    read = [read_line(text, Kind.ARCANUM) for text in texts]
    return [line for line in read if isinstance(line, tree.Line)]


def made_up(seed: int, texts: tuple[str, ...] = TEXTS) -> list[Card]:
    """The cards of the set. Those that are played or used have one of the texts."""
    rng = Random(seed)

    def with_text(card: Card) -> Card:
        line = rng.choice(lines(texts))
        match card.kind:
            case Kind.ARCANUM:
                return replace(card, text=(line,), inverted=(rng.choice(lines(texts)),))
            case Kind.THOUGHT:
                return replace(card, text=(line,))
            case Kind.ENTITY if rng.random() < 0.5:
                return replace(card, text=(tree.Activated((tree.Exhaust(tree.This()),), line.effect),))
            case _:
                return card

    return [with_text(card) for card in the_set().cards.values()]


def trial(seed: int, each: int, texts: tuple[str, ...] = TEXTS) -> SampleMatch:
    decks = ready_made()
    two = (decks[seed % len(decks)], decks[(seed * 3 + 1) % len(decks)])
    titles = [
        (
            deck.bastion.title,
            deck.mind.title,
            [one.title for one in deck.arcana],
            [one.title for one in deck.dream],
        )
        for deck in two
    ]
    return SampleMatch(
        with_cards(CardPool(made_up(seed, texts))), deal(titles), 2, seed=f"t{seed}", most=100, each=each
    )


def test_the_texts_have_every_sentence() -> None:
    assert len(lines()) == len(TEXTS)
    assert sentences_not_in(line.effect for line in lines()) == []


@pytest.mark.parametrize(
    ("check", "seed", "each"),
    [
        ("exchanged", 3, 5),
        ("otherwise", 16, 5),
        ("watched", 3, 5),
        ("seat_knowledge", 4, 5),
        ("resampled", 29, 6),
    ],
)
def test_nothing_hidden_is_known(check: str, seed: int, each: int) -> None:
    CHECKS[check](trial(seed, each))


def test_the_choice_is_public() -> None:
    assert len(lines(MODES)) == len(MODES)
    CHECKS["otherwise"](trial(0, 2, MODES))
