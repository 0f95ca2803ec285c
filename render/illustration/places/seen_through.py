"""Frames through which a picture is seen: printed last, in front of everything."""

from __future__ import annotations

from collections.abc import Callable

from render.illustration.motifs import motifs
from render.illustration.outlines import Outline, box, oval, stroke
from render.illustration.stage import Figure, Stage
from render.palette import between


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
    """Cover everything with night except the holes, which have a thin rim."""
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
"""Layers through which a picture is seen."""
