"""A place: a function that paints the background, and returns a function for the foreground.

It sets the height at which things stand and the picture's light. The foreground is printed last.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from msgspec import Struct

from render.illustration.outlines import Outline, Point, smooth
from render.illustration.rasteriser import Shade
from render.illustration.stage import Lamp, Stage

Front = Callable[[], None]


class PaintedPlace(Struct, frozen=True):
    """A place: its default light, and the function that paints it."""

    lamp: Lamp
    paint: Callable[[Stage, Lamp], Front]


def nothing() -> None:
    """Print no foreground."""


def corners(points: list[Point], first: int) -> Outline:
    """Return a line that is smooth up to the point numbered `first`, and straight from there on."""
    return smooth(points, sharp=range(first, len(points)))


def swell(stage: Stage, level: float, high: float, waves: float, foot: float) -> list[Shade]:
    """Return a crest of low waves across the picture, and everything below it down to a foot."""
    w, start = stage.w, stage.chance.random() * 6
    line: list[Point] = [
        (w * k / 24, level + high * (math.sin(start + k * waves / 4) + 0.5 * math.sin(start + k * waves / 9)))
        for k in range(-1, 26)
    ]
    return [(corners([*line, (w + 10, foot), (-10, foot)], len(line)), 255)]
