"""The colours of Dreamweavers' pictures: paper and thread, and the notions of the cards shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from render.cloth_texture import cloth_colours
from render.dreamweavers.illustration import NOTIONS
from render.illustration.inks import Inks
from render.layout import Colour
from render.palette import between
from render.table.inks import Palette, between_shades, edges, greyed, shades

CLOTH = "linen"
"""The background of all pictures except boards."""
THEIRS, MINE = "heather", "sage"
"""The cloths of the two sides of a board."""

SHEET = (253, 250, 242)
SHEET_LOW = (246, 239, 224)
"""Paper on the cloth, and its colour at a lower level."""
HEM = (176, 155, 130)
INK = (42, 29, 48)
FADED = (98, 82, 98)
HEATHER, SAGE = (104, 64, 128), (36, 104, 84)
"""The margins of the two sides of a board."""
MADDER = (134, 24, 38)
WOAD = (18, 66, 122)
MOSS = (49, 112, 78)
OCHRE = (136, 85, 4)
PLUM = (50, 26, 60)
LABEL = (255, 246, 228)
GILT = (246, 206, 116)
"""Text on plum: a sewn-on label."""

LEAST_APART = 6
"""Colours that differ by less than this in red, green and blue count as the same."""


def inks_of(notion: str) -> Inks:
    """Return the inks of a notion as printed on cards. A notion without inks has Doubt's."""
    return NOTIONS.get(notion.casefold(), NOTIONS["doubt"])


def dye(notion: str) -> Colour:
    """Return a notion's dark colour, on which pale text is readable; plum without a notion."""
    if not notion:
        return PLUM
    inks = inks_of(notion)
    return between(inks.deep, inks.night, 0.46)


def _lettering(notions: Iterable[str]) -> Iterator[Colour]:
    """Yield the exact colours of paper, signs and text, and the steps between text and its background."""
    yield from (SHEET, SHEET_LOW, HEM, INK, FADED, PLUM, LABEL, GILT, MADDER, WOAD, MOSS, OCHRE)
    yield from (HEATHER, SAGE)
    for cloth in (CLOTH, THEIRS, MINE):
        yield from cloth_colours(cloth)
    yield from (dye(notion) for notion in notions)
    for ink, steps in ((INK, 6), (FADED, 4), (MADDER, 4), (WOAD, 4), (MOSS, 3), (OCHRE, 3)):
        yield from edges(SHEET, ink, steps)
    for ink, steps in ((LABEL, 5), (GILT, 4)):
        yield from edges(PLUM, ink, steps)
    for notion in notions:
        for part in (0.33, 0.66):
            yield between(dye(notion), LABEL, part)
            yield between(dye(notion), SHEET, part)


@lru_cache(maxsize=32)
def board_inks(notions: tuple[str, ...]) -> tuple[Colour, ...]:
    """Return the colours of a board with cards of these notions, the same in every process.

    First come those of text and paper, then all inks of each notion, then the steps between neighbours and their greyed
    versions for tapped cards, up to 256. Notions are public once drafted, so the colours reveal no hidden card.
    """
    every = [inks_of(notion) for notion in notions]
    palette = Palette(_lettering(notions), LEAST_APART)
    for inks in every:
        palette.add(inks.all())
    for inks in every:
        palette.add(between_shades(shades(inks), (0.5,)))
    for inks in every:
        palette.add(greyed(ink) for ink in shades(inks)[:-1])
    for inks in every:
        palette.add(between_shades(shades(inks), (0.25, 0.75)))
    for inks in every:
        palette.add(greyed(ink) for ink in between_shades(shades(inks), (0.5,)))
    return tuple(palette.colours)
