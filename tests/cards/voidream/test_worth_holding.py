"""No card is a worse copy of another without a reason, and texts tell whose they are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bench.dominated import dominated, is_dominated
from bench.factions import told
from cards.voidream.kinds import Kind
from cards.voidream.language.reader import read_text
from cards.voidream.library import the_set
from cards.voidream.model import Card

DOMINATED = {
    (
        "Hollow Archivist",
        "Dog You Once Had",
    ): "Its Dread and its dusk weigh on the other side in a dusk conflict.",
    ("Hollow Archivist", "Sleepwalker"): "Its Dread and its dusk weigh on the other side in a dusk conflict.",
    (
        "Thing in the Stacks",
        "Stranger With Your Face",
    ): "Its Dread and its dusk weigh on the other side in a dusk conflict.",
}
"""Cards that are never better than another one, and that one; each needs a reason to stand here."""


def entity(text: str, *, dawn: int = 2, stability: int = 3, dusk: int = 1) -> Card:
    sleepwalker = the_set().find("Sleepwalker")
    return replace(
        sleepwalker, text=read_text(text, Kind.ENTITY), dawn=dawn, stability=stability, dusk=dusk, types=()
    )


def test_no_card_is_never_better_than_another() -> None:
    assert {(one.title, other.title) for one, other in dominated()} == {*DOMINATED}


@pytest.mark.parametrize(
    ("one", "other", "worse"),
    [
        ("Heroic.", "Heroic.\n(A) Exhaust this card: Evoke.", True),
        ("(A) Exhaust this card: Evoke.", "Heroic.", False),
        ("(A) Exhaust this card: Deal 1 damage to an entity.", "(A) Exhaust this card: Deal 2 damage to an entity.", True),
        ("(A) Exhaust this card: Deal 2 damage to an entity.", "(A) Exhaust this card: Deal 1 damage to an entity.", False),
        ("Heroic.", "Heroic.\n(!) After you evoke - Take 1 Dream damage.", False),
        ("Heroic.", "Hierarchy 1. Heroic.", False),
        ("Hierarchy 1. Heroic.", "Heroic.", True),
        ("(!) After you roll - Evoke.", "(!) After you roll - Choose one: evoke; or ready this card.", False),
    ],
)  # fmt: skip
def test_what_says_no_less_and_costs_no_more_is_better(one: str, other: str, worse: bool) -> None:
    assert is_dominated(entity(one), entity(other)) is worse


def test_an_entity_with_a_worse_number_is_another_choice() -> None:
    assert is_dominated(entity("Heroic."), entity("Heroic.", dawn=3))
    assert not is_dominated(entity("Heroic."), entity("Heroic.", dawn=3, stability=2))
    assert not is_dominated(entity("Heroic."), entity("Heroic.", dusk=2))


def test_a_faction_can_be_told_by_a_text() -> None:
    shares = told()
    assert min(shares.values()) >= 50
    assert sum(shares.values()) / len(shares) >= 60
