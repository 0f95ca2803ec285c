"""What is said before an answer: which answers it is about, and in which languages. `bench.claims` holds it against what comes."""

from __future__ import annotations

from cards.i18n import Locale
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.topics import Topic
from engine.dreamweavers.views.consequences import DEAR, comes_to, consequences, rule_of, wanted
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import check, random_choice

NAMES = ("Ada", "Bo")
SPANISH = DREAMWEAVERS.translator(Locale.SPANISH)
LEFT = ("You go on, with memory left", "Memory left for you")


def test_what_is_said_belongs_to_an_answer_and_is_said_in_spanish_too() -> None:
    match, _ = Match.begin(DREAMWEAVERS, DREAMWEAVERS.setup([None, None]), "consequences 1")
    chance, stopped = Chance("1"), 0
    for _ in range(150):
        if match.outcome is not None:
            break
        seat, question = next(iter(match.questions.items()))
        view = match.view(seat)
        for one in consequences(view, question, NAMES):
            assert one.option is None or one.option in {option.key for option in question.options}
            assert one.claims and SPANISH(one.said) and str(one.said)
        choice = random_choice(question, chance)
        for stopping in wanted(view, question):
            check(question, stopping)
            if question.topic == Topic.MULLIGAN:
                costs = {card.face.title: card.face.cost for card in view.sides[seat].hand if card.face}
                assert all(costs[key] > DEAR for key in stopping), "what is dear goes, all else stays"
                continue
            total = comes_to(view, question, stopping)
            assert total is None if not stopping else "it stops the attack" in str(total)
            choice = stopping or choice
            stopped += bool(stopping)
        match.answer(seat, question.id, choice)
    assert stopped > 3


def test_what_a_question_means_can_be_read() -> None:
    match, _ = Match.begin(DREAMWEAVERS, DREAMWEAVERS.setup([None, None]), "rules")
    [(seat, question)] = match.questions.items()
    assert rule_of(match.view(seat), question) == "Draft"
