"""Places with walls, and the one without anything."""

from __future__ import annotations

import math

from PIL import ImageChops

from render.illustration.motifs import motifs
from render.illustration.outlines import Outline, Point, box, oval, smooth, stroke
from render.illustration.places.place import Front, nothing
from render.illustration.rasteriser import Shade
from render.illustration.stage import Figure, Lamp, Stage
from render.palette import between


def room(stage: Stage, lamp: Lamp) -> Front:
    """Paint a bedroom's wall and floor; moonlight falls through a window on the boards."""
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
    return nothing


def _moonlit_window(stage: Stage, x: float, floor: float, lean: int) -> None:
    """Paint a window of four panes at x, and its slanting light on the floor."""
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


def court(stage: Stage, lamp: Lamp) -> Front:
    """Paint a sun with rays behind ramparts, seen from the front between two pillars."""
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


def tunnel(stage: Stage, lamp: Lamp) -> Front:
    """Paint a railway tunnel, and the light at its end."""
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
    return nothing


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


def maze(stage: Stage, lamp: Lamp) -> Front:
    """Paint a corridor of shelves without end, a cold light at the end of it."""
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
        """Return a point of a wall: `along` from its far end (0) to the near one (1), `down` from ceiling to floor."""
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
    return nothing


def labyrinth(stage: Stage, lamp: Lamp) -> Front:
    """Paint only a labyrinth of lines, seen from above."""
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
    return nothing


def theatre(stage: Stage, lamp: Lamp) -> Front:
    """Paint a theatre's stage: a beam from above, curtains in front."""
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
