"""A game as the bot plays it: what contradicts itself is refused when it is put together, in a sentence."""

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
    ("game", "changed", "sentence"),
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
def test_what_it_contradicts_is_named(game: PlayableGame, changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        replace(game, **changed)
    assert str(refused.value) == f"The game “{sentence}"


def test_two_games_are_not_called_alike() -> None:
    other = replace(VIGIL, title="Voidream", kernel=replace(VIGIL.kernel, name="watch"))
    with pytest.raises(ValueError, match="Two games are called “voidream”: Voidream and Voidream"):
        Games.of(VOIDREAM, other)
