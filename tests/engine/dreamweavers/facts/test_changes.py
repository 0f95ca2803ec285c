"""Every difference caused by events is declared by one of them."""

from __future__ import annotations

import pytest

from engine.dreamweavers.game import DREAMWEAVERS
from tests.engine.changes import Account


@pytest.mark.parametrize("viewer", [None, 0])
def test_events_declare_all_changes_of_a_view(viewer: int | None) -> None:
    account = Account(DREAMWEAVERS, viewer)
    for number in range(2):
        account.play(DREAMWEAVERS.setup([None, None]), f"changes {number}")
    assert account.differences > 500
    assert account.undeclared == {}
