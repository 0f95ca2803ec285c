"""Every difference that events bring about is declared by one of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.dreamweavers.facts.attacks import AttackCameToNothing, Compared, Placed
from engine.dreamweavers.facts.plays import Activated, Played, TookEffect
from engine.dreamweavers.facts.turns import TurnBegan
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.events.changes import Change
from tests.engine.changes import Account, counted


def parts(view: DreamweaversView) -> Iterator[tuple[Change, object]]:
    """Yield what of a view can change; power, keywords and costs follow from that."""
    yield Change("over"), view.ended
    yield Change("turn"), (view.turn, view.active)
    yield Change("tracker"), (view.tracker_side, view.tracker)
    yield Change("attack"), view.attack and (view.attack.attacker, view.attack.target)
    for one in view.standby:
        yield Change("standby", one.seat, one.title), one.is_cancelled
    for one in view.lasting:
        yield Change(f"in force this {one.until}", one.seat, one.title), (one.text, one.cards)
    for side in view.sides:
        seat = side.seat
        yield Change("notions", seat), side.notions
        # What a player has chosen in secret is no event before it is revealed.
        yield Change("intent", seat), side.intent if side.intent and side.intent.is_open else None
        yield Change("mind count", seat), side.mind_count
        yield Change("ego count", seat), len(side.ego)
        yield Change("hand count", seat), len(side.hand)
        yield from counted("hand", seat, (card.face.title for card in side.hand if card.face is not None))
        yield from counted("ego", seat, (card.title for card in side.ego if card is not None))
        yield from counted("mind", seat, (card.title for card in side.mind if card is not None))
        yield from counted("id", seat, (card.title for card in side.id))
        for card in (*side.thoughts, *side.feelings):
            yield Change("play", seat, card.face.title), True
            yield Change("tapped", seat, card.face.title), card.tapped
            yield Change("lingers", seat, card.face.title), card.lingers
            yield Change("stays tapped", seat, card.face.title), card.stays_tapped


BEGINS = (
    TurnBegan,
    Played,
    Activated,
    TookEffect,
    Placed,
    Compared,
    AttackCameToNothing,
)
OF_CARDS = ("tapped", "lingers", "stays tapped")


@pytest.mark.parametrize("viewer", [None, 0])
def test_what_changes_is_declared(viewer: int | None) -> None:
    account = Account(DREAMWEAVERS, viewer, parts, BEGINS, OF_CARDS)
    for number in range(2):
        account.play(DREAMWEAVERS.setup([None, None]), f"changes {number}")
    assert account.differences > 500
    assert account.undeclared == {}
