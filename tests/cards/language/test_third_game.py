"""The frame carries a third game, with other lines, two to four players, and instructions that commas join."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from cards.language.english import English
from cards.language.errors import CardError
from cards.language.nodes import Player
from tests.cards.language.dystopia import DYSTOPIA, LANGUAGE, All, Fighter, Noun, OtherPlayer
from tests.cards.language.nodes import nodes_of

TEMPLATES: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("dystopia.toml").read_text(encoding="utf-8")
)


def test_every_template_is_read_and_printed() -> None:
    """All 52 of them, in 107 lines."""
    english = English(DYSTOPIA)
    lines = [line for lines in TEMPLATES.values() for line in lines]
    assert [int(number) for number in TEMPLATES] == [*range(1, 53)]
    assert [english.ability(LANGUAGE.read(line)) for line in lines] == lines
    assert len(lines) == 107


def test_more_players_than_two_are_named() -> None:
    parts = [*nodes_of(LANGUAGE.read("Each opponent loses 1 Fame."))]
    assert OtherPlayer.EACH_OPPONENT in parts
    assert Player.OPPONENT not in parts
    with pytest.raises(CardError, match='"lose" does not go with its subject'):
        LANGUAGE.read("Each opponent lose 1 Fame.")


def test_yours_is_one_in_the_singular_and_all_in_the_plural() -> None:
    assert Fighter(mine=True) in nodes_of(LANGUAGE.read("Your Minion gains Defender."))
    every = [part for part in nodes_of(LANGUAGE.read("Your Minions gain Defender.")) if isinstance(part, All)]
    assert [one.filter.noun for one in every] == [Noun.MINION]


@pytest.mark.parametrize(
    ("said", "column"),
    [
        ("(A) Draw 1: Gain 1 LP.", 1),
        ("(!) When you gain Fame - Gain 1 LP.", 1),
        ("Draw 1, then discard 1.", 9),
        ("Draw 1 and gain 1 LP.", 8),
        ("Tap a Minion.", 1),
        ("Destroy its host.", 1),
        ("Curse 2.", 7),
        ("Gain 1 LP and 1 Fame.", 11),
        ("Heal 3.", 1),
    ],
)
def test_what_the_game_does_not_say_is_refused(said: str, column: int) -> None:
    with pytest.raises(CardError) as caught:
        LANGUAGE.read(said)
    (problem,) = caught.value.problems
    assert problem.where.column == column
