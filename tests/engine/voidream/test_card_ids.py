"""Card ids reveal nothing: they are assigned at random, without a visible effect."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.events.event import seen
from engine.kernel.game import Game
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.voidream.game import VOIDREAM
from engine.voidream.position import CardState
from engine.voidream.program import CardPool
from engine.voidream.referee import Referee
from engine.voidream.turns import setup
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import deal, with_cards

AUDIENCES = (0, 1, None)
BENCH = with_cards(CardPool(SET.values()))


def begun(number: int) -> tuple[Game, bytes]:
    if number % 2:
        return BENCH, deal(decks(number, number + 1))
    made = list(ready_made())
    return VOIDREAM, VOIDREAM.setup([made[number % len(made)], made[(number + 3) % len(made)]])


def titles(match: Match) -> list[str]:
    assert isinstance(match.machine, Referee)
    return [held.title for held in match.machine.cards]


@pytest.mark.parametrize("number", range(6))
def test_renumbering_cards_changes_nothing_visible(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game, stored_setup = begun(number)
    one, heard = Match.begin(game, stored_setup, f"ids {number}")
    numbering = setup.number_cards

    def otherwise(cards: list[CardState], titles: list[str], seat: int, zone: str, rng: Chance) -> list[int]:
        return numbering(cards, titles, seat, zone, Chance(f"other lots {seat} {zone}"))

    monkeypatch.setattr(setup, "number_cards", otherwise)
    other, events = Match.begin(game, stored_setup, f"ids {number}")
    assert titles(one) != titles(other)
    assert one.commitment == other.commitment
    chance = Chance(f"answers {number}")
    while one.outcome is None and one.turn_count < 150:
        for viewer in AUDIENCES:
            assert [seen(event, viewer) for event in heard] == [seen(event, viewer) for event in events]
            assert msgspec.json.encode(one.view(viewer)) == msgspec.json.encode(other.view(viewer))
        assert one.questions == other.questions
        seat = min(one.questions)
        question = one.questions[seat]
        if any(option.key.startswith("Arcanum of value") for option in question.options):
            break  # From here on, the choice between two cards with the same back is random.
        choice = random_choice(question, chance)
        heard = one.answer(seat, question.id, choice)
        events = other.answer(seat, question.id, choice)


def test_an_id_reveals_nothing_about_its_title() -> None:
    """Over many seeds, each title has each id of its pile about equally often."""
    held: dict[int, Counter[str]] = {}
    for seed in range(200):
        position = setup.lay_out([("Keep", "Calm", list("abcd"), list("wxyz"))] * 2, f"{seed}")
        for card, state in enumerate(position.cards):
            held.setdefault(card, Counter())[state.title] += 1
    for card, titles in held.items():
        pile = card % 9
        assert sorted(titles) == (["Keep"] if not pile else list("abcd" if pile < 5 else "wxyz"))
        assert pile == 0 or min(titles.values()) > 30
