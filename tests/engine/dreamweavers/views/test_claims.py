"""Claims of previews: the events that explain them, and the results that test them."""

from __future__ import annotations

from engine.dreamweavers.facts.cards import Forgotten
from engine.dreamweavers.facts.turns import TrackerMoved
from engine.dreamweavers.topics import Topic
from engine.dreamweavers.views.claims import Paid
from engine.kernel.claims import ActSequence, ObservedAct
from engine.kernel.events.changes import Change
from engine.kernel.events.event import Event, Fact
from engine.kernel.question import Question, QuestionKind


def act(seat: int, topic: Topic, *facts: Fact) -> ObservedAct:
    question = Question(1, seat, QuestionKind.ACTION, "?", topic)
    return ObservedAct(seat, question, (), None, [Event(fact) for fact in facts], None)


def test_a_copy_of_a_tapped_card_that_left_play_can_be_untapped() -> None:
    forgotten = Forgotten(0, ["Spun Coin"], "thoughts")
    assert Change("tapped", None, "Spun Coin") in Forgotten.entry.changes_of(forgotten)
    discarded = Forgotten(0, ["Spun Coin"], "hand", "discarded")
    assert Change("tapped", None, "Spun Coin") not in Forgotten.entry.changes_of(discarded)


def test_only_an_answer_s_own_payment_tests_its_claim() -> None:
    pay = TrackerMoved(0, "pay", 0, 3, 0, 1)
    claim = Paid(seat=0, memory=1)
    assert claim.outcome(ActSequence([act(0, Topic.ACTION, pay)])) == ""
    assert claim.outcome(ActSequence([act(0, Topic.ACTION), act(0, Topic.ACTION, pay)])) is None
