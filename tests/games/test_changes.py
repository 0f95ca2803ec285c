"""The small games: every difference that events bring about is declared by one of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kernel.events.changes import Change
from engine.kernel.game import Game
from tests.engine.changes import Account, Parts, counted
from tests.games.bazaar.game import BAZAAR
from tests.games.bazaar.position import BazaarView
from tests.games.bazaar.steps import BazaarMachine
from tests.games.lanterns import DECKS, LANTERNS, LanternView
from tests.games.parlour import HAND, PARLOUR, ParlourView
from tests.games.vigil.game import VIGIL
from tests.games.vigil.position import VigilView


def of_lanterns(view: LanternView) -> Iterator[tuple[Change, object]]:
    yield Change("over"), view.ended
    for side in view.sides:
        yield Change("coins", side.seat), side.coins
        yield Change("hand", side.seat), side.held
        yield from counted("hand", side.seat, side.hand)
        yield Change("light", side.seat), (side.left, side.right)
        yield Change("lit", side.seat), side.lit


def of_parlour(view: ParlourView) -> Iterator[tuple[Change, object]]:
    yield from counted("hand", view.viewer, view.hand)
    for seat, played in enumerate(view.played):
        yield Change("played", seat), played


def of_vigil(view: VigilView) -> Iterator[tuple[Change, object]]:
    yield Change("over"), view.ended
    yield Change("night"), view.night
    yield from counted("row", None, view.row)
    yield Change("lit"), view.lit
    for one in view.watchers:
        yield Change("oil", one.seat), one.oil
        yield Change("light", one.seat), one.light
        yield from counted("lanterns", one.seat, one.lanterns)


def of_bazaar(view: BazaarView) -> Iterator[tuple[Change, object]]:
    yield Change("turn"), view.turn
    yield Change("market"), view.market
    yield Change("supply"), view.supply
    yield Change("curses"), view.curses
    for seat, side in enumerate(view.seats):
        yield Change("life", seat), side.life
        yield Change("cards", seat), side.zones


@pytest.mark.parametrize(
    ("game", "setup", "parts"),
    [
        (LANTERNS, LANTERNS.setup([*DECKS.values()]), of_lanterns),
        (PARLOUR, PARLOUR.setup([HAND, HAND]), of_parlour),
        (VIGIL, VIGIL.setup([None, None, None]), of_vigil),
    ],
    ids=["lanterns", "parlour", "vigil"],
)
def test_what_changes_is_declared(game: Game, setup: bytes, parts: Parts) -> None:
    account = Account(game, 0, parts)
    for number in range(5):
        account.play(setup, f"changes {number}")
    assert account.differences > 50
    assert account.undeclared == {}


def test_what_changes_in_bazaar_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without sittings: at the end of one the view changes before the first of several events is told."""
    monkeypatch.setattr(BazaarMachine, "sit", lambda machine, seat: None)
    account = Account(BAZAAR, 0, of_bazaar)
    for number in range(5):
        account.play(BAZAAR.setup([None, None, None]), f"changes {number}")
    assert account.differences > 50
    assert account.undeclared == {}


def test_a_change_that_no_event_declares_is_noticed() -> None:
    def with_round(view: LanternView) -> Iterator[tuple[Change, object]]:
        yield from of_lanterns(view)
        yield Change("round"), view.round

    account = Account(LANTERNS, 0, with_round)
    account.play(LANTERNS.setup([*DECKS.values()]), "changes")
    assert {name.partition(" ")[0] for name in account.undeclared} == {"round"}
