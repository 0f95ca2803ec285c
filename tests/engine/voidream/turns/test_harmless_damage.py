"""Damage of a conflict that destroys nothing: no one is asked who takes it, unless a text could tell."""

from __future__ import annotations

import pytest

from cards.voidream.model import Kind
from engine.kernel.question import QuestionKind
from tests.engine.voidream.table import Stage, card, entity, stage
from tests.engine.voidream.turns.test_forced import assert_any_distribution_is_alike

CALF, FOAL = entity("Calf", 0, 3, 0), entity("Foal", 0, 3, 0)


def lost_by(difference: int, *texts: str) -> Stage:
    """Ada has lost a dawn conflict with Calf and Foal. Memories with these texts are in play."""
    bull = entity("Bull", difference, 6, 0)
    memories = [card(f"Memory {number}", Kind.MEMORY, 2, text) for number, text in enumerate(texts)]
    lost = stage(
        "Initiate a dawn conflict.",
        CALF,
        FOAL,
        bull,
        *memories,
        ada={"play": ["Calf", "Foal", *(each.title for each in memories)]},
        bo={"play": ["Bull"]},
    )
    lost.answer("Calf", "Foal")
    lost.answer("Bull")
    lost.both_pass()
    assert lost.asked.kind is QuestionKind.DISTRIBUTE
    return lost


def test_damage_that_destroys_nothing_is_not_asked_for() -> None:
    little = lost_by(2, "+1 stability to all entities.")
    assert little.match.forced() == (1, (f"{little.asked.options[0].key}=2",))
    assert_any_distribution_is_alike(little.match, 1)
    assert lost_by(3).match.forced() is None


@pytest.mark.parametrize(
    "text",
    [
        "(!) When an entity is dealt damage - Roll.",
        "If an entity has been dealt damage this round, +1 dawn.",
        "+1 dawn to all damaged entities.",
        "(!) After an entity is exhausted - Deal 1 damage to all entities.",
        "(!) Before a conflict ends - Deal 1 damage to all entities.",
        "+1 stability to all ready entities.",
    ],
)
def test_harmless_damage_is_asked_about_if_a_text_depends_on_it(text: str) -> None:
    assert lost_by(2, text).match.forced() is None
