"""The record of a game: gaps and contradictions are refused on creation, with their place."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import fields, replace

from cards.i18n import msg
from engine.kernel.endings import RESIGNATION
from engine.kernel.game import Game, Indifference
from engine.kernel.orders.book import OrderBook
from engine.kernel.orders.kind import Offer, same_answer, whole_match
from engine.kernel.orders.order import OrderMoment, Parameters
from engine.kernel.question import TopicWords
from tests.games.vigil.game import VIGIL

WAITING = OrderBook[Any, OrderMoment](
    [
        same_answer(
            "wait", ("match",), (), "act", ("wait",), Offer(Parameters(), msg("Wait"), msg("You wait."))
        )
    ],
    [whole_match()],
    [],
    OrderMoment,
    lambda machine, seat: OrderMoment(),
)
"""Orders that answer a question which Vigil doesn't ask."""
NEEDED = [one.name for one in fields(Game) if one.required]


@pytest.mark.parametrize("missing", NEEDED)
def test_a_missing_declaration_is_named(missing: str) -> None:
    declared = {name: getattr(VIGIL, name) for name in NEEDED if name != missing}
    with pytest.raises(TypeError, match=f"'{missing}'"):
        Game(**declared)


@pytest.mark.parametrize(
    ("contradiction", "sentence"),
    [
        ({"name": "Vigil 2"}, "its name is not a word of small letters, as keys are."),
        ({"seats": range(0)}, "`seats` is range(0, 0), so that nobody can play it."),
        ({"seats": range(3)}, "`seats` is range(0, 3), so that nobody can play it."),
        (
            {"endings": {key: one for key, one in VIGIL.endings.items() if key != RESIGNATION.key}},
            "`endings` lacks resignation, to which any match can come.",
        ),
        ({"topics": {}}, "`topics` is empty, so that nobody can be asked anything."),
        ({"orders": WAITING}, "orders answer act, and `topics` has no such question."),
        (
            {"indifference": Indifference(frozenset({"row"}), frozenset())},
            "`indifference` is about row, and `topics` has no such question.",
        ),
        (
            {
                "orders": WAITING,
                "topics": dict.fromkeys(("act", "row"), TopicWords(msg("an act"))),
                "indifference": Indifference(frozenset({"row"}), frozenset()),
            },
            "nothing in `orders` answers row, as “Always like this” does (`trigger_order`).",
        ),
    ],
)
def test_a_contradictory_declaration_is_refused(contradiction: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        replace(VIGIL, **contradiction)
    name = contradiction.get("name", "vigil")
    assert str(refused.value) == f"Of the game “{name}”, {sentence}"
