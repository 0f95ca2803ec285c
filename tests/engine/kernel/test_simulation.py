"""Simulated matches: views, turns, and matches that don't end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace

from cards.i18n import msg
from cards.voidream.decks import ready_made
from engine.kernel import simulation
from engine.kernel.chance import Chance
from engine.kernel.errors import GameError
from engine.kernel.events.event import Event, SeenEvent
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match
from engine.kernel.order_preview import rehearse
from engine.kernel.orders.order import Order, OrderForm, OrderOutcome
from engine.kernel.orders.plan import PlanForm
from engine.kernel.question import Choice, Question, QuestionKind
from engine.kernel.simulation import EndlessMatch, RandomPlayer, See, play, play_at_random
from engine.voidream.game import VOIDREAM
from tests.games.lanterns import DECKS, LANTERNS, BidOrder, GivenInRound
from tests.games.orders import with_methods

SETUP = VOIDREAM.setup(ready_made()[:2])


@dataclass
class Looking:
    """A random player that records its seat and view at each question."""

    chance: Chance
    seen: list[tuple[int, Any]] = field(default_factory=list[tuple[int, Any]])

    def answer(self, question: Question, see: See) -> Choice:
        self.seen.append((question.seat, see()))
        return RandomPlayer(self.chance).answer(question, see)

    def orders(
        self,
        seat: int,
        see: See,
        forms: Sequence[OrderForm],
        standing: Sequence[Order],
        plan: PlanForm | None = None,
    ) -> Sequence[Order]:
        return ()


def test_players_are_asked_for_their_own_seat_and_shown_their_own_view() -> None:
    players = [Looking(Chance("a")), Looking(Chance("b"))]
    through = play(VOIDREAM, SETUP, "views", players)
    assert through.outcome.ending
    for seat, player in enumerate(players):
        assert player.seen
        assert {asked for asked, _ in player.seen} == {seat}
        for _, view in player.seen:
            assert view.viewer == seat
            assert all(card.face is None for card in view.sides[1 - seat].hand)


def test_the_same_seed_is_the_same_match() -> None:
    def kinds(seed: str) -> list[str]:
        out: list[str] = []

        def watch(event: Event) -> None:
            out.append(event.kind)

        through = play_at_random(VOIDREAM, SETUP, seed, watch=watch)
        assert sum(through.events.values()) == len(out)
        assert 0 < through.hand_offs <= through.answers
        return out

    assert kinds("once") == kinds("once")
    assert kinds("once") != kinds("twice")


def test_a_match_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "LONGEST", 10)
    with pytest.raises(EndlessMatch, match="“short” has not ended after 10 answers"):
        play_at_random(VOIDREAM, SETUP, "short")


LANTERNS = LANTERNS
LIT = LANTERNS.setup([DECKS["Harbour"], DECKS["Garden"]])


@dataclass
class Bidder:
    """A player that bids a number of coins, and orders the same for later as soon as possible."""

    coins: int
    chance: Chance = field(default_factory=lambda: Chance("bidder"))
    asked: list[QuestionKind] = field(default_factory=list[QuestionKind])
    offered: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def answer(self, question: Question, see: See) -> Choice:
        self.asked.append(question.kind)
        if question.kind is QuestionKind.NUMBER:
            return (str(min(self.coins, question.maximum)),)
        return RandomPlayer(self.chance).answer(question, see)

    def orders(
        self,
        seat: int,
        see: See,
        forms: Sequence[OrderForm],
        standing: Sequence[Order],
        plan: PlanForm | None = None,
    ) -> Sequence[Order]:
        self.offered.append((len(forms), len(standing)))
        return [form.order for form in forms if form.order.parameters == BidOrder(coins=self.coins)][
            : 1 - len(standing)
        ]


def bids(players: Sequence[Bidder]) -> list[int]:
    return [player.asked.count(QuestionKind.NUMBER) for player in players]


def test_without_orders_every_question_is_put_to_a_player() -> None:
    players = [Bidder(1), Bidder(0)]
    through = play(LANTERNS, LIT, "plain", players)
    assert bids(players) == [3, 3]
    assert through.forced == through.by_order == 0
    assert [player.offered for player in players] == [[], []]


def test_answers_by_orders_save_hand_offs() -> None:
    plain = play(LANTERNS, LIT, "plain", [Bidder(1), Bidder(1)])
    players = [Bidder(1), Bidder(1)]
    through = play(LANTERNS, LIT, "plain", players, orders=True)
    assert bids(players) == [1, 1], "a player who bids a coin orders the same bid again"
    assert through.by_order == 4
    assert through.hand_offs < plain.hand_offs
    assert through.outcome.ending == plain.outcome.ending
    assert through.answers == plain.answers


def test_an_order_that_has_ended_is_not_held_any_longer() -> None:
    players = [Bidder(1), Bidder(2)]
    play(LANTERNS, LIT, "more", players, orders=True)
    assert bids(players)[0] > 1, "another player has bid more"
    assert bids(players)[1] == 2, "until there are too few coins"


def test_an_order_continues_as_its_answers_change_it() -> None:
    """A player that keeps its order, although it isn't a plan."""

    def once(machine: AnyMachine, seat: int, order: Order, happened: Sequence[SeenEvent]) -> OrderOutcome:
        assert isinstance(order.parameters, BidOrder) and order.past is None
        if order.parameters.coins == 0:
            return OrderOutcome(ended=msg("It answered once."))
        return OrderOutcome(("1",), after=replace(order, parameters=BidOrder(coins=0)))

    game = replace(LANTERNS, orders=with_methods(LANTERNS.orders, by_order=once))
    players = [Bidder(1), Bidder(1)]
    through = play(game, LIT, "plain", players, orders=True)
    assert bids(players) == [2, 1] and through.by_order == 3, "six bids: no order answers a second time"


def test_no_player_is_asked_for_forced_answers() -> None:
    players = [Bidder(5), Bidder(5)]
    through = play(LANTERNS, LIT, "broke", players, orders=True)
    assert bids(players) == [1, 1], "everyone can see that no coins are left"
    assert through.forced == 4


def test_an_order_that_can_not_be_given_is_refused() -> None:
    class Greedy(Bidder):
        def orders(
            self,
            seat: int,
            see: See,
            forms: Sequence[OrderForm],
            standing: Sequence[Order],
            plan: PlanForm | None = None,
        ) -> Sequence[Order]:
            return [Order("bid", BidOrder(coins=90), GivenInRound(round=1), (), "match")]

    with pytest.raises(GameError, match="can't be bid"):
        play(LANTERNS, LIT, "ninety", [Greedy(1), Greedy(1)], orders=True)


def test_the_last_round_is_rehearsed() -> None:
    match, _ = Match.begin(LANTERNS, LIT, "rehearsal")
    order = next(form.order for form in match.order_forms(0) if form.order.parameters == BidOrder(coins=2))
    assert rehearse(match, 0, order) == ()
    match.answer(0, match.questions[0].id, ("1",))
    in_this_one = rehearse(match, 0, order)
    assert [(str(one.answered), str(one.ordered)) for one in in_this_one] == [("1", "2")]
    chance = Chance("rehearsal")
    while LANTERNS.round_number(match.machine) < 3:
        seat = min(match.questions)
        question = match.questions[seat]
        choice = (
            ("0",)
            if question.kind is QuestionKind.NUMBER
            else RandomPlayer(chance).answer(question, lambda: None)
        )
        match.answer(seat, question.id, choice)
    rehearsal = rehearse(match, 0, order)
    assert [(str(one.answered), str(one.ordered)) for one in rehearsal] == [("0", "2")], (
        "one bid per round, by the second player"
    )
    assert str(rehearsal[0].purpose) == "How many coins do you bid?"
