"""The greedy player: it finishes matches with any number of players, beats a random player, and turns cards over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from engine.dreams_of_dystopia.facts.combats import AttackBlocked, Attacked
from engine.dreams_of_dystopia.facts.turns import AbilityUsed, Acquired, DeedUsed, TurnBegan
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.players.greedy import Greedy
from engine.dreams_of_dystopia.players.turns import TurnValuation
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.scenario.format import read_scenarios
from engine.dreams_of_dystopia.scenario.layout import lay_out
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, Fact
from engine.kernel.match import Match
from engine.kernel.question import Choice
from engine.kernel.simulation import RandomPlayer, play

LONGEST = 1500
"""The maximum number of answers, three times that of the longest match here."""


@pytest.mark.slow
def test_matches_end_and_everything_is_done_in_them() -> None:
    facts: Counter[type[Fact]] = Counter()

    def watch(event: Event) -> None:
        facts[type(event.fact)] += 1

    for seats in (2, 3, 4):
        players = [Greedy(Chance(f"greedy {seat}")) for seat in range(seats)]
        setup = DYSTOPIA.setup([None] * seats)
        played = play(DYSTOPIA, setup, f"{seats} table", players, watch=watch, longest=LONGEST)
        assert played.outcome.ending == "fallen"
        assert sorted(seat for place in played.outcome.places for seat in place) == list(range(seats))
    assert {Attacked, AttackBlocked, AbilityUsed, DeedUsed, Acquired} <= facts.keys()


def played_on(position: str, answers: int) -> list[Choice]:
    """Return the greedy player's answers in a position in Ada's turn."""
    (scenario,) = read_scenarios(f"scenario: A position\n{position}\nThen it is Ada's turn\n", "greedy")
    match: Match = lay_out(scenario)[0]
    player, given = Greedy(Chance("greedy")), list[Choice]()
    while len(given) < answers:
        (seat,) = match.questions
        given.append(player.answer(match.questions[seat], lambda seat=seat: match.view(seat)))
        match.answer(seat, match.questions[seat].id, given[-1])
    return given


def test_abilities_in_any_order_are_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five Abilities that allow more of them can be used in many orders: 1,054 hands were judged, several times each."""
    judged: list[int] = []
    best_attack = TurnValuation.best_attack

    def counted(turns: TurnValuation, hand: Sequence[CompiledSide], *more: Any, **others: Any) -> Any:
        judged.append(len(hand))
        return best_attack(turns, hand, *more, **others)

    monkeypatch.setattr(TurnValuation, "best_attack", counted)
    hand = "Bridge Marshal, Shining Naga Champion, Dread Naga Champion, Bell Ringer, Rooftop Lookout, Curse"
    deck = ", ".join(["Curse"] * 12)
    played_on(f"Ada:\n  hand: {hand}\n  deck: {deck}\nBo:\n  hand: Curse, Curse", 1)
    assert len(judged) < 200


def test_it_turns_a_fighter_over_to_fit_its_helpers() -> None:
    hand = "Rooftop Lookout, Tunnel Guide, Torn Signpost, Riot Hook"
    given = played_on(f"Ada:\n  hand: {hand}\n  deck: Gatepost Militia\nBo:\n  hand: Curse, Curse", 3)
    assert given == [("ability Rooftop Lookout",), ("yes",), ("attack Tunnel Stalker",)]


def test_it_turns_nothing_over_that_fits() -> None:
    hand = "Rooftop Lookout, Tunnel Stalker, Torn Signpost, Riot Hook"
    given = played_on(f"Ada:\n  hand: {hand}\n  deck: Gatepost Militia\nBo:\n  hand: Curse, Curse", 3)
    assert given == [("ability Rooftop Lookout",), ("no",), ("attack Tunnel Stalker",)]


def test_it_knows_the_cards_of_the_match_also_those_that_the_set_has_not() -> None:
    card = "card: Old Fist, Minion, divine, ATK 9, DEF 2, SKL 4"
    given = played_on(f"{card}\nAda:\n  hand: Old Fist\nBo:\n  hand: Curse, Curse", 1)
    assert given == [("attack Old Fist",)]


SMITH = "Ada:\n  master: Smith of the Last Age\n  hand: {}\n  discard: Rail Harpoon, Torn Signpost\nBo:\n  hand: Curse x2"


def test_it_pays_for_a_weapon_that_its_fighter_can_use() -> None:
    given = played_on(SMITH.format("Tunnel Stalker"), 3)
    assert given == [("master 0",), ("Torn Signpost",), ("attack Tunnel Stalker",)]


def test_it_does_not_pay_for_a_weapon_without_a_fighter() -> None:
    (first,) = played_on(SMITH.format("Curse"), 1)
    assert first != ("master 0",)


def test_its_orders_save_most_of_the_waiting() -> None:
    """At most 1.15 hand-offs per turn with two players and 1.25 with more; without orders there are more than 1.5."""
    for seats, most in ((2, 1.15), (4, 1.25)):
        players = [Greedy(Chance(f"w{seat}")) for seat in range(seats)]
        played = play(
            DYSTOPIA, DYSTOPIA.setup([None] * seats), f"{seats} w0", players, orders=True, longest=LONGEST
        )
        assert (played.hand_offs - seats) / played.events[TurnBegan] <= most
        assert played.events[Attacked] > 5 and played.by_order > played.events[Attacked]


def test_beats_a_random_player() -> None:
    for number in range(8):
        seat = number % 2
        random = RandomPlayer(Chance(f"random {number}"))
        players = [Greedy(Chance(f"greedy {number}")), random]
        played = play(
            DYSTOPIA,
            DYSTOPIA.setup([None, None]),
            f"duel {number}",
            players if seat == 0 else players[::-1],
            longest=LONGEST,
        )
        assert played.outcome.places[0] == (seat,), number
