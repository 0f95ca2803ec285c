"""Places on, by and under water."""

from __future__ import annotations

import math

from render.illustration.motifs import motifs
from render.illustration.outlines import Outline, Point, box, oval, smooth, stroke
from render.illustration.places.place import Front, corners, nothing, swell
from render.illustration.rasteriser import Shade
from render.illustration.stage import Figure, Lamp, Stage
from render.palette import between


def lake(stage: Stage, lamp: Lamp, crystals: bool = False) -> Front:
    """Paint still water under a moon; reeds on its banks."""
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
    return nothing


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


def crystal_lake(stage: Stage, lamp: Lamp) -> Front:
    """Paint still water under a moon, among crystals."""
    return lake(stage, lamp, crystals=True)


def under_water(stage: Stage, lamp: Lamp) -> Front:
    """Paint the depths of water, with light from above."""
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
    stage.press.body([(corners(bed, 3), 255)], i.night, i.deep, i.mid, size=u * 0.4)
    stage.ground = h * 0.92
    return nothing


def sea(stage: Stage, lamp: Lamp) -> Front:
    """Paint the open sea to its horizon, a low swell, and the light's path on it."""
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
            swell(stage, crest, u * (0.005 + 0.0035 * k), 7 - 1.3 * k, level),
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
        wave = swell(stage, h * 0.93, u * 0.022, 3.2, h + 5)
        press.body(wave, i.night, i.deep, between(i.soft, i.light, 0.4), size=u * 0.22)

    return nearest
