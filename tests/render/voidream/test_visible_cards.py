"""Visible cards, and the differences between a card in play and its printed form."""

from __future__ import annotations

from cards.voidream.model import Kind
from render.voidream.visible_cards import cards_in_sight
from tests.engine.voidream.table import NAMES, Stage, card, entity

GATE = card("Gate", Kind.MEMORY, 2, "-1 dawn to entities your opponent controls.")
FLAG = card("Flag", Kind.MEMORY, 2, "+2 dawn to entities you control.")
GUARD = entity("Guard", 2, 2, 1, "Heroic.")
PUSH = card("Push", Kind.ARCANUM, 4, "Evoke.", inverted="Evoke.")


def test_a_number_that_is_not_the_printed_one_is_explained() -> None:
    on = Stage(
        [GATE, FLAG, GUARD, PUSH],
        {"hand": ["Push"], "play": ["Guard", "Flag"], "exhausted": ["Guard"]},
        {"hand": ["Push"], "play": ["Gate"]},
    )
    by_title = {one.title: one for one in cards_in_sight(on.match.view(0), NAMES)}
    assert by_title["Guard"].now == ("Now dawn 3: printed 2, Flag +2, Gate −1.", "It is exhausted.")
    assert by_title["Gate"].now == () and by_title["Gate"].where == "Bo: in play"
    assert by_title["Push"].where == "Your hand"
    seen = {one.title for one in cards_in_sight(on.match.view(None), NAMES)}
    assert "Push" not in seen and {"Guard", "Gate", "Keep", "Calm"} <= seen
    keys = [one.key for one in cards_in_sight(on.match.view(0), NAMES)]
    assert len(keys) == len(set(keys))
