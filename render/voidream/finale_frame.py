"""The common frame of the scenes of Voidream's finale: captions, titles, and light."""

from __future__ import annotations

from typing import ClassVar

from PIL import Image, ImageEnhance

from engine.voidream.views.types import MindView
from render import palette as c
from render.canvas import paint_block
from render.fade import FadedFoot
from render.illustration.outlines import Point
from render.illustration.rasteriser import Rasteriser
from render.layout import Block, Colour, Drawing, Rect, Shape
from render.pixels import mapped
from render.table.finale import CAPTION_H, SIDE, CaptionForm, FinaleScene
from render.typeset import fitted
from render.voidream.art import CardArt
from render.voidream.faction_inks import NIGHT

STAGE_H = SIDE - CAPTION_H
TITLE_H = 116
"""The height of the flat band for the title below an illustration."""


class VoidreamScene(FinaleScene, frozen=True):
    """A scene with Voidream's captions."""

    form: ClassVar = CaptionForm(c.PANEL_LOW, c.PAPER, largest=46, icon=44, line=4)


def mind_art(mind: MindView, count: int) -> CardArt:
    """Return the picture of a mind at a count."""
    return CardArt(mind.title, "mind", mind.faction, mind.art, count)


def foot(drawing: Drawing) -> FadedFoot:
    """Return an illustration over the whole width, with a flat band for text below."""
    return FadedFoot(drawing, c.PANEL_LOW, reach=60, plain=TITLE_H - 24)


def with_title(stage: Image.Image, text: str, ink: Colour, largest: int = 54) -> None:
    """Put a title on the flat band below an illustration."""
    band = Rect(0, STAGE_H - TITLE_H + 24, SIDE, TITLE_H - 24)
    title_words = fitted(text, Rect(24, 0, SIDE - 48, band.h - 4), "display", largest, 26, ink, "center", 2)
    stage.paste(
        paint_block(Block(band.w, band.h, (Shape(Rect(0, 0, band.w, band.h), c.PANEL_LOW), title_words))),
        (0, band.y),
    )


def _brightest(picture: Image.Image) -> Point:
    """Return the brightest place of a picture, in its pixels."""
    cell = 30
    small = picture.convert("L").reduce(cell)
    levels = small.tobytes()
    at = levels.index(max(levels))
    return (at % small.width + 0.5) * cell, (at // small.width + 0.5) * cell


HALF = [0] * 128 + [255] * 128


class Lit:
    """A picture that appears out of the dark around its brightest place. Grains that have appeared stay unchanged."""

    def __init__(self, picture: Image.Image, seed: int) -> None:
        self._lit = picture
        grey = ImageEnhance.Color(picture).enhance(0.5)
        self._dark = ImageEnhance.Brightness(grey).enhance(0.32)
        self._press = Rasteriser(picture.width, picture.height, NIGHT["neutral"], seed)
        self._light = _brightest(picture)

    def at(self, part: float) -> Image.Image:
        """Return the picture with its light grown from 0 (only around the brightest place) to 1 (everything)."""
        if part >= 1:
            return self._lit
        whole = Image.new("L", self._lit.size, 255)
        x, y = self._light
        reach = self._lit.width * (0.2 + 0.9 * part)
        tone = self._press.halo(whole, (0, 0), x, y, reach, 1, 1.4)
        grains = mapped(self._press.grains(tone, (0, 0), 2.2, 3), HALF)
        return Image.composite(self._lit, self._dark, grains)
