"""Colours with different meanings are distinguishable with any colour vision, or a shape has the same meaning.

ΔE2000 is the perceived distance between two colours. Below about 2 hardly anyone sees a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import pytest
from coloraide import Color
from PIL import ImageChops, ImageStat

from render import palette as c
from render.dreams_of_dystopia.profile import FORM as DYSTOPIA_PROFILE
from render.dreamweavers import inks as dreamweavers
from render.dreamweavers.card import layout_card
from render.dreamweavers.feelings import feeling_block
from render.dreamweavers.hand import Leaf, leaf_block, leaf_height
from render.dreamweavers.illustration import NOTIONS
from render.dreamweavers.notion_signs import SIGNS
from render.dreamweavers.profile import FORM as DREAMWEAVERS_PROFILE
from render.dreamweavers.tiles import draw_tile
from render.icons import icon_mask
from render.layout import Block, Colour, Icon
from render.review import INKS as PLAYERS
from render.voidream.faction_inks import LIGHTS
from render.voidream.inks import rim_of
from render.voidream.profile import FORM as VOIDREAM_PROFILE
from tests.render.dreamweavers.views import feeling, in_play, thought

LEAST = 10
EYES = ("normal", "protan", "deutan", "tritan")

TOLD_APART: dict[str, Mapping[str, Colour]] = {
    "factions on cards": LIGHTS,
    "factions on tiles": {faction: rim_of(faction) for faction in LIGHTS},
    "Voidream's signs": {"dawn": c.GOLD, "dusk, defence": c.SILVER, "attack, less": c.ROSE, "more": c.MINT},
    "Dreamweavers' signs": {
        "attack, less": dreamweavers.MADDER,
        "defence": dreamweavers.WOAD,
        "more": dreamweavers.MOSS,
        "chosen": dreamweavers.OCHRE,
    },
    "players": dict(zip("1234", PLAYERS, strict=True)),
    "Voidream's results": dict(zip(("won", "drawn", "lost"), VOIDREAM_PROFILE.results, strict=True)),
    "Dreamweavers' results": dict(zip(("won", "drawn", "lost"), DREAMWEAVERS_PROFILE.results, strict=True)),
    "Dystopia's results": dict(zip(("won", "drawn", "lost"), DYSTOPIA_PROFILE.results, strict=True)),
}


def seen(colour: Colour, eyes: str) -> Color:
    """Return a colour as seen with this colour vision."""
    printed = Color("srgb", [part / 255 for part in colour])
    return printed if eyes == "normal" else printed.filter(eyes)


def too_near(colours: Mapping[str, Colour], eyes: str) -> Iterator[tuple[str, str, float]]:
    """Yield the pairs of colours that are indistinguishable with this colour vision, with their distance."""
    for (one, first), (other, second) in combinations(colours.items(), 2):
        apart = seen(first, eyes).delta_e(seen(second, eyes), method="2000")
        if apart < LEAST:
            yield one, other, round(apart, 1)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("what", TOLD_APART)
def test_colours_are_distinguishable_with_any_colour_vision(what: str, eyes: str) -> None:
    assert [*too_near(TOLD_APART[what], eyes)] == []


def test_colours_confused_by_colour_blindness_are_detected() -> None:
    red_and_green = {"red": (150, 60, 40), "green": (92, 92, 40)}
    assert [*too_near(red_and_green, "normal")] == []
    assert [*too_near(red_and_green, "deutan")] != []


def test_every_notion_has_a_sign_with_its_own_shape() -> None:
    assert set(SIGNS) == set(NOTIONS)
    masks = {notion: icon_mask(sign, 24) for notion, sign in SIGNS.items()}
    for (one, first), (other, second) in combinations(masks.items(), 2):
        different = ImageStat.Stat(ImageChops.difference(first, second)).mean[0] / 255
        assert different >= 0.15, (one, other, different)


@pytest.mark.parametrize("notion", NOTIONS)
def test_the_sign_of_its_notion_is_drawn_on_every_card(notion: str) -> None:
    face, waiting = thought("Any", notion.title(), 2, 3), feeling("Other", notion.title(), 1)
    hand = leaf_block(Leaf(face, 2), 520, leaf_height(Leaf(face, 2), 520))
    blocks = (
        draw_tile(in_play(face)),
        feeling_block(in_play(waiting), 300),
        layout_card(face).blocks[0].block,
        hand,
    )
    for block in blocks:
        assert [name for name in drawn(block) if name in SIGNS.values()] == [SIGNS[notion]]


def drawn(block: Block) -> list[str]:
    """Return the signs on a block."""
    return [piece.name for piece in block.pieces if isinstance(piece, Icon)]
