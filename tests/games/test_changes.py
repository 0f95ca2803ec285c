"""The small games: every difference caused by events is declared by one of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.kernel.events.changes import Change
from engine.kernel.events.view_parts import FOLLOWS, ViewParts, part, value
from engine.kernel.game import Game
from tests.engine.changes import Account
from tests.games.bazaar.game import BAZAAR
from tests.games.bazaar.steps import BazaarMachine
from tests.games.lantern_rules import LanternSide, LanternView
from tests.games.lanterns import DECKS, LANTERNS
from tests.games.parlour import PARLOUR
from tests.games.parlour_rules import HAND
from tests.games.vigil.game import VIGIL


@pytest.mark.parametrize(
    ("game", "setup"),
    [
        (LANTERNS, LANTERNS.setup([*DECKS.values()])),
        (PARLOUR, PARLOUR.setup([HAND, HAND])),
        (VIGIL, VIGIL.setup([None, None, None])),
    ],
    ids=["lanterns", "parlour", "vigil"],
)
def test_events_declare_all_changes_of_a_view(game: Game, setup: bytes) -> None:
    account = Account(game, 0)
    for number in range(5):
        account.play(setup, f"changes {number}")
    assert account.differences > 50
    assert account.undeclared == {}


def test_bazaars_events_declare_all_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without sittings: at the end of one, the view changes before the first of several events."""
    monkeypatch.setattr(BazaarMachine, "sit", lambda machine, seat: None)
    account = Account(BAZAAR, 0)
    for number in range(5):
        account.play(BAZAAR.setup([None, None, None]), f"changes {number}")
    assert account.differences > 50
    assert account.undeclared == {}


def test_a_change_that_no_event_declares_is_noticed() -> None:
    parts = [
        replace(one, fields={**one.fields, "round": value("round")}) if one.kind is LanternView else one
        for one in LANTERNS.parts.parts
    ]
    account = Account(replace(LANTERNS, parts=ViewParts(*parts)), 0)
    account.play(LANTERNS.setup([*DECKS.values()]), "changes")
    assert {name.partition(" ")[0] for name in account.undeclared} == {"round"}


def test_an_event_with_an_invisible_change_is_detected() -> None:
    parts = [one for one in LANTERNS.parts.parts if one.kind is not LanternSide]
    with pytest.raises(KeyError, match="hand"):
        ViewParts(*parts).weight([Change("hand", 0)])


def test_fields_without_a_declaration_are_refused() -> None:
    fields = dict.fromkeys(LanternSide.__struct_fields__, FOLLOWS)
    del fields["coins"]
    with pytest.raises(
        ValueError, match=r"LanternSide\.coins says neither which difference it is nor that it"
    ):
        ViewParts(part(LanternSide, fields))
    with pytest.raises(
        ValueError, match="The part of LanternSide speaks of oil, which LanternSide hasn't got"
    ):
        ViewParts(part(LanternSide, {**fields, "coins": FOLLOWS, "oil": value("oil")}))
