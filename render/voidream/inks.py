"""The 256 colours in which boards and hands are printed.

The colours of words, signs and panels are among them exactly, with steps for smooth edges; the rest is chosen from the
art of all factions and kinds.
"""

from __future__ import annotations

from functools import cache

from PIL import Image

from render import palette as c
from render.palette import between
from render.pieces import Colour
from render.sky import SKIES, sky_colours
from render.voidream.art import BackArt, CardArt
from render.voidream.figures import FIGURES
from render.voidream.scenes import SCENES

GROUNDS = (c.PANEL, c.PANEL_LOW, c.RAISED, c.RAISED_LOW, c.NIGHT, c.INK)
INKS_ON_GROUNDS = (c.PAPER, c.MIST, c.GOLD, c.SILVER, c.ROSE, c.MINT)
PAIRS = (
    (c.GOLD_DEEP, c.GOLD),
    (c.SILVER_DEEP, c.SILVER),
    (c.ROSE_DEEP, c.ROSE),
    (c.MINT_DEEP, c.MINT),
    (c.ASH, c.SMOKE),
    (c.ASH_LOW, c.PAPER),
    (c.PANEL, c.EDGE),
    (c.BACK, c.BACK_LOW),
)


def _fixed() -> list[Colour]:
    """What panels, words and signs need."""
    colours: dict[Colour, None] = {}
    for ground in GROUNDS:
        colours[ground] = None
    for k in range(1, 4):
        colours[between(c.PANEL, c.PANEL_LOW, k / 4)] = None
        colours[between(c.RAISED, c.RAISED_LOW, k / 4)] = None
    for ink in INKS_ON_GROUNDS:
        steps = 8 if ink == c.PAPER else 4
        for k in range(1, steps + 1):
            colours[between(c.PANEL, ink, k / steps)] = None
    for low, high in PAIRS:
        for k in range(4):
            colours[between(low, high, k / 3)] = None
    for name in SKIES:
        colours.update(dict.fromkeys(sky_colours(name)))
    return list(colours)


@cache
def house_inks() -> tuple[Colour, ...]:
    """The colours, the same in every process."""
    fixed = _fixed()
    w, h = 72, 48
    kinds = list(FIGURES)
    sample = Image.new("RGB", (w * len(kinds), h * (2 * len(SCENES) + 1)))
    for row, faction in enumerate(SCENES):
        for column, kind in enumerate(kinds):
            art = CardArt("", kind, faction).paint(w, h)
            sample.paste(art, (column * w, 2 * row * h))
            sample.paste(CardArt(faction, kind, faction).paint(w, h), (column * w, (2 * row + 1) * h))
    for column in range(len(kinds)):
        sample.paste(BackArt(column % 2 == 1).paint(w, h), (column * w, 2 * len(SCENES) * h))
    room = 256 - len(fixed)
    chosen = sample.quantize(room, Image.Quantize.MEDIANCUT).getpalette() or []
    free = [(chosen[k], chosen[k + 1], chosen[k + 2]) for k in range(0, min(len(chosen), 3 * room), 3)]
    return (*fixed, *free)
