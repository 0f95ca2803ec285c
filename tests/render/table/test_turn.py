"""The lines about the turn, the deciding players and the winner, also with more than two seats."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cards.i18n import ENGLISH, Locale, translator
from engine.kernel.endings import EVERYWHERE, RESIGNATION
from render.table.words import TurnStatus, from_viewer, own_seat

SPANISH = translator(Locale.SPANISH)
THREE = TurnStatus(("Ada", "Bo", "Cy"), ENGLISH, 0, 1, (), "The deal", EVERYWHERE)
OVER = replace(THREE, active=None, ended=RESIGNATION.key)


@pytest.mark.parametrize(
    ("places", "headline"),
    [
        (((0,), (1,), (2,)), "Ada wins"),
        (((0, 2), (1,)), "Ada and Cy share the first place"),
        (((0, 1, 2),), "A draw"),
    ],
)
def test_the_headline_names_the_first_player(places: tuple[tuple[int, ...], ...], headline: str) -> None:
    assert replace(OVER, places=places).headline == headline


def test_why_the_others_have_lost_follows_the_headline() -> None:
    over = replace(OVER, places=((0, 2), (1,)), translator=SPANISH)
    assert over.deciding == ("Ada y Cy comparten el primer puesto", ("Bo abandonó",))
    assert over.text_lines() == ["**Ada y Cy comparten el primer puesto.**", "Bo abandonó."]


def test_only_deciding_players_are_named() -> None:
    two = replace(THREE, awaited=((2, "a block"), (1, "a block")))
    assert two.deciding == ("Bo and Cy decide", ("a block",))
    apart = replace(THREE, awaited=((0, "an attack"), (2, "a block")))
    assert apart.deciding == ("Ada and Cy decide", ("You decide: an attack", "Cy decides: a block"))
    assert replace(THREE, awaited=((0, "an attack"), (0, "a card"))).deciding == (
        "You decide",
        ("an attack", "a card"),
    )


def test_texts_may_omit_the_setup() -> None:
    early = replace(THREE, active=None)
    assert early.alt_sentences() == ["The deal."]
    assert replace(early, before_in_texts=False).alt_sentences() == []
    assert replace(THREE, before_in_texts=False).alt_sentences() == ["Bo's turn."]


def test_a_table_begins_with_its_viewer() -> None:
    assert from_viewer("abc", 1) == ("b", "c", "a")
    assert from_viewer("abc", None) == ("a", "b", "c")
    with pytest.raises(ValueError, match="spectators"):
        own_seat(None)
