"""The checks of every game, with cards whose texts aren't in the set: searching, known places, choices."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from cards.dreams_of_dystopia.language.reader import read_line
from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Card, Kind, Side
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.program import CardPool
from engine.dreams_of_dystopia.saves.stored_set import keep
from engine.kernel.conformance import CHECKS
from engine.kernel.sample_match import SampleMatch

SHUFFLE = "Shuffle deck afterwards."
TEXTS = {
    Kind.MINION: [
        f"ABILITY: Search your deck for a Minion and put it into your hand. {SHUFFLE}",
        f"ABILITY: Search your deck for a card and put it into your hand. {SHUFFLE}",
        "ABILITY: Put a card from your hand on top of your deck. Draw 1, +1 Ability.",
        "ABILITY: Reveal the top card of your deck. If it is a Minion, put it into your hand.",
        "ABILITY: Curse: 2. Your opponent loses 1 LP. Your opponent discards 1 at random.",
        "ABILITY: For each Curse in your Discard, gain 1 Fame.",
        "ABILITY: Choose one: discard a Minion; or draw 2.",
        "ABILITY: You may discard a Minion or Weapon. If you do, draw 2, +2 Ability.",
        "COMBAT: Draw 1. Discard 1.",
        "ABILITY: Each player draws 2. Each opponent discards 1 at random.",
        "ABILITY: Turn a Minion or Weapon in your hand over. +2 Ability.",
        "ABILITY: Put a Minion from your Discard into your hand. +1 Ability, +2 Combat.",
        "ABILITY: Put the next card you acquire this turn on top of your deck. +2 Acquisition.",
        "SUPPORT: Search your deck for any 1 Weapon and use it immediately on your Minion. SKL Requirement must be met. "
        + SHUFFLE,
        "COMBAT: Upon Attack: +1 Attack with this Minion.",
        "COMBAT: Upon Block: +1 Block with this Minion. Each opponent loses 1 LP.",
    ],
    Kind.WEAPON: [
        "+1 ATK. Draw 2.",
        "Upon Block: Take 1 LP.",
        "Your opponent cannot use Weapons in this Combat. You may discard a card. If you do, +4 ATK.",
        "Upon Hit: If the attack was not blocked, draw 1.",
        "Upon Hit: You may discard a Minion. If you do, draw 1.",
        "Upon Hit: Choose one: discard a Curse; or discard a Minion.",
        "Upon Hit: Return up to 2 Curses from your hand to the Supply.",
        "Upon Hit: Discard a Minion or Weapon.",
    ],
    Kind.MASTER: [
        "When you gain Fame, gain 1 LP.",
        "When your Minion hits, draw 1.",
        "When you recruit a Minion, discard 1.",
        "Draw 2 additional cards in your End Phase.",
        "Your LP cannot fall by more than 3 in one Combat.",
        "Once per turn: You may discard a Minion. If you do, turn your Master over.",
    ],
}


@cache
def _setup(seats: int) -> bytes:
    counts = Counter[Kind]()
    return keep(seats, CardPool([_other(card, counts) for card in the_set().cards]))


def _other(card: Card, counts: Counter[Kind]) -> Card:
    """Return a card with a text on each side that is cheap enough to be acquired often."""
    if card.kind not in TEXTS:
        return card
    texts, number = TEXTS[card.kind], counts[card.kind]
    counts[card.kind] += 1
    first, second = (
        _cheap(side, texts[(number + more) % len(texts)])
        for side, more in zip(card.sides, (0, 3), strict=True)
    )
    return replace(card, sides=(first, second))


def _cheap(side: Side, text: str) -> Side:
    return replace(side, text=(read_line(text),), loyalty=min(side.loyalty, 1), skl=min(side.skl, 4))


@pytest.mark.parametrize(
    "check",
    [
        "saved_and_loaded",
        "legal_options",
        "resampled",
        "seat_knowledge",
        "otherwise",
        "held_back",
        "departures",
    ],
)
def test_it_holds_with_every_text(check: str) -> None:
    CHECKS[check](SampleMatch(DYSTOPIA, _setup(3), 3, "every text", most=160, each=14))
