"""The greedy player: its answers in simple positions, and that it beats a random player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.voidream.decks import ready_made
from cards.voidream.model import Card
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, OrderForm
from engine.kernel.orders.plan import PlanForm
from engine.kernel.question import Choice, Option, Question, QuestionKind, check
from engine.kernel.simulation import ComputerPlayer, RandomPlayer, play
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.program import CardPool
from engine.voidream.scenario import read_scenarios
from engine.voidream.scenario.layout import lay_out
from tests.engine.voidream.cardset import SET
from tests.engine.voidream.table import deal, with_cards
from tests.engine.voidream.test_fuzz import MOST_ANSWERS, fuzzed, laid, sets

CARDS = """
card: Charge Ahead, arcanum, value 4
  Initiate a dawn conflict.
  inverted: Initiate a dawn conflict.
card: Small Spark, arcanum, value 4
  Deal 1 Dream damage to your opponent.
  inverted: Deal 2 Dream damage to your opponent.
card: Great Spark, arcanum, value 4
  Deal 8 Dream damage to your opponent.
  inverted: Deal 9 Dream damage to your opponent.
card: Folly, arcanum, value 4
  Take 5 Dream damage.
  inverted: Take 9 Dream damage.
card: Eviction, arcanum, value 4
  Destroy an entity.
  inverted: Destroy an entity.
card: Tidying, arcanum, value 4
  Discard an arcanum.
  inverted: Void an arcanum in your hand.
card: Echo, entity, value 4, dawn 1, stability 1, dusk 1
  (!) When inspired - Inspire another entity.
card: Rousing, arcanum, value 4
  Inspire an entity.
  inverted: Inspire all entities.
card: Late Charge, arcanum, value 4
  Initiate a dawn conflict.
  inverted:
  Initiate a dawn conflict.
  +9 dawn.
card: Chorus, arcanum, value 4
  Initiate a dawn conflict.
  +4 dawn for each participating entity you control.
  inverted:
  Initiate a dawn conflict.
card: Peer, arcanum, value 4
  Look at the top 2 cards of your deck, then return them in any order.
  inverted:
  Look at the top 2 cards of your deck, then return them in any order.
card: Deep Spark, arcanum, value 1
  Deal 8 Dream damage to your opponent.
  inverted: Deal 9 Dream damage to your opponent.
card: Turnstile, entity, value 4, dawn 1, stability 1, dusk 1
  (A) Reduce your mind by 1: Roll.
card: Sleeper, entity, value 4, dawn 6, stability 5, dusk 1
  (!) After you roll - Ready this card.
card: Spin, arcanum, value 4
  Roll.
  inverted: Roll.
card: Giant, entity, value 4, dawn 6, stability 5, dusk 1
card: Mouse, entity, value 4, dawn 1, stability 1, dusk 1
card: Wall, entity, value 4, dawn 1, stability 6, dusk 1
"""


def asked(position: str, seat: int = 0, answers: tuple[tuple[int, Choice], ...] = ()) -> tuple[Match, Choice]:
    """Return the greedy player's answer in a position, after these answers."""
    (scenario,) = read_scenarios(
        f"{CARDS}\nscenario: A position\n{position}\nThen the round is 1\n", "greedy"
    )
    match, _ = lay_out(scenario)
    for who, choice in answers:
        match.answer(who, match.questions[who].id, choice)
    question = match.questions[seat]
    choice = Greedy(Chance("greedy")).answer(question, lambda: match.view(seat))
    check(question, choice)
    return match, choice


def test_it_breaks_a_bastion_that_it_can_break() -> None:
    _, choice = asked(
        "Ada:\n  hand: Small Spark, Great Spark, Eviction\n  mind: 1\nBo:\n  deck: \n  play: Giant"
    )
    assert choice == ("play Great Spark",)


def test_it_does_not_harm_itself() -> None:
    _, choice = asked("Ada:\n  hand: Folly\n  mind: 4")
    assert choice == ("pass",)


def test_it_attacks_where_there_are_no_defenders() -> None:
    position = (
        "Ada:\n  hand: Charge Ahead, Folly\n  play: Giant\n  deck: 2, 2, 2, 2, 2\nBo:\n  deck: 2, 2, 2, 2, 2"
    )
    match, choice = asked(position)
    assert choice == ("play Charge Ahead",)
    _, attackers = asked(position, answers=((0, choice),))
    assert [key.partition("#")[0] for key in attackers] == ["Giant"]
    assert match.outcome is None


def test_it_does_not_run_into_a_stronger_line() -> None:
    _, choice = asked("Ada:\n  hand: Charge Ahead\n  play: Mouse\nBo:\n  play: Giant, Giant")
    assert choice == ("pass",)


def named(choice: Choice) -> list[str]:
    return [key.partition("#")[0] for key in choice]


@pytest.mark.parametrize("action", ["invert Late Charge", "play Chorus"])
def test_it_foresees_what_the_rest_of_its_card_adds_to_the_conflict(action: str) -> None:
    """After “Initiate”, upright or inverted, and for each participating entity."""
    position = "Ada:\n  hand: Late Charge, Chorus\n  play: Wall, Mouse\nBo:\n  play: Giant"
    _, attackers = asked(position, answers=((0, (action,)),))
    assert sorted(named(attackers)) == ["Mouse", "Wall"]
    _, attackers = asked(position, answers=((0, ("play Late Charge",)),))
    assert named(attackers) == []


def test_it_plays_rarely_playable_cards_first() -> None:
    """Great and Deep Spark have the same effect. The one of value 1 may not be playable again."""
    _, choice = asked("Ada:\n  deck: 1 x8\n  hand: Great Spark, Deep Spark\n  mind: 1\nBo:\n  deck: 4 x12")
    assert choice == ("play Deep Spark",)


def test_it_turns_its_mind_if_no_arcanum_is_playable() -> None:
    """An unspent mind leads to Nightmare, so a step of it is only a cost where it has another use."""
    table = "Ada:\n  deck: 4, 1 x9\n  hand: {hand}\n  mind: 2\n  play: Turnstile\nBo:\n  mind: 2\n  hand: 4"
    _, stuck = asked(table.format(hand="Deep Spark, 1, 2, 3"))
    _, free = asked(table.format(hand="4, 4, 4, 4"))
    assert "Turnstile" in stuck[0] and "Turnstile" not in free[0]


@pytest.mark.parametrize(("awake", "rolls"), [("", False), (" (exhausted)", True)])
def test_it_rolls_if_its_entities_profit(awake: str, rolls: bool) -> None:
    _, choice = asked(
        f"Ada:\n  deck: 4 x9\n  hand: Spin, 4\n  mind: 2\n  play: Sleeper{awake}, Sleeper{awake}, Sleeper{awake}"
    )
    assert ("Spin" in choice[0]) is rolls


def test_it_defends_against_nightmare_with_a_sturdy_entity() -> None:
    position = (
        "passed: Ada\nturn: Bo\nAda:\n  hand: 4\n  mind: 1\n  deck: 2, 2, 2\n  play: Wall\n"
        "Bo:\n  hand: Folly, Eviction\n  mind: 3\n  deck: 2, 3, 3"
    )
    _, defenders = asked(position, answers=((1, ("pass",)), (1, ("enter Nightmare",)), (1, ("Folly",))))
    assert named(defenders) == ["Wall"]


def test_it_puts_the_card_on_top_that_makes_most_arcana_playable() -> None:
    position = "Ada:\n  hand: Peer, 1, 2, 3\n  mind: 3\n  deck: 4, 1, 3, 2"
    _, order = asked(position, answers=((0, ("play Peer",)),))
    assert named(order) == ["Plain 1", "Plain 4"]


def test_it_destroys_the_best_of_the_other_side() -> None:
    position = "Ada:\n  hand: Eviction, Folly\n  play: Giant\nBo:\n  play: Mouse, Giant, Wall"
    match, choice = asked(position)
    assert choice == ("play Eviction",)
    match, choice = asked(position, answers=((0, ("play Eviction",)),))
    view = match.view(0)
    tag = next(card.tag for card in view.sides[1].play if card.face and card.face.title == "Giant")
    assert choice == (f"Giant#{tag}",)


def test_it_defends_when_that_saves_its_bastion() -> None:
    position = "turn: Bo\nAda:\n  play: Wall, Giant\n  deck: \nBo:\n  hand: Charge Ahead\n  play: Giant\n  deck: 2, 2"
    match, _ = asked(position, seat=1)
    _, defenders = asked(position, answers=((1, ("play Charge Ahead",)), (1, tuple(attackers(match)))))
    assert {key.partition("#")[0] for key in defenders} >= {"Giant"}


def attackers(match: Match) -> list[str]:
    """Bo's entities, as named in answers."""
    return [f"{card.face.title}#{card.tag}" for card in match.view(1).sides[1].play if card.face]


def test_it_avoids_nightmare_with_its_last_arcana_and_takes_back_a_discard_pile() -> None:
    rich = "passed: Bo\nAda:\n  hand: Folly, Small Spark, Eviction, Great Spark\n  mind: 4\nBo:\n  hand: 2\n  mind: 1\n  play: Giant"
    _, choice = asked(rich, answers=((0, ("pass",)),))
    assert choice == ("Folly",)
    poor = "passed: Bo\nAda:\n  hand: Folly\n  arcana discard: Small Spark, Eviction, Great Spark\n  mind: 4\nBo:\n  hand: 2\n  mind: 1\n  play: Giant"
    _, choice = asked(poor, answers=((0, ("pass",)),))
    assert choice == ("enter Nightmare",)


def test_cards_that_are_about_each_other_do_not_keep_it_thinking() -> None:
    _, choice = asked("Ada:\n  hand: Tidying, Rousing, Folly\n  play: Echo, Echo\nBo:\n  play: Echo")
    assert choice[0] not in ("play Folly", "invert Folly")


@pytest.mark.parametrize("kind", [kind for kind in QuestionKind if kind is not QuestionKind.NUMBER])
def test_it_answers_questions_that_it_has_never_seen(kind: QuestionKind) -> None:
    match, _ = Match.begin(VOIDREAM, VOIDREAM.setup(ready_made()[:2]), "strange")
    options = (Option("yes", "A", limit=2), Option("no", "B", limit=1), Option("perhaps#77", "C", limit=1))
    if kind is QuestionKind.YES_NO:
        options = options[:2]
    many = kind in (QuestionKind.ORDER, QuestionKind.DISTRIBUTE)
    question = Question(
        1, 0, kind, "What do you make of this?", "an answer", options, 3 if many else 1, 3 if many else 1,
        kind is QuestionKind.ORDER, "Nobody",
    )  # fmt: skip
    check(question, Greedy(Chance("strange")).answer(question, lambda: match.view(0)))


@pytest.mark.slow
@given(sets(), st.integers(0, 10**6))
@fuzzed
def test_it_plays_any_cards_legally(made: list[Card], seed: int) -> None:
    game = with_cards(CardPool([*SET.values(), *made]))
    match, _ = Match.begin(game, deal(laid(made, seed)), f"{seed}")
    players = [Greedy(Chance(f"fuzz {seed} {seat}")) for seat in (0, 1)]
    while match.outcome is None and match.turn_count < MOST_ANSWERS:
        seat = min(match.questions)
        question = match.questions[seat]
        match.answer(seat, question.id, players[seat].answer(question, lambda seat=seat: match.view(seat)))


def test_it_beats_random_play_with_the_same_deck() -> None:
    ready = ready_made()
    won = 0
    for number in range(2 * len(ready)):
        deck = ready[number // 2 % len(ready)]
        greedy = number % 2
        players = [RandomPlayer(Chance(f"random {number}")), Greedy(Chance(f"greedy {number}"))]
        if not greedy:
            players.reverse()
        through = play(VOIDREAM, VOIDREAM.setup([deck, deck]), f"greedy against random {number}", players)
        won += through.outcome.winners == (greedy,)
    assert won >= 14


class Silent(Greedy):
    """The same player, without orders."""

    def orders(
        self,
        seat: int,
        see: Callable[[], Any],
        forms: Sequence[OrderForm],
        standing: Sequence[Order],
        plan: PlanForm | None = None,
    ) -> Sequence[Order]:
        return ()


@pytest.mark.slow
def test_orders_and_forced_answers_halve_the_times_that_a_match_waits() -> None:
    """Compare the total hand-offs of every second ready-made deck against the next, without and with orders."""
    ready = list(ready_made())
    without: list[int] = []
    orders: list[int] = []
    for first, second in zip(ready[::2], ready[1::2], strict=True):
        setup = VOIDREAM.setup([first, second])
        for counted, with_orders in ((without, False), (orders, True)):
            players = [Greedy(Chance(f"halved {first.name} {seat}")) for seat in (0, 1)]
            counted.append(
                play(VOIDREAM, setup, f"halved {first.name}", players, orders=with_orders).hand_offs
            )
    assert sum(orders) <= sum(without) / 2


@pytest.mark.slow
def test_a_player_with_orders_plays_no_worse() -> None:
    """Against the same player without orders, with the same deck, and again with the seats swapped.

    Where orders have no effect, the same seat wins both. Any other difference must be explained by chance.
    """
    ready = list(ready_made())
    won = 0.0
    pairs = len(ready)
    for number in range(pairs):
        setup = VOIDREAM.setup([ready[number % len(ready)]] * 2)
        for ordering in (0, 1):
            players: list[ComputerPlayer] = [
                (Greedy if seat == ordering else Silent)(Chance(f"{number} {seat}")) for seat in (0, 1)
            ]
            winners = play(VOIDREAM, setup, f"strength {number}", players, orders=True).outcome.winners
            won += 0.5 if len(winners) != 1 else winners[0] == ordering
    assert won / (2 * pairs) > 0.4
