"""The details of cards as options: whose they are is mentioned only where it isn't plain."""

from __future__ import annotations

import pytest

from cards.voidream.model import Kind
from tests.engine.voidream.table import Stage, card, entity, stage

GUARD, RAM = entity("Guard", 2, 2, 1), entity("Ram", 3, 2, 1)
PUSH = card("Push", Kind.ARCANUM, 4, "Initiate a dawn conflict.")


def details(on: Stage) -> list[str]:
    return [option.detail for option in on.asked.options]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ([], ["dawn 2, stability 2, dusk 1", "dawn 3, stability 2, dusk 1"]),
        (
            ["Guard"],
            [
                "dawn 2, stability 2, dusk 1, yours",
                "dawn 3, stability 2, dusk 1, yours",
                "dawn 2, stability 2, dusk 1, your opponent's",
            ],
        ),
    ],
)
def test_owners_are_named_only_among_cards_of_both_players(other: list[str], expected: list[str]) -> None:
    on = stage("Exhaust an entity.", GUARD, RAM, ada={"play": ["Guard", "Ram"]}, bo={"play": other})
    assert details(on) == expected


def test_damage_among_the_opponent_s_entities_needs_no_owner() -> None:
    ada, bo = {"hand": ["Push"], "play": ["Ram", "Ram"]}, {"hand": ["Push"], "play": ["Guard", "Guard"]}
    on = Stage([PUSH, GUARD, RAM], ada, bo)
    on.answer("play Push")
    on.answer(*(option.key for option in on.asked.options))
    on.answer(*(option.key for option in on.asked.options))
    on.both_pass()
    assert on.asked.purpose == "Distribute 2 damage among your opponent's entities."
    assert details(on) == ["dawn 2, stability 2, dusk 1, defending"] * 2
