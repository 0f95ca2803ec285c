"""Orders as text, and refused ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from cards.i18n import Locale, translator
from engine.kernel.errors import GameError
from engine.kernel.orders.order import Order, OrderMoment, Parameters
from engine.voidream.orders.agreements import Agreement, CardAnswer
from engine.voidream.orders.cuts import CutChoice
from engine.voidream.orders.durations import GivenMoment
from engine.voidream.orders.nightmare import Nightmare
from tests.engine.voidream.orders.orders_stage import ADA, ARCANA, BO, CARDS, order, stage, triggered
from tests.engine.voidream.table import Stage, entity

HIDDEN = entity("Hidden", 1, 2, 1)


def test_orders_in_words() -> None:
    at = stage()
    words = at.match.order_words
    assert (
        str(words(order(at, ADA, "pass", stops=("conflict", "depth"))))
        == "Pass in this main phase, until a conflict is initiated or your depth changes."
    )
    assert str(words(order(at, ADA, "pass", until="round"))) == "Pass in this round."
    assert str(words(order(at, ADA, "cut", how="never"))) == "Never cut in this match."
    assert (
        str(words(order(at, ADA, "Nightmare", discard="Bell")))
        == "Avoid Nightmare by discarding Bell in this round."
    )
    spanish = translator(Locale.SPANISH)
    for one in (*at.match.order_forms(ADA), *triggered().match.order_forms(ADA)):
        assert spanish(words(one.order)) != str(words(one.order))
        for text in (
            one.label,
            one.detail,
            *(stop.label for stop in one.stops),
            *(label for _, label in one.untils),
        ):
            assert spanish(text) != str(text)


def of(given: Order, kind: str, said: Parameters, until: str = "match") -> Order:
    """An order of another kind, given at the same moment."""
    return Order(kind, said, given.given, (), until)


WRONG: list[tuple[Callable[[Order], Order], str]] = [
        (lambda given: replace(given, kind="win"), "That order doesn't exist."),
        (lambda given: replace(given, stops=("rain",)), "This order can't end at “rain”."),
        (lambda given: replace(given, until="Tuesday"), "An order can't last until “Tuesday”."),
        (lambda given: replace(given, until="conflict"), "any more"),
        (lambda given: replace(given, given=OrderMoment()), "any more"),
        (lambda given: replace(given, given=GivenMoment(round=9), until="round"), "any more"),
        (lambda given: of(given, "cut", CutChoice(how="badly")), "like that"),
        (lambda given: of(given, "cut", CutChoice(how="at", n=90)), "like that"),
        (lambda given: of(given, "Nightmare", Nightmare(discard="Guard"), "round"), "not in your hand"),
        (lambda given: of(given, "Nightmare", Nightmare(discard="Gourd"), "round"), "have that arcanum"),
        (lambda given: of(given, "may", CardAnswer(card="Guard", answer="no"), "round"), "would ask you"),
        (lambda given: of(given, "may", CardAnswer(card="Gourd", answer="no"), "round"), "card doesn't exist"),
        (lambda given: of(given, "roll", Agreement(answer="maybe")), "roll or not"),
        (lambda given: of(given, "triggers", Parameters(listed=("Guard", "Guard"))), "isn't an order of"),
        (lambda given: of(given, "triggers", Parameters(listed=("Gourd",))), "called Gourd"),
        (lambda given: of(given, "void", Parameters()), "isn't a list"),
        (lambda given: of(given, "void", Parameters(listed=("Guard",))), "called Guard"),
        (lambda given: replace(of(given, "cut", CutChoice(how="never")), stops=("conflict",)), "can't end at"),
]  # fmt: skip
"""Impossible orders, and the error for each."""


@pytest.mark.parametrize(("wrong", "sentence"), WRONG)
def test_impossible_orders_are_refused(wrong: Callable[[Order], Order], sentence: str) -> None:
    at = stage({"play": ["Guard"]})
    given = order(at, ADA, "pass")
    with pytest.raises(GameError, match=sentence):
        at.match.check_order(ADA, wrong(given))


NAMES: list[Callable[[Order, str], Order]] = [
    lambda given, name: of(given, "Nightmare", Nightmare(discard=name), "round"),
    lambda given, name: of(given, "may", CardAnswer(card=name, answer="no"), "round"),
    lambda given, name: of(given, "triggers", Parameters(listed=(name,))),
]


@pytest.mark.parametrize("names", NAMES)
def test_refusals_reveal_nothing_about_the_opponents_deck(
    names: Callable[[Order, str], Order],
) -> None:
    refusals: list[str] = []
    for cards, deck in ((CARDS, []), ([*CARDS, HIDDEN], ["Hidden"])):
        at = Stage(cards, {"hand": ARCANA}, {"hand": ARCANA, "deck": ["Blank"] * 4 + deck})
        with pytest.raises(GameError) as refused:
            at.match.check_order(ADA, names(order(at, ADA, "pass"), "Hidden"))
        refusals.append(str(refused.value))
    assert refusals[0] == refusals[1]


def test_outside_the_main_phase_and_conflicts_there_is_nothing_to_pass() -> None:
    at = stage({"mind": 4}, {"mind": 0})
    given = order(at, ADA, "pass")
    at.both_pass()
    assert all(one.order.kind != "pass" for one in at.match.order_forms(ADA))
    with pytest.raises(GameError, match="can't order that now"):
        at.match.check_order(ADA, given)


def test_a_match_that_is_over_takes_no_orders() -> None:
    at = stage()
    given = order(at, ADA, "pass")
    at.match.leave(BO, ending="resignation")
    assert at.match.order_forms(ADA) == ()
    with pytest.raises(GameError, match="over"):
        at.match.check_order(ADA, given)
