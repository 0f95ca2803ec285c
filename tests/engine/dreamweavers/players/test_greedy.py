"""The greedy player of Dreamweavers: it answers every question, beats a random player, and uses only its own view."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.topics import Topic
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, random_choice
from engine.kernel.simulation import RandomPlayer, See, play

SETUP = DREAMWEAVERS.setup([None, None])


class Watched(Greedy):
    """A greedy player that counts its questions."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.topics: Counter[str] = Counter()

    def answer(self, question: Question, see: See) -> Choice:
        self.topics[question.topic] += 1
        return super().answer(question, see)


def test_it_beats_random_players_and_answers_every_topic() -> None:
    topics, won = Counter[str](), 0
    for number in range(8):
        greedy = Watched(Chance(f"greedy {number}"))
        players = [greedy, RandomPlayer(Chance(f"random {number}"))]
        place = number % 2
        through = play(DREAMWEAVERS, SETUP, f"beaten {number}", players if place == 0 else players[::-1])
        won += through.outcome.winners == (place,)
        topics += greedy.topics
    assert won == 8
    asked = {Topic(topic) for topic in topics}
    assert asked >= {
        Topic.DRAFT, Topic.INTENT, Topic.MULLIGAN, Topic.ACTION, Topic.ANSWER, Topic.DEFEND,
        Topic.SHIELDS, Topic.PRICE, Topic.CARDS,
    }  # fmt: skip


def test_hidden_cards_do_not_change_its_answers() -> None:
    match, _ = Match.begin(DREAMWEAVERS, SETUP, "hidden")
    chance = Chance("hidden, exchanged")
    compared = 0
    while match.outcome is None and compared < 40:
        seat = min(match.questions)
        question = match.questions[seat]
        choice = _answer(question, lambda seat=seat: match.view(seat))
        if match.turn_count % 2:
            other = DREAMWEAVERS.exchange(match.machine, [seat], chance)
            assert choice == _answer(question, lambda seat=seat, other=other: DREAMWEAVERS.view(other, seat))
            compared += 1
        match.answer(seat, question.id, choice)
    assert compared >= 30


def _answer(question: Question, see: See) -> Choice:
    return Greedy(Chance(f"question {question.id}")).answer(question, see)


def test_its_plans_and_orders_save_much_of_the_waiting() -> None:
    waits: Counter[bool] = Counter()
    for orders in (False, True):
        players = [Greedy(Chance(f"waits {seat}")) for seat in (0, 1)]
        waits[orders] += play(DREAMWEAVERS, SETUP, "waits", players, orders=orders).hand_offs
    assert 4 * waits[True] < 3 * waits[False]


@pytest.mark.parametrize("kind", ["attack", "defence"])
def test_one_sided_players_finish_their_matches(kind: str) -> None:
    one_sided = Greedy(Chance(kind), *((3.0, 0.0) if kind == "attack" else (0.3, 3.0)))
    through = play(DREAMWEAVERS, SETUP, f"one-sided {kind}", [one_sided, RandomPlayer(Chance("other"))])
    assert through.outcome.places


def test_a_question_without_a_choice_needs_no_look() -> None:
    match, _ = Match.begin(DREAMWEAVERS, SETUP, "no look")
    (question,) = match.questions.values()

    def see() -> object:
        raise AssertionError("it has looked")

    assert Greedy(Chance("draft")).answer(question, see) == random_choice(question, Chance("draft"))
