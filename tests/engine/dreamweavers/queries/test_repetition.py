"""Positions are publicly different (DW103) exactly if everyone's views are."""

from __future__ import annotations

import msgspec
import pytest

from engine.dreamweavers.position import UNTIL_TURN, LastingEffect
from engine.dreamweavers.queries.repetition import public_digest
from tests.engine.dreamweavers.table import Table, feeling, laid, the, thought

WILD = "A Thought you control gets +1 power this turn."


def table() -> Table:
    mine = {
        "thoughts": [thought("Hound")],
        "feelings": [feeling("Muse", f"Fleeting: {WILD}")],
        "mind": [thought("M")],
    }
    return laid(mine, {"thoughts": [thought("Owl")]}, tracker=2)


@pytest.mark.parametrize("title", ["Hound", "Owl", "Muse"])
@pytest.mark.parametrize("field", ["tapped", "stays_tapped", "settled", "entered"])
def test_visible_card_states_distinguish_positions(title: str, field: str) -> None:
    ref = table()
    is_thought = title != "Muse"
    card, before = ref.cards[the(ref, title)], public_digest(ref)
    setattr(card, field, not getattr(card, field) if field != "entered" else ref.position.turn)
    is_shown = {"tapped": is_thought, "stays_tapped": is_thought, "settled": not is_thought, "entered": True}
    assert not is_shown[field] or public_digest(ref) != before
    if field == "settled" and is_thought:
        assert public_digest(ref) == before


def test_effects_for_the_turn_distinguish_positions() -> None:
    ref = table()
    before = public_digest(ref)
    ref.position.lasting = [LastingEffect("Muse", 0, 0, 0, [ref.ref(the(ref, "Hound"))], 1, UNTIL_TURN)]
    assert public_digest(ref) != before


def test_hidden_cards_make_no_difference() -> None:
    ref = table()
    before = public_digest(ref)
    ref.cards[the(ref, "M")] = msgspec.structs.replace(ref.cards[the(ref, "M")], title="Owl")
    assert public_digest(ref) == before
