"""The rasteriser: silhouettes, light and grain, printed in a few inks.

Four operations make every picture: a polygon drawn into a mask; a tone turned into grains of ink by the screen; the
edge of a mask that faces the light (the mask minus itself moved away from the light); and ink pressed through a mask.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.illustration.inks import Inks
from render.illustration.outlines import Outline, Point, oval
from render.illustration.screens import Screen, cut, grain, wear
from render.layout import Colour
from render.pixels import mapped, stretched

_FINE = 2
"""The factor by which masks are drawn larger and then reduced, for smooth edges."""
_SMALL = 220
"""The width in pixels below which pictures have no dust and no worn ink, and rims have double width."""

Shade = tuple[Sequence[Point], int]
"""An outline in pixels, and its density: 0 cuts it out of earlier outlines, 255 is solid."""
_Box = tuple[int, int, int, int]
Spot = tuple[int, int]
"""The left upper corner of a mask on the picture, in pixels."""


def _lifted(tone: Image.Image, times: int) -> Image.Image:
    """Return a tone with multiplied density."""
    lifted = tone
    for _ in range(times - 1):
        lifted = ImageChops.add(lifted, tone)
    return lifted


@cache
def _lamp(strength: float, power: float) -> Image.Image:
    """Return light that spreads from the centre of a square of 256 by 256 pixels."""
    return mapped(Image.radial_gradient("L"), _falling_off(strength, power))


@lru_cache(maxsize=256)
def _column(height: int, top: float, bottom: float) -> Image.Image:
    """Return a column that rises from nothing at one height to everything at another."""
    levels = [round(255 * (y - top) / max(1.0, bottom - top)) for y in range(height)]
    return Image.frombytes("L", (1, height), bytes(max(0, min(255, level)) for level in levels))


def _falling_off(strength: float, power: float) -> list[int]:
    """Return the light at each level of Pillow's radial gradient, whose edge (not its corners) is at 181."""
    return [
        max(0, min(255, round(255 * strength * max(0.0, 1 - level / 181) ** power))) for level in range(256)
    ]


class Rasteriser:
    """A picture in progress. Later prints cover earlier ones."""

    def __init__(self, width: int, height: int, inks: Inks, seed: int, screen: Screen = grain) -> None:
        self.w = width
        self.h = height
        self.inks = inks
        self.chance = random.Random(seed)
        self.picture = Image.new("RGB", (width, height), inks.night)
        self.light: Point = (width * 0.7, height * 0.25)
        """The direction of the one light, on which rims, grain and shadows depend."""
        self.small = width < _SMALL
        x, y = self.chance.randrange(200), self.chance.randrange(200)
        self._grain = cut(screen(), x, y, width, height)
        self._wear = cut(_rim_wear(), x, y, width, height)

    # ------------------------------------------------------------------------------------------------------- masks

    def mask(self, shades: Iterable[Shade], all_of_it: bool = False) -> tuple[Image.Image, Spot] | None:
        """Return the outlines as an antialiased mask, cropped to the picture, and its position.

        With `all_of_it` the mask is as large as the picture. None if it is empty.
        """
        shades = [(outline, level) for outline, level in shades if len(outline) > 2]
        left, top, right, bottom = 0, 0, self.w, self.h
        if not all_of_it:
            xs = [x for outline, _ in shades for x, _ in outline]
            ys = [y for outline, _ in shades for _, y in outline]
            if not xs:
                return None
            left, top = max(0, int(min(xs)) - 2), max(0, int(min(ys)) - 2)
            right, bottom = min(self.w, int(max(xs)) + 3), min(self.h, int(max(ys)) + 3)
        if right <= left or bottom <= top:
            return None
        large = Image.new("L", ((right - left) * _FINE, (bottom - top) * _FINE), 0)
        pen = ImageDraw.Draw(large)
        for outline, level in shades:
            pen.polygon([((x - left) * _FINE, (y - top) * _FINE) for x, y in outline], fill=level)
        return large.reduce(_FINE), (left, top)

    def stipple(self, tone: Image.Image, at: Spot = (0, 0), hard: float = 2.2) -> Image.Image:
        """Return a tone as grains of ink. A higher tone is denser, a larger `hard` sharpens the edges."""
        patch = self._grain.crop((at[0], at[1], at[0] + tone.width, at[1] + tone.height))
        return ImageChops.subtract(tone, patch, 1 / hard, 128)

    def grains(self, tone: Image.Image, at: Spot, hard: float, lift: int) -> Image.Image:
        """Return a tone as grains that fade where the tone times `lift` isn't full."""
        return ImageChops.multiply(self.stipple(tone, at, hard), _lifted(tone, lift))

    def put(self, ink: Colour, mask: Image.Image, at: Spot = (0, 0)) -> None:
        """Press ink through a mask."""
        self.picture.paste(ink, at, mask)

    # ------------------------------------------------------------------------------------------------------ shapes

    def shapes(self, outlines: Iterable[Sequence[Point]], ink: Colour, density: int = 255) -> None:
        """Print outlines flat, in one ink."""
        made = self.mask((outline, density) for outline in outlines)
        if made:
            self.put(ink, *made)

    def shape(self, outline: Sequence[Point], ink: Colour, density: int = 255) -> None:
        """Print one outline flat."""
        self.shapes((outline,), ink, density)

    def disc(self, x: float, y: float, radius: float, ink: Colour) -> None:
        """Print a circle flat."""
        self.shape(oval(x, y, radius, steps=int(max(24, radius))), ink)

    # ----------------------------------------------------------------------------------------------------- grounds

    @staticmethod
    def _rising(width: int, height: int, top: float, bottom: float) -> Image.Image:
        """Return a tone that rises from nothing at one height to everything at another."""
        return stretched(_column(height, top, bottom), width, height, smooth=False)

    def fill(self, ink: Colour) -> None:
        """Cover everything with an ink."""
        self.picture.paste(ink, (0, 0, self.w, self.h))

    def sky(self, stops: Sequence[tuple[float, Colour]]) -> None:
        """Cover everything with inks at heights (0 top, 1 bottom). Grains blend each into the next."""
        self.fill(stops[0][1])
        for (start, _), (end, ink) in pairwise(stops):
            top, bottom = start * self.h, end * self.h
            tone = self._rising(self.w, self.h, top, bottom)
            self.put(ink, Image.blend(tone, self.grains(tone, (0, 0), 1.0, 3), 0.62))

    def glow(
        self,
        x: float,
        y: float,
        radius: float,
        ink: Colour,
        strength: float = 1.0,
        power: float = 1.7,
        hard: float = 1.1,
    ) -> None:
        """Print light that spreads from a point. Only the part inside the picture is computed."""
        box = self._reached(x, y, radius, (0, 0, self.w, self.h))
        if box is None:
            return
        tone = self._spread(x, y, radius, box, strength, power)
        self.put(ink, Image.blend(tone, self.grains(tone, box[:2], hard, 2), 0.7), box[:2])

    def halo(
        self, mask: Image.Image, at: Spot, x: float, y: float, radius: float, power: float, strength: float
    ) -> Image.Image:
        """Return a tone as large as a mask that lies at a spot, in which light spreads from (x, y)."""
        tone = Image.new("L", mask.size, 0)
        box = self._reached(x, y, radius, (at[0], at[1], at[0] + mask.width, at[1] + mask.height))
        if box is not None:
            tone.paste(self._spread(x, y, radius, box, strength, power), (box[0] - at[0], box[1] - at[1]))
        return tone

    @staticmethod
    def _reached(x: float, y: float, radius: float, room: _Box) -> _Box | None:
        """Return the part of a box that light from (x, y) reaches, in pixels."""
        reach = max(2, int(radius))
        left, top = int(x - reach), int(y - reach)
        box = (
            max(room[0], left),
            max(room[1], top),
            min(room[2], left + 2 * reach),
            min(room[3], top + 2 * reach),
        )
        return None if box[2] <= box[0] or box[3] <= box[1] else box

    @staticmethod
    def _spread(x: float, y: float, radius: float, box: _Box, strength: float, power: float) -> Image.Image:
        """Return light that spreads from (x, y) within a box, so that invisible parts cost nothing."""
        reach = max(2, int(radius))
        left, top = int(x - reach), int(y - reach)
        scale = 256 / (2 * reach)
        return stretched(
            _lamp(strength, power),
            box[2] - box[0],
            box[3] - box[1],
            part=(
                (box[0] - left) * scale,
                (box[1] - top) * scale,
                (box[2] - left) * scale,
                (box[3] - top) * scale,
            ),
        )

    def rays(
        self,
        x: float,
        y: float,
        count: int,
        ink: Colour,
        inner: float,
        outer: float,
        strength: int,
        spin: float,
    ) -> None:
        """Print rays around (x, y), as wide as the gaps between them; `spin` turns them by parts of a ray."""
        edges: list[Outline] = []
        for k in range(count):
            start = (k + spin) * 2 * math.pi / count
            end = start + math.pi / count
            edges.append(
                [
                    (x + reach * math.cos(angle), y + reach * math.sin(angle))
                    for reach, angle in ((inner, start), (outer, start), (outer, end), (inner, end))
                ]
            )
        mask = Image.new("L", (self.w, self.h), 0)
        pen = ImageDraw.Draw(mask)
        for edge in edges:
            pen.polygon(edge, fill=255)
        tone = ImageChops.multiply(self.halo(mask, (0, 0), x, y, outer, 1.1, strength / 100), mask)
        self.put(ink, ImageChops.multiply(self.grains(tone, (0, 0), 1.4, 3), mask))

    # ------------------------------------------------------------------------------------------------------ bodies

    def body(
        self,
        shades: Iterable[Shade],
        base: Colour,
        mid: Colour | None = None,
        rim: Colour | None = None,
        *,
        size: float = 0,
        depth: float = 1.0,
        sinks: float = 0,
    ) -> None:
        """Print a silhouette lit by the picture's light.

        `base` fills it, grains of `mid` are towards the light, a `rim` is on its edge. `size` is the reference for
        their widths, in pixels. `sinks` is the share of its height, from below, that fades into the night.
        """
        made = self.mask(shades)
        if made is None:
            return
        mask, at = made
        w, h = mask.size
        size = size or max(w, h)
        self.put(base, mask, at)
        dx, dy = self._towards_light(at[0] + w / 2, at[1] + h / 2)
        if mid is not None:
            reach = size * 0.16 * depth
            tone = ImageChops.multiply(_lit_edge(mask, dx, dy, reach, reach * 0.55), mask)
            self.put(mid, ImageChops.multiply(self.grains(tone, at, 1.6, 3), mask), at)
        if rim is not None:
            reach = max(1.6, size * 0.022) * (2 if self.small else 1)
            edge = ImageChops.multiply(_lit_edge(mask, dx, dy, reach, 0), mask)
            if not self.small:
                worn = self._wear.crop((at[0], at[1], at[0] + w, at[1] + h))
                edge = ImageChops.multiply(edge, worn)
            self.put(rim, edge, at)
        if sinks:
            tone = self._rising(w, h, h * (1 - sinks), h)
            self.put(self.inks.night, ImageChops.multiply(self.grains(tone, at, 1.1, 2), mask), at)

    def _towards_light(self, x: float, y: float) -> Point:
        dx, dy = self.light[0] - x, self.light[1] - y
        far = math.hypot(dx, dy) or 1
        return dx / far, dy / far

    # ------------------------------------------------------------------------------------------------------ finish

    def finish(self, vignette: float = 0.55, film: float = 0) -> Image.Image:
        """Darken the corners, optionally lay a film of the screen over everything, and return the picture."""
        corners = stretched(_corners(vignette), self.w, self.h)
        self.put(self.inks.night, Image.blend(corners, self.grains(corners, (0, 0), 1.2, 3), 0.6))
        if not film:
            return self.picture
        grains = mapped(self._grain, _around_middle(film))
        return ImageChops.add(self.picture, Image.merge("RGB", (grains, grains, grains)), 1, -128)


@cache
def _rim_wear() -> Image.Image:
    """Return the share of a rim that the wear of the ink leaves: most of it."""
    return mapped(wear(), [min(255, 150 + level) for level in range(256)])


@cache
def _corners(strength: float) -> Image.Image:
    """Return night in the corners of a square of 256 by 256 pixels."""
    levels = [min(255, max(0, round((level - 118) * 2.1 * strength))) for level in range(256)]
    return mapped(Image.radial_gradient("L"), levels)


@cache
def _around_middle(strength: float) -> list[int]:
    return [round(128 + (level - 128) * strength * 2) for level in range(256)]


def _lit_edge(mask: Image.Image, dx: float, dy: float, reach: float, soft: float) -> Image.Image:
    """Return the edges of a mask that face the light: itself minus itself moved away from the light."""
    moved = Image.new("L", mask.size, 0)
    moved.paste(mask, (round(-dx * reach), round(-dy * reach)))
    if soft > 4 and min(mask.size) > 2:
        half = moved.reduce(2).filter(ImageFilter.BoxBlur(soft / 2)).filter(ImageFilter.BoxBlur(soft / 2))
        moved = stretched(half, mask.width, mask.height)
    elif soft >= 1:
        moved = moved.filter(ImageFilter.BoxBlur(soft))
    return ImageChops.subtract(mask, moved)
