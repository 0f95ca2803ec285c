"""The places: what lies behind, where one stands, and what lies in front.

A place is a function that paints its background on an empty stage, sets the height at which things stand and the
picture's light, and returns what is printed last, in front of everything.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from msgspec import Struct
from PIL import ImageChops

from render.illustration.motifs import motifs
from render.illustration.press import Shade
from render.illustration.shapes import Outline, Point, box, oval, smooth, stroke
from render.illustration.stage import Figure, Lamp, Stage
from render.palette import between

Front = Callable[[], None]


class Place(Struct, frozen=True):
    """A place: the light that it has when nothing else is said, and how to paint it."""

    lamp: Lamp
    paint: Callable[[Stage, Lamp], Front]


def _nothing() -> None:
    """Nothing lies in front."""


def _corners(points: list[Point], first: int) -> Outline:
    """A line made smooth up to the point numbered `first`, and straight from there on."""
    return smooth(points, sharp=range(first, len(points)))


# ------------------------------------------------------------------------------------------------------- out of doors


def _dream(stage: Stage, lamp: Lamp) -> Front:
    """Clouds to stand on, under a moon."""
    i = stage.inks
    stage.press.sky([(0, i.night), (0.45, i.deep), (1, i.mid)])
    stage.stars(70)
    if lamp.shines:
        stage.shine(lamp)
    stage.clouds(0.66, 3)
    stage.ground = stage.h * 0.93
    return _nothing


def _hill(stage: Stage, lamp: Lamp) -> Front:
    """The round back of a hill at night, under a moon."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    stage.press.sky([(0, i.night), (0.5, i.deep), (1, i.mid)])
    stage.stars(80)
    if lamp.shines:
        stage.shine(lamp)
    else:
        stage.press.light = (w * 0.8, -h * 0.6)
    ridge = (math.sin(k * 1.3 + 1) * 0.035 + math.sin(k * 0.7) * 0.02 for k in range(13))
    far: list[Point] = [
        (0, h * 0.74),
        *((w * k / 12, h * (0.74 - rise)) for k, rise in enumerate(ridge)),
        (w, h + 4),
        (0, h + 4),
    ]
    ink = between(i.deep, i.mid, 0.35)
    stage.press.body([(_corners(far, len(far) - 2), 255)], ink, i.mid, size=u * 0.3)
    near: list[Point] = [
        (-4, h * 0.96),
        (w * 0.2, h * 0.875),
        (w * 0.5, h * 0.845),
        (w * 0.8, h * 0.88),
        (w + 4, h * 0.93),
        (w + 4, h + 4),
        (-4, h + 4),
    ]
    ground = between(i.night, i.deep, 0.4)
    stage.press.body([(_corners(near, 4), 255)], ground, between(i.deep, i.mid, 0.8), i.soft, size=u * 0.5)
    stage.ground = h * 0.855
    return _nothing


def _lake(stage: Stage, lamp: Lamp, crystals: bool = False) -> Front:
    """Still water under a moon; reeds on its banks."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    shore = h * 0.74
    stage.press.sky([(0, i.night), (0.35, i.deep), (0.74, i.mid)])
    stage.stars(60, 0.5)
    if lamp.shines:
        stage.shine(lamp)
    stage.press.glow(w * 0.5, shore, u * 0.6, i.soft, 0.5)
    if crystals:
        _crystals(stage, shore)
    else:
        _banks(stage, shore)
    stage.ground = shore
    stage.water = shore
    return _nothing


def _banks(stage: Stage, shore: float) -> None:
    i, w, u = stage.inks, stage.w, stage.unit
    far: list[Point] = [(0, shore - u * 0.05)]
    for k in range(11):
        rise = 0.05 + 0.045 * math.sin(k * 1.9 + stage.chance.random()) + 0.03 * math.sin(k * 0.8)
        far.append((w * k / 10, shore - u * rise))
    far += [(w, shore + 3), (0, shore + 3)]
    outline = smooth(far, sharp=(0, 11, 12, 13))
    ink, lit = between(i.deep, i.mid, 0.3), between(i.mid, i.soft, 0.3)
    stage.press.body([(outline, 255)], ink, lit, size=u * 0.25)
    reeds: list[Shade] = []
    for k in range(26):
        part = stage.chance.random()
        x = w * 0.02 + w * 0.22 * part if k % 2 else w * 0.78 + w * 0.2 * part
        lean = u * (stage.chance.random() - 0.5) * 0.1
        tall = u * (0.12 + 0.2 * stage.chance.random())
        line = smooth(
            [(x, shore + 3), (x + lean, shore - tall * 0.6), (x + lean, shore - tall)], closed=False
        )
        reeds.append((stroke(line, u * 0.012, u * 0.002), 255))
    stage.press.body(reeds, between(i.night, i.deep, 0.4), None, i.soft, size=u * 0.2)


def _crystals(stage: Stage, shore: float) -> None:
    crystal = motifs()["crystal"]
    w, u = stage.w, stage.unit
    for side in (-1, 1):
        for k in range(5):
            x = w * 0.5 + side * w * (0.2 + 0.32 * k / 4 + 0.05 * stage.chance.random())
            size = u * (0.2 + 0.1 * k + 0.12 * stage.chance.random())
            plane = "far" if k % 2 == 0 else "mid"
            stage.show(
                Figure(crystal, x, shore + 2, size, turn=side * (4 + 3 * k), flipped=side > 0, plane=plane)
            )


def _crystal_lake(stage: Stage, lamp: Lamp) -> Front:
    """Still water under a moon, among crystals."""
    return _lake(stage, lamp, crystals=True)


def _platform(stage: Stage, lamp: Lamp) -> Front:
    """A railway platform's edge above the clouds, under a moon."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    stage.press.sky([(0, i.night), (0.5, i.deep), (0.8, i.mid), (1, i.soft)])
    if lamp.shines:
        stage.shine(lamp)
    else:
        stage.press.light = (lamp.x * w, lamp.y * h)
    stage.clouds(0.72, 2, i.deep, 0.7)
    edge: Outline = [(0, h * 0.86), (w, h * 0.86), (w, h + 4), (0, h + 4)]
    stage.press.body([(edge, 255)], i.night, i.deep, i.soft, size=u * 0.3)
    stage.ground = h * 0.87
    return _nothing


def _deep(stage: Stage, lamp: Lamp) -> Front:
    """Under water; light falls from above."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    stage.press.sky([(0, i.soft), (0.12, i.mid), (0.55, i.deep), (1, i.night)])
    stage.press.light = (w * (lamp.x + 0.05), -h * 0.3)
    for k in range(7):
        x = w * (0.1 + 0.8 * k / 6) + u * 0.05 * stage.chance.random()
        wide = u * (0.03 + 0.05 * stage.chance.random())
        above, below = w * 0.5 + (x - w * 0.5) * 0.6, x + (x - w * 0.5) * 0.5
        beam: Outline = [
            (above - wide * 0.4, -4),
            (above + wide * 0.4, -4),
            (below + wide * 1.6, h * 0.8),
            (below - wide * 1.2, h * 0.8),
        ]
        stage.beam(beam, i.light, 75)
    bed: list[Point] = [
        (-4, h * 0.9),
        (w * 0.25, h * 0.86),
        (w * 0.6, h * 0.9),
        (w + 4, h * 0.84),
        (w + 4, h + 4),
        (-4, h + 4),
    ]
    stage.press.body([(_corners(bed, 3), 255)], i.night, i.deep, i.mid, size=u * 0.4)
    stage.ground = h * 0.92
    return _nothing


# ---------------------------------------------------------------------------------------------------------- in doors


def _room(stage: Stage, lamp: Lamp) -> Front:
    """A bedroom's wall and floor; moonlight falls through a window on the boards."""
    i, w, h = stage.inks, stage.w, stage.h
    floor = h * 0.7
    boards = between(i.night, i.deep, 0.55)
    wall = between(i.mid, i.soft, 0.25)
    stage.press.sky([(0, i.deep), (0.7, wall), (0.701, boards), (1, i.night)])
    side = -1 if lamp.x < 0.5 else 1
    x = w * (0.5 + 0.3 * side)
    stage.press.light = (x, h * 0.25)
    if lamp.shines:
        _moonlit_window(stage, x, floor, -side)
    for k in range(1, 5):
        y = floor + (h - floor) * (k / 5) ** 1.6
        stage.press.shape(box(0, y, w, 1.2), between(i.night, i.deep, 0.2), 150)
    stage.press.shape(box(0, floor - 3, w, 4), i.night, 200)
    stage.ground = h * 0.92
    return _nothing


def _moonlit_window(stage: Stage, x: float, floor: float, lean: int) -> None:
    """A window of four panes at x, and its light aslant on the floor."""
    i, h, u = stage.inks, stage.h, stage.unit
    wide, high = u * 0.2, u * 0.3
    panes = [(a, b) for a in (0, 1) for b in (0, 1)]
    left, top = x - wide / 2, h * 0.1
    stage.press.shapes(
        (box(left + a * wide * 0.53, top + b * high * 0.53, wide * 0.47, high * 0.47) for a, b in panes),
        i.light,
    )
    stage.press.glow(x, top + high / 2, u * 0.42, i.light, 0.42, 1.6)
    near, far = floor + (h - floor) * 0.18, floor + (h - floor) * 0.95

    def on_floor(across: float, down: float, spread: float) -> Point:
        return (
            left + wide * across * spread + lean * u * (0.3 + 0.34 * down),
            near + (far - near) * down,
        )

    stage.beam(
        [
            (left, top),
            (x + wide / 2, top + high),
            (x + wide * 0.65 + lean * u * 0.64, far),
            (left + lean * u * 0.64, far),
            (left + lean * u * 0.3, near),
        ],
        i.soft,
        70,
    )
    stage.press.shapes(
        (
            [
                on_floor(a * 0.55, b * 0.53, 1),
                on_floor(a * 0.55 + 0.45, b * 0.53, 1),
                on_floor(a * 0.55 + 0.45, b * 0.53 + 0.47, 1.15),
                on_floor(a * 0.55, b * 0.53 + 0.47, 1.15),
            ]
            for a, b in panes
        ),
        between(i.soft, i.light, 0.35),
        190,
    )


def _court(stage: Stage, lamp: Lamp) -> Front:
    """A sun with rays behind ramparts, seen from the front between two pillars."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    press = stage.press
    x, y, radius = lamp.x * w, lamp.y * h, lamp.radius * u
    rays = 20
    press.light = (x, y)
    press.sky([(0, i.night), (0.6, i.deep), (1, i.mid)])
    press.rays(x, y, rays, i.mid, radius, max(w, h) * 1.1, 150, stage.chance.random())
    if lamp.shines:
        press.glow(x, y, radius * 3, i.glow, 0.75, 1.7)
        press.disc(x, y, radius, i.light)
        stage.rays_around(x, y, radius)
    press.body(_ramparts(stage), between(i.deep, i.mid, 0.35), i.mid, size=u * 0.3, sinks=0.5)
    press.shape(box(0, h * 0.88, w, h * 0.2), between(i.night, i.deep, 0.35))
    press.glow(x, h * 0.88, u * 0.5, i.mid, 0.6)
    stage.ground = h * 0.93

    def pillars() -> None:
        for left in (-u * 0.04, w - u * 0.1):
            shaft = box(left, -5, u * 0.14, h + 10)
            foot = box(left - u * 0.02, h * 0.93, u * 0.18, h * 0.1)
            head = box(left - u * 0.02, -5, u * 0.18, h * 0.055)
            press.body(
                [(shaft, 255), (foot, 255), (head, 255)],
                between(i.night, i.deep, 0.25),
                i.deep,
                i.light,
                size=u * 0.3,
            )
            flutes = (box(left + u * 0.035 * k, h * 0.05, u * 0.006, h * 0.88) for k in (1, 2, 3))
            press.shapes(flutes, i.night)

    return pillars


def _ramparts(stage: Stage) -> list[Shade]:
    w, h, u, chance = stage.w, stage.h, stage.unit, stage.chance
    parts: list[Shade] = []
    for k in range(9):
        x = w * (k + chance.random() * 0.6) / 9 - w * 0.03
        wide = u * (0.04 + 0.04 * chance.random())
        top = h * (0.62 + 0.12 * chance.random())
        parts.append((box(x, top, wide, h - top), 255))
        if k % 2:
            parts.append(
                ([(x - wide * 0.15, top), (x + wide * 1.15, top), (x + wide / 2, top - wide * 1.7)], 255)
            )
        else:
            parts += [
                (box(x + j * wide * 0.4, top - wide * 0.25, wide * 0.2, wide * 0.3), 255) for j in range(3)
            ]
    parts.append((box(0, h * 0.8, w, h * 0.3), 255))
    return parts


def _tunnel(stage: Stage, lamp: Lamp) -> Front:
    """A railway tunnel, and the light at its end."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    press = stage.press
    x, y = lamp.x * w, lamp.y * h
    press.light = (x, y)
    press.fill(i.night)
    rings = 7
    for k in range(rings):
        t = k / (rings - 1)
        rx, ry = u * (1.05 - 0.83 * t), u * (0.92 - 0.72 * t)
        ink = between(between(i.night, i.deep, 0.3), i.mid, t**1.3)
        vault = oval(x, y, rx, ry, 180, 360, 48)
        arch = [*vault, (x + rx, h + 5.0), (x - rx, h + 5.0)]
        made = press.mask([(arch, 255)])
        if made is None:
            continue
        mask, at = made
        press.put(ink, mask, at)
        press.shape(stroke(vault, u * 0.012 * (1.3 - t)), between(ink, i.night, 0.45))
        if k < rings - 1:
            tone = press.halo(mask, at, x, y, rx * 1.1, 1.2, 0.5)
            lit = ImageChops.multiply(press.grains(tone, at, 1.3, 3), mask)
            press.put(between(ink, i.soft, 0.5), lit, at)
    if lamp.shines:
        press.glow(x, y + u * 0.05, u * 0.55, i.glow, 0.85, 1.5)
    _rails(stage, x, y + u * 0.2)
    stage.ground = h * 0.9
    return _nothing


def _rails(stage: Stage, x: float, far: float) -> None:
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    bed: Outline = [(x - u * 0.2, far), (x + u * 0.2, far), (w * 1.15, h + 5), (-w * 0.15, h + 5)]
    stage.press.shape(bed, between(i.night, i.deep, 0.5))
    sleepers: list[Outline] = []
    for k in range(9):
        t = (k / 9) ** 2
        y, half, high = far + (h - far) * t, u * (0.07 + 0.62 * t), u * (0.006 + 0.03 * t)
        sleepers.append(
            [(x - half, y), (x + half, y), (x + half * 1.04, y + high), (x - half * 1.04, y + high)]
        )
    stage.press.shapes(sleepers, between(i.night, i.mid, 0.35))
    rails: list[Outline] = [
        [
            (x + s * u * 0.045, far),
            (x + s * u * 0.054, far),
            (x + s * u * 0.54, h + 5),
            (x + s * u * 0.47, h + 5),
        ]
        for s in (-1, 1)
    ]
    stage.press.shapes(rails, between(i.soft, i.light, 0.5))


def _maze(stage: Stage, lamp: Lamp) -> Front:
    """A corridor of shelves without end, a cold light at the end of it."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    press, chance = stage.press, stage.chance
    x, y = lamp.x * w, lamp.y * h
    press.light = (x, y)
    press.fill(i.night)
    press.glow(x, y, u * 0.8, i.mid, 0.9, 1.2)
    if lamp.shines:
        press.glow(x, y, u * 0.36, i.light, 0.95, 1.4)
    for k in range(1, 9):
        t = (k / 9) ** 2
        lines = (box(0, y + s * (u * 0.09 + h * t * 0.75), w, 1 + 2 * t) for s in (1, -1))
        press.shapes(lines, between(i.deep, i.mid, 0.4), 120)

    def on_wall(side: int, along: float, down: float) -> Point:
        """A point of a wall: `along` from its far end (0) to the near one (1), `down` from ceiling to floor."""
        top = y - u * 0.13 + (u * 0.13 - h * 0.9) * along
        foot = y + u * 0.15 + (h * 0.98 - u * 0.15) * along
        return x + side * (u * 0.11 + (w * 0.8 - u * 0.11) * along), top + (foot - top) * down

    def spine(side: int, start: float, end: float, top: float, foot: float) -> Outline:
        return [
            on_wall(side, start, top), on_wall(side, end, top), on_wall(side, end, foot), on_wall(side, start, foot)
        ]  # fmt: skip

    books: dict[int, list[Shade]] = {0: [], 1: [], 2: []}
    rows = 9
    for side in (-1, 1):
        wall = spine(side, 0, 1, 0, 1)
        press.body([(wall, 255)], between(i.night, i.deep, 0.6), i.deep, size=u * 0.4)
        for row in range(rows):
            top, foot = row / rows, (row + 0.86) / rows
            along = 0.0
            while along < 0.98:
                step = 0.008 + 0.03 * along + 0.015 * chance.random() * (0.3 + along)
                lower = chance.random() * 0.25 / rows
                if chance.random() > 0.16:
                    shade = chance.choice((0, 0, 1, 1, 2) if along < 0.5 else (0, 0, 0, 1))
                    outline = spine(side, along, along + step * 0.84, top + lower + 0.012, foot)
                    books[shade].append((outline, round(255 * (1 - 0.55 * along))))
                along += step
    inks = (between(i.deep, i.mid, 0.5), i.mid, between(i.mid, i.soft, 0.6))
    for shade, parts in books.items():
        made = press.mask(parts)
        if made:
            press.put(inks[shade], *made)
    for along, row, side in ((0.46, 4, 1), (0.3, 2, -1)):
        press.shape(spine(side, along, along + 0.022, row / rows + 0.01, (row + 0.86) / rows), i.accent, 215)
    stage.ground = h * 0.92
    return _nothing


def _void(stage: Stage, lamp: Lamp) -> Front:
    """Nothing: a labyrinth of lines, seen from above."""
    i, h, u, chance = stage.inks, stage.h, stage.unit, stage.chance
    press = stage.press
    x, y = lamp.x * stage.w, lamp.y * h
    press.light = (x, y - u * 0.1)
    press.sky([(0, i.night), (1, i.deep)])
    if lamp.shines:
        press.glow(x, y, u * 0.75, i.mid, 0.95, 1.3)
    parts: list[Shade] = []
    for k in range(3, 13):
        radius, start = u * 0.062 * k, chance.random() * 360
        density = max(60, 230 - k * 14)
        parts.append((stroke(oval(x, y, radius, None, start, start + 310, 64), u * 0.011), density))
        c, s = math.cos(math.radians(start)), math.sin(math.radians(start))
        outer = radius + u * 0.062
        parts.append(
            (stroke([(x + radius * c, y + radius * s), (x + outer * c, y + outer * s)], u * 0.011), density)
        )
    made = press.mask(parts)
    if made:
        press.put(between(i.deep, i.mid, 0.8), *made)
    stage.ground = h * 0.92
    return _nothing


def _stage(stage: Stage, lamp: Lamp) -> Front:
    """A theatre's stage: a beam from above, curtains in front."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    press = stage.press
    press.sky(
        [(0, i.night), (0.7, between(i.deep, i.mid, 0.5)), (0.701, between(i.deep, i.mid, 0.6)), (1, i.night)]
    )
    press.light = (w * 0.5, -h * 0.2)
    press.glow(w * 0.5, h * 0.5, u * 0.6, i.soft, 0.7)
    if lamp.shines:
        stage.beam([(w * 0.45, -5), (w * 0.55, -5), (w * 0.72, h * 0.86), (w * 0.28, h * 0.86)], i.light, 215)
        press.shape(oval(w * 0.5, h * 0.86, w * 0.22, h * 0.06, steps=60), between(i.soft, i.light, 0.55))
    stage.ground = h * 0.875

    def curtains() -> None:
        curtain = motifs()["curtain"]
        for flipped, x in ((False, w * 0.3 - u * 0.08), (True, w * 0.7 + u * 0.08)):
            stage.show(Figure(curtain, x, h * 1.02, h * 1.06, flipped=flipped))
        hem: list[Point] = [(-5, -5), (w * 0.5, -5), (w + 5, -5), (w + 5, h * 0.1)]
        hem += [(w * (1 - k / 6), h * (0.1 if k % 2 == 0 else 0.17)) for k in range(1, 6)]
        hem.append((-5, h * 0.1))
        press.shape(smooth(hem, sharp=(0, 2)), between(i.night, i.deep, 0.4))

    return curtains


def _forest(stage: Stage, lamp: Lamp) -> Front:
    """A clearing among dark trunks, with the light between them."""
    i, w, h, u, chance = stage.inks, stage.w, stage.h, stage.unit, stage.chance
    press = stage.press
    x, y = lamp.x * w, lamp.y * h
    press.sky([(0, i.night), (0.3, i.deep), (0.78, i.mid), (1, i.deep)])
    press.light = (x, y)
    if lamp.shines:
        press.glow(x, y, u * 0.95, i.soft, 0.9, 1.2)
        stage.shine(lamp)
    far = [_trunk(stage, w * (k + chance.random() * 0.7) / 13, h * 0.86, u * 0.022) for k in range(13)]
    press.shapes((one for tree in far for one in tree), between(i.deep, i.mid, 0.75))
    if lamp.shines:
        for k in range(4):
            foot = w * (0.16 + 0.2 * k + 0.06 * chance.random())
            wide = u * (0.03 + 0.05 * chance.random())
            above = x + (foot - x) * 0.3
            stage.beam([(above, y), (above + wide * 0.5, y), (foot + wide * 2, h), (foot, h)], i.light, 60)
    floor: list[Point] = [
        (-4, h * 0.85),
        (w * 0.3, h * 0.825),
        (w * 0.5, h * 0.835),
        (w * 0.72, h * 0.82),
        (w + 4, h * 0.86),
    ]
    floor += [(w + 4, h + 4), (-4, h + 4)]
    ground = between(i.night, i.deep, 0.5)
    press.body([(_corners(floor, 5), 255)], ground, i.mid, between(i.mid, i.soft, 0.5), size=u * 0.4)
    middle = [
        (one, 255)
        for part in (0.03, 0.15, 0.27, 0.75, 0.86, 0.97)
        for one in _trunk(stage, w * (part + 0.04 * (chance.random() - 0.5)), h * 0.88, u * 0.05)
    ]
    press.body(middle, between(i.night, i.deep, 0.6), i.mid, between(i.mid, i.soft, 0.6), size=u * 0.16)
    stage.ground = h * 0.9

    def nearest() -> None:
        trees = [(one, 255) for part in (-0.01, 1.01) for one in _trunk(stage, w * part, h * 1.04, u * 0.15)]
        leaves: list[Shade] = []
        for k in range(15):
            across = k / 14
            hang = h * (0.03 + 0.13 * abs(2 * across - 1) ** 1.6) + u * 0.05 * chance.random()
            leaves.append((oval(w * across, 0, u * (0.07 + 0.05 * chance.random()), hang, steps=24), 255))
        press.body([*trees, *leaves], i.night, i.deep, between(i.mid, i.soft, 0.3), size=u * 0.3)

    return nearest


def _trunk(stage: Stage, x: float, foot: float, wide: float) -> list[Outline]:
    """A trunk as wide as this, from its roots up through the picture's upper edge, and two branches."""
    chance = stage.chance
    lean = wide * (chance.random() - 0.5) * 1.6
    half = wide / 2
    top = -stage.h * 0.05
    sides: list[Point] = [
        (x + lean - half * 0.6, top),
        (x + lean * 0.4 - half * 0.8, foot * 0.5),
        (x - half, foot * 0.9),
        (x - half * 2, foot),
        (x + half * 2, foot),
        (x + half, foot * 0.9),
        (x + lean * 0.4 + half * 0.8, foot * 0.5),
        (x + lean + half * 0.6, top),
    ]
    out = [smooth(sides, sharp=(0, 3, 4, 7))]
    for side in (-1, 1):
        at = foot * (0.2 + 0.3 * chance.random())
        reach = wide * (2 + 1.6 * chance.random())
        branch = smooth(
            [
                (x + lean * 0.5, at),
                (x + side * reach * 0.5, at - reach * 0.35),
                (x + side * reach, at - reach),
            ],
            closed=False,
        )
        out.append(stroke(branch, wide * 0.34, wide * 0.06))
    return out


def _sea(stage: Stage, lamp: Lamp) -> Front:
    """The open sea to its horizon, a low swell, and the light's path on it."""
    i, w, h, u, chance = stage.inks, stage.w, stage.h, stage.unit, stage.chance
    press = stage.press
    horizon, level = h * 0.6, h * 0.8
    x = lamp.x * w
    press.sky([(0, i.night), (0.3, i.deep), (0.6, i.mid), (1, i.mid)])
    stage.stars(60, 0.4)
    if lamp.shines:
        stage.shine(lamp)
    press.glow(x, horizon, u * 0.5, i.soft, 0.7)
    press.shape(box(0, horizon, w, h - horizon), between(i.night, i.deep, 0.75))
    press.shape(box(0, horizon, w, max(1.0, u * 0.005)), i.soft, 200)
    if lamp.shines:
        glints: list[Outline] = []
        for _ in range(60):
            near = chance.random()
            at = horizon + u * 0.008 + (level - horizon) * near
            spread = u * (0.09 + 0.1 * near)
            glint = x + spread * (chance.random() + chance.random() - 1)
            long, high = u * (0.014 + 0.04 * near), u * (0.0015 + 0.0045 * near)
            glints.append([(glint - long, at), (glint, at - high), (glint + long, at), (glint, at + high)])
        press.shapes(glints, i.light)
    for k in range(4):
        crest = horizon + (level - horizon) * (0.14 + 0.25 * k)
        press.body(
            _swell(stage, crest, u * (0.005 + 0.0035 * k), 7 - 1.3 * k, level),
            between(i.night, i.deep, 0.8 - 0.12 * k),
            between(i.deep, i.mid, 0.7),
            between(i.mid, i.soft, 0.4 + 0.1 * k),
            size=u * 0.1,
        )
        if lamp.shines:
            wide, high = u * (0.05 + 0.03 * k), u * (0.003 + 0.0015 * k)
            for j in range(3):
                shift, down = u * 0.16 * (chance.random() - 0.5), u * 0.012 * (j + 1)
                press.shape(oval(x + shift, crest + down, wide / (j + 1), high, steps=20), i.light, 235)
    stage.ground = level
    stage.water = level

    def nearest() -> None:
        wave = _swell(stage, h * 0.93, u * 0.022, 3.2, h + 5)
        press.body(wave, i.night, i.deep, between(i.soft, i.light, 0.4), size=u * 0.22)

    return nearest


def _swell(stage: Stage, level: float, high: float, waves: float, foot: float) -> list[Shade]:
    """A crest of low waves across the picture, and everything below it down to a foot."""
    w, start = stage.w, stage.chance.random() * 6
    line: list[Point] = [
        (w * k / 24, level + high * (math.sin(start + k * waves / 4) + 0.5 * math.sin(start + k * waves / 9)))
        for k in range(-1, 26)
    ]
    return [(_corners([*line, (w + 10, foot), (-10, foot)], len(line)), 255)]


def _city(stage: Stage, lamp: Lamp) -> Front:
    """Roofs at night, a few windows lit; one stands on the nearest ridge."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    press = stage.press
    press.sky([(0, i.night), (0.45, i.deep), (0.85, i.mid), (1, i.soft)])
    stage.stars(50, 0.45)
    if lamp.shines:
        stage.shine(lamp)
    else:
        press.light = (lamp.x * w, lamp.y * h)
    rows = (
        (0.5, 0.1, between(i.deep, i.mid, 0.7), i.soft),
        (0.66, 0.15, between(i.night, i.deep, 0.9), i.mid),
    )
    for top, wide, ink, lit in rows:
        walls, windows = _houses(stage, h * top, u * wide)
        press.body(walls, ink, lit, between(i.mid, i.soft, 0.6), size=u * wide)
        press.shapes(windows, i.glow)
    ridge = h * 0.87
    roof: list[Shade] = [(box(-4, ridge, w + 8, h - ridge + 8), 255)]
    for part, high in ((0.08, 0.17), (0.9, 0.12)):
        left = w * part - u * 0.05
        roof.append((box(left, ridge - u * high, u * 0.1, u * high + 2), 255))
        roof.append((box(left - u * 0.012, ridge - u * high - u * 0.02, u * 0.124, u * 0.026), 255))
        roof += [
            (box(left + u * (0.012 + 0.045 * k), ridge - u * (high + 0.06), u * 0.03, u * 0.05), 255)
            for k in (0, 1)
        ]
    press.body(roof, i.night, i.deep, between(i.soft, i.light, 0.4), size=u * 0.26)
    tiles: list[Outline] = []
    for row in range(5):
        y = ridge + (h - ridge) * (row + 0.6) / 5
        step = u * (0.04 + 0.008 * row)
        start = -step * (0.5 if row % 2 else 0.0)
        tiles += [
            stroke(oval(start + step * k, y, step / 2, step * 0.36, 10, 170, 8), u * 0.004)
            for k in range(int(w / step) + 2)
        ]
    press.shapes(tiles, i.deep)
    stage.ground = ridge + u * 0.004
    return _nothing


def _houses(stage: Stage, top: float, wide: float) -> tuple[list[Shade], list[Outline]]:
    """A row of house fronts across the picture, roofs about this high, and their few lit windows."""
    h, chance = stage.h, stage.chance
    walls: list[Shade] = []
    windows: list[Outline] = []
    x = -wide * chance.random()
    while x < stage.w:
        across = wide * (0.7 + 0.6 * chance.random())
        eaves = top + wide * (chance.random() - 0.35)
        shape = chance.choice(("gable", "gable", "gable", "half", "half", "half", "flat", "flat", "spire"))
        walls.append((box(x, eaves, across + 1, h - eaves), 255))
        peak = {"gable": across * 0.55, "half": across * 0.4, "flat": 0.0, "spire": across * 1.7}[shape]
        middle = x + (across * 0.12 if shape == "half" else across / 2)
        walls.append(
            ([(x - wide * 0.04, eaves), (middle, eaves - peak), (x + across + wide * 0.04, eaves)], 255)
        )
        if shape != "spire":
            stack = x + across * (0.66 + 0.1 * chance.random())
            walls.append((box(stack, eaves - wide * 0.45, wide * 0.12, wide * 0.6), 255))
        for row in range(3):
            for column in range(3):
                if chance.random() < 0.13:
                    left, high = x + across * (0.16 + 0.26 * column), eaves + wide * (0.16 + 0.34 * row)
                    windows.append(box(left, high, across * 0.13, wide * 0.19))
        x += across
    return walls, windows


def _snow(stage: Stage, lamp: Lamp) -> Front:
    """A wide field of snow under a huge sky."""
    i, w, h, u, chance = stage.inks, stage.w, stage.h, stage.unit, stage.chance
    press = stage.press
    press.sky([(0, i.night), (0.4, i.night), (0.62, i.deep), (0.82, i.mid)])
    stage.stars(140, 0.72)
    if lamp.shines:
        stage.shine(lamp)
    else:
        press.light = (lamp.x * w, lamp.y * h)
    horizon = h * 0.79
    press.glow(w * lamp.x, horizon, u * 0.55, i.soft, 0.6)
    pines: list[Outline] = []
    for part in (0.04, 0.07, 0.085, 0.12, 0.15, 0.83, 0.87, 0.89, 0.94, 0.97, 0.99):
        x, high = w * part, u * (0.03 + 0.05 * chance.random())
        pines += [
            [
                (x - high * (0.1 + 0.08 * k), horizon + 4 - high * (0.72 - 0.3 * k)),
                (x, horizon + 4 - high * (1.05 - 0.3 * k)),
                (x + high * (0.1 + 0.08 * k), horizon + 4 - high * (0.72 - 0.3 * k)),
            ]
            for k in range(3)
        ]
        pines.append(box(x - high * 0.03, horizon - high * 0.15, high * 0.06, high * 0.2))
    press.shapes(pines, between(i.night, i.deep, 0.6))
    for level, high, waves, part in (
        (0.79, 0.012, 1.1, 0.4),
        (0.85, 0.02, 1.7, 0.62),
        (0.92, 0.026, 1.3, 0.85),
    ):
        ink = between(i.soft, i.pale, part)
        drift = _swell(stage, h * level, u * high, waves, h + 5)
        press.body(drift, between(ink, i.mid, 0.22), ink, i.pale, size=u * 0.9)
    stage.ground = h * 0.9
    return _nothing


def _ruin(stage: Stage, lamp: Lamp) -> Front:
    """What is left of a street: broken fronts on both sides, rubble, and smoke over a low sun."""
    i, w, h, u, chance = stage.inks, stage.w, stage.h, stage.unit, stage.chance
    press = stage.press
    x, y = lamp.x * w, lamp.y * h
    press.sky([(0, i.night), (0.3, i.deep), (0.8, i.mid), (1, i.soft)])
    press.light = (x, y)
    if lamp.shines:
        press.rays(x, y, 14, i.soft, lamp.radius * u, max(w, h) * 0.95, 75, 0.3)
        press.glow(x, y, lamp.radius * u * 2.2, i.light, 0.6)
        press.disc(x, y, lamp.radius * u, i.light)
    _smoke(stage, w * 0.3, h * 0.62, -1)
    far: list[Shade] = []
    for k in range(11):
        left = w * (k - 0.3 + 0.5 * chance.random()) / 10
        far += _broken_wall(stage, left, h * (0.6 + 0.12 * chance.random()), u * 0.09, h * 0.86, 0)
    press.body(far, between(i.deep, i.mid, 0.45), i.mid, size=u * 0.2)
    fronts: list[Shade] = []
    for side, reach in ((-1, 0.3), (1, 0.25)):
        edge = w * (0.5 + side * 0.5)
        for k in range(2):
            wide = w * reach * (0.62 - 0.1 * k)
            left = edge - side * w * reach * 0.52 * k - (wide if side > 0 else 0)
            fronts += _broken_wall(stage, left, h * (0.14 + 0.28 * k), wide, h * 0.92, 3 - k, side)
    press.body(fronts, between(i.night, i.deep, 0.55), i.mid, between(i.soft, i.light, 0.3), size=u * 0.28)
    rubble: list[Shade] = [(box(-4, h * 0.9, w + 8, h * 0.2), 255)]
    for _ in range(34):
        at, big = w * chance.random(), u * (0.012 + 0.03 * chance.random())
        big *= 0.6 + 1.5 * abs(at / w - 0.5) * 2
        start = chance.random() * 2
        corners = (start + k * 2 * math.pi / 5 for k in range(5))
        rubble.append(([(at + big * math.cos(a), h * 0.905 + big * 0.8 * math.sin(a)) for a in corners], 255))
    press.body(rubble, i.night, i.deep, i.soft, size=u * 0.16)
    stage.ground = h * 0.915
    return _nothing


def _broken_wall(
    stage: Stage, left: float, top: float, wide: float, foot: float, storeys: int, side: int = 0
) -> list[Shade]:
    """A house's front with a jagged upper edge that falls off away from its `side`, and holes for windows."""
    chance = stage.chance
    steps = 7
    edge: list[Point] = []
    for k in range(steps + 1):
        part = k / steps
        away = part if side < 0 else 1 - part if side > 0 else 0.5 * chance.random()
        y = top + (foot - top) * (0.42 * away**1.5 + 0.09 * chance.random())
        edge += [(left + wide * part, y), (left + wide * min(1, part + 0.09), y + wide * 0.04)]
    out: list[Shade] = [([*edge, (left + wide, foot), (left, foot)], 255)]
    for row in range(storeys):
        for column in range(2):
            x = left + wide * (0.2 + 0.36 * column)
            y = foot - (foot - top) * (0.3 + 0.22 * row)
            if y > top + (foot - top) * 0.4:
                out.append((box(x, y, wide * 0.22, (foot - top) * 0.13), 0))
    return out


def _smoke(stage: Stage, x: float, y: float, side: int) -> None:
    """A plume that rises from (x, y), grows and drifts to a side."""
    i, u, chance = stage.inks, stage.unit, stage.chance
    parts: list[Shade] = []
    for k in range(21):
        t = (k / 20) ** 1.3
        reach = u * (0.022 + 0.12 * t)
        across = x + side * u * 0.62 * t**1.5 + u * 0.03 * (chance.random() - 0.5)
        parts.append((oval(across, y - u * 0.62 * t**0.8, reach, reach * 0.86, steps=30), 255))
    stage.press.body(parts, between(i.night, i.deep, 0.85), i.mid, size=u * 0.35)


def _dune(stage: Stage, lamp: Lamp) -> Front:
    """Dunes with sharp crests, light on one side and night on the other, under a low sun."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    press = stage.press
    x, y = lamp.x * w, lamp.y * h
    press.sky([(0, i.deep), (0.35, i.mid), (0.7, i.soft), (1, i.soft)])
    press.light = (x, y)
    if lamp.shines:
        press.glow(x, y, lamp.radius * u * 2.4, i.light, 0.7)
        press.disc(x, y, lamp.radius * u, i.light)
        press.shape(stroke(oval(x, y, lamp.radius * u * 1.16, steps=72), u * 0.006), i.light)
    dunes = (
        (0.56, 0.42, 0.3, between(i.mid, i.soft, 0.45), between(i.deep, i.mid, 0.75)),
        (0.64, 0.16, 0.42, between(i.mid, i.soft, 0.75), between(i.deep, i.mid, 0.35)),
        (0.74, 0.84, 0.5, between(i.soft, i.light, 0.35), between(i.night, i.deep, 0.75)),
    )
    for top, peak, reach, lit, dark in dunes:
        crest, high = (w * peak, h * top), h * 0.16
        left: list[Point] = [
            (crest[0] - w * reach * 2, h * (top + 0.2)),
            (crest[0] - w * reach * 0.8, h * (top + 0.1)),
            crest,
        ]
        right: list[Point] = [
            (crest[0] + w * reach * 0.7, h * (top + 0.07)),
            (crest[0] + w * reach * 2, h * (top + 0.17)),
        ]
        hill = smooth([*left, *right, (w * 2, h * 1.2), (-w, h * 1.2)], sharp=(0, 2, 4, 5, 6))
        press.body([(hill, 255)], lit, between(lit, i.light, 0.4), size=u * 0.3)
        # The side turned away from the light: from the crest down along a winding edge.
        away = -1 if x > crest[0] else 1
        winding = smooth(
            [
                crest,
                (crest[0] + away * w * 0.06, h * top + high * 0.45),
                (crest[0] - away * w * 0.02, h * top + high * 1.1),
                (crest[0] + away * w * 0.12, h * top + high * 2.6),
            ],
            closed=False,
        )
        side = left[::-1] if away < 0 else [crest, *right]
        slope = smooth(side, closed=False)
        press.body(
            [([*winding, (crest[0] + away * w * 3, h * 1.3), *slope[::-1]], 255)], dark, None, size=u * 0.3
        )
    near = [
        (-4, h * 0.94),
        (w * 0.3, h * 0.875),
        (w * 0.62, h * 0.885),
        (w + 4, h * 0.95),
        (w + 4, h + 4),
        (-4, h + 4),
    ]
    press.body([(_corners(near, 4), 255)], i.night, i.deep, i.soft, size=u * 0.4)
    stage.ground = h * 0.885
    return _nothing


def _refinery(stage: Stage, lamp: Lamp) -> Front:
    """Chimneys, tanks and pipes; the light is the flame on the highest stack."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    press = stage.press
    x, y = lamp.x * w, lamp.y * h
    press.sky([(0, i.night), (0.4, i.deep), (0.7, i.mid), (0.86, i.soft)])
    press.light = (x, y)
    side = -1 if lamp.x > 0.5 else 1
    if lamp.shines:
        press.glow(x, y, u * 0.85, i.mid, 0.95, 1.2)
    for part, top in ((0.42, 0.47), (0.2, 0.54)):
        _smoke(stage, w * part, h * top, side)
    far: list[Shade] = [(box(0, h * 0.8, w, h * 0.3), 255)]
    for part, high, wide in (
        (0.04, 0.22, 0.05),
        (0.2, 0.3, 0.03),
        (0.42, 0.36, 0.035),
        (0.58, 0.3, 0.05),
        (0.7, 0.34, 0.03),
        (0.93, 0.26, 0.06),
    ):
        at = w * part
        half = u * wide / 2
        stack: Outline = [
            (at - half * 1.3, h * 0.82),
            (at - half * 0.8, h * (0.82 - high)),
            (at + half * 0.8, h * (0.82 - high)),
            (at + half * 1.3, h * 0.82),
        ]
        far.append((stack, 255))
        far.append((box(at - half * 1.1, h * (0.82 - high), half * 2.2, u * 0.012), 255))
    for part, wide in ((0.12, 0.1), (0.3, 0.08), (0.82, 0.12)):
        far.append((oval(w * part, h * 0.76, u * wide * 0.8, steps=36), 255))
    press.body(far, between(i.night, i.deep, 0.9), i.mid, between(i.mid, i.soft, 0.7), size=u * 0.12)
    near: list[Shade] = [(box(-4, h * 0.9, w + 8, h * 0.2), 255)]
    near.append(
        ([(x - u * 0.03, h * 0.92), (x - u * 0.009, y), (x + u * 0.009, y), (x + u * 0.03, h * 0.92)], 255)
    )
    near += [
        (stroke([(x - u * 0.01 * k, y + u * 0.02), (x - side * u * 0.06 * k, h * 0.91)], u * 0.005), 255)
        for k in (-2, 2)
    ]
    for edge, out in ((0.0, 1), (1.0, -1)):
        at = w * edge
        tank = box(at - u * 0.19, h * 0.68, u * 0.38, h * 0.24)
        near.append((tank, 255))
        near.append((oval(at, h * 0.68, u * 0.19, u * 0.045, steps=36), 255))
        near += [
            (box(min(at, at + out * u * 0.42), h * (0.83 + 0.035 * k), u * 0.42, u * 0.014), 255)
            for k in (0, 1)
        ]
        near.append((box(at + out * u * 0.4 - u * 0.009, h * 0.83, u * 0.018, h * 0.09), 255))
    press.body(near, between(i.night, i.deep, 0.3), between(i.deep, i.mid, 0.7), i.soft, size=u * 0.24)
    if lamp.shines:
        _flare(stage, x, y, lamp.radius * u, side)
    stage.ground = h * 0.915
    return _nothing


def _flare(stage: Stage, x: float, y: float, size: float, side: int) -> None:
    """A flame that the wind bends to a side, standing on (x, y)."""
    i, press = stage.inks, stage.press
    press.glow(x + side * size * 0.4, y - size * 0.7, size * 3.4, i.glow, 0.75, 1.6)
    for scale, ink in ((1.0, i.glow), (0.55, i.pale)):
        points = [
            (-0.12, 0),
            (-0.3, -0.45),
            (0.0, -0.95),
            (0.3, -1.3),
            (1.0, -1.75),
            (0.75, -1.2),
            (0.85, -0.95),
            (0.45, -0.5),
            (0.12, 0),
        ]
        flame = [(x + side * size * px * scale, y + size * py * scale) for px, py in points]
        press.shape(smooth(flame, sharp=(0, 4, 6, 8)), ink)


def _chapel(stage: Stage, lamp: Lamp) -> Front:
    """A bare nave of pointed arches; the light is a tall window at its end."""
    i, w, h, u = stage.inks, stage.w, stage.h, stage.unit
    press = stage.press
    x, y = lamp.x * w, lamp.y * h
    press.light = (x, y)
    press.fill(i.night)
    for k in range(4):
        t = k / 3
        half, top = w * 0.62 + (u * 0.36 - w * 0.62) * t**0.7, h * (-0.2 + 0.23 * t)
        arch = _pointed(x, top, half, h * (0.72 - 0.2 * t), h * (1.1 - 0.27 * t))
        ink = between(between(i.night, i.deep, 0.2), between(i.deep, i.mid, 0.8), t)
        press.body([(arch, 255)], ink, between(ink, i.mid, 0.35), size=u * 0.3)
        press.shape(stroke(arch, u * 0.035 * (1.2 - 0.6 * t)), between(ink, i.night, 0.7))
        press.shape(stroke(arch, u * 0.007), between(ink, i.soft, 0.5))
    floor: Outline = [(x - u * 0.34, h * 0.82), (x + u * 0.34, h * 0.82), (x + w, h + 5), (x - w, h + 5)]
    press.shape(floor, between(i.night, i.deep, 0.7))
    panes = [_pointed(x, y - h * 0.24, u * 0.075, h * 0.16, y + h * 0.3)]
    panes += [
        _pointed(x + side * u * 0.185, y - h * 0.1, u * 0.06, h * 0.13, y + h * 0.3) for side in (-1, 1)
    ]
    if lamp.shines:
        press.glow(x, y, u * 0.66, i.soft, 0.85, 1.3)
        press.shapes(panes, i.light)
        press.glow(x, h * 0.98, u * 0.4, i.soft, 0.7)
        for across in (-0.185, 0, 0.185):
            wide = u * (0.06 if across else 0.075)
            left, right = x + u * across - wide, x + u * across + wide
            lean = u * across * 0.9
            stage.beam(
                [(left, y), (right, y), (right + lean + wide, h), (left + lean - wide, h)], i.light, 100
            )
    else:
        press.shapes(panes, i.mid)
    bars = [
        box(x + u * (across - wide), y + h * (0.01 + 0.11 * k), u * wide * 2, u * 0.009)
        for across, wide in ((-0.185, 0.06), (0, 0.075), (0.185, 0.06))
        for k in range(3)
    ]
    bars.append(box(x - u * 0.005, y - h * 0.24, u * 0.01, h * 0.54))
    press.shapes(bars, between(i.night, i.deep, 0.6))
    stage.ground = h * 0.91

    def benches() -> None:
        for side in (-1, 1):
            parts: list[Shade] = []
            for k in range(3):
                near = k / 2
                end, top = x + side * u * (0.42 + 0.12 * near), h * (0.82 + 0.07 * near)
                out = x + side * w
                parts.append((box(min(end, out), top, abs(out - end), u * 0.022), 255))
                parts.append((box(min(end, end + side * u * 0.03), top - u * 0.02, u * 0.03, h * 0.2), 255))
                parts.append((box(min(end, out), top + u * 0.04, abs(out - end), h * 0.2), 255))
            press.body(parts, i.night, i.deep, between(i.mid, i.soft, 0.7), size=u * 0.14)

    return benches


def _pointed(x: float, top: float, half: float, rise: float, foot: float) -> Outline:
    """A pointed arch around x that rises so far above its springs, and its feet."""
    angles = [math.radians(k * 60 / 14) for k in range(15)]
    left = [
        (x + half - 2 * half * math.cos(a), top + rise * (1 - math.sin(a) / math.sin(math.pi / 3)))
        for a in angles
    ]
    return [(x - half, foot), *left, *((2 * x - px, py) for px, py in left[::-1]), (x + half, foot)]


PLACES: dict[str, Place] = {
    "dream": Place(Lamp(0.68, 0.3, 0.16), _dream),
    "hill": Place(Lamp(0.6, 0.38, 0.3), _hill),
    "room": Place(Lamp(0.7, 0.25, 0.2), _room),
    "court": Place(Lamp(0.5, 0.42, 0.2), _court),
    "lake": Place(Lamp(0.5, 0.34, 0.15), _lake),
    "crystals": Place(Lamp(0.5, 0.34, 0.15), _crystal_lake),
    "deep": Place(Lamp(0.5, 0, 0), _deep),
    "tunnel": Place(Lamp(0.5, 0.46, 0), _tunnel),
    "platform": Place(Lamp(0.66, 0.36, 0.2), _platform),
    "maze": Place(Lamp(0.5, 0.46, 0), _maze),
    "void": Place(Lamp(0.5, 0.46, 0), _void),
    "stage": Place(Lamp(0.5, 0, 0), _stage),
    "forest": Place(Lamp(0.56, 0.42, 0.2), _forest),
    "sea": Place(Lamp(0.6, 0.3, 0.15), _sea),
    "city": Place(Lamp(0.66, 0.3, 0.17), _city),
    "snow": Place(Lamp(0.7, 0.24, 0.1), _snow),
    "ruin": Place(Lamp(0.54, 0.5, 0.2), _ruin),
    "dune": Place(Lamp(0.66, 0.3, 0.2), _dune),
    "refinery": Place(Lamp(0.74, 0.26, 0.1), _refinery),
    "chapel": Place(Lamp(0.5, 0.34, 0.1), _chapel),
}
"""What recipes call them."""


# ------------------------------------------------------------------------------------------------------------ frames


def _branches(stage: Stage) -> None:
    tree = motifs()["tree"]
    for flipped, x, turn in ((False, 0.02, 6), (True, 0.98, -6)):
        stage.show(
            Figure(
                tree, stage.w * x, stage.h * 1.08, stage.h * 1.1, flipped=flipped, turn=turn, plane="front"
            )
        )


def _keyhole(stage: Stage) -> None:
    w, h, u = stage.w, stage.h, stage.unit
    x, y = w / 2, h * 0.4
    _cut_out(
        stage,
        [
            oval(x, y, u * 0.37),
            [(x - u * 0.17, y), (x + u * 0.17, y), (x + u * 0.3, h * 1.1), (x - u * 0.3, h * 1.1)],
        ],
    )


def _arch(stage: Stage) -> None:
    w, h = stage.w, stage.h
    radius = min(w * 0.4, h * 0.5)
    _cut_out(stage, [box(w * 0.1, h * 0.05, w * 0.8, h * 1.2, radius)])


def _cut_out(stage: Stage, holes: list[Outline]) -> None:
    """Cover everything with night but for the holes, which have a thin rim."""
    rim = stage.unit * 0.012
    for hole in holes:
        stage.press.shape(stroke([*hole, hole[0]], rim), between(stage.inks.mid, stage.inks.light, 0.5))
    made = stage.press.mask(
        [(box(-4, -4, stage.w + 8, stage.h + 8), 255), *((hole, 0) for hole in holes)], all_of_it=True
    )
    if made:
        stage.press.put(stage.inks.night, *made)


def _window(stage: Stage) -> None:
    w, h, u = stage.w, stage.h, stage.unit
    bars = (
        box(0, 0, w, u * 0.04),
        box(0, h - u * 0.06, w, u * 0.06),
        box(0, 0, u * 0.05, h),
        box(w - u * 0.05, 0, u * 0.05, h),
        box(w * 0.5 - u * 0.013, 0, u * 0.026, h),
        box(0, h * 0.36, w, u * 0.026),
    )
    stage.press.shapes(bars, stage.inks.night)


FRAMES: dict[str, Callable[[Stage], None]] = {
    "arch": _arch,
    "branches": _branches,
    "keyhole": _keyhole,
    "window": _window,
}
"""What a picture is seen through."""
