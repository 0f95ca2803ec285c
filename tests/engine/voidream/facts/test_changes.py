"""Every difference that events bring about is declared by one of them."""

from __future__ import annotations

import pytest

from cards.voidream.decks import ready_made
from engine.voidream.game import VOIDREAM
from tests.engine.changes import Account


@pytest.mark.parametrize("viewer", [None, 0])
def test_what_changes_is_declared(viewer: int | None) -> None:
    account = Account(VOIDREAM, viewer)
    decks = ready_made()
    for number in range(4):
        account.play(VOIDREAM.setup([decks[number], decks[number + 3]]), f"changes {number}")
    assert account.differences > 1000
    assert account.undeclared == {}
