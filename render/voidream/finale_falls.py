"""The scenes of a finale that show a mind going out, a bastion breaking, and the winner."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from zlib import crc32

from PIL import Image

from cards.i18n import title
from engine.voidream.views.types import CardFace, MindView, SideView, VoidreamView
from render import palette as c
from render.illustration.outlines import Point
from render.illustration.rasteriser import Rasteriser
from render.palette import between
from render.pixels import mapped
from render.table.finale import SIDE
from render.voidream.art import CardArt, art_of
from render.voidream.faction_inks import inks_of
from render.voidream.finale_frame import (
    HALF,
    STAGE_H,
    TITLE_H,
    Lit,
    VoidreamScene,
    foot,
    mind_art,
    with_title,
)
from render.voidream.illustration import FULL_MIND
from render.voidream.words import turn_of


class MindScene(VoidreamScene, frozen=True):
    """A mind that fills with night, number by number."""

    mind: MindView

    def stages(self) -> Iterator[Image.Image]:
        """Return the picture of each step."""
        for step in self.steps:
            stage = foot(mind_art(self.mind, round(step.part * FULL_MIND))).paint(SIDE, STAGE_H)
            with_title(stage, self.translator(title(self.mind.title)), c.ROSE)
            yield stage


class BastionScene(VoidreamScene, frozen=True):
    """A bastion that cracks and goes dark."""

    bastion: CardFace

    def stages(self) -> Iterator[Image.Image]:
        """Return the picture of each step."""
        intact = foot(art_of(self.bastion)).paint(SIDE, STAGE_H)
        inks = inks_of(self.bastion.faction, "night")
        seed = crc32(self.bastion.title.encode())
        cracks = _cracks(seed)
        for step in self.steps:
            press = Rasteriser(SIDE, STAGE_H, inks, seed)
            press.picture = intact.copy()
            if step.part:
                tone = Image.new("L", intact.size, round(215 * step.part))
                press.put(inks.night, mapped(press.stipple(tone), HALF))
            for begins, crack in cracks:
                grown = (step.part - begins) / (1 - begins)
                if grown > 0:
                    wide = 8 + 18 * grown
                    press.shape(_wedge(crack, grown, wide + 5), inks.light)
                    press.shape(_wedge(crack, grown, wide), between(inks.night, (0, 0, 0), 0.6))
            with_title(press.picture, self.translator(title(self.bastion.title)), c.ROSE)
            yield press.picture


def _cracks(seed: int) -> list[tuple[float, list[Point]]]:
    """Return cracks through a bastion from the top: a main crack, and its branches, each with its starting time."""
    chance = random.Random(seed)
    bottom = STAGE_H - TITLE_H
    main: list[Point] = []
    x = SIDE * (0.4 + 0.2 * chance.random())
    side = 1
    for k in range(14):
        main.append((x, bottom * k / 12 - 12))
        x += side * (14 + 34 * chance.random())
        side = -side if chance.random() < 0.75 else side
    cracks = [(0.0, main)]
    side = -1
    for k in (2, 4, 6, 8, 10):
        x, y = main[k]
        branch: list[Point] = [(x, y)]
        for n in range(6):
            x += side * (22 + 36 * chance.random())
            y += (26 if n % 2 else -14) + 30 * chance.random()
            branch.append((x, y))
        cracks.append((0.7 * k / 13, branch))
        side = -side
    return cracks


def _wedge(points: Sequence[Point], grown: float, wide: float) -> list[Point]:
    """Return the outline of a crack along these points as far as it has grown: wide at its start, pointed at its end."""
    last = grown * (len(points) - 1)
    whole = [*points[: int(last) + 1]]
    if last % 1:
        (x0, y0), (x1, y1) = points[int(last)], points[int(last) + 1]
        whole.append((x0 + (x1 - x0) * (last % 1), y0 + (y1 - y0) * (last % 1)))
    if len(whole) < 2:
        return []
    left_edge: list[Point] = []
    right_edge: list[Point] = []
    for k, (x, y) in enumerate(whole):
        (x0, y0), (x1, y1) = whole[max(0, k - 1)], whole[min(len(whole) - 1, k + 1)]
        far = math.hypot(x1 - x0, y1 - y0) or 1
        half = wide / 2 * (1 - k / (len(whole) - 1))
        dx, dy = -(y1 - y0) / far * half, (x1 - x0) / far * half
        left_edge.append((x + dx, y + dy))
        right_edge.append((x - dx, y - dy))
    return [*left_edge, *reversed(right_edge)]


_SUNRISE = "small walker, in hill giant centre low sun"
_MOONLIGHT = "two small walker, in hill giant centre low moon"


def _home_of(side: SideView) -> str:
    """Return the faction of a player's bastion, or of their mind if the bastion is gone."""
    return next(
        (construct.face.faction for construct in side.constructs if construct.is_bastion), side.mind.faction
    )


class ResultScene(VoidreamScene, frozen=True):
    """The winner's name, large, over a brightening landscape in their inks."""

    last: VoidreamView

    def stages(self) -> Iterator[Image.Image]:
        """Return the picture of each step."""
        art = CardArt("", "entity", "neutral", _MOONLIGHT)
        if len(self.last.winners) == 1:
            art = CardArt("", "entity", _home_of(self.last.sides[self.last.winners[0]]), _SUNRISE)
        lit = Lit(foot(art).paint(SIDE, STAGE_H), 0)
        for step in self.steps:
            stage = lit.at(step.part).copy()
            with_title(stage, turn_of(self.last, self.names, self.translator).headline, c.GOLD, 72)
            yield stage
