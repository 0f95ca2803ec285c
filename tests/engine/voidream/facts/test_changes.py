"""Every difference that events bring about is declared by one of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cards.voidream.decks import ready_made
from engine.kernel.events.changes import Change
from engine.voidream.facts.actions import AbilityActivated, Played, Unveiled
from engine.voidream.facts.cards import Damaged, Destroyed, Sacrificed
from engine.voidream.game import VOIDREAM
from engine.voidream.views.types import SideView, VoidreamView
from tests.engine.changes import Account, counted

BEGINS = (
    Played,
    Unveiled,
    AbilityActivated,
    Destroyed,
    Sacrificed,
    Damaged,
)
OF_CARDS = ("exhausted", "damage", "role", "controller")


def parts(view: VoidreamView) -> Iterator[tuple[Change, object]]:
    """Yield what of a view can change; depth, the numbers of entities, keywords and scores follow from that."""
    yield Change("over"), view.ended
    yield Change("round"), view.round
    yield Change("turn"), view.active
    yield Change("conflict"), view.conflict and (view.conflict.kind, view.conflict.attacker)
    for one in view.ongoing:
        yield Change("effect", one.controller, one.source), (one.text, one.until)
    for side in view.sides:
        yield from _of_side(side)


def _of_side(side: SideView) -> Iterator[tuple[Change, object]]:
    seat = side.seat
    yield Change("mind", seat), side.mind.count
    yield Change("deck", seat), side.deck_count
    yield Change("hand count", seat), len(side.hand)
    yield from counted("hand", seat, (card.face.title for card in side.hand if card.face is not None))
    for what, pile in (
        ("discard", side.discard),
        ("void", side.void),
        ("arcana discard", side.arcana_discard),
    ):
        yield from counted(what, seat, (card.title for card in pile.cards))
    for construct in side.constructs:
        title = construct.face.title
        yield Change("construct", seat, title), True
        yield Change("exhausted", seat, title), construct.exhausted
        yield Change("damage", seat, title), construct.damage
    for card in side.play:
        yield (
            Change("veiled" if card.veiled else "play", card.tag, card.face.title if card.face else None),
            True,
        )
        yield Change("controller", card.tag), card.controller
        yield Change("exhausted", card.tag), card.exhausted
        yield Change("damage", card.tag), card.damage
        yield Change("role", card.tag), card.role
        for under in card.attached:
            yield Change("attached", under.tag, under.face.title if under.face else None), card.tag


@pytest.mark.parametrize("viewer", [None, 0])
def test_what_changes_is_declared(viewer: int | None) -> None:
    account = Account(VOIDREAM, viewer, parts, BEGINS, OF_CARDS)
    decks = ready_made()
    for number in range(4):
        account.play(VOIDREAM.setup([decks[number], decks[number + 3]]), f"changes {number}")
    assert account.differences > 1000
    assert account.undeclared == {}
