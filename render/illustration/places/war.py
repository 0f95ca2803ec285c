"""Places of a war, and after it."""

from __future__ import annotations

import math

from render.illustration.outlines import Outline, Point, box, oval, smooth, stroke
from render.illustration.places.place import Front, corners, nothing
from render.illustration.rasteriser import Shade
from render.illustration.stage import Lamp, Stage
from render.palette import between


def ruin(stage: Stage, lamp: Lamp) -> Front:
    """Paint the remains of a street: broken fronts on both sides, rubble, and smoke over a low sun."""
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
    return nothing


def _broken_wall(
    stage: Stage, left: float, top: float, wide: float, foot: float, storeys: int, side: int = 0
) -> list[Shade]:
    """Return a house's front with a jagged upper edge that falls off away from its `side`, and holes for windows."""
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
    """Paint a plume that rises from (x, y), grows and drifts to a side."""
    i, u, chance = stage.inks, stage.unit, stage.chance
    parts: list[Shade] = []
    for k in range(21):
        t = (k / 20) ** 1.3
        reach = u * (0.022 + 0.12 * t)
        across = x + side * u * 0.62 * t**1.5 + u * 0.03 * (chance.random() - 0.5)
        parts.append((oval(across, y - u * 0.62 * t**0.8, reach, reach * 0.86, steps=30), 255))
    stage.press.body(parts, between(i.night, i.deep, 0.85), i.mid, size=u * 0.35)


def dune(stage: Stage, lamp: Lamp) -> Front:
    """Paint dunes with sharp crests, light on one side and night on the other, under a low sun."""
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
        # The side away from the light: from the crest down along a winding edge.
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
    press.body([(corners(near, 4), 255)], i.night, i.deep, i.soft, size=u * 0.4)
    stage.ground = h * 0.885
    return nothing


def refinery(stage: Stage, lamp: Lamp) -> Front:
    """Paint chimneys, tanks and pipes; the light is the flame on the highest stack."""
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
    return nothing


def _flare(stage: Stage, x: float, y: float, size: float, side: int) -> None:
    """Paint a flame on (x, y) that the wind bends to a side."""
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


def chapel(stage: Stage, lamp: Lamp) -> Front:
    """Paint a bare nave of pointed arches; the light is a tall window at its end."""
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
    """Return a pointed arch around x that rises this far above its springs, and its feet."""
    angles = [math.radians(k * 60 / 14) for k in range(15)]
    left = [
        (x + half - 2 * half * math.cos(a), top + rise * (1 - math.sin(a) / math.sin(math.pi / 3)))
        for a in angles
    ]
    return [(x - half, foot), *left, *((2 * x - px, py) for px, py in left[::-1]), (x + half, foot)]
