"""A game's declaration: contradictions are refused with a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.playable import Games, PlayableGame, ReadyMadeDeck
from bot.games.voidream import voidream
from engine.kernel.notation import Phrasing
from tests.games.registry import lanterns, vigil

VOIDREAM, VIGIL = voidream(), vigil()


@pytest.mark.parametrize(
    ("game", "changes", "sentence"),
    [
        (lanterns(), {"decks": {}}, "Lanterns” is played with decks, and `decks` is empty."),
        (
            VIGIL,
            {"decks": {"One": ReadyMadeDeck("One", "", None)}},
            "Vigil” is played without decks, and has `decks` or `building`.",
        ),
        (
            VIGIL,
            {"building": VOIDREAM.building},
            "Vigil” is played without decks, and has `decks` or `building`.",
        ),
        (
            VIGIL,
            {
                "phrasing": Phrasing(
                    {key: words for key, words in VIGIL.kernel.topics.items() if key != "burn"}
                )
            },
            "Vigil” has `topics` that are not those of its `phrasing`: burn.",
        ),
        (VIGIL, {"thinking": VOIDREAM.thinking}, "Vigil” has `thinking` of another game, voidream."),
        (
            VOIDREAM,
            {"practice": None},
            "Voidream” has `lessons`, and nobody to play against (`practice`).",
        ),
        (
            VOIDREAM,
            {"thinking": None},
            "Voidream” has `puzzles`, and nobody who thinks about it (`thinking`).",
        ),
    ],
)
def test_contradictions_are_named(game: PlayableGame, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        replace(game, **changes)
    assert str(error.value) == f"The game “{sentence}"


def test_two_games_cannot_share_a_name() -> None:
    namesake = replace(VIGIL, title="Voidream", kernel=replace(VIGIL.kernel, name="watch"))
    with pytest.raises(ValueError, match="Two games are called “voidream”: Voidream and Voidream"):
        Games.of(VOIDREAM, namesake)
