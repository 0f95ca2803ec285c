"""Previews: their answers and languages. `bench.claims` compares them with the results."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cards.i18n import Locale
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.views.consequences import (
    EXPENSIVE_FROM,
    HAND_SIZE,
    comes_to,
    consequences,
    rule_of,
    usual_shields,
)
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.chance import Chance
from engine.kernel.claims import Hang
from engine.kernel.consequence import Consequence
from engine.kernel.match import Match
from engine.kernel.question import Option, Question, QuestionKind, check, random_choice
from tests.render.dreamweavers import views as pictured

NAMES = ("Ada", "Bo")
SPANISH = DREAMWEAVERS.translator(Locale.SPANISH)
LEFT = ("You go on, with memory left", "Memory left for you")


def test_consequences_belong_to_options_and_exist_in_spanish() -> None:
    match, _ = Match.begin(DREAMWEAVERS, DREAMWEAVERS.setup([None, None]), "consequences 1")
    chance, stopped = Chance("1"), 0
    for _ in range(150):
        if match.outcome is not None:
            break
        seat, question = next(iter(match.questions.items()))
        view = match.view(seat)
        for one in consequences(view, question, NAMES):
            assert one.option is None or one.option in {option.key for option in question.options}
            assert one.claims and SPANISH(one.sentence) and str(one.sentence)
        choice = random_choice(question, chance)
        for stopping in usual_shields(view, question):
            check(question, stopping)
            if question.topic == Topic.MULLIGAN:
                costs = {card.face.title: card.face.cost for card in view.sides[seat].hand if card.face}
                assert all(costs[key] > EXPENSIVE_FROM for key in stopping), (
                    "expensive cards are exchanged, all others kept"
                )
                continue
            total = comes_to(view, question, stopping)
            assert total is None if not stopping else "it stops the attack" in str(total)
            choice = stopping or choice
            stopped += bool(stopping)
        match.answer(seat, question.id, choice)
    assert stopped > 3


def test_the_rule_of_a_question_exists() -> None:
    match, _ = Match.begin(DREAMWEAVERS, DREAMWEAVERS.setup([None, None]), "rules")
    [(seat, question)] = match.questions.items()
    assert rule_of(match.view(seat), question) == "Draft"


def _said(view: DreamweaversView, seat: int, topic: Topic, option: Option) -> Consequence:
    question = Question(1, seat, QuestionKind.ACTION, "?", topic, (option,))
    return next(one for one in consequences(view, question, NAMES) if one.option == option.key)


@pytest.mark.parametrize(("keywords", "hangs"), [((), ()), (("Crushing",), (Hang.TRIGGERS,))])
def test_a_revealed_card_can_act_between_two_points_of_damage(
    keywords: tuple[str, ...], hangs: tuple[Hang, ...]
) -> None:
    view = pictured.attack(1)
    assert view.attack is not None
    attacker = next(one for one in view.sides[0].thoughts if one.face.title == view.attack.attacker)
    side = replace(view.sides[0], thoughts=(replace(attacker, keywords=keywords),))
    view = replace(view, sides=(side, view.sides[1]))
    sentences = _said(view, 1, Topic.DEFEND, Option("pass", "No defence", verb=OptionVerb.PASS))
    assert sentences.claims[0].hangs == hangs


@pytest.mark.parametrize(("size", "hangs"), [(0, ()), (1, (Hang.TRIGGERS,))])
def test_a_revealed_card_can_act_before_the_losing_damage(size: int, hangs: tuple[Hang, ...]) -> None:
    view = pictured.attack(1)
    assert view.attack is not None
    attacker = next(one for one in view.sides[0].thoughts if one.face.title == view.attack.attacker)
    attacking = replace(view.sides[0], thoughts=(replace(attacker, keywords=("Crushing",)),))
    view = replace(view, sides=(attacking, replace(view.sides[1], ego=view.sides[1].ego[:size])))
    question = Question(1, 1, QuestionKind.ACTION, "?", Topic.DEFEND, ())
    warning = next(
        one for one in consequences(view, question, NAMES) if "lose the match" in str(one.sentence)
    )
    assert warning.claims[0].hangs == hangs
    assert ("unless a revealed card" in str(warning.sentence)) == bool(hangs)


@pytest.mark.parametrize(("keywords", "hangs"), [((), ()), (("Fading",), (Hang.TRIGGERS,))])
def test_fading_can_move_the_tracker_at_the_end_of_a_turn(
    keywords: tuple[str, ...], hangs: tuple[Hang, ...]
) -> None:
    view = pictured.early(0)
    side = view.sides[0]
    side = replace(side, thoughts=(replace(side.thoughts[0], keywords=keywords),), feelings=())
    view = replace(view, sides=(side, view.sides[1]))
    option = Option(OptionVerb.LET_GO, "End turn", verb=OptionVerb.LET_GO)
    assert _said(view, 0, Topic.ACTION, option).claims[0].hangs == hangs


@pytest.mark.parametrize(("mind_count", "reason"), [(20, "your hand is full"), (0, "your mind is empty")])
def test_a_refresh_that_draws_nothing_names_the_reason(mind_count: int, reason: str) -> None:
    view = pictured.early(0)
    own = view.sides[0]
    hand = (own.hand * HAND_SIZE)[: HAND_SIZE if mind_count else 1]
    view = replace(view, sides=(replace(own, hand=hand, mind_count=mind_count, id=()), view.sides[1]))
    option = Option(OptionVerb.REFRESH, "Refresh", verb=OptionVerb.REFRESH)
    assert f"you draw nothing: {reason}" in str(_said(view, 0, Topic.ACTION, option).sentence)
