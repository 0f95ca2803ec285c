"""The common frame of the scenes of Dreamweavers' finale: captions, and the band of text at the bottom."""

from __future__ import annotations

from typing import ClassVar

from PIL import Image

from render.canvas import paint_block
from render.dreamweavers.inks import GILT, LABEL, PLUM
from render.layout import Block, Piece, Rect, Shape, Words
from render.table.finale import CAPTION_H, SIDE, CaptionForm, FinaleScene
from render.typeset import fitted

BAND_H = 96
"""The height of the text band at the bottom of each picture."""
STAGE_H = SIDE - CAPTION_H - BAND_H


class DreamweaversScene(FinaleScene, frozen=True):
    """A scene with Dreamweavers' captions, which are sewn-on labels."""

    form: ClassVar = CaptionForm(PLUM, LABEL, largest=44, icon=42, line=5)


def on_band(stage: Image.Image, band: Block) -> Image.Image:
    """Return the scene with the band below it."""
    picture = Image.new("RGB", (SIDE, SIDE - CAPTION_H), PLUM)
    picture.paste(stage, (0, 0))
    picture.paste(paint_block(band), (0, STAGE_H))
    return picture


def band_block(pieces: list[Piece]) -> Block:
    """Return the bottom band with these pieces."""
    ground = Shape(Rect(0, 0, SIDE, BAND_H), PLUM)
    return Block(SIDE, BAND_H, (ground, Shape(Rect(0, 0, SIDE, 5), GILT), *pieces))


def title_band(text: str) -> Block:
    """Return the bottom band with one centred title."""
    box = Rect(24, 8, SIDE - 48, BAND_H - 14)
    return band_block([fitted(text, box, "display", 50, 26, GILT, "center", 2)])


def two_titles(left: str, right: str) -> Block:
    """Return the bottom band with a title on each side."""
    half = SIDE // 2 - 30
    titles: list[Words] = [
        fitted(left, Rect(20, 8, half, BAND_H - 14), "display", 34, 24, LABEL, "left", 2),
        fitted(right, Rect(SIDE - 20 - half, 8, half, BAND_H - 14), "display", 34, 24, LABEL, "right", 2),
    ]
    return band_block([*titles])
