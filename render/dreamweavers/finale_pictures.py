"""The scenes of a finale as pictures: an attack as a clash, an Ego that breaks, a cloth that grows over the other."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from cards.i18n import msg, title
from render.canvas import paint_block, shape_mask
from render.cloth_texture import paint_cloth
from render.dreamweavers.finale import Blow, Fall
from render.dreamweavers.finale_frame import STAGE_H, DreamweaversScene, on_band, title_band, two_titles
from render.dreamweavers.illustration import clash
from render.dreamweavers.inks import CLOTH, HEM, LABEL, MADDER, PLUM, SHEET_LOW, WOAD
from render.dreamweavers.middle import pulled
from render.dreamweavers.tiles import draw_back
from render.layout import Block, Drawing, Icon, Rect, Shape, Words
from render.table.finale import SIDE
from render.table.words import of, plain

_DISC = 148
_REACH = 0.72
"""The share of the width for which each side's picture is laid out: the seam moves within the overlap."""


def _beside(left: Drawing, right: Drawing) -> tuple[Image.Image, Image.Image]:
    """Return two cloths of the stage's size, with the pictures towards the left and the right."""
    wide = round(SIDE * _REACH)
    cloths: list[Image.Image] = []
    for drawing, x in ((left, 0), (right, SIDE - wide)):
        sheet = Image.new("RGB", (SIDE, STAGE_H), PLUM)
        sheet.paste(drawing.paint(wide, STAGE_H), (x, 0))
        cloths.append(sheet)
    return cloths[0], cloths[1]


def _disc(stage: Image.Image, x: int, number: int, is_attacker: bool) -> None:
    """Return a number on its disc at the bottom of the stage."""
    ink = MADDER if is_attacker else WOAD
    whole = Rect(0, 0, _DISC, _DISC)
    block = Block(
        _DISC,
        _DISC,
        (
            Shape(whole, LABEL),
            Shape(whole, ink, "disc", 0, LABEL, 7),
            Words(Rect(0, 10, _DISC, 96), (plain(number),), "number", 74, LABEL, "center"),
            Icon(Rect(_DISC // 2 - 18, 100, 36, 36), "sword" if is_attacker else "shield", LABEL),
        ),
    )
    stage.paste(paint_block(block), (x, STAGE_H - _DISC - 16), shape_mask("disc", _DISC, _DISC, 0))


class AttackScene(DreamweaversScene, frozen=True):
    """An attack: both numbers count up, and the seam moves towards the weaker side."""

    blow: Blow
    drawings: tuple[Drawing, Drawing]
    notions: tuple[str, str]

    def stages(self) -> Iterator[Image.Image]:
        """Return the picture of each step."""
        blow = self.blow
        left, right = _beside(*self.drawings)
        end = pulled(blow.power, blow.shield_value)
        name = self.names[1 - blow.seat]
        target = title(blow.target) if blow.target else msg("{whose} Ego", whose=of(name), name=name)
        band = two_titles(self.translator(title(blow.attacker)), self.translator(target))
        for step in self.steps:
            stage = clash(left, right, self.notions, blow.attacker, 0.5 + (end - 0.5) * step.part)
            _disc(stage, 20, round(blow.power * step.part), True)
            _disc(stage, SIDE - 20 - _DISC, round(blow.shield_value * step.part), False)
            yield on_band(stage, band)


EGO = 5
_CARD_W, _CARD_H = 108, 164


class EgoScene(DreamweaversScene, frozen=True):
    """An Ego that loses its cards one by one."""

    fall: Fall

    def stages(self) -> Iterator[Image.Image]:
        """Return the picture of each step, in which `part` is the remaining share of the Ego."""
        ground = paint_cloth(CLOTH, SIDE, STAGE_H)
        name = self.names[self.fall.seat]
        band = title_band(self.translator(msg("{whose} Ego", whose=of(name), name=name)))
        places = max(EGO, self.fall.before)
        step_x = min(_CARD_W + 14, (SIDE - 40 - _CARD_W) // max(1, places - 1))
        left = (SIDE - (places - 1) * step_x - _CARD_W) // 2
        for step in self.steps:
            stage = ground.copy()
            remaining = round(self.fall.before * step.part)
            for k in range(places):
                block = _ego_card(k < remaining)
                mask = shape_mask("box", _CARD_W, _CARD_H, 14)
                stage.paste(paint_block(block), (left + k * step_x, (STAGE_H - _CARD_H) // 2), mask)
            yield on_band(stage, band)


def _ego_card(is_there: bool) -> Block:
    """Return a card of an Ego face down, or an empty place."""
    if is_there:
        return draw_back(_CARD_W, _CARD_H)
    crack = Icon(Rect(_CARD_W // 2 - 30, _CARD_H // 2 - 30, 60, 60), "crack", MADDER)
    whole = Rect(0, 0, _CARD_W, _CARD_H)
    return Block(_CARD_W, _CARD_H, (Shape(whole, SHEET_LOW, "box", 14, HEM, 4), crack))


class WeaveScene(DreamweaversScene, frozen=True):
    """The cloths of both players, sewn together. The winner's grows over the seam; in a draw the seam stays."""

    drawings: tuple[Drawing, Drawing]
    notions: tuple[str, str]
    headline: str
    is_draw: bool

    def stages(self) -> Iterator[Image.Image]:
        """Return the picture of each step, with the winner's cloth on the left."""
        left, right = (drawing.paint(SIDE, STAGE_H) for drawing in self.drawings)
        band = title_band(self.headline)
        for step in self.steps:
            seam = 0.5 if self.is_draw else 0.5 + step.part / 2
            yield on_band(clash(left, right, self.notions, self.headline, seam), band)
