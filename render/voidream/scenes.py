"""The places of the Dream, one for each faction: backgrounds with their light and their landmarks."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from msgspec import Struct
from PIL import Image, ImageDraw

from render.palette import between
from render.pieces import Colour
from render.pixels import mapped, stretched


class Scene:
    """A canvas in the making: its size in pixels and the card's own source of chance."""

    def __init__(self, width: int, height: int, chance: random.Random) -> None:
        self.w = width
        self.h = height
        self.unit = min(width, height)
        self.chance = chance

    def between(self, low: float, high: float) -> float:
        """A number of the card's own."""
        return low + (high - low) * self.chance.random()


class Setting(Struct, frozen=True):
    """A place: its colours, and how to paint it."""

    above: Colour
    below: Colour
    light: Colour
    solid: Colour
    """The colour of what stands in front of the light."""
    landmarks: Callable[[Image.Image, ImageDraw.ImageDraw, Scene, Setting], None]

    def paint(self, scene: Scene) -> Image.Image:
        """The place, empty of figures."""
        column = stretched(Image.linear_gradient("L"), 1, scene.h)
        below, above = (Image.new("RGB", (1, scene.h), colour) for colour in (self.below, self.above))
        image = stretched(Image.composite(below, above, column), scene.w, scene.h, smooth=False)
        self.landmarks(image, ImageDraw.Draw(image), scene, self)
        return image


def glow(
    image: Image.Image, x: float, y: float, radius: float, colour: Colour, strength: float = 1.0
) -> None:
    """Light that spreads from a point."""
    side = max(2, int(radius * 2))
    mask = stretched(Image.radial_gradient("L"), side, side)
    mask = mapped(mask, [max(0, int((170 - level) * 1.5 * strength)) for level in range(256)])
    image.paste(colour, (int(x - radius), int(y - radius)), mask)


def disc(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, fill: Colour) -> None:
    """A filled circle."""
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


def ring(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, ink: Colour, width: float) -> None:
    """A circle's line."""
    if radius >= 1:
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), outline=ink, width=max(1, int(width)))


def _court(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """A sun with rays over towers that fly banners."""
    w, h, u = scene.w, scene.h, scene.unit
    x, y = scene.between(0.25, 0.75) * w, scene.between(0.28, 0.45) * h
    sun = scene.between(0.15, 0.22) * u
    rays = scene.chance.choice((12, 16, 20, 24))
    start = scene.between(0, 1)
    far = w + h
    for k in range(rays):
        a = (k + start) * 2 * math.pi / rays
        b = a + math.pi / rays
        pen.polygon(
            [
                (x, y),
                (x + far * math.cos(a), y + far * math.sin(a)),
                (x + far * math.cos(b), y + far * math.sin(b)),
            ],
            fill=between(place.above, place.light, 0.16),
        )
    glow(image, x, y, sun * 3.4, place.light, 0.8)
    disc(pen, x, y, sun, place.light)
    ring(pen, x, y, sun * 1.28, place.light, u * 0.012)
    count = scene.chance.randrange(4, 8)
    for k in range(count * 2):
        near = k >= count
        tone = between(place.solid, place.below, 0.1 if near else 0.5)
        tx = scene.between(-0.05, 1.0) * w
        tw = scene.between(0.05, 0.11) * u * (1.3 if near else 1)
        top = scene.between(0.42, 0.72) * h + (0.1 * h if near else 0)
        pen.rectangle((tx, top, tx + tw, h), fill=tone)
        if scene.chance.random() < 0.5:
            pen.polygon(
                [(tx - tw * 0.15, top), (tx + tw * 1.15, top), (tx + tw / 2, top - tw * 1.5)], fill=tone
            )
            flag = tx + tw / 2
            pen.line(
                (flag, top - tw * 1.4, flag, top - tw * 2.2), fill=place.light, width=max(1, int(u * 0.01))
            )
            pen.polygon(
                [(flag, top - tw * 2.2), (flag + tw * 0.9, top - tw * 1.95), (flag, top - tw * 1.7)],
                fill=place.light,
            )
        else:
            for tooth in range(3):
                left = tx + tooth * tw * 0.4
                pen.rectangle((left, top - tw * 0.28, left + tw * 0.2, top), fill=tone)
        if near:
            mid = tx + tw / 2
            pen.rectangle(
                (mid - tw * 0.08, top + tw * 0.5, mid + tw * 0.08, top + tw * 0.95), fill=place.light
            )


def _crystal(
    pen: ImageDraw.ImageDraw,
    x: float,
    foot: float,
    wide: float,
    tall: float,
    lean: float,
    tone: Colour,
    place: Setting,
) -> None:
    tip = (x + lean, foot - tall)
    left, right = (x - wide / 2, foot), (x + wide / 2, foot)
    shoulder_l = (x - wide / 2 + lean * 0.75, foot - tall * 0.74)
    shoulder_r = (x + wide / 2 + lean * 0.75, foot - tall * 0.7)
    spine = (x + wide * 0.06, foot)
    spine_top = (x + wide * 0.06 + lean * 0.8, foot - tall * 0.66)
    pen.polygon([left, shoulder_l, tip, spine_top, spine], fill=between(tone, place.light, 0.34))
    pen.polygon([spine, spine_top, tip, shoulder_r, right], fill=between(tone, place.above, 0.25))
    pen.polygon([shoulder_l, tip, spine_top], fill=between(tone, place.light, 0.66))


def _fracta(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """Crystals around a still lake, and their reflections."""
    w, h, u = scene.w, scene.h, scene.unit
    shore = scene.between(0.66, 0.76) * h
    glow(image, scene.between(0.3, 0.7) * w, shore * 0.75, u * 0.85, place.light, 0.55)
    for _ in range(14):
        disc(
            pen,
            scene.between(0, 1) * w,
            scene.between(0, 0.5) * h,
            scene.between(0.003, 0.009) * u,
            place.light,
        )
    violet = (124, 92, 214)
    for layer in range(2):
        for _ in range(scene.chance.randrange(4, 7)):
            side = scene.chance.choice((-1, 1))
            x = w * 0.5 + side * scene.between(0.12 + 0.1 * layer, 0.55) * w
            tall = scene.between(0.3, 0.72) * h * (1 if layer == 0 else 0.75)
            tone = between(place.solid, violet, scene.between(0, 0.8))
            tone = between(tone, place.above, 0.4 if layer == 0 else 0)
            wide = scene.between(0.1, 0.2) * u
            _crystal(pen, x, shore, wide, tall, -side * scene.between(-0.05, 0.16) * u, tone, place)
    pen.rectangle((0, shore, w, h), fill=between(place.below, place.above, 0.35))
    for _ in range(16):
        y = scene.between(shore + 0.02 * h, h)
        x, long = scene.between(0, 1) * w, scene.between(0.06, 0.3) * w
        tone = between(place.below, place.light, scene.between(0.1, 0.5))
        pen.line((x - long / 2, y, x + long / 2, y), fill=tone, width=max(1, int(u * 0.012)))


def _venellam(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """A tunnel with rails that runs towards a clock."""
    w, h, u = scene.w, scene.h, scene.unit
    x, y = scene.between(0.35, 0.65) * w, scene.between(0.4, 0.52) * h
    arches = scene.chance.randrange(5, 8)
    for k in range(arches):
        part = k / arches
        reach = (1.15 - part * 0.85) * max(w, h) * 0.62
        tone = between(place.solid, place.below, 0.25 + 0.75 * part)
        disc(pen, x, y, reach, between(tone, place.light, 0.14))
        disc(pen, x, y, reach - u * 0.02, tone)
    dial = scene.between(0.24, 0.32) * u
    glow(image, x, y, dial * 2.6, place.light, 0.75)
    for k in range(3):
        ring(pen, x, y, dial * (1 - 0.26 * k), place.light, u * (0.022 - 0.005 * k))
    ticks = scene.chance.choice((12, 16, 24))
    for k in range(ticks):
        a = k * 2 * math.pi / ticks
        c, s = math.cos(a), math.sin(a)
        pen.line(
            (x + 0.84 * dial * c, y + 0.84 * dial * s, x + dial * c, y + dial * s),
            fill=place.light,
            width=max(1, int(u * 0.012)),
        )
    for long in (0.7, 0.45):
        a = scene.between(0, 2 * math.pi)
        pen.line(
            (x, y, x + dial * long * math.cos(a), y + dial * long * math.sin(a)),
            fill=place.light,
            width=max(1, int(u * 0.02)),
        )
    foot = y + dial
    for k in range(7):
        part = (k / 7) ** 1.8
        ty = foot + (h - foot) * part
        half = u * (0.08 + 0.7 * part)
        pen.line(
            (x - half, ty, x + half, ty),
            fill=between(place.solid, place.light, 0.28),
            width=max(1, int(u * (0.01 + 0.03 * part))),
        )
    for side in (-1, 1):
        pen.polygon(
            [
                (x + side * u * 0.05, foot), (x + side * u * 0.065, foot),
                (x + side * u * 0.62, h * 1.02), (x + side * u * 0.55, h * 1.02),
            ],
            fill=between(place.light, place.solid, 0.25),
        )  # fmt: skip


def _maze(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """A labyrinth seen from above, with a cold light in it and specimens under glass."""
    w, h, u = scene.w, scene.h, scene.unit
    x, y = scene.between(0.3, 0.7) * w, scene.between(0.38, 0.56) * h
    glow(image, x, y, u * 0.8, place.light, 0.4)
    step = u * scene.between(0.085, 0.11)
    square = scene.chance.random() < 0.5
    ink = between(place.below, place.light, 0.55)
    wall = max(1, int(u * 0.014))
    jars = [[scene.between(0, 1) for _ in range(4)] for _ in range(scene.chance.randrange(1, 3))]
    for k in range(2, int(max(w, h) / step) + 1):
        r = k * step * 0.9
        tone = between(ink, place.above, min(0.8, k * 0.09))
        gap = scene.between(0, 360)
        if square:
            side = scene.chance.randrange(4)
            at, cut = scene.between(-0.7, 0.7) * r, step * 0.45
            for turn in range(4):
                c, s = round(math.cos(turn * math.pi / 2)), round(math.sin(turn * math.pi / 2))
                ends = ((-r, at - cut), (at + cut, r)) if turn == side else ((-r, r),)
                for start, end in ends:
                    line = [(x + t * c + r * s, y + t * s - r * c) for t in (start, end)]
                    pen.line(line, fill=tone, width=wall)
        else:
            pen.arc((x - r, y - r, x + r, y + r), gap, gap + 300, fill=tone, width=wall)
            a = math.radians(gap)
            far = r + step * 0.9
            ends = (x + r * math.cos(a), y + r * math.sin(a), x + far * math.cos(a), y + far * math.sin(a))
            pen.line(ends, fill=tone, width=wall)
    disc(pen, x, y, step * 0.6, place.light)
    for across, wide, high, low in jars:
        jx, foot = (0.06 + 0.88 * across) * w, h * (0.9 + 0.1 * low)
        jw, jh = (0.1 + 0.05 * wide) * u, (0.24 + 0.1 * high) * u
        glass = (jx - jw / 2, foot - jh, jx + jw / 2, foot)
        tint = between(place.solid, place.light, 0.16)
        pen.rounded_rectangle(glass, jw * 0.45, fill=tint, outline=place.light, width=max(1, int(u * 0.01)))
        disc(pen, jx, foot - jh * 0.4, jw * 0.22, place.light)
        stem = (jx, foot - jh * 0.4, jx + jw * 0.12, foot - jh * 0.75)
        pen.line(stem, fill=place.light, width=max(1, int(u * 0.012)))


def _neutral(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """A moon among the clouds of a dream."""
    w, h, u = scene.w, scene.h, scene.unit
    x, y = scene.between(0.2, 0.8) * w, scene.between(0.25, 0.42) * h
    moon = scene.between(0.14, 0.22) * u
    for _ in range(26):
        disc(
            pen,
            scene.between(0, 1) * w,
            scene.between(0, 0.7) * h,
            scene.between(0.003, 0.01) * u,
            place.light,
        )
    glow(image, x, y, moon * 3.2, place.light, 0.6)
    disc(pen, x, y, moon, place.light)
    if scene.chance.random() < 0.6:
        side = scene.chance.choice((-1, 1))
        shade = between(place.above, place.light, 0.3)
        disc(pen, x + side * moon * 0.5, y - moon * 0.16, moon * 0.86, shade)
    for layer in range(4):
        tone = between(between(place.above, place.light, 0.42), place.solid, layer / 3.6)
        base = h * (0.62 + 0.12 * layer)
        for _ in range(8):
            disc(
                pen,
                scene.between(-0.1, 1.1) * w,
                base + scene.between(0, 0.14) * u,
                scene.between(0.1, 0.22) * u,
                tone,
            )
        pen.rectangle((0, min(h, base + 0.14 * u), w, h), fill=tone)


SCENES: dict[str, Setting] = {
    "chimeric-court": Setting((14, 26, 84), (34, 56, 140), (255, 208, 104), (9, 14, 48), _court),
    "fracta": Setting((18, 20, 66), (20, 96, 122), (150, 244, 236), (24, 92, 128), _fracta),
    "subter-venellam": Setting((44, 24, 12), (86, 50, 20), (255, 182, 84), (28, 15, 8), _venellam),
    "maze": Setting((4, 8, 10), (14, 34, 32), (206, 255, 232), (7, 15, 17), _maze),
    "neutral": Setting((30, 28, 78), (92, 82, 150), (244, 236, 255), (40, 36, 92), _neutral),
}
"""The faction's place, by the name that card files use."""
