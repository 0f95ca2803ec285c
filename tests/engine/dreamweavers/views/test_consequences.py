"""What is said before an answer comes true: held against what happens, over whole matches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from cards.i18n import Locale
from engine.dreamweavers.facts.attacks import Damaged, Shielded
from engine.dreamweavers.facts.cards import Drew
from engine.dreamweavers.facts.turns import TrackerMoved
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.views.consequences import comes_to, consequences, rule_of, wanted
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.chance import Chance
from engine.kernel.events.event import Event, Fact
from engine.kernel.match import Match
from engine.kernel.question import Choice, Question, check, random_choice

NAMES = ("Ada", "Bo")
SPANISH = DREAMWEAVERS.translator(Locale.SPANISH)
LEFT = ("You go on, with memory left", "Memory left for you")


def first(happened: Sequence[Event], fact: type[Fact]) -> Fact | None:
    return next((event.fact for event in happened if isinstance(event.fact, fact)), None)


def paid(view: DreamweaversView, question: Question, choice: Choice, happened: Sequence[Event]) -> bool:
    """Hold what was said of the tracker against where it went; return whether anything was said."""
    option = next(one for one in question.options if one.key == choice[0])
    name = option.subject.partition("#")[0]
    moved = first(happened, TrackerMoved)
    for one in consequences(view, question, NAMES):
        said = str(one.said)
        found = re.search(rf"[:,] {re.escape(name)} \((\d+)\)", said)
        if found and option.verb in (OptionVerb.PLAY, OptionVerb.ACTIVATE):
            assert isinstance(moved, TrackerMoved) and moved.why == "pay", said
            assert moved.number == int(found[1]), said
            assert moved.side in (question.seat if said.startswith(LEFT) else 1 - question.seat, None), said
            return True
    return False


def come_true(view: DreamweaversView, question: Question, choice: Choice, happened: Sequence[Event]) -> str:
    """Hold what was said before an answer against what happened; return what was held."""
    said = {
        str(one.said) for one in consequences(view, question, NAMES) if choice and one.option == choice[0]
    }
    if question.topic == Topic.SHIELDS and choice:
        shielded, total = first(happened, Shielded), comes_to(view, question, choice)
        assert isinstance(shielded, Shielded) and view.attack is not None and total is not None
        assert f"Shield value {shielded.value + view.attack.target_power} of {view.attack.power}:" in str(
            total
        )
        return "shields"
    if question.topic in (Topic.ACTION, Topic.ANSWER, Topic.DEFEND) and paid(
        view, question, choice, happened
    ):
        return f"paid in {question.topic}"
    if choice == (OptionVerb.REFRESH,):
        n = sum(one.fact.count for one in happened if isinstance(one.fact, Drew) and one.cause == "DW34")
        if not n and not any("You go on." in one and "draw" not in one for one in said):
            return ""  # Recurring cards, or what triggers on it, come first.
        assert any(f"you draw {n} card" in one if n else "→ 0. You go on." in one for one in said), said
        return "refreshed"
    if question.topic == Topic.DEFEND and choice == (OptionVerb.PASS,):
        damaged = first(happened, Damaged)
        if isinstance(damaged, Damaged) and any(one.startswith("1 damage") for one in said):
            assert any(f"; {damaged.left} card" in one for one in said), (said, damaged)
            return "damaged"
    return ""


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_what_is_said_comes_true(seed: str) -> None:
    match, _ = Match.begin(DREAMWEAVERS, DREAMWEAVERS.setup([None, None]), f"consequences {seed}")
    chance, held = Chance(seed), Counter[str]()
    for _ in range(150):
        if match.outcome is not None:
            break
        seat, question = next(iter(match.questions.items()))
        view = match.view(seat)
        for one in consequences(view, question, NAMES):
            assert one.option is None or one.option in {option.key for option in question.options}
            assert SPANISH(one.said) and str(one.said)
        choice = random_choice(question, chance)
        for stopping in wanted(view, question):
            check(question, stopping)
            total = comes_to(view, question, stopping)
            assert total is None if not stopping else "it stops the attack" in str(total)
            choice = stopping or choice
        held[come_true(view, question, choice, match.answer(seat, question.id, choice))] += 1
    assert held["paid in action"] > 5 and held["refreshed"], held


def test_what_a_question_means_can_be_read() -> None:
    match, _ = Match.begin(DREAMWEAVERS, DREAMWEAVERS.setup([None, None]), "rules")
    [(seat, question)] = match.questions.items()
    assert rule_of(match.view(seat), question) == "Draft"
