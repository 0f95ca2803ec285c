"""Plans as text: written, read, and refused."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cards.i18n import Locale, translator
from engine.kernel.decoder import converted
from engine.kernel.errors import GameError
from engine.kernel.orders.plan import PlanLines, PlanStep, plan_parameters, with_lines
from tests.engine.voidream.orders.orders_stage import ADA
from tests.engine.voidream.orders.plans import Plan, form, play, stage

# --------------------------------------------------------------------------------------------- saving and loading


def test_a_plan_in_sentences_shows_what_prevents_its_steps() -> None:
    at = stage({"exhausted": ["Page"], "mind": 0})
    plan = Plan(
        at,
        [("attack", "defend", ["Guard", "Page"]), ("fight", "throughout"), ("turn", "play", ["Bell"])],
        [("passed", "pass")],
        stops=("mine", "dream damage"),
    )
    read = at.match.read_plan(ADA, plan.order)
    assert [[str(one.words) for one in line] for line in read] == [
        [
            "If your opponent attacks: defend with Guard and Page.",
            "Then, if it is your turn in a conflict: pass until it is over.",
            "Then, if it is your turn in the main phase: play Bell.",
        ],
        ["Or, if your opponent passes: pass."],
    ]
    assert [str(one.why_not) if one.why_not else one.is_known for line in read for one in line] == [
        "Page is exhausted: only ready entities can defend.",
        False,
        "Your mind is spent. You can't play arcana until it's refreshed.",
        False,
    ]
    assert str(at.match.order_words(plan.order)).endswith(
        "It lasts until the end of the match, and ends early if one of your cards leaves play or takes damage or you "
        "are dealt Dream damage."
    )
    play(at, "play Push")
    plan.order = replace(plan.order, stops=())
    assert plan.ended() == "I couldn't carry it out: Page is exhausted: only ready entities can defend."


def test_a_plan_in_words_shows_its_remaining_steps() -> None:
    at = stage()
    plan = Plan(at, [("passed", "pass"), ("Nightmare", "enter")], [("attack", "defend")])
    at.answer("pass")
    plan.answers("pass")
    assert (
        str(at.match.order_words(plan.order))
        == "If you face Nightmare: enter Nightmare. It lasts until the end of the match."
    )


def test_all_plan_steps_are_described_in_spanish() -> None:
    at = stage(bo={"play": ["Page"], "arcana": ["Bell"]})
    spanish = translator(Locale.SPANISH)
    known = form(at.match, ADA)
    assert len(known.whens) <= 25
    for when in known.whens:
        assert spanish(when.label) != str(when.label)
        for act in when.acts:
            assert spanish(act.label) != str(act.label) or act.key == "no"
            assert len(act.things) <= 25
            planned = PlanStep(when.key, act.key, tuple(key for key, _ in act.things[: act.least]))
            order = with_lines(known.order, ((planned,),))
            at.match.check_order(ADA, order)
            assert spanish(at.match.order_words(order)) != str(at.match.order_words(order))


WRONG: list[tuple[object, str]] = [
    ([], "at least one step"),
    ([[]], "at least one step"),
    ([[["attack", "defend", []]]] * 4, "at most 3 lines"),
    ([[["attack", "defend", []]] * 7], "at most 6 steps"),
    ([[["rain", "defend", []]]], "waits for something"),
    ([[["arcanum Gourd", "pass", []]]], "waits for something"),
    ([[["attack", "", []]]], "is missing"),
    ([[["attack", "play", ["Bell"]]]], "is missing"),
    ([[["turn", "play", []]]], "is missing"),
    ([[["turn", "play", ["Gourd"]]]], "no longer available"),
    ([[["turn", "play", ["Bell", "Bell"]]]], "no longer available"),
    ([[["turn", "play", ["Bell", "Burn"]]]], "is missing"),
    ([[["turn", "pass", ["Bell"]]]], "no longer available"),
]


@pytest.mark.parametrize(("lines", "sentence"), WRONG)
def test_impossible_plans_are_refused(lines: object, sentence: str) -> None:
    at = stage()
    order = form(at.match, ADA).order
    with pytest.raises(GameError, match=sentence):
        at.match.check_order(ADA, with_lines(order, converted(lines, PlanLines)))


def test_a_plan_begins_at_its_beginning() -> None:
    at = stage()
    given = Plan(at, [("passed", "pass")]).order
    for wrong in (
        replace(given, parameters=replace(plan_parameters(given), at=(0, 0))),
        replace(given, past=3),
        replace(given, past=None),
    ):
        with pytest.raises(GameError, match="isn't a plan"):
            at.match.check_order(ADA, wrong)
