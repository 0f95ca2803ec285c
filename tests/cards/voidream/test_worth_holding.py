"""No card is a worse copy of another, texts show their faction, and traps of the first edition are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.dominated import dominated, is_dominated
from bench.factions import percent_recognised
from cards.voidream.kinds import Kind
from cards.voidream.language.linter import traps
from cards.voidream.language.reader import read_text
from cards.voidream.library import check_files, the_set
from cards.voidream.model import Card

DOMINATED: set[tuple[str, str]] = set()
"""Cards that are never better than another, with that one and the reason."""


def entity(text: str, *, dawn: int = 2, stability: int = 3, dusk: int = 1) -> Card:
    sleepwalker = the_set().find("Sleepwalker")
    return replace(
        sleepwalker, text=read_text(text, Kind.ENTITY), dawn=dawn, stability=stability, dusk=dusk, types=()
    )


def test_no_card_is_never_better_than_another() -> None:
    assert {(one.title, other.title) for one, other in dominated()} == DOMINATED


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
def test_a_card_with_as_much_text_and_no_higher_cost_is_better(one: str, other: str, worse: bool) -> None:
    assert is_dominated(entity(one), entity(other)) is worse


def test_an_entity_with_a_worse_number_is_another_choice() -> None:
    assert is_dominated(entity("Heroic."), entity("Heroic.", dawn=3))
    assert not is_dominated(entity("Heroic."), entity("Heroic.", dawn=3, stability=2))
    assert not is_dominated(entity("Heroic."), entity("Heroic.", dusk=2))


def test_factions_can_be_recognised_by_a_text() -> None:
    shares = percent_recognised()
    assert min(shares.values()) >= 65
    assert sum(shares.values()) / len(shares) >= 75


def test_depth_is_read_or_moved_by_many_cards() -> None:
    words = (
        "depth",
        "top card of",
        "top 2 cards of",
        "top 3 cards of",
        "top 5 cards of",
        "oll",
        "bottom of your deck",
    )
    titles = [
        card.title
        for card in the_set()
        if any(word in line for line in _lines(card) for word in words)
    ]  # fmt: skip
    assert len(titles) >= 40
    assert len([card.title for card in the_set() if any("depth" in line for line in _lines(card))]) >= 20


def _lines(card: Card) -> list[str]:
    from bench.factions import KEYS
    from cards.voidream.card_schema import source

    return [line for key in KEYS for line in str(source(card).get(key, "")).splitlines()]


SURFACE = "If your depth is 2 or lower, -3 dusk. Otherwise, -1 dusk.\nInitiate a dusk conflict."
REMEMBER = "Evoke.\n-1 dusk for each memory you control.\nInitiate a dusk conflict."
BACK = "Put the bottom card of your deck on top of your deck."


@pytest.mark.parametrize(
    ("kind", "text", "at"),
    [
        # A modifier that lasts longer than it reads.
        (Kind.ARCANUM, "+2 dawn and -2 dusk.\nInitiate a conflict.", [0]),
        (Kind.ARCANUM, "Initiate a conflict.\n+2 dawn and -2 dusk.", []),
        (Kind.ARCANUM, "+2 dawn until the end of the conflict.\nInitiate a dawn conflict.", []),
        (Kind.ARCANUM, SURFACE, [0]),
        (Kind.ARCANUM, REMEMBER, [1]),
        (Kind.ENTITY, "(A) Exhaust this card: -2 dusk. Initiate a dusk conflict.", [0]),
        (Kind.ARCANUM, "+1 dawn to all entities you control.\nInitiate a dawn conflict.", []),
        (Kind.THOUGHT, "+2 dawn.", []),
        # A prohibition that stops nothing.
        (Kind.ARCANUM, "An entity your opponent controls cannot defend.\nInitiate a dawn conflict.", []),
        (Kind.ARCANUM, "Initiate a dawn conflict.\nAn entity your opponent controls cannot defend.", [1]),
        (Kind.ARCANUM, "Initiate a dawn conflict.\nYour opponent cannot initiate conflicts.", [1]),
        (Kind.ARCANUM, "Your opponent cannot initiate conflicts until the end of the round.\nEvoke.", []),
        (
            Kind.ARCANUM,
            "Your opponent cannot avoid Nightmare.\nYour opponent increases their mind by 1.",
            [0],
        ),
        (Kind.ARCANUM, "Your opponent cannot avoid Nightmare until the end of the round.\nEvoke.", []),
        (Kind.MEMORY, "Your opponent cannot avoid Nightmare.", []),
        # A "bottom card" that is the bastion.
        (Kind.ENTITY, f"(A) Exhaust this card: {BACK}", [0]),
        (Kind.ENTITY, f"(!) After you win a conflict - You may {BACK[0].lower()}{BACK[1:]}", [0]),
        (Kind.MIND, f"(!) When the round ends - {BACK}", [0]),
        (Kind.THOUGHT, "Void the bottom card of your deck as an offering.", [0]),
        (Kind.ENTITY, "(A) Exhaust this card: Look at the bottom card of your deck.", []),
    ],
)
def test_a_text_of_the_first_edition_that_is_a_trap_is_named(kind: Kind, text: str, at: list[int]) -> None:
    assert [index for index, _ in traps(read_text(text, kind))] == at


FIRST_STEP = """\
[[card]]
title = "{}"
kind = "arcanum"
faction = "neutral"
value = 4
text = "Initiate a conflict."
inverted = \"""
+2 dawn and -2 dusk.
Initiate a conflict.
\"""
"""


@pytest.mark.parametrize(
    ("title", "at"),
    [("Old Step", ["line 8, column 1"]), ("First Step", ["line 2, column 10", "line 8, column 1"])],
)
def test_the_trap_in_a_card_file_of_the_first_edition_is_reported(
    tmp_path: Path, title: str, at: list[str]
) -> None:
    """Also if its title is still in the set, which is another mistake of the file."""
    file = tmp_path / "old.toml"
    file.write_text(FIRST_STEP.format(title), encoding="utf-8")
    problems = [str(problem) for problem in check_files([file], the_set())]
    assert [problem.split(', "')[0] for problem in problems] == [f"old.toml, {place}" for place in at]
    assert problems[-1].startswith(
        f'old.toml, line 8, column 1, "{title}" (inverted): This begins before the conflict'
    )


@pytest.mark.parametrize(
    ("side", "text", "message"),
    [
        ("3", "(!) When the round ends - You may put the bottom card of your deck on top of your deck.", "At the bottom of a deck"),
        ("4", "You cannot play inverted arcana.", "Playing an arcanum turns the mind to 3 first (R16)"),
        ("3", "You cannot play inverted arcana.", ""),
    ],
)  # fmt: skip
def test_a_trap_on_a_side_of_the_mind_is_reported(tmp_path: Path, side: str, text: str, message: str) -> None:
    sides = {"4": "", "3": "", "2": "", "1": "", "spent": ""} | {side: text}
    file = tmp_path / "old.toml"
    head = '[[card]]\ntitle = "Second Thoughts"\nkind = "mind"\nfaction = "neutral"\n'
    file.write_text(head + "".join(f'{key} = "{line}"\n' for key, line in sides.items()), encoding="utf-8")
    problems = [str(problem) for problem in check_files([file], the_set())]
    line = 9 - int(side)
    expected = f'old.toml, line {line}, column 6, "Second Thoughts" ({side}): {message}'
    assert [problem[: len(expected)] for problem in problems] == ([expected] if message else [])
