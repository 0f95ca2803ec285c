"""Descriptions of finished matches, for two players and for more."""

from __future__ import annotations

import pytest

from cards.i18n import Locale, translator
from engine.kernel.endings import EVERYWHERE, TIME, result
from engine.kernel.position import Outcome, Places
from engine.kernel.records.writer import outcome_in_words

NAMES = ("Ada", "Bo", "Cy")


@pytest.mark.parametrize(
    ("places", "reader", "sentence"),
    [
        (((0,), (1, 2)), None, "Ada wins: Bo and Cy's time was up"),
        (((0,), (1, 2)), 0, "You win: Bo and Cy's time was up"),
        (((0, 1), (2,)), None, "Ada and Bo share the first place: Cy's time was up"),
        (((0, 1), (2,)), 2, "Ada and Bo share the first place: your time was up"),
        (((0, 1), (2,)), 1, "You share the first place with Ada: Cy's time was up"),
        (((0, 1, 2),), 1, "The match is a draw: the time was up"),
    ],
)
def test_the_first_place_is_one_winner_s_or_shared(places: Places, reader: int | None, sentence: str) -> None:
    assert str(result(places, TIME, NAMES, reader)) == sentence


def test_a_shared_first_place_is_described_in_spanish() -> None:
    text = translator(Locale.SPANISH)(result(((0, 1), (2,)), EVERYWHERE["resignation"], NAMES))
    assert text.startswith("Ada y Bo comparten el primer puesto: ")


def test_players_who_share_the_first_place_read_why_no_one_won() -> None:
    agreed = EVERYWHERE["agreement"]
    assert str(result(((0, 1), (2,)), agreed, NAMES)) == "Ada and Bo share the first place: all agreed on it"


def test_a_record_names_players_who_share_a_place() -> None:
    assert outcome_in_words(Outcome(((0, 1), (2,)), "stars"), NAMES) == (
        "Ada and Bo share the first place, then Cy: stars"
    )
    assert outcome_in_words(Outcome(((1,), (0, 2)), "stars"), NAMES) == "Bo wins, then Ada and Cy: stars"
