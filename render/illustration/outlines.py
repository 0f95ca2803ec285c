"""Outlines: points smoothed, thickened, mirrored and turned. Points are (x, y), y grows downwards; in degrees."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

Point = tuple[float, float]
Outline = list[Point]

_STEPS = 7
"""Points on a smooth line from one given point to the next."""
_LONGEST_PULL = 1.3
"""The maximum length of a curve's tangent, in distances to the next point, to avoid loops."""


def smooth(points: Sequence[Point], sharp: Iterable[int] = (), closed: bool = True) -> Outline:
    """Return a curve through the points (Catmull–Rom), with corners at the indices in `sharp`."""
    return list(_smooth(tuple(points), frozenset(sharp), closed))


@lru_cache(maxsize=512)
def _smooth(points: tuple[Point, ...], corners: frozenset[int], closed: bool) -> tuple[Point, ...]:
    n = len(points)
    out: Outline = []
    for i in range(n if closed else n - 1):
        point, next_point = points[i], points[(i + 1) % n]
        before = points[i - 1] if closed or i > 0 else point
        beyond = points[(i + 2) % n] if closed or i + 2 < n else next_point
        straight = (next_point[0] - point[0], next_point[1] - point[1])
        far = math.hypot(*straight)
        pulls = [
            (straight[0] * 0.6, straight[1] * 0.6)
            if corner in corners
            else ((ahead[0] - behind[0]) * 0.5, (ahead[1] - behind[1]) * 0.5)
            for corner, behind, ahead in ((i, before, next_point), ((i + 1) % n, point, beyond))
        ]
        (ax, ay), (bx, by) = (_shortened(pull, far * _LONGEST_PULL) for pull in pulls)
        for k in range(_STEPS):
            t = k / _STEPS
            p, q = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t
            r, s = -2 * t**3 + 3 * t**2, t**3 - t**2
            out.append(
                (
                    p * point[0] + q * ax + r * next_point[0] + s * bx,
                    p * point[1] + q * ay + r * next_point[1] + s * by,
                )
            )
    if not closed:
        out.append(points[-1])
    return tuple(out)


def _shortened(pull: Point, most: float) -> Point:
    length = math.hypot(*pull)
    if length <= most or not length:
        return pull
    return pull[0] * most / length, pull[1] * most / length


def oval(
    x: float,
    y: float,
    rx: float,
    ry: float | None = None,
    start: float = 0,
    end: float = 360,
    steps: int = 40,
) -> Outline:
    """Return an ellipse around (x, y), or the part of it from one angle to another (clockwise from the right)."""
    high = rx if ry is None else ry
    return [(x + rx * c, y + high * s) for c, s in _turns(start, end, steps)]


@lru_cache(maxsize=256)
def _turns(start: float, end: float, steps: int) -> tuple[Point, ...]:
    """Return points of the unit circle around (0, 0)."""
    whole = end - start == 360
    angles = (math.radians(start + (end - start) * k / steps) for k in range(steps + (not whole)))
    return tuple((math.cos(angle), math.sin(angle)) for angle in angles)


def stroke(line: Sequence[Point], width: float, end: float | None = None) -> Outline:
    """Return a line with the width of a brush stroke, which can end in another width. A closed line becomes a ring."""
    last = width if end is None else end
    closed = len(line) > 12 and math.dist(line[0], line[-1]) < 1.7 * math.dist(line[0], line[1])
    grows = (last - width) / max(1, len(line) - 1)
    befores = (line[-1] if closed else line[0], *line[:-1])
    afters = (*line[1:], line[0] if closed else line[-1])
    left: Outline = []
    right: Outline = []
    for k, ((x0, y0), (x, y), (x1, y1)) in enumerate(zip(befores, line, afters, strict=True)):
        dx, dy = x1 - x0, y1 - y0
        half = (width + grows * k) / 2 / (math.hypot(dx, dy) or 1)
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    if closed:
        # Both edges return to their first points, so that the seam has no gap and no overlap.
        left.append(left[0])
        right.append(right[0])
    return left + right[::-1]


def leaf(line: Sequence[Point], width: float) -> Outline:
    """Return a leaf or feather along the line: widest past its middle, pointed at its end."""
    n = len(line)
    left: Outline = []
    right: Outline = []
    for k, (x, y) in enumerate(line):
        (x0, y0), (x1, y1) = line[max(0, k - 1)], line[min(n - 1, k + 1)]
        length = math.hypot(x1 - x0, y1 - y0) or 1
        half = 0.0 if k == n - 1 else width / 2 * math.sin(math.pi * (0.15 + 0.85 * k / (n - 1))) ** 0.6
        nx, ny = -(y1 - y0) / length * half, (x1 - x0) / length * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return left + right[::-1]


def box(x: float, y: float, w: float, h: float, radius: float = 0) -> Outline:
    """Return a rectangle, with rounded corners if there is a radius."""
    if not radius:
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    corners = (
        (x + w - radius, y + radius, -90),
        (x + w - radius, y + h - radius, 0),
        (x + radius, y + h - radius, 90),
        (x + radius, y + radius, 180),
    )
    return [point for cx, cy, a in corners for point in oval(cx, cy, radius, radius, a, a + 90, 6)]


def mirrored(outline: Sequence[Point], axis: float = 50) -> Outline:
    """Return the outline mirrored at x = `axis`."""
    return [(2 * axis - x, y) for x, y in outline]


def turned(outline: Sequence[Point], degrees: float, x: float = 50, y: float = 50) -> Outline:
    """Return the outline turned clockwise around (x, y)."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(x + (px - x) * c - (py - y) * s, y + (px - x) * s + (py - y) * c) for px, py in outline]
