"""Block plans: answers to attacks until the owner's next turn (DD95, DD97, DD123)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.orders.book import BOOK
from engine.dreams_of_dystopia.players.plans import BlockLine, BlockPlan
from engine.kernel.chance import Chance
from engine.kernel.errors import GameError
from engine.kernel.match import Match
from engine.kernel.order_preview import choice_in_words, latest_answers
from engine.kernel.orders.kind import END
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanForm, PlanStep
from engine.kernel.question import random_choice
from tests.engine.dreams_of_dystopia.orders.test_plans import ADA, BO, Played, answer, begun

ATTACKED = """
players: Ada, Bo
Ada:
  hand: Bridge Marshal, Mended Signpost
Bo:
  lp: 14
  hand: Bridge Marshal, Signal Lamp, Mended Signpost, Tunnel Guide, Curse
  deck: Ember Carrier
scenario: An attack with 9 ATK
Then it is Ada's turn
"""
ALL = ("Signal Lamp", "Mended Signpost", "Tunnel Guide", "Bridge Marshal", END)


def plan(
    match: Played, *lines: BlockLine, ready: str = "", n: int = 0, listed: tuple[str, ...] = ALL
) -> Order:
    """Return Bo's block plan as it is read from the store, after checking it."""
    form = next(form for form in match.order_forms(BO) if form.order.kind == "block")
    order = replace(form.order, parameters=BlockPlan(n=n, listed=listed, ready=ready, lines=lines))
    match.check_order(BO, order)
    assert BOOK.read(order.stored) == order
    return order


def blocked(match: Played, order: Order) -> list[str]:
    """Attack Bo with 9 ATK and let the plan answer. Return its answer, or "ask" if Bo is asked."""
    answer(match, ADA, "attack Bridge Marshal")
    answer(match, ADA, "done")
    done: list[str] = []
    while BO in match.pending_questions and match.pending_questions[BO].topic in ("block", "support block"):
        ordered = match.by_order(BO, order, ())
        if ordered.choice is None:
            return [*done, "ask"]
        done += ordered.choice
        assert ordered.after is not None
        order = ordered.after
        answer(match, BO, *ordered.choice)
    return done


NONE = BlockLine("no block")
ASK = BlockLine("ask")
GUIDE = BlockLine("cards", cards=("Tunnel Guide", "Mended Signpost"))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((NONE,), ["no block"]),
        ((ASK, NONE), ["ask"]),
        ((GUIDE,), ["block Tunnel Guide", "helper Mended Signpost", "done"]),
        ((replace(GUIDE, most=5), NONE), ["block Tunnel Guide", "helper Mended Signpost", "done"]),
        ((replace(GUIDE, most=4), NONE), ["no block"]),
        ((replace(GUIDE, hits=True), NONE), ["no block"]),
        ((replace(GUIDE, loss=9), NONE), ["block Tunnel Guide", "helper Mended Signpost", "done"]),
        ((replace(GUIDE, loss=10), NONE), ["no block"]),
        ((BlockLine("cards", cards=("Bridge Marshal", "Ember Carrier")), NONE), ["no block"]),
        (
            (BlockLine("cards", cards=("Bridge Marshal", "Signal Lamp", "Signal Lamp")), NONE),
            ["block Bridge Marshal"],
        ),
        ((BlockLine("cards", cards=("Bridge Marshal", "Bridge Marshal")), NONE), ["no block"]),
        ((BlockLine("cards", cards=("Bridge Marshal", "Curse")), NONE), ["no block"]),
        ((replace(ASK, lp=5), NONE), ["ask"]),
        ((replace(ASK, lp=4), NONE), ["no block"]),
        ((replace(ASK, attacker=BO), NONE), ["no block"]),
        ((replace(ASK, attacker=ADA, nth=1), NONE), ["ask"]),
        ((replace(ASK, nth=2), NONE), ["no block"]),
        ((replace(ASK, hit=True), NONE), ["no block"]),
        ((BlockLine("lowest price", most=9),), ["no block"]),
        ((BlockLine("lowest price", most=6),), ["block Tunnel Guide", "done"]),
        ((BlockLine("lowest price", most=0), NONE), ["no block"]),
        ((replace(NONE, loss=99),), ["ask"]),
    ],
)
def test_the_first_line_that_fits_decides(lines: tuple[BlockLine, ...], expected: list[str]) -> None:
    match = begun(ATTACKED)
    done = blocked(match, plan(match, *lines))
    assert done[: len(expected)] == expected


@pytest.mark.parametrize(
    ("ready", "n", "expected"),
    [
        ("cheap", 6, "block Tunnel Guide"),
        ("cheap", 0, "no block"),
        ("floor", 5, "no block"),
        ("floor", 8, "block Tunnel Guide"),
        ("floor", 14, "ask"),
        ("big", 9, "ask"),
        ("big", 10, "no block"),
    ],
)
def test_ready_made_plans(ready: str, n: int, expected: str) -> None:
    match = begun(ATTACKED)
    assert blocked(match, plan(match, ready=ready, n=n))[0] == expected


@pytest.mark.parametrize(
    ("ready", "n", "expected"), [("big", 8, ["ask"]), ("cheap", 6, ["block Tunnel Guide", "done"])]
)
def test_the_loss_is_counted_beyond_the_last_lp(ready: str, n: int, expected: list[str]) -> None:
    match = begun(ATTACKED.replace("lp: 14", "lp: 6"))
    assert blocked(match, plan(match, ready=ready, n=n)) == expected


def test_the_price_is_the_owners_order() -> None:
    match = begun(ATTACKED)
    marshal_first = ("Bridge Marshal", "Tunnel Guide", END, "Signal Lamp", "Mended Signpost")
    assert blocked(match, plan(match, ready="cheap", n=6, listed=marshal_first))[0] == "block Bridge Marshal"


def test_a_plan_is_about_cards_that_have_yet_to_be_drawn() -> None:
    """A plan for the whole match names cards in any zone. Cards acquired later are the most expensive (DD95)."""
    match = begun(ATTACKED)
    offered = next(form for form in match.order_forms(BO) if form.name == "floor")
    assert "Ember Carrier" in [key for key, _ in offered.things], "it is in the deck"
    order = plan(match, ready="floor", n=8, listed=("Ember Carrier", END))
    assert blocked(match, order)[0].startswith("block")
    unchanged = begun(ATTACKED)
    assert blocked(
        unchanged, plan(unchanged, ready="cheap", n=8, listed=("Ember Carrier", END, "Tunnel Guide"))
    ) == ["no block"]


def test_a_masters_text_counts_as_an_effect_upon_a_hit() -> None:
    """The Master's text is an effect upon a hit (DD57, DD95)."""
    for master, expected in (("Mother of Shut Doors", "ask"), ("Mother of Open Doors", "no block")):
        match = begun(ATTACKED.replace("Ada:\n", f"Ada:\n  master: {master}\n"))
        assert blocked(match, plan(match, replace(ASK, hit=True), NONE)) == [expected]


def test_a_searched_weapon_is_not_one_of_the_named_ones() -> None:
    text = ATTACKED.replace("Signal Lamp, Mended Signpost", "Shining Naga Champion, Hubcap Shield")
    match = begun(text.replace("deck: Ember Carrier", "deck: Mended Signpost"))
    named = ("Bridge Marshal", "Shining Naga Champion", "Hubcap Shield")
    order = plan(match, BlockLine("cards", cards=named), listed=("Bridge Marshal", END))
    assert blocked(match, order) == ["block Bridge Marshal", "helper Shining Naga Champion"]
    answer(match, BO, "Mended Signpost")
    begun_block = replace(order, parameters=BlockPlan(lines=(NONE,), doing=named))
    assert match.by_order(BO, begun_block, ()).choice == ("helper Hubcap Shield",)


def test_a_minion_on_the_table_blocks_before_one_from_the_hand() -> None:
    match = begun(
        """
players: Ada, Bo
card: Fist, Minion, divine, ATK 5
card: Storm, Minion, divine
  ABILITY: +1 Combat.
card: Hold, Minion, divine, DEF 4
  COMBAT: Upon Block: +1 Block with this Minion.
Ada:
  hand: Storm, Fist, Fist
Bo:
  hand: Hold, Hold
scenario: Two attacks
Then it is Ada's turn
"""
    )
    order = plan(match, BlockLine("cards", cards=("Hold",)), listed=("Hold", END))
    answer(match, ADA, "ability Storm")
    for expected in ("block Hold", "block again Hold"):
        answer(match, ADA, "attack Fist")
        assert match.by_order(BO, order, ()).choice == (expected,)
        answer(match, BO, expected)


def lines_form(match: Played) -> PlanForm:
    form = match.lines_form(BO)
    assert form is not None
    return form


@pytest.mark.parametrize(
    ("lines", "sentence", "done"),
    [
        ([("any", "no block")], "don't block", ["no block"]),
        ([("loss 10", "no block"), ("lp 6", "ask")], "if you would have 6 LP or fewer, ask me", ["ask"]),
        ([("loss 8", "keep 8")], "block at the lowest price", ["block Tunnel Guide", "done"]),
        ([("lp 8", "keep 8")], "that leaves 8 LP", ["block Tunnel Guide", "done"]),
        (
            [("hit", "ask"), ("any", "with Tunnel Guide", "Mended Signpost")],
            "block with Tunnel Guide and Mended Signpost",
            ["block Tunnel Guide", "helper Mended Signpost", "done"],
        ),
    ],
)
def test_own_lines_are_made_out_with_menus(
    lines: list[tuple[str, ...]], sentence: str, done: list[str]
) -> None:
    match = begun(ATTACKED)
    form = lines_form(match)
    steps = tuple((PlanStep(when, act, tuple(things)),) for when, act, *things in lines)
    acts = {when.key: {act.key: act for act in when.acts} for when in form.whens}
    assert all(step.act in acts[step.when] for (step,) in steps), "it can be chosen"
    order = BOOK.with_lines(form.order, steps)
    match.check_order(BO, order)
    assert sentence in str(match.read_plan(BO, order, steps)[-1][0].words) or sentence in str(
        BOOK.words(order)
    )
    answers = blocked(match, order)
    assert answers[: len(done)] == done


def test_a_line_that_is_not_made_out_is_refused() -> None:
    match = begun(ATTACKED)
    for step in (PlanStep(""), PlanStep("any"), PlanStep("any", "with Dawn Patrol")):
        with pytest.raises(GameError):
            match.check_order(BO, BOOK.with_lines(lines_form(match).order, ((step,),)))


def test_a_plan_is_tried_on_the_last_attacks() -> None:
    match, chance, blocks = Match.new(DYSTOPIA, [None, None], "tried"), Chance("tried"), list[str]()
    while len(blocks) < 4 or ADA not in match.pending_questions:
        [seat] = match.pending_questions
        choice = random_choice(match.questions[seat], chance)
        if seat == ADA and match.pending_questions[seat].topic == "block":
            blocks.append(str(choice_in_words(match.pending_questions[seat], choice)))
        match.answer(seat, match.pending_questions[seat].id, choice)
    order = next(form.order for form in match.order_forms(ADA) if form.name == "each")
    answers = latest_answers(match, ADA, order, ("block",))
    assert [str(one.answered) for one in answers] == blocks[-3:], "the last three"
    assert {str(one.ordered) for one in answers} == {"I'd ask you"}
    none = replace(order, parameters=BlockPlan(lines=(NONE,)))
    assert {str(one.ordered) for one in latest_answers(match, ADA, none, ("block",))} == {"Don't block"}


def test_a_condition_of_two_lines_in_turn_is_read_once() -> None:
    [floor] = [form.order for form in begun(ATTACKED).order_forms(BO) if form.name == "floor"]
    words = BOOK.words(replace(floor, parameters=replace(floor.parameters, n=5)))
    assert (
        "if you would have 4 LP or fewer, block at the lowest price that leaves 5 LP; if your cards can't, ask me; "
        "otherwise don't block" in str(words)
    )
    own = (BlockLine("ask", lp=4), BlockLine("lowest price", lp=4, keeps=5), NONE)
    assert str(BOOK.words(replace(floor, parameters=BlockPlan(lines=own)))).count("4 LP or fewer") == 2


def test_all_offered_orders_can_be_given() -> None:
    match = begun(ATTACKED)
    forms = match.order_forms(BO)
    assert [form.name for form in forms] == ["cheap", "floor", "big", "each"]
    assert [form.name for form in forms if form.quick is not None] == ["cheap", "floor", "each"]
    for form in forms:
        match.check_order(BO, form.order)


@pytest.mark.parametrize(
    ("lines", "listed"),
    [
        ((), ALL),
        ((BlockLine("cards", cards=("Dawn Patrol",)),), ALL),
        ((BlockLine("cards"),), ALL),
        ((BlockLine("lowest price"),), ALL),
        ((NONE,), ("Dawn Patrol", END)),
        ((BlockLine("somehow"),), ALL),
    ],
)
def test_invalid_plans_are_refused(lines: tuple[BlockLine, ...], listed: tuple[str, ...]) -> None:
    with pytest.raises(GameError):
        plan(begun(ATTACKED), *lines, listed=listed)


def test_a_plan_uses_only_its_owners_knowledge() -> None:
    match = begun(ATTACKED)
    order = plan(match, ready="floor", n=8)
    answer(match, ADA, "attack Bridge Marshal")
    answer(match, ADA, "done")
    decided = match.by_order(BO, order, ())
    for world in range(3):
        machine = DYSTOPIA.sample(match.known_to(BO), Chance(f"world {world}"))
        other, _ = Match.at(DYSTOPIA, match.setup, match.seed, DYSTOPIA.pack(machine))
        assert other.by_order(BO, order, ()) == decided
