"""The seats that know a card after it is moved, looked at or shuffled, with the cards of Bazaar."""

from __future__ import annotations

import pytest

from engine.kernel.cards.state import BACK_SEEN, EVERYBODY
from engine.kernel.chance import Chance
from tests.games.bazaar.position import BazaarPosition, Seat, TakeTurn
from tests.games.bazaar.steps import BazaarMachine


@pytest.fixture
def machine() -> BazaarMachine:
    position = BazaarPosition(chance=Chance("marks"), cards=[], seats=[Seat() for _ in range(3)])
    return BazaarMachine(position)


def bring(machine: BazaarMachine, *titles: str, zone: str = "hand", holder: int = 0) -> list[int]:
    machine.add(titles, zone, holder)
    return list(range(len(machine.position.cards) - len(titles), len(machine.position.cards)))


def who_knows(machine: BazaarMachine, *cards: int) -> list[set[int] | str]:
    """Return the seats that know each card; "all" if everyone does."""
    marks = [machine.position.cards[card].known for card in cards]
    return ["all" if known == EVERYBODY else {s for s in range(3) if known >> s & 1} for known in marks]


def test_a_card_that_leaves_a_hand_face_down_could_be_any_with_its_back(machine: BazaarMachine) -> None:
    coin, lid, curse = bring(machine, "Coin/Stick", "Lid/Bell", "Curse")
    machine.look([coin, lid, curse], 1)
    machine.move([coin], "deck", 0, top=True)
    assert who_knows(machine, coin, lid, curse) == [{0}, {0}, {0, 1}]


def test_the_only_card_with_a_back_is_publicly_trackable(machine: BazaarMachine) -> None:
    coin, curse = bring(machine, "Coin/Stick", "Curse")
    machine.look([coin, curse])
    machine.move([curse], "deck", 0, top=True)
    assert who_knows(machine, coin, curse) == ["all", "all"]


def test_a_shown_card_is_taken_for_a_known_equal_one(machine: BazaarMachine) -> None:
    one, other = bring(machine, "Coin/Stick", "Coin/Stick")
    machine.look([one], 1)
    machine.look([other], 2)
    machine.move([one], "played", 0)
    assert who_knows(machine, one, other) == ["all", {0}]


def test_cards_shown_together_are_as_many_as_are_shown(machine: BazaarMachine) -> None:
    one, other = bring(machine, "Coin/Stick", "Coin/Stick")
    machine.look([one], 1)
    machine.look([one, other])
    assert who_knows(machine, one, other) == ["all", "all"]


def test_only_the_arranging_player_knows_the_order(machine: BazaarMachine) -> None:
    one, other = bring(machine, "Coin/Stick", "Lid/Bell", zone="discard")
    machine.move([one, other], "deck", 0, by=2)
    assert who_knows(machine, one, other) == [{2}, {2}]
    assert [bool(machine.position.cards[card].known & BACK_SEEN) for card in (one, other)] == [True, False]


def test_only_the_top_back_of_shuffled_cards_is_known(machine: BazaarMachine) -> None:
    cards = bring(machine, "Coin/Stick", "Lid/Bell", "Curse", zone="discard")
    machine.move(cards, "deck", 0)
    machine.shuffle("deck", 0)
    top, *others = machine.zone("deck", 0)
    assert machine.position.cards[top].known == BACK_SEEN
    assert [machine.position.cards[card].known for card in others] == [0, 0]


def test_a_zone_without_an_order_can_t_be_shuffled(machine: BazaarMachine) -> None:
    with pytest.raises(RuntimeError, match="the zone “hand” is shuffled, and isn't declared as one with an"):
        machine.shuffle("hand", 0)


def test_a_shuffle_does_not_depend_on_the_order_before() -> None:
    orders: list[list[str]] = []
    for titles in (["Coin/Stick", "Lid/Bell", "Curse"], ["Curse", "Coin/Stick", "Lid/Bell"]):
        machine = BazaarMachine(BazaarPosition(chance=Chance("marks"), cards=[], seats=[Seat(), Seat()]))
        machine.add(titles, "deck", 0)
        machine.shuffle("deck", 0)
        orders.append([machine.position.cards[card].title for card in machine.zone("deck", 0)])
    assert orders[0] == orders[1]


def test_a_card_seen_in_a_deck_is_known_there_and_in_the_hand_that_draws_it(machine: BazaarMachine) -> None:
    coin, lid = bring(machine, "Coin/Stick", "Lid/Bell", zone="deck")
    machine.look([coin], 1)
    machine.move([coin, lid], "hand", 0)
    assert who_knows(machine, coin, lid) == [{0, 1}, {0}]
    assert [card.title for card in machine.seen("hand", 0, 1)] == ["Coin/Stick", ""]


def test_likes_are_offered_once(machine: BazaarMachine) -> None:
    bring(machine, "Coin/Stick", "Coin/Stick", "Lid/Bell")
    machine.push(TakeTurn(seat=0))
    machine.ask_cards(0, "Which?", "act", [("play", card) for card in machine.zone("hand", 0)])
    assert [option.key for option in machine.position.questions[0].options] == ["play Coin", "play Lid"]


def test_others_see_backs_of_a_hand_and_the_top_back_of_a_deck(machine: BazaarMachine) -> None:
    bring(machine, "Coin/Stick", "Curse")
    bring(machine, "Lid/Bell", "Curse", zone="deck")
    bring(machine, "Gate/Ram", zone="supply", holder=-1)
    bring(machine, "Moon/Sun", zone="market", holder=-1)
    own, other, watcher = (
        {
            zone: [card.title or card.back for card in cards]
            for holder in (0, -1)
            for zone, cards in machine.seen_of(holder, viewer).items()
            if cards
        }
        for viewer in (0, 1, None)
    )
    common = {"deck": ["plain", ""], "market": ["Moon/Sun"], "supply": [""]}
    assert own == common | {"hand": ["Curse", "Coin/Stick"]}
    assert other == watcher == common | {"hand": ["dark", "plain"]}


def test_more_seats_than_there_are_marks_for_are_refused() -> None:
    position = BazaarPosition(chance=Chance("six"), cards=[], seats=[Seat() for _ in range(6)])
    with pytest.raises(ValueError, match="5 seats at most, not for 6"):
        BazaarMachine(position)
