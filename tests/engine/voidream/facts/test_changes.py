"""Every difference caused by events is declared by one of them."""

from __future__ import annotations

import pytest

from cards.voidream.decks import ready_made
from engine.kernel.events.event import Fact
from engine.kernel.events.story import Weight
from engine.voidream.facts.actions import DamagePrevented, Prevented
from engine.voidream.facts.cards import Discarded, Voided
from engine.voidream.facts.terms import TURN
from engine.voidream.game import VOIDREAM
from engine.voidream.position import HAND
from tests.engine.changes import Account


@pytest.mark.parametrize("viewer", [None, 0])
def test_events_declare_all_changes_of_a_view(viewer: int | None) -> None:
    account = Account(VOIDREAM, viewer)
    decks = ready_made()
    for number in range(4):
        account.play(VOIDREAM.setup([decks[number], decks[number + 3]]), f"changes {number}")
    assert account.differences > 1000
    assert account.undeclared == {}


@pytest.mark.parametrize(
    "fact",
    [
        Prevented("mind", "Ward", seat=0),
        DamagePrevented(2, "Ward"),
        Discarded("Oath", 0, HAND),
        Voided("Oath", 0, HAND, offering=False),
    ],
)
def test_plays_without_a_cost_pass_the_turn(fact: Fact) -> None:
    """A card taken from the hand can't be played, and a prevented event isn't paid (R87, R95)."""
    assert VOIDREAM.parts.weight([TURN]) is Weight.LIGHT
    assert TURN in VOIDREAM.events.entry(fact).changes_of(fact)
