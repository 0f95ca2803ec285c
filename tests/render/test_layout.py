"""What a layout promises: nothing overlaps, nothing is cut off, everything can be read."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.voidream.view import CardFace, VoidreamView
from render.pieces import Sheet
from render.voidream.board import layout
from render.voidream.card import layout_card
from render.voidream.hand import layout_hand
from tests.render.any_views import faces, names, views
from tests.render.examples import ARCANA, EXAMPLES, Example
from tests.render.sheets import all_words, check_sheet, weakest_contrast

SLOW = settings(
    max_examples=25,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def example_sheets(example: Example) -> list[Sheet]:
    sheets = [layout(example.view, example.names)]
    if example.view.viewer is not None:
        sheets.append(layout_hand(example.view, example.names))
    return sheets


@SLOW
@given(views(), names)
def test_any_board_has_everything_in_its_place(view: VoidreamView, players: tuple[str, str]) -> None:
    check_sheet(layout(view, players))


@SLOW
@given(views(), names)
def test_any_hand_has_everything_in_its_place(view: VoidreamView, players: tuple[str, str]) -> None:
    if view.viewer is not None:
        check_sheet(layout_hand(view, players))


@SLOW
@given(faces("entity", "memory", "thought", "construct", "bastion", "arcanum", "mind"), st.text(max_size=400))
def test_any_card_has_everything_in_its_place(face: CardFace, flavour: str) -> None:
    check_sheet(
        layout_card(
            CardFace(
                face.title,
                face.kind,
                face.faction,
                face.value,
                face.types,
                face.dawn,
                face.stability,
                face.dusk,
                face.text,
                face.inverted,
                " ".join(flavour.split()),
            )
        )
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_words_stand_out_from_their_ground(name: str) -> None:
    for sheet in [*example_sheets(EXAMPLES[name]), *map(layout_card, ARCANA)]:
        for placed in sheet.blocks:
            for words in placed.block.words():
                assert weakest_contrast(placed.block, words) >= 4.5, words


@pytest.mark.parametrize("name", EXAMPLES)
def test_words_and_numbers_are_legible_at_half_size(name: str) -> None:
    for role, words in all_words(layout(EXAMPLES[name].view, EXAMPLES[name].names)):
        smallest = {"number": 28, "title": 22, "flavour": 22, "display": 22}.get(words.face, 20)
        assert words.size >= smallest, (role, words)
        assert words.whole, (role, words)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if EXAMPLES[name].view.viewer is not None])
def test_hands_are_legible_on_a_phone(name: str) -> None:
    """At 390 pixels a third of the size is left: numbers have 12, titles 10, rules 9."""
    for role, words in all_words(layout_hand(EXAMPLES[name].view, EXAMPLES[name].names)):
        assert words.size >= {"number": 34, "display": 29}.get(words.face, 26), (role, words)
        assert words.whole, (role, words)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_viewer_sits_at_the_bottom_and_spectators_see_seat_0_there(viewer: int | None) -> None:
    view = EXAMPLES["spectator"].view
    sheet = layout(
        VoidreamView(
            **{field: getattr(view, field) for field in view.__struct_fields__} | {"viewer": viewer}
        ),
        ("Ada", "Bo"),
    )
    bars = [placed.block for placed in sheet.blocks if placed.role == "bar"]
    top, bottom = (next(iter([w.lines[0] for w in bar.words() if w.face == "display"])) for bar in bars)
    assert (top.split()[0], bottom.split()[0]) == (("Ada", "Bo") if viewer == 1 else ("Bo", "Ada"))


def test_a_crowd_of_tiles_makes_the_picture_taller_and_leaves_none_out() -> None:
    example = EXAMPLES["crowded"]
    sheet = layout(example.view, example.names)
    tiles = sum(placed.role in ("permanent", "construct") for placed in sheet.blocks)
    assert tiles == 32
    assert sheet.height > layout(EXAMPLES["opening"].view, example.names).height
