"""The stage: placed motifs, the shadows of the light, reflections in water, and weather."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from msgspec import Struct
from PIL import Image, ImageChops

from render.illustration.inks import Inks
from render.illustration.motifs import Motif
from render.illustration.outlines import Outline, Point, oval, stroke
from render.illustration.rasteriser import Rasteriser, Shade
from render.illustration.screens import Screen, grain
from render.layout import Colour
from render.palette import between
from render.pixels import mapped, stretched

PLANES = ("far", "mid", "near", "front")
"""The planes from the farthest, in printing order."""

_HELD: dict[str, Point] = {"foot": (50, 100), "float": (50, 50), "hang": (50, 0)}
_HALVED = [level // 2 for level in range(256)]
_TWO_THIRDS = [level * 2 // 3 for level in range(256)]


class Lamp(Struct, frozen=True):
    """The one light of a place: its position and size, as fractions of width, height and the stage's unit."""

    x: float
    y: float
    radius: float
    shines: bool = True
    """False if there is none: the place is as dark as possible."""
    crescent: bool = False
    sun: bool = False
    """Whether it is the sun, not the moon."""


class Figure:
    """A motif on the picture: (x, y) is its anchor, `size` the pixels of its 100 units."""

    def __init__(
        self,
        motif: Motif,
        x: float,
        y: float,
        size: float,
        *,
        flipped: bool = False,
        turn: float = 0,
        plane: str = "near",
        pale: bool | None = None,
    ) -> None:
        self.motif = motif
        self.x = x
        self.y = y
        self.size = size
        self.flipped = flipped
        self.turn = turn
        """Degrees, clockwise."""
        self.plane = plane
        self.pale = motif.pale if pale is None else pale

    @property
    def stands(self) -> bool:
        """Whether it stands on its foot."""
        return self.motif.stand == "foot"

    def at(self, x: float, y: float) -> Point:
        """Return the position of a point of the motif's box on the picture."""
        ax, ay = _HELD[self.motif.stand]
        dx, dy = (x - ax) * self.size / 100, (y - ay) * self.size / 100
        if self.flipped:
            dx = -dx
        if self.turn:
            c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
            dx, dy = dx * c - dy * s, dx * s + dy * c
        return self.x + dx, self.y + dy

    def outline(self, points: Iterable[Point]) -> Outline:
        """Return an outline of the motif on the picture."""
        x0, y0 = self.at(0, 0)
        (ax, ay), (bx, by) = self.at(1, 0), self.at(0, 1)
        ax, ay, bx, by = ax - x0, ay - y0, bx - x0, by - y0
        return [(x0 + ax * x + bx * y, y0 + ay * x + by * y) for x, y in points]

    def box(self) -> tuple[float, float, float, float]:
        """Return its bounding box on the picture: left, top, right, bottom."""
        left, top, right, bottom = self.motif.box
        corners = self.outline(((left, top), (right, top), (left, bottom), (right, bottom)))
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def bodies(self) -> list[Outline]:
        """Return the outlines of its silhouette on the picture."""
        return [self.outline(part.outline) for part in self.motif.parts if part.tone == "body"]


class Stage:
    """A rasteriser with a ground to stand on. `unit` is the reference for sizes, in pixels."""

    def __init__(self, width: int, height: int, inks: Inks, seed: int, screen: Screen = grain) -> None:
        self.press = Rasteriser(width, height, inks, seed, screen)
        self.inks = inks
        self.w = width
        self.h = height
        self.unit = min(width, height * 1.2)
        self.chance = self.press.chance
        self.ground = height * 0.86
        """The height at which things stand."""
        self.water: float | None = None
        """The height of the water that reflects everything above it."""
        self.by_day = False
        """Whether things stand before a light place, and are dark unless a recipe makes them pale."""

    # ---------------------------------------------------------------------------------------------------- figures

    def show(self, figure: Figure, sinks: float = 0) -> None:
        """Print a figure. `sinks` is the share of its height, from below, that fades into the night."""
        i, press = self.inks, self.press
        base, mid, rim, dark, midtone = self._tones(figure)
        motif = figure.motif
        if motif.glow and figure.plane != "front":
            x, y, reach = motif.glow
            press.glow(*figure.at(x, y), reach * figure.size / 100 * 1.25, i.glow, 0.75, 1.9)
        shades: list[Shade] = [(one, 255) for one in figure.bodies()]
        if shades:
            shades += [(figure.outline(part.outline), 0) for part in motif.parts if part.tone == "hole"]
            press.body(
                shades,
                base,
                mid,
                rim,
                size=figure.size * 0.8,
                depth=1.25 if figure.pale else 1.0,
                sinks=sinks,
            )
        inks = {
            "body": base,
            "mid": midtone,
            "lit": i.pale if figure.pale else i.light,
            "glow": i.glow,
            "dark": dark,
            "accent": i.accent,
        }
        if figure.plane == "far":
            inks |= {"lit": between(i.mid, i.light, 0.5), "glow": between(i.mid, i.glow, 0.7)}
        for tone, outlines in self._layers(figure):
            self._layer(outlines, inks[tone], tone)

    def _tones(self, figure: Figure) -> tuple[Colour, Colour, Colour | None, Colour, Colour]:
        """Return a figure's base, the grains towards the light, its rim, its dark and its middle tone."""
        i = self.inks
        if figure.pale:
            base = between(i.soft, i.mid, 0.25)
            return base, i.pale, i.pale, i.night, between(i.mid, i.soft, 0.3)
        match figure.plane:
            case "far":
                return between(i.deep, i.mid, 0.5), between(i.mid, i.soft, 0.45), None, i.deep, i.mid
            case "mid":
                return between(i.night, i.deep, 0.75), i.mid, between(i.soft, i.light, 0.4), i.night, i.mid
            case "front":
                return i.night, i.deep, None, i.night, i.deep
            case _:
                return between(i.night, i.deep, 0.18), between(i.deep, i.mid, 0.7), i.light, i.night, i.mid

    @staticmethod
    def _layers(figure: Figure) -> list[tuple[str, list[Outline]]]:
        """Return the parts over the silhouette, in order; neighbours of one tone go through the press together.

        A body that comes before the first other tone is part of the silhouette and not printed again.
        """
        layers: list[tuple[str, list[Outline]]] = []
        for part in figure.motif.parts:
            if part.tone == "hole" or (part.tone == "body" and not layers):
                continue
            if not layers or layers[-1][0] != part.tone:
                layers.append((part.tone, []))
            layers[-1][1].append(figure.outline(part.outline))
        return layers

    def _layer(self, outlines: list[Outline], ink: Colour, tone: str) -> None:
        press = self.press
        made = press.mask((one, 255) for one in outlines)
        if made is None:
            return
        mask, at = made
        press.put(ink, mask, at)
        if tone in ("mid", "lit") and min(mask.size) > 14 and not press.small:
            # The press is uneven: grains of a darker ink along the lower edge.
            lower = mapped(stretched(Image.linear_gradient("L"), *mask.size), _HALVED)
            dots = ImageChops.multiply(press.stipple(lower, at, 1.5), mask)
            darker = self.inks.deep if tone == "mid" else between(ink, self.inks.mid, 0.5)
            press.put(darker, mapped(dots, _TWO_THIRDS), at)

    def shadow(self, figure: Figure) -> None:
        """Print the shadow of a figure on the ground."""
        lx, ly = self.press.light
        lean = max(-1.6, min(1.6, (figure.x - lx) / max(40.0, abs(figure.y - ly))))
        made = self.press.mask(
            ([(x + (figure.y - y) * lean * 0.72, figure.y + (figure.y - y) * 0.306) for x, y in one], 200)
            for one in figure.bodies()
        )
        if made:
            mask, at = made
            dots = ImageChops.multiply(self.press.stipple(mask, at, 1.3), mask)
            self.press.put(self.inks.night, Image.blend(mask, dots, 0.45), at)

    def reflect(self, level: float) -> None:
        """Reflect everything above a height in the water below it, broken by ripples."""
        press, w, h = self.press, self.w, self.h
        top = int(level)
        depth = min(top, h - top)
        if depth < 2:
            return
        above = press.picture.crop((0, max(0, top - int(depth / 0.8)), w, top))
        doubled = stretched(above.transpose(Image.Transpose.FLIP_TOP_BOTTOM), w, depth)
        doubled = Image.blend(doubled, Image.new("RGB", doubled.size, self.inks.deep), 0.3)
        rows = doubled.copy()
        for y in range(0, depth, 2):
            drift = round((1 + y / depth * 5) * math.sin(y * 0.55 + math.sin(y * 0.13) * 3))
            rows.paste(doubled.crop((0, y, w, y + 2)), (drift, y))
        press.picture.paste(rows, (0, top))
        ripples: list[Outline] = []
        for _ in range(26):
            y = top + (h - top) * self.chance.random() ** 1.3
            near = (y - top) / (h - top + 1)
            length = w * (0.03 + 0.14 * self.chance.random()) * (0.4 + near)
            x, high = w * self.chance.random(), (0.8 + 2.2 * near) / 2
            ripples.append([(x - length, y), (x, y - high), (x + length, y), (x, y + high)])
        press.shapes(ripples, between(self.inks.mid, self.inks.light, 0.5), 190)

    # ---------------------------------------------------------------------------------------------- sky and light

    def stars(self, count: int, lowest: float = 0.7) -> None:
        """Print stars down to a fraction of the height. A small picture has none."""
        if self.press.small:
            return
        at: list[Outline] = []
        for _ in range(count):
            radius = self.unit * (0.0012 + 0.0035 * self.chance.random() ** 3)
            x, y = self.w * self.chance.random(), self.h * lowest * self.chance.random() ** 1.2
            at.append(oval(x, y, radius, steps=8))
        self.press.shapes(at, self.inks.pale)

    def shine(self, lamp: Lamp) -> None:
        """Print a moon or a sun, which becomes the picture's light."""
        x, y, radius = lamp.x * self.w, lamp.y * self.h, lamp.radius * self.unit
        i, press = self.inks, self.press
        press.light = (x, y)
        press.glow(x, y, radius * 3.4, i.glow if lamp.sun else i.soft, 0.62, 1.6)
        press.glow(x, y, radius * 1.9, i.light, 0.6, 1.3)
        press.shape(oval(x, y, radius, steps=90), i.light)
        if lamp.sun:
            self.rays_around(x, y, radius)
            return
        seas = press.mask(
            (oval(x + dx * radius, y + dy * radius, rx * radius, ry * radius), tone)
            for dx, dy, rx, ry, tone in _SEAS
        )
        if seas:
            mask, at = seas
            press.put(between(i.light, i.mid, 0.38), press.grains(mask, at, 1.2, 2), at)
        if lamp.crescent:
            bite = oval(x + radius * 0.42, y - radius * 0.14, radius * 0.86, steps=80)
            press.shape(bite, between(i.deep, i.mid, 0.55))

    def rays_around(self, x: float, y: float, radius: float) -> None:
        """Print the fine ring and the short rays that make a disc a sun."""
        rays = 40
        ring = stroke(oval(x, y, radius * 1.22, steps=72), self.unit * 0.008)
        strokes = (
            stroke(
                [
                    (x + radius * reach * math.cos(angle), y + radius * reach * math.sin(angle))
                    for reach in (1.3, 1.38 + 0.08 * (k % 2))
                ],
                self.unit * 0.007,
            )
            for k in range(rays)
            for angle in (2 * k * math.pi / rays,)
        )
        self.press.shapes([ring, *strokes], self.inks.light)

    def clouds(
        self, from_height: float, layers: int = 3, lowest: Colour | None = None, wild: float = 1.0
    ) -> None:
        """Print layers of cloud from a fraction of the height down. The nearest is the darkest."""
        i = self.inks
        for k in range(layers):
            near = k / max(1, layers - 1) if layers > 1 else 1
            ink = between(between(i.mid, i.soft, 0.45), between(lowest or i.night, i.deep, 0.35), near)
            y = self.h * (from_height + (1 - from_height) * 0.55 * near)
            below = y + self.unit * 0.1
            parts: list[Shade] = [([(0, below), (self.w, below), (self.w, self.h + 5), (0, self.h + 5)], 255)]
            x = -0.1 * self.w
            while x < 1.1 * self.w:
                radius = self.unit * (0.05 + 0.1 * self.chance.random()) * wild
                middle = y + self.unit * (0.02 + 0.08 * self.chance.random())
                parts.append((oval(x, middle, radius * 1.25, radius, steps=36), 255))
                x += radius * 1.25
            self.press.body(parts, ink, between(ink, i.light, 0.55 - 0.3 * near), size=self.unit * 0.5)

    def beam(self, outline: Outline, ink: Colour, strength: int = 110) -> None:
        """Print light that falls through the air, brightest above."""
        made = self.press.mask([(outline, 255)])
        if made is None:
            return
        mask, at = made
        falling = stretched(Image.linear_gradient("L").transpose(Image.Transpose.FLIP_TOP_BOTTOM), *mask.size)
        levels = [round(strength * (0.35 + 0.65 * level / 255)) for level in range(256)]
        tone = ImageChops.multiply(mapped(falling, levels), mask)
        dots = self.press.grains(tone, at, 1.2, 3)
        self.press.put(ink, ImageChops.multiply(Image.blend(tone, dots, 0.6), mask), at)

    # ------------------------------------------------------------------------------------------------------ weather

    def weather(self, name: str) -> None:
        """Print what falls or rises; nothing in a small picture. Raises KeyError for an unknown weather."""
        flake, density, ink = _WEATHER[name]
        if self.press.small:
            return
        self.press.shapes((flake(self) for _ in range(60)), ink(self.inks), density)

    def anywhere(self) -> tuple[float, float, float]:
        """Return a random place on the picture, and a nearness from 0 to 1 that is mostly small."""
        return (
            self.w * self.chance.random(),
            self.h * self.chance.random(),
            self.chance.random() ** 2,
        )


_SEAS = (
    (-0.3, -0.25, 0.33, 0.26, 150),
    (0.28, 0.1, 0.24, 0.3, 120),
    (-0.12, 0.42, 0.3, 0.18, 110),
    (0.4, -0.42, 0.16, 0.13, 100),
    (-0.55, 0.2, 0.14, 0.12, 90),
)
"""The moon's dark seas: position, size and density, in radii."""


def _snow(stage: Stage) -> Outline:
    x, y, near = stage.anywhere()
    return oval(x, y, stage.unit * (0.002 + 0.007 * near), steps=10)


def _rain(stage: Stage) -> Outline:
    x, y, near = stage.anywhere()
    u = stage.unit
    return stroke([(x, y), (x - u * 0.02, y + u * (0.05 + 0.06 * near))], u * 0.0025)


def _bubble(stage: Stage) -> Outline:
    x, y, near = stage.anywhere()
    return stroke(oval(x, y, stage.unit * (0.004 + 0.014 * near), steps=16), stage.unit * 0.003)


def _spark(stage: Stage) -> Outline:
    x, y, near = stage.anywhere()
    return oval(x, y, stage.unit * (0.0015 + 0.005 * near), steps=8)


def _mote(stage: Stage) -> Outline:
    x, y, near = stage.anywhere()
    return oval(x, y, stage.unit * (0.0012 + 0.003 * near), steps=8)


def _scrap(stage: Stage) -> Outline:
    x, y, near = stage.anywhere()
    radius = stage.unit * (0.008 + 0.022 * near)
    first = stage.chance.random() * 2 * math.pi
    second = first + 0.9 + stage.chance.random()
    corners = [(radius * math.cos(a), radius * math.sin(a) * 0.7) for a in (first, second)]
    return [(x + s * dx, y + s * dy) for s in (1, -1) for dx, dy in corners]


_WEATHER: dict[str, tuple[Callable[[Stage], Outline], int, Callable[[Inks], Colour]]] = {
    "snow": (_snow, 235, lambda inks: inks.pale),
    "rain": (_rain, 150, lambda inks: inks.soft),
    "bubbles": (_bubble, 220, lambda inks: inks.light),
    "sparks": (_spark, 255, lambda inks: inks.glow),
    "dust": (_mote, 200, lambda inks: inks.light),
    "scraps": (_scrap, 255, lambda inks: inks.pale),
    "petals": (_scrap, 255, lambda inks: inks.accent),
}
"""One flake of each weather, its density, and its ink."""

WEATHER = tuple(_WEATHER)
