"""Places under an open sky."""

from __future__ import annotations

import math

from render.illustration.outlines import Outline, Point, box, oval, smooth, stroke
from render.illustration.places.place import Front, corners, nothing, swell
from render.illustration.rasteriser import Shade
from render.illustration.stage import Lamp, Stage
from render.palette import between


def dream(stage: Stage, lamp: Lamp) -> Front:
    """Paint clouds to stand on, under a moon."""
    i = stage.inks
    stage.press.sky([(0, i.night), (0.45, i.deep), (1, i.mid)])
    stage.stars(70)
    if lamp.shines:
        stage.shine(lamp)
    stage.clouds(0.66, 3)
    stage.ground = stage.h * 0.93
    return nothing


def hill(stage: Stage, lamp: Lamp) -> Front:
    """Paint the round back of a hill at night, under a moon."""
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
    stage.press.body([(corners(far, len(far) - 2), 255)], ink, i.mid, size=u * 0.3)
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
    stage.press.body([(corners(near, 4), 255)], ground, between(i.deep, i.mid, 0.8), i.soft, size=u * 0.5)
    stage.ground = h * 0.855
    return nothing


def platform(stage: Stage, lamp: Lamp) -> Front:
    """Paint a railway platform's edge above the clouds, under a moon."""
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
    return nothing


def forest(stage: Stage, lamp: Lamp) -> Front:
    """Paint a clearing among dark trunks, with the light between them."""
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
    press.body([(corners(floor, 5), 255)], ground, i.mid, between(i.mid, i.soft, 0.5), size=u * 0.4)
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
    """Return a trunk as wide as this, from its roots up through the picture's upper edge, and two branches."""
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


def city(stage: Stage, lamp: Lamp) -> Front:
    """Paint roofs at night, a few windows lit; one stands on the nearest ridge."""
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
    return nothing


def _houses(stage: Stage, top: float, wide: float) -> tuple[list[Shade], list[Outline]]:
    """Return a row of house fronts across the picture, roofs about this high, and their few lit windows."""
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


def snow(stage: Stage, lamp: Lamp) -> Front:
    """Paint a wide field of snow under a huge sky."""
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
        drift = swell(stage, h * level, u * high, waves, h + 5)
        press.body(drift, between(ink, i.mid, 0.22), ink, i.pale, size=u * 0.9)
    stage.ground = h * 0.9
    return nothing
