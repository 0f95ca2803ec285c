"""What every scene of a finale has: its measures, its steps, its caption and the band below with words."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator

from msgspec import Struct, StructMeta
from PIL import Image

from cards.i18n import Translator
from render.canvas import paint_block
from render.dreamweavers.inks import GILT, LABEL, PLUM
from render.film import FilmFrame
from render.fonts import width_of
from render.pieces import Block, Icon, Piece, Rect, Shape, Words
from render.table.words import Names
from render.typeset import fitted

SIDE = 660
"""Every picture of a finale is a square of so many pixels a side."""
CAPTION_H, BAND_H = 92, 96
"""The band with the caption above everything, and the one with words below."""
STAGE_H = SIDE - CAPTION_H - BAND_H


class FinaleStep(Struct, frozen=True):
    """A picture of a scene as data: its caption, how long it is held, and how far the scene is (0 to 1)."""

    caption: str
    milliseconds: int
    part: float


class _AbstractStruct(StructMeta, ABCMeta):
    """Makes structs of which some methods are left to subclasses."""


class FinaleScene(Struct, frozen=True, metaclass=_AbstractStruct):
    """A part of a finale: what it is, and its steps."""

    steps: tuple[FinaleStep, ...]
    names: Names
    translator: Translator

    def paint(self) -> list[FilmFrame]:
        """The pictures of the scene, one for each step."""
        return [
            FilmFrame(_whole(step.caption, self.sign, *stage), step.milliseconds)
            for step, stage in zip(self.steps, self.stages(), strict=True)
        ]

    @property
    @abstractmethod
    def sign(self) -> str:
        """The icon beside the caption."""

    @abstractmethod
    def stages(self) -> Iterator[tuple[Image.Image, Block]]:
        """What happens in each step, and the band below it."""


def caption_block(caption: str, sign: str) -> Block:
    """The band above: a label sewn on, with a sign."""
    wide, room, icon = width_of(caption, "display", 44), SIDE - 48, 42
    centred = wide + icon + 16 <= room
    left = 24 + ((room - wide - icon - 16) // 2 if centred else 0)
    box = Rect(left + icon + 16, 4, wide if centred else room - icon - 16, CAPTION_H - 12)
    return Block(
        SIDE,
        CAPTION_H,
        (
            Shape(Rect(0, 0, SIDE, CAPTION_H), PLUM),
            Shape(Rect(0, CAPTION_H - 5, SIDE, 5), GILT),
            Icon(Rect(left, (CAPTION_H - 5 - icon) // 2, icon, icon), sign, GILT),
            fitted(caption, box, "display", 44, 24, LABEL, "left", 2),
        ),
    )


def band_block(pieces: list[Piece]) -> Block:
    """The band below, with these pieces on it."""
    ground = Shape(Rect(0, 0, SIDE, BAND_H), PLUM)
    return Block(SIDE, BAND_H, (ground, Shape(Rect(0, 0, SIDE, 5), GILT), *pieces))


def title_band(text: str) -> Block:
    """The band below with one title in the middle."""
    box = Rect(24, 8, SIDE - 48, BAND_H - 14)
    return band_block([fitted(text, box, "display", 50, 26, GILT, "center", 2)])


def two_titles(left: str, right: str) -> Block:
    """The band below with a title on either side."""
    half = SIDE // 2 - 30
    words: list[Words] = [
        fitted(left, Rect(20, 8, half, BAND_H - 14), "display", 34, 24, LABEL, "left", 2),
        fitted(right, Rect(SIDE - 20 - half, 8, half, BAND_H - 14), "display", 34, 24, LABEL, "right", 2),
    ]
    return band_block([*words])


def _whole(caption: str, sign: str, stage: Image.Image, band: Block) -> Image.Image:
    picture = Image.new("RGB", (SIDE, SIDE), PLUM)
    picture.paste(paint_block(caption_block(caption, sign)), (0, 0))
    picture.paste(stage, (0, CAPTION_H))
    picture.paste(paint_block(band), (0, SIDE - BAND_H))
    return picture
