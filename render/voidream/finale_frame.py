"""What every scene of a finale has: its measures, its steps, its caption and title, and its light."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator

from msgspec import Struct, StructMeta
from PIL import Image, ImageEnhance

from cards.i18n import Translator
from engine.voidream.views.types import MindView
from render import palette as c
from render.canvas import paint_block
from render.fading import FadedFoot
from render.film import FilmFrame
from render.fonts import width_of
from render.illustration.press import Press
from render.illustration.shapes import Point
from render.pieces import Block, Colour, Drawing, Icon, Piece, Rect, Shape
from render.pixels import mapped
from render.table.words import Names
from render.typeset import fitted
from render.voidream.art import CardArt
from render.voidream.faction_inks import NIGHT

SIDE = 660
"""Every picture of a finale is a square of so many pixels a side."""
CAPTION_H = 92
"""The height of the band with the caption, above everything else."""
STAGE_H = SIDE - CAPTION_H
TITLE_H = 116
"""The height of the flat band under an illustration, on which its title stands."""


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
            FilmFrame(_with_caption(stage, step.caption, *self.sign), step.milliseconds)
            for step, stage in zip(self.steps, self.stages(), strict=True)
        ]

    @property
    @abstractmethod
    def sign(self) -> tuple[str, Colour]:
        """The icon beside the caption, and its colour."""

    @abstractmethod
    def stages(self) -> Iterator[Image.Image]:
        """What happens in each step, without its caption."""


def mind_art(mind: MindView, count: int) -> CardArt:
    """Return the picture of a mind at a count."""
    return CardArt(mind.title, "mind", mind.faction, mind.art, count)


def _with_caption(stage: Image.Image, caption: str, sign: str, ink: Colour) -> Image.Image:
    """A whole picture: what happens, and what is said of it in the band above."""
    wide = width_of(caption, "display", 46)
    room = SIDE - 48
    icon = 44
    centred = wide + icon + 16 <= room
    left = 24 + ((room - wide - icon - 16) // 2 if centred else 0)
    box = Rect(left + icon + 16, 4, wide if centred else room - icon - 16, CAPTION_H - 12)
    pieces: tuple[Piece, ...] = (
        Shape(Rect(0, 0, SIDE, CAPTION_H), c.PANEL_LOW),
        Shape(Rect(0, CAPTION_H - 4, SIDE, 4), ink),
        Icon(Rect(left, (CAPTION_H - 4 - icon) // 2, icon, icon), sign, ink),
        fitted(caption, box, "display", 46, 24, c.PAPER, "left", 2),
    )
    picture = Image.new("RGB", (SIDE, SIDE), c.PANEL_LOW)
    picture.paste(paint_block(Block(SIDE, CAPTION_H, pieces)), (0, 0))
    picture.paste(stage, (0, CAPTION_H))
    return picture


def foot(drawing: Drawing) -> FadedFoot:
    """An illustration over the whole width, with a flat band below for words."""
    return FadedFoot(drawing, c.PANEL_LOW, reach=60, plain=TITLE_H - 24)


def with_title(stage: Image.Image, text: str, ink: Colour, largest: int = 54) -> None:
    """Put a title on the flat band under an illustration."""
    band = Rect(0, STAGE_H - TITLE_H + 24, SIDE, TITLE_H - 24)
    words = fitted(text, Rect(24, 0, SIDE - 48, band.h - 4), "display", largest, 26, ink, "center", 2)
    stage.paste(
        paint_block(Block(band.w, band.h, (Shape(Rect(0, 0, band.w, band.h), c.PANEL_LOW), words))),
        (0, band.y),
    )


def _brightest(picture: Image.Image) -> Point:
    """Where a picture is brightest, in its pixels."""
    cell = 30
    small = picture.convert("L").reduce(cell)
    levels = small.tobytes()
    at = levels.index(max(levels))
    return (at % small.width + 0.5) * cell, (at // small.width + 0.5) * cell


HALF = [0] * 128 + [255] * 128


class Lit:
    """A picture that comes out of the dark around its light. Grains that have come to light stay as they are."""

    def __init__(self, picture: Image.Image, seed: int) -> None:
        self._lit = picture
        grey = ImageEnhance.Color(picture).enhance(0.5)
        self._dark = ImageEnhance.Brightness(grey).enhance(0.32)
        self._press = Press(picture.width, picture.height, NIGHT["neutral"], seed)
        self._light = _brightest(picture)

    def at(self, part: float) -> Image.Image:
        """The picture when its light has grown so far: 0 (only around the light) to 1 (everything)."""
        if part >= 1:
            return self._lit
        whole = Image.new("L", self._lit.size, 255)
        x, y = self._light
        reach = self._lit.width * (0.2 + 0.9 * part)
        tone = self._press.halo(whole, (0, 0), x, y, reach, 1, 1.4)
        grains = mapped(self._press.grains(tone, (0, 0), 2.2, 3), HALF)
        return Image.composite(self._lit, self._dark, grains)
