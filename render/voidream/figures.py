"""What stands in a picture's foreground: one way to draw each kind of card, varied by the card's own chance."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image, ImageDraw

from render.palette import between
from render.pieces import Colour
from render.voidream.scenes import Scene, Setting, disc, glow, ring

Figure = Callable[[Image.Image, ImageDraw.ImageDraw, Scene, Setting], None]


def _outlined(
    pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], fill: Colour, rim: Colour, width: float
) -> None:
    pen.polygon(points, fill=fill)
    pen.line([*points, points[0]], fill=rim, width=max(1, int(width)), joint="curve")


def _entity(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """A dreamer, native or synthetic: a robed figure with a headdress, wings or a companion light."""
    h, u = scene.h, scene.unit
    x = scene.w * scene.between(0.4, 0.6)
    tall = u * scene.between(0.66, 0.78)
    foot = h * 1.02
    head_y = foot - tall
    head = u * scene.between(0.075, 0.095)
    wide = u * scene.between(0.2, 0.32)
    dark = between(place.solid, (0, 0, 0), 0.45)
    rim = between(place.solid, place.light, 0.75)
    line = u * 0.014
    glow(image, x, head_y + tall * 0.3, u * 0.5, place.light, 0.35)
    manner = scene.chance.randrange(6)
    if manner == 0:
        for side in (-1, 1):
            span = u * scene.between(0.34, 0.46)
            wing = [
                (x, head_y + tall * 0.3), (x + side * span, head_y - u * 0.06), (x + side * span * 0.86, head_y + tall * 0.3),
                (x + side * span * 0.6, head_y + tall * 0.36), (x + side * span * 0.52, head_y + tall * 0.56), (x, head_y + tall * 0.62),
            ]  # fmt: skip
            _outlined(pen, wing, between(dark, place.light, 0.18), rim, line)
    if manner == 1:
        ring(pen, x, head_y, head * 2.1, place.light, u * 0.022)
    shoulder = wide * 0.62
    sway = u * scene.between(-0.05, 0.05)
    robe = [
        (x - head * 0.5, head_y + head * 0.8), (x - shoulder, head_y + head * 2.1), (x - wide + sway, foot),
        (x + wide + sway, foot), (x + shoulder, head_y + head * 2.1), (x + head * 0.5, head_y + head * 0.8),
    ]  # fmt: skip
    _outlined(pen, robe, dark, rim, line)
    folds = scene.chance.randrange(2, 5)
    for k in range(1, folds):
        part = k / folds
        pen.line(
            (x + (part - 0.5) * shoulder, head_y + head * 3.2, x + sway + (part - 0.5) * 2 * wide, foot),
            fill=between(dark, place.light, 0.3), width=max(1, int(line * 0.8)),
        )  # fmt: skip
    disc(pen, x, head_y, head * 1.08, rim)
    disc(pen, x, head_y, head, dark)
    top = head_y - head * 0.7
    if manner == 2:
        crown = [
            (x - head, top), (x - head * 1.15, top - head * 1.1), (x - head * 0.4, top - head * 0.4), (x, top - head * 1.4),
            (x + head * 0.4, top - head * 0.4), (x + head * 1.15, top - head * 1.1), (x + head, top),
        ]  # fmt: skip
        pen.polygon(crown, fill=place.light)
    elif manner == 3:
        for side in (-1, 1):
            pen.arc(
                (x + side * head * 1.2 - head, top - head * 1.8, x + side * head * 1.2 + head, top + head * 0.6),
                90 if side < 0 else 300, 240 if side < 0 else 450, fill=rim, width=max(2, int(head * 0.34)),
            )  # fmt: skip
    elif manner == 4:
        pen.polygon(
            [
                (x - head * 1.5, top + head * 0.2),
                (x + head * 1.5, top + head * 0.2),
                (x + sway, top - head * 2.4),
            ],
            fill=dark,
        )
        pen.line(
            (x - head * 1.5, top + head * 0.2, x + head * 1.5, top + head * 0.2),
            fill=place.light,
            width=max(1, int(line * 1.4)),
        )
    elif manner == 5:
        side = scene.chance.choice((-1, 1))
        staff = x + side * (wide + u * 0.03)
        pen.line(
            (staff, head_y - head * 1.4, staff - side * u * 0.02, foot), fill=rim, width=max(2, int(u * 0.02))
        )
        glow(image, staff, head_y - head * 1.6, head * 2.4, place.light, 0.8)
        disc(pen, staff, head_y - head * 1.6, head * 0.55, place.light)
    eyes = 1 if scene.chance.random() < 0.2 else 2
    for k in range(eyes):
        offset = 0 if eyes == 1 else (k - 0.5) * head * 0.8
        disc(pen, x + offset, head_y + head * 0.08, head * (0.24 if eyes == 1 else 0.15), place.light)


def _building(pen: ImageDraw.ImageDraw, scene: Scene, place: Setting, scale: float) -> None:
    u, x, foot = scene.unit, scene.w / 2, scene.h * 1.01
    dark = between(place.solid, (0, 0, 0), 0.35)
    rim = between(place.solid, place.light, 0.8)
    line = u * 0.013
    storeys = scene.chance.randrange(3, 6)
    wide = u * 0.44 * scale * scene.between(0.9, 1.15)
    y = foot
    style = scene.chance.randrange(3)
    for k in range(storeys):
        rise = u * 0.17 * scale * scene.between(0.8, 1.15)
        taper = wide * (0.06 if style == 2 else 0.0)
        body = [(x - wide, y), (x - wide + taper, y - rise), (x + wide - taper, y - rise), (x + wide, y)]
        _outlined(pen, body, dark, rim, line)
        lights = max(1, round(wide / (u * 0.085)))
        for n in range(lights):
            lx = x + (n - (lights - 1) / 2) * (1.7 * wide / lights)
            ww = u * 0.017
            if scene.chance.random() < 0.75:
                pen.rectangle((lx - ww, y - rise * 0.72, lx + ww, y - rise * 0.34), fill=place.light)
        y -= rise
        wide *= scene.between(0.66, 0.84)
        if k < storeys - 1 and style == 1:
            pen.polygon(
                [
                    (x - wide * 1.5, y),
                    (x + wide * 1.5, y),
                    (x + wide, y - rise * 0.3),
                    (x - wide, y - rise * 0.3),
                ],
                fill=rim,
            )
    if style == 0:
        pen.pieslice(
            (x - wide, y - wide, x + wide, y + wide),
            180,
            360,
            fill=dark,
            outline=rim,
            width=max(1, int(line)),
        )
        pen.line((x, y - wide, x, y - wide * 1.7), fill=place.light, width=max(2, int(line)))
    else:
        pen.polygon([(x - wide * 1.1, y), (x + wide * 1.1, y), (x, y - wide * 2.1)], fill=dark)
        pen.line(
            [(x - wide * 1.1, y), (x, y - wide * 2.1), (x + wide * 1.1, y)], fill=rim, width=max(1, int(line))
        )
    disc(pen, x, y - wide * 0.3, wide * 0.24, place.light)


def _construct(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """A tall structure with lit windows."""
    glow(image, scene.w / 2, scene.h * 0.55, scene.unit * 0.6, place.light, 0.35)
    _building(pen, scene, place, 0.72)


def _bastion(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """The fortress of a Dreamer, under rings of power."""
    u, x, y = scene.unit, scene.w / 2, scene.h * 0.42
    glow(image, x, y, u * 0.72, place.light, 0.55)
    for k in range(3):
        ring(pen, x, y, u * (0.34 + 0.08 * k), between(place.above, place.light, 0.8 - 0.22 * k), u * 0.012)
    _building(pen, scene, place, 0.92)


def _memory(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """A framed fragment that drifts, a little askew, with pieces that have come loose."""
    u = scene.unit
    x, y = scene.w * scene.between(0.44, 0.56), scene.h * 0.5
    lean = scene.between(-0.22, 0.22)
    c, s = math.cos(lean), math.sin(lean)

    def at(px: float, py: float) -> tuple[float, float]:
        return x + (px * c - py * s) * u, y + (px * s + py * c) * u

    dark = between(place.solid, (0, 0, 0), 0.3)
    a, b = scene.between(0.26, 0.34), scene.between(0.3, 0.36)
    glow(image, x, y, u * 0.62, place.light, 0.4)
    _outlined(
        pen,
        [at(-a, -b), at(a, -b), at(a, b), at(-a, b)],
        between(place.solid, place.light, 0.85),
        dark,
        u * 0.012,
    )
    i, j = a - 0.05, b - 0.05
    pen.polygon([at(-i, -j), at(i, -j), at(i, j * 0.72), at(-i, j * 0.72)], fill=dark)
    motif = scene.chance.randrange(4)
    cx, cy = at(0, -0.06)
    if motif == 0:
        disc(pen, cx, cy, u * 0.12, place.light)
        disc(pen, cx + u * 0.05, cy - u * 0.03, u * 0.1, dark)
    elif motif == 1:
        for k in range(4):
            ring(pen, cx, cy, u * (0.04 + 0.045 * k), place.light, u * 0.012)
    elif motif == 2:
        pen.polygon(
            [at(-0.2, 0.14), at(-0.06, -0.14), at(0.03, 0.02), at(0.1, -0.07), at(0.2, 0.14)],
            fill=place.light,
        )
    else:
        pen.polygon(
            [at(-0.08, 0.16), at(-0.08, -0.1), at(0, -0.2), at(0.08, -0.1), at(0.08, 0.16)], fill=place.light
        )
    for _ in range(9):
        px, py = scene.between(0.2, 0.5) * scene.chance.choice((-1, 1)), scene.between(-0.45, 0.45)
        r = scene.between(0.012, 0.035)
        pen.polygon([at(px, py - r), at(px + r, py), at(px, py + r), at(px - r * 0.6, py)], fill=place.light)


def _thought(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """A spark that has just leapt: lines that burst from a point, and their echo."""
    u = scene.unit
    x, y = scene.w * scene.between(0.4, 0.6), scene.h * scene.between(0.44, 0.54)
    glow(image, x, y, u * 0.75, place.light, 0.75)
    spikes = scene.chance.randrange(7, 15)
    turn = scene.between(0, 1)
    star: list[tuple[float, float]] = []
    for k in range(spikes * 2):
        reach = u * (scene.between(0.26, 0.46) if k % 2 == 0 else 0.09)
        angle = (k + turn) * math.pi / spikes
        star.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    _outlined(
        pen, star, between(place.light, place.below, 0.15), between(place.solid, (0, 0, 0), 0.3), u * 0.01
    )
    disc(pen, x, y, u * 0.065, between(place.solid, (0, 0, 0), 0.4))
    disc(pen, x, y, u * 0.035, (255, 255, 255))
    for _ in range(scene.chance.randrange(2, 5)):
        start = scene.between(0, 360)
        r = u * scene.between(0.34, 0.52)
        pen.arc(
            (x - r, y - r, x + r, y + r),
            start,
            start + scene.between(40, 130),
            fill=place.light,
            width=max(1, int(u * 0.014)),
        )


def _arcanum(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """A sigil: a star polygon in circles, with its marks."""
    u = scene.unit
    x, y = scene.w / 2, scene.h * 0.5
    dark = between(place.above, (0, 0, 0), 0.45)
    radius = u * 0.4
    glow(image, x, y, radius * 1.9, place.light, 0.55)
    disc(pen, x, y, radius, dark)
    ring(pen, x, y, radius, place.light, u * 0.022)
    ring(pen, x, y, radius * 0.86, place.light, u * 0.01)
    n, step = scene.chance.choice(
        ((5, 2), (6, 2), (7, 2), (7, 3), (8, 3), (9, 2), (9, 4), (10, 3), (11, 4), (12, 5))
    )
    turn = scene.between(0, 2 * math.pi)
    corner = [
        (
            x + radius * 0.84 * math.cos(turn + k * 2 * math.pi / n),
            y + radius * 0.84 * math.sin(turn + k * 2 * math.pi / n),
        )
        for k in range(n)
    ]
    for k in range(n):
        pen.line((*corner[k], *corner[(k + step) % n]), fill=place.light, width=max(1, int(u * 0.013)))
        disc(pen, *corner[k], u * 0.022, place.light)
    heart = scene.chance.randrange(3)
    if heart == 0:
        disc(pen, x, y, radius * 0.24, place.light)
        disc(pen, x + radius * 0.1, y - radius * 0.06, radius * 0.19, dark)
    elif heart == 1:
        disc(pen, x, y, radius * 0.2, place.light)
        disc(pen, x, y, radius * 0.1, dark)
    else:
        r = radius * 0.24
        pen.polygon([(x, y - r), (x + r * 0.7, y), (x, y + r), (x - r * 0.7, y)], fill=place.light)


def _mind(image: Image.Image, pen: ImageDraw.ImageDraw, scene: Scene, place: Setting) -> None:
    """A great eye with a turning iris."""
    u = scene.unit
    x, y = scene.w / 2, scene.h * 0.5
    dark = between(place.above, (0, 0, 0), 0.5)
    wide, tall = u * scene.between(0.46, 0.52), u * scene.between(0.26, 0.34)
    glow(image, x, y, u * 0.85, place.light, 0.5)
    lid = [
        (
            x + wide * math.cos(k * math.pi / 24),
            y - tall * math.sin(k * math.pi / 24) ** 1.4 * (1 if k <= 24 else 0),
        )
        for k in range(25)
    ]
    lid += [
        (x - wide * math.cos(k * math.pi / 24), y + tall * math.sin(k * math.pi / 24) ** 1.4)
        for k in range(1, 24)
    ]
    _outlined(pen, lid, between(place.light, (255, 255, 255), 0.5), dark, u * 0.02)
    iris = tall * 0.82
    disc(pen, x, y, iris, between(place.solid, place.below, 0.5))
    spokes = scene.chance.randrange(16, 34)
    for k in range(spokes):
        a = k * 2 * math.pi / spokes
        r = iris * scene.between(0.72, 0.98)
        pen.line(
            (x, y, x + r * math.cos(a), y + r * math.sin(a)),
            fill=between(place.below, place.light, 0.7),
            width=max(1, int(u * 0.012)),
        )
    ring(pen, x, y, iris, dark, u * 0.018)
    disc(pen, x, y, iris * 0.44, dark)
    disc(pen, x - iris * 0.16, y - iris * 0.18, iris * 0.12, (255, 255, 255))
    for k in range(4):
        a = k * math.pi / 2 + math.pi / 4
        disc(pen, x + wide * 0.98 * math.cos(a), y + tall * 1.3 * math.sin(a), u * 0.02, place.light)


FIGURES: dict[str, Figure] = {
    "entity": _entity,
    "construct": _construct,
    "bastion": _bastion,
    "memory": _memory,
    "thought": _thought,
    "arcanum": _arcanum,
    "mind": _mind,
}
"""How each kind is drawn."""
