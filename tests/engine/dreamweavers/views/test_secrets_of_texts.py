"""Hidden information stays hidden with any card text: every sentence about hidden hands and minds.

Cards get random texts. Some of the seeds once revealed a leak.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from cards.dreamweavers.card_schema import read_source, source
from cards.dreamweavers.language.lines import Fleeting, Line, WhenPlayed
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.sentences import Effect
from cards.dreamweavers.language.words import Notion, Noun
from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import Card, CardSet
from cards.language.errors import CardError
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.saves.stored_set import keep
from engine.kernel.conformance import CHECKS
from engine.kernel.sample_match import SampleMatch
from tests.engine.dreamweavers.effects.test_any_text import text
from tests.rules.words import sentences_not_in

TEXTS = """
You may discard a Feeling. If you do, draw a card.
You may discard a Thought of cost 2 or lower. If you do not, draw a card.
You may put a Thought of cost 2 or lower in your hand into play. If you do, gain 1 memory.
You may put a Feeling in your hand on the bottom of your Ego. If you do, draw a card.
Your opponent may discard a Feeling. If they do, draw 2 cards.
Your opponent may discard a card. If they do not, draw a card.
Each player may discard a Thought. If they do, draw a card.
Each player may discard a Feeling, then draw a card.
Each player may choose one: discard a Feeling; or forget a Thought they control.
Each player chooses one: discard a Feeling; or draw a card.
Each player chooses one: discard a Thought; or discard a Feeling. If they do, draw a card.
Your opponent chooses one: discard a Thought; or discard a Feeling.
Choose one: put a Thought of cost 3 or lower in your hand into play; or discard a Feeling.
Choose one: you may discard a Feeling; or draw a card.
For each Thought you control, discard a Feeling.
For each Thought you control, draw a card, then discard another card.
If you control 2 or more Thoughts, you may discard a Feeling. If you do, draw a card.
If the number of cards in your hand is 3 or more, discard a Feeling. Otherwise, draw a card.
Draw 2 cards, then discard a Feeling.
Look at the top 3 cards of your mind, then return them in any order. You may discard a Feeling.
Look at the top 3 cards of your mind. Put one of them into your hand and the rest on the bottom of your mind in any order.
Look at the top card of your mind. You may forget it.
Reveal the top card of your mind. If it is a Thought, put it into your hand. Otherwise, forget it.
Each player discards up to 2 Feelings. If they do, draw a card.
Discard any number of Thoughts. If you do, draw a card.
Each player draws a card. Discard them.
Your opponent discards a Feeling. If they do, draw a card.
Your opponent reveals their hand.
Discard a card at random. If it is a Feeling, draw a card.
Put a Feeling in your hand on the bottom of your mind, then draw a card.
""".strip().splitlines()


@cache
def effects() -> list[Effect]:
    lines = [read_line(text) for text in TEXTS]
    return [line.effect for line in lines if isinstance(line, Line)]


def made_up(seed: int) -> CardSet:
    """Return a set in which each card has one of the texts as its effect when played."""
    rng, cards = Random(seed), dict[str, Card]()
    for notion in Notion:
        for number in range(15):
            is_thought = rng.random() < 0.5
            kind, says = (Noun.THOUGHT, WhenPlayed) if is_thought else (Noun.FEELING, Fleeting)
            effect = rng.choice(effects())
            cost, power = rng.randint(0, 3), rng.randint(0, 5) if is_thought else 0
            title = f"{notion.value} {number}"
            cards[title] = Card(title, notion, kind, cost, power, (says(effect),))
    return CardSet(cards, the_set().covers)


def of_every_template(seed: int) -> CardSet:
    """Return a set of cards with any texts allowed in a card file."""
    rng, cards = Random(seed), dict[str, Card]()
    for notion in Notion:
        for number in range(15):
            card = None
            while card is None:
                card = _readable(f"{notion.value} {number}", notion, rng)
            cards[card.title] = card
    return CardSet(cards, the_set().covers)


def _readable(title: str, notion: Notion, rng: Random) -> Card | None:
    is_thought = rng.random() < 0.6
    kind = Noun.THOUGHT if is_thought else Noun.FEELING
    power = rng.randint(0, 7) if is_thought else 0
    card = Card(title, notion, kind, rng.randint(0, 5), power, text(rng, is_thought=is_thought))
    try:
        return read_source(source(card), is_kept=True)
    except CardError:
        return None


def test_the_texts_have_every_sentence() -> None:
    assert len(effects()) == len(TEXTS)
    assert sentences_not_in(effects()) == []


CHECKED = [(check, 21) for check in ("exchanged", "otherwise", "resampled", "watched")]


@pytest.mark.parametrize(
    ("check", "seed"),
    [*CHECKED, ("seat_knowledge", 26), ("otherwise", 26), ("seat_knowledge", 35), ("otherwise", 36)],
)
def test_nothing_hidden_is_known(check: str, seed: int) -> None:
    CHECKS[check](SampleMatch(DREAMWEAVERS, keep(made_up(seed)), 2, seed=f"t{seed}", most=90, each=4))


@pytest.mark.parametrize("check", ["exchanged", "otherwise", "resampled"])
def test_nothing_hidden_is_known_of_cards_with_any_texts(check: str) -> None:
    CHECKS[check](SampleMatch(DREAMWEAVERS, keep(of_every_template(20)), 2, seed="t20", most=90, each=5))
