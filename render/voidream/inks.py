"""The 256 colours of boards.

They include the exact colours of text, signs, panels and skies, with steps for smooth edges. The remaining ones are for
the inks of the pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from render import palette as c
from render.layout import Colour
from render.palette import between
from render.sky import SKIES, sky_colours
from render.table.inks import Palette, between_shades, edges, greyed, shades
from render.voidream.faction_inks import NIGHT, inks_of, light_of

_BACK = NIGHT["neutral"]
BACKS = (_BACK.night, _BACK.deep, _BACK.mid, _BACK.soft)
"""The inks of a card's back."""
INKS_ON_GROUNDS = (c.PAPER, c.MIST, c.GOLD, c.SILVER, c.ROSE, c.MINT)


def _sky_inks() -> Iterator[Colour]:
    """Yield the inks of all skies, so that a board keeps its colours when a conflict begins."""
    for name in SKIES:
        yield from sky_colours(name)


def _lettering() -> Iterator[Colour]:
    """Yield the exact colours of panels, signs and text on a board."""
    yield from (c.PANEL_LOW, c.INK, c.RAISED_LOW, c.BACK, c.EDGE, c.SMOKE, c.ASH)
    yield from (c.GOLD_DEEP, c.ROSE_DEEP, c.LILAC, c.TEAL, *INKS_ON_GROUNDS)


def _edges() -> Iterator[Colour]:
    """Yield the steps between text and its background."""
    for ink in INKS_ON_GROUNDS:
        yield from edges(c.PANEL_LOW, ink, 8 if ink == c.PAPER else 4)
    for low, high in ((c.GOLD_DEEP, c.GOLD), (c.ROSE_DEEP, c.PAPER), (c.BACK, c.PAPER), (c.BACK, c.MIST)):
        yield from edges(low, high, 3)


LEAST_APART = 7
"""Colours that differ by less than this in red, green and blue count as the same."""


def rim_of(faction: str) -> Colour:
    """Return the rim of a faction's tiles: its light, slightly subdued."""
    return between(c.PANEL_LOW, light_of(faction), 0.72)


@lru_cache(maxsize=40)
def board_inks(factions: frozenset[str]) -> tuple[Colour, ...]:
    """Return the colours of a board with face-up cards of these factions, the same in every process.

    First come all inks of each faction at night and dusk, then steps between neighbours: the middles, their greyed
    versions for exhausted cards, the quarters and so on, up to 256.
    """
    rims = [rim_of(faction) for faction in sorted(factions)]
    palette = Palette((*_lettering(), *_sky_inks(), *rims), LEAST_APART)
    palette.add(_edges())
    every = [inks_of(faction, hour) for faction in sorted(factions) for hour in ("night", "dusk")]
    ramps = [shades(inks) for inks in every]
    grey = [tuple(greyed(ink) for ink in ramp) for ramp in ramps]
    for inks in every:
        palette.add(inks.all())
    for ramp in ramps:
        palette.add(between_shades(ramp, (0.5,)))
    for ramp in grey:
        palette.add(ramp)
    palette.add((*BACKS, *between_shades(BACKS, (0.5,))))
    for parts, among in (
        ((0.25, 0.75), ramps),
        ((0.5,), grey),
        ((0.125, 0.375, 0.625, 0.875), ramps),
        ((0.25, 0.75), grey),
    ):
        for ramp in among:
            palette.add(between_shades(ramp, parts))
    for inks in every:
        palette.add(
            between_shades((inks.deep, inks.accent, inks.light, inks.night, inks.glow), (0.5, 0.25, 0.75))
        )
    return tuple(palette.colours)
