"""Hands: everything in its place and legible, and each card shows its possible uses."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec.structs import replace
from PIL import Image

from engine.dreamweavers.views.types import Awaited, DreamweaversView
from render.dreamweavers.hand import WIDTH, draw_hand, layout_hand
from tests.render.dreamweavers import views as ex
from tests.render.dreamweavers.any_views import players, views
from tests.render.sheets import all_words, check_sheet, weakest_contrast

FEW = settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
SMALLEST = {"number": 34, "display": 28}
ACTING = replace(ex.middle(0), standby=(), awaited=(Awaited(0, "an action"),))
LOOKING = replace(ex.attack(1), looking_at=(ex.POND, ex.RAIN, ex.HOUND))


@FEW
@given(views, players)
def test_any_hand_has_everything_in_its_place(view: DreamweaversView, names: tuple[str, str]) -> None:
    if view.viewer is not None:
        check_sheet(layout_hand(view, names))


@pytest.mark.parametrize("view", [ACTING, LOOKING, ex.full(0), ex.mulligan(0)])
def test_hands_are_legible_on_a_telephone(view: DreamweaversView) -> None:
    sheet = layout_hand(view, ex.NAMES)
    check_sheet(sheet)
    for placed in sheet.blocks:
        for words in placed.block.words():
            assert words.size >= SMALLEST.get(words.face, 26), (placed.role, words)
            assert words.whole, (placed.role, words)
            assert weakest_contrast(placed.block, words) >= 4.5, (placed.role, words)


def leaves(view: DreamweaversView) -> dict[str, str]:
    """Return the labels of each card in the hand, by title."""
    texts: dict[str, str] = {}
    for placed in layout_hand(view, ex.NAMES).blocks:
        words = list(placed.block.words())
        if placed.role == "leaf":
            title = " ".join(next(one for one in words if one.face == "display").lines)
            texts[title] = " ".join(" ".join(one.lines) for one in words)
    return texts


def test_each_card_shows_whether_and_why_not_it_is_playable() -> None:
    texts = leaves(ACTING)
    assert list(texts) == [card.face.title for card in ex.OWN_HAND if card.face is not None]
    for title, text in texts.items():
        assert ("can be played" in text) is (title not in ("Three Days of Rain", "Hound of Old Quarrels"))
    assert "There is no room for another Feeling (DW41)." in texts["Three Days of Rain"]
    assert "known to all" in texts["Three Days of Rain"]
    assert all("can be played" not in text for text in leaves(replace(ACTING, awaited=())).values())


def test_the_cost_is_the_one_now() -> None:
    (block,) = [
        one.block for one in layout_hand(ACTING, ex.NAMES).blocks
        if any(words.lines == ("Everybody at Once",) for words in one.block.words())
    ]  # fmt: skip
    first = next(iter(block.words()))
    assert first.lines == ("1",)
    assert any(getattr(piece, "name", "") == "down" for piece in block.pieces)


def test_thoughts_show_their_shield_value_in_a_defence() -> None:
    texts = leaves(replace(LOOKING, looking_at=()))
    assert "counts 4 as a shield" in texts["Devil's Advocate"]
    assert "counts 3 as a shield" in texts["Lamp in the Hall"]
    assert "shield" not in texts["Cold Tea"].replace("Your shields count", "")
    assert all("as a shield" not in text for text in leaves(ACTING).values())


def test_looked_at_cards_come_first() -> None:
    words = [" ".join(words.lines) for _, words in all_words(layout_hand(LOOKING, ex.NAMES))]
    assert words.index("You are looking at 3 cards") < words.index("Still Pond") < words.index("In your hand")


def test_a_hand_is_a_small_png_for_its_player_alone() -> None:
    data = draw_hand(ACTING, ex.NAMES)
    assert Image.open(BytesIO(data)).width == WIDTH and len(data) <= 250_000
    with pytest.raises(ValueError, match="spectators"):
        draw_hand(ex.middle(None), ex.NAMES)
