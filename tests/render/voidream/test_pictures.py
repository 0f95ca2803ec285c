"""The pictures: golden images with a tolerance, sizes, and the same bytes for the same view on every machine."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageStat

from engine.voidream.views.types import AttachedCard, CardInPlay, SideView, VoidreamView
from render import palette as c
from render.canvas import paint_block
from render.layout import Picture, foot_level
from render.palette import between
from render.voidream.board import draw_board, factions_shown, inks_for
from render.voidream.card import draw_card
from render.voidream.faction_inks import NIGHT
from render.voidream.hand import draw_hand
from render.voidream.inks import board_inks
from render.voidream.tiles import NARROW, permanent
from tests.render.golden import check_golden
from tests.render.voidream import examples as ex

GOLDEN = Path(__file__).parent / "golden"


def looking() -> VoidreamView:
    return msgspec.structs.replace(ex.middle_game(), looking_at=(ex.LION, ex.BULWARK, ex.IDEA))


PICTURES: dict[str, Callable[[], bytes]] = {
    **{
        f"board-{name}": (lambda one=one: draw_board(one.view, one.names))
        for name, one in ex.EXAMPLES.items()
    },
    "hand": lambda: draw_hand(looking(), ex.NAMES),
    "card-entity": lambda: draw_card(ex.LION),
    "card-thought": lambda: draw_card(ex.AMBUSH),
    "card-arcanum": lambda: draw_card(ex.ARCANA[4]),
    "card-bastion": lambda: draw_card(ex.TERMINUS),
    "card-mind": lambda: draw_card(ex.CUNNING_FACE),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_they_did(name: str, request: pytest.FixtureRequest) -> None:
    draw = bool(request.config.getoption("--draw-golden", default=False))
    check_golden(GOLDEN / f"{name}.jpg", PICTURES[name](), draw=draw)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_small_enough_to_send(name: str) -> None:
    assert len(PICTURES[name]()) <= (400_000 if name != "board-crowded" else 600_000)


@pytest.mark.parametrize("name", ["middle-game", "choosing", "crowded", "nightmare"])
def test_hidden_cards_leave_no_trace(name: str) -> None:
    """For any face-down card, viewers who may not look at it get the same bytes, without its faction's ink."""
    view = ex.EXAMPLES[name].view
    viewer = view.viewer
    seen = msgspec.structs.replace(view, viewer=None, sides=tuple(map(hidden, view.sides)))
    swapped = msgspec.structs.replace(
        view, viewer=None, sides=tuple(hidden(with_other_secrets(side)) for side in view.sides)
    )
    assert viewer is not None and draw_board(seen, ex.NAMES) == draw_board(swapped, ex.NAMES)
    assert inks_for(seen) == inks_for(swapped)


def with_other_secrets(side: SideView) -> SideView:
    """Return the same side with another card behind every back."""
    play = tuple(
        msgspec.structs.replace(card, face=ex.SHARD if card.face else None) if card.veiled else card
        for card in side.play
    )
    return msgspec.structs.replace(side, play=play)


def hidden(side: SideView) -> SideView:
    """Return a side for a viewer who may not look at any hidden card."""
    play = tuple(
        msgspec.structs.replace(
            card,
            face=None if card.veiled else card.face,
            attached=tuple(
                msgspec.structs.replace(one, face=None if one.is_charge else one.face)
                for one in card.attached
            ),
        )
        for card in side.play
    )
    hand = tuple(msgspec.structs.replace(card, face=None, playable="") for card in side.hand)
    return msgspec.structs.replace(side, play=play, hand=hand)


def test_a_board_has_inks_only_for_visible_factions() -> None:
    visible = {"chimeric-court", "subter-venellam", "neutral"}
    assert factions_shown(ex.middle_game(None)) == visible
    assert factions_shown(ex.middle_game(1)) == visible | {"maze"}, "their own veiled card"
    printed = set(inks_for(ex.middle_game(None)))
    assert {NIGHT["chimeric-court"].mid, NIGHT["subter-venellam"].soft} <= printed
    assert not {NIGHT["maze"].soft, NIGHT["fracta"].soft, NIGHT["fracta"].accent} & printed


@pytest.mark.parametrize("factions", [(), ("maze",), tuple(NIGHT)])
def test_a_board_has_256_inks_at_most_and_those_of_words_exactly(factions: tuple[str, ...]) -> None:
    inks = board_inks(frozenset(factions))
    assert len(inks) == len(set(inks)) <= 256
    assert {c.PAPER, c.MIST, c.GOLD, c.SILVER, c.ROSE, c.MINT, c.PANEL_LOW} <= set(inks)
    for faction in factions:
        for ink in NIGHT[faction].all():
            assert any(max(abs(a - b) for a, b in zip(ink, one, strict=True)) < 7 for one in inks)


def test_numbers_on_a_picture_have_a_dark_ground() -> None:
    """In the picture, the colours beside the numbers are those assumed by the checks of contrast."""
    tile = permanent(ex.standing(1, ex.LION, 0), ex.NAMES, form=NARROW)
    picture = next(piece for piece in tile.pieces if isinstance(piece, Picture))
    painted = paint_block(tile)
    for row in (picture.foot // 2, picture.foot - 2):
        y = picture.rect.bottom - picture.foot + row
        for x in (picture.rect.x + 2, picture.rect.right - 3):
            lightest = between((255, 255, 255), picture.foot_ink, foot_level(row, picture.foot))
            pixel = painted.getpixel((x, y))
            assert isinstance(pixel, tuple) and all(a <= b + 1 for a, b in zip(pixel, lightest, strict=True))


def test_exhausted_pictures_keep_a_third_of_their_colour_and_most_of_their_shape() -> None:
    ready = permanent(ex.standing(1, ex.LION, 0), ex.NAMES)
    exhausted = permanent(ex.standing(1, ex.LION, 0, exhausted=True), ex.NAMES)
    box = (60, 12, 104, 80)
    first, second = (
        ImageStat.Stat(paint_block(one).crop(box).convert("HSV")).mean for one in (ready, exhausted)
    )
    assert second[1] < first[1] * 0.7 and first[2] * 0.4 < second[2] < first[2] * 0.75


def test_boards_are_1100_pixels_wide() -> None:
    assert Image.open(BytesIO(PICTURES["board-opening"]())).width == 1100


def chunks(data: bytes) -> set[bytes]:
    kinds: set[bytes] = set()
    at = 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4])
        kinds.add(data[at + 4 : at + 8])
        at += 12 + length
    return kinds


@pytest.mark.parametrize("name", ["board-crowded", "hand", "card-mind"])
def test_pictures_contain_only_pixels(name: str) -> None:
    assert chunks(PICTURES[name]()) <= {b"IHDR", b"PLTE", b"IDAT", b"IEND"}


def retagged(view: VoidreamView) -> VoidreamView:
    """Return the same view with other tags."""

    def other_attached(card: AttachedCard) -> AttachedCard:
        return msgspec.structs.replace(card, tag=card.tag + 1000)

    def other(card: CardInPlay) -> CardInPlay:
        return msgspec.structs.replace(
            card, tag=card.tag + 1000, attached=tuple(map(other_attached, card.attached))
        )

    first, second = (msgspec.structs.replace(side, play=tuple(map(other, side.play))) for side in view.sides)
    return msgspec.structs.replace(view, sides=(first, second))


def test_tags_leave_no_trace() -> None:
    view = ex.EXAMPLES["crowded"].view
    assert draw_board(retagged(view), ex.NAMES) == draw_board(view, ex.NAMES)


DIGEST = """
import hashlib
from tests.render.golden import check_golden
from tests.render.voidream import examples as ex
from render.voidream.board import draw_board
from render.voidream.card import draw_card
from render.voidream.hand import draw_hand
order = ["dusk-conflict", "middle-game"] if {back} else ["middle-game", "dusk-conflict"]
boards = {{name: draw_board(ex.EXAMPLES[name].view, ex.NAMES) for name in order}}
parts = [boards["middle-game"], boards["dusk-conflict"], draw_hand(ex.middle_game(), ex.NAMES), draw_card(ex.LION)]
print(hashlib.sha256(b"".join(parts)).hexdigest())
"""


@pytest.mark.slow
def test_the_same_view_gives_the_same_bytes_in_every_process_and_order() -> None:
    here = [draw_board(ex.EXAMPLES[name].view, ex.NAMES) for name in ("middle-game", "dusk-conflict")]
    here += [draw_hand(ex.middle_game(), ex.NAMES), draw_card(ex.LION)]
    digests = {hashlib.sha256(b"".join(here)).hexdigest()}
    for back in (False, True):
        done = subprocess.run(
            [sys.executable, "-c", DIGEST.format(back=back)],
            env={**os.environ, "PYTHONHASHSEED": "7" if back else "8", "PYTHONPATH": str(Path(__file__).parents[3])},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        digests.add(done.stdout.strip())
    assert len(digests) == 1


def test_a_hand_is_refused_to_spectators() -> None:
    with pytest.raises(ValueError, match="no hand"):
        draw_hand(ex.middle_game(None), ex.NAMES)
