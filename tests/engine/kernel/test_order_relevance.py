"""The relevance of an order is decided by public knowledge, and the result is stored with the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Never

import pytest
from msgspec.structs import replace

from bench.orders import asked_in
from bot.games.voidream import voidream
from cards.voidream.model import Kind
from engine.kernel.chance import Chance
from engine.kernel.game import Game, Indifference
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match, is_forced
from engine.kernel.order_relevance import answers_to_try, idle_answer, view_comparison
from engine.kernel.question import Choice, Question, QuestionKind, random_choice
from engine.voidream.game import VOIDREAM
from tests.engine.voidream.table import Stage, card, entity
from tests.games.lanterns import DECKS, LANTERNS


def test_an_order_that_matters_in_any_position_is_asked_for() -> None:
    """In Lanterns the first one is lit, and hands are hidden."""
    game = replace(
        LANTERNS, indifference=Indifference(frozenset({"order"}), frozenset({"awaited"})), orders=None
    )
    match, _ = Match.begin(game, game.setup(list(DECKS)[:2]), "idle")
    chance = Chance("idle")
    while not match.may_be_idle():
        seat = min(match.pending_questions)
        match.answer(
            seat, match.pending_questions[seat].id, random_choice(match.pending_questions[seat], chance)
        )
    before = game.pack(match.machine)
    assert next(iter(match.pending_questions.values())).kind is QuestionKind.ORDER
    assert match.idle_answer() is None
    assert game.pack(match.machine) == before


@pytest.mark.parametrize(("took", "is_idle"), [(6, True), (7, False)])
def test_six_orders_of_six_answers_each_are_tried_to_the_end(
    took: int, is_idle: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order itself, a question for each of four things, and one more."""
    match = next(
        match
        for match, seat in asked_in(voidream(), 4)
        if len(answers_to_try(match.pending_questions[seat])) == 6
    )

    def played(game: Game, machine: AnyMachine, *how: object) -> tuple[AnyMachine, int]:
        return machine, took

    monkeypatch.setattr("engine.kernel.order_relevance._after_answer", played)
    assert (match.idle_answer() is not None) == is_idle


class Tossing:
    """A player who tosses a coin."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, question: Question, see: Callable[[], Never]) -> Choice:
        assert self.chance.drawn == 0, "a tie would be broken otherwise after another order"
        assert all(option.key in self.chance.seed for option in question.options)
        return random_choice(question, self.chance)


def test_each_question_on_the_way_is_answered_with_its_own_randomness() -> None:
    for match, _ in islice(asked_in(voidream(), 4), 6):
        match.idle_answer(Tossing)


def test_relevance_follows_from_public_knowledge_and_is_stored() -> None:
    """Matches of Voidream, each compared with a position that a spectator can't distinguish from the true one."""
    counts = Counter[bool]()
    for match, seat in (asked for number in range(20) for asked in asked_in(voidream(), number)):
        if counts[True] and counts[False]:
            return
        answer = match.idle_answer()
        twin = VOIDREAM.exchange(match.machine, (), Chance("twin"))
        assert idle_answer(VOIDREAM, twin) == answer
        counts[answer is not None] += 1
        if answer is None:
            continue
        assert answer == (seat, answers_to_try(match.pending_questions[seat])[0])
        copy = Match.load(VOIDREAM, match.save())
        events = copy.answer(seat, copy.pending_questions[seat].id, answer[1], idle=True)
        assert {event.decided_by for event in events} == {-1}
        *_, last_answer = copy.record.answers
        assert last_answer.idle and is_forced(match, last_answer)
        assert Match.load(VOIDREAM, copy.save()).record == copy.record
    raise AssertionError(counts)


@pytest.mark.parametrize(
    ("spoon", "are_alike"), [("", True), ("(A) Exhaust this card: Void a charge.", False)]
)
def test_charges_are_equal_unless_a_visible_text_distinguishes_them(spoon: str, are_alike: bool) -> None:
    feed = card("Feed", Kind.ARCANUM, 4, "Charge an entity you control.")
    cards = [
        feed,
        *(card(f"Leaf {n}", Kind.THOUGHT, n) for n in (1, 3)),
        card("Spoon", Kind.MEMORY, text=spoon),
    ]
    ends: list[Stage] = []
    for order in (("Ram", "Guard"), ("Guard", "Ram")):
        stage = Stage(
            [*cards, entity("Ram", 1, 1, 1), entity("Guard", 2, 2, 1)],
            {"hand": ["Feed"] * 2, "play": ["Ram", "Guard", "Spoon"], "deck": ["Leaf 1", "Leaf 3", "Leaf 1"]},
            {"hand": ["Feed"]},
        )
        for name in order:
            stage.answer("play Feed")
            stage.answer(name)
            stage.answer("pass")
        ends.append(stage)
    one, other = (end.match.view(None) for end in ends)
    assert view_comparison(VOIDREAM, ends[0].match.machine)(one, other) == are_alike
