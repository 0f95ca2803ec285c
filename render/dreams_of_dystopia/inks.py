"""The colours of Dreams of Dystopia's tables: painted walls, papers by faction, enamel, strips of tape."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from render.dreams_of_dystopia.illustration import SIDES
from render.layout import Colour
from render.table.inks import Palette, between_shades, edges, greyed, shades

LEAST_APART = 6
"""Colours that differ by less than this in each component are merged."""


class Ground(Struct, frozen=True):
    """A ground for words: its colour, legible inks, and the icon of its faction."""

    paper: Colour
    ink: Colour
    quiet: Colour
    accent: Colour
    sign: str


DIVINE = Ground((240, 230, 200), (28, 23, 18), (92, 79, 56), (122, 90, 0), "sun")
DEMONIC = Ground((25, 15, 13), (255, 233, 210), (217, 180, 156), (255, 138, 76), "moon")
ENAMEL = Ground((14, 51, 64), (244, 247, 238), (185, 207, 210), (255, 210, 60), "star")
"""The ground of things without a faction."""
FALLEN = Ground((154, 160, 152), (16, 19, 15), (35, 40, 42), (16, 19, 15), "crack")
SHUT_DIVINE = Ground((181, 173, 149), (28, 23, 18), (61, 53, 39), (61, 53, 39), "sun")
SHUT_DEMONIC = Ground((59, 48, 44), (255, 233, 210), (220, 191, 168), (220, 191, 168), "moon")
"""The grounds of sides that can't be acquired now."""

TAPE, RED, BLUE = (255, 210, 60), (194, 42, 23), (27, 77, 145)
BLACK, WHITE = (18, 12, 10), (255, 255, 255)
WALL_HIGH, RAY_HIGH = (91, 127, 113), (123, 160, 143)
WALL_LOW, RAY_LOW = (51, 87, 76), (66, 108, 95)
STRIPE, SHADE = (220, 211, 178), (13, 26, 22)

_GROUNDS = {"divine": DIVINE, "demonic": DEMONIC}
_SHUT = {"divine": SHUT_DIVINE, "demonic": SHUT_DEMONIC}


def ground_of(faction: str, is_shut: bool = False) -> Ground:
    """Return the paper of a faction, dull if it is shut; enamel without a faction."""
    return (_SHUT if is_shut else _GROUNDS).get(faction, ENAMEL)


def _exact_colours() -> Iterator[Colour]:
    for ground in (DIVINE, DEMONIC, ENAMEL, FALLEN, SHUT_DIVINE, SHUT_DEMONIC):
        yield from (ground.paper, ground.ink, ground.quiet, ground.accent)
        for ink in (ground.ink, ground.quiet, ground.accent):
            yield from edges(ground.paper, ink, 4)
    for fill, ink in ((TAPE, BLACK), (RED, WHITE), (BLUE, WHITE)):
        yield from edges(fill, ink, 4)
    yield from (TAPE, RED, BLUE, BLACK, WHITE, WALL_HIGH, RAY_HIGH, WALL_LOW, RAY_LOW, STRIPE, SHADE)


def _inks() -> tuple[Colour, ...]:
    """Return the exact colours of papers and words, then those of both factions' illustrations, in order of importance."""
    palette, both = Palette(_exact_colours(), LEAST_APART), [*SIDES.values()]
    for inks in both:
        palette.add(inks.all())
    for parts in ((0.5,), (0.25, 0.75)):
        for inks in both:
            palette.add(between_shades(shades(inks), parts))
    for inks in both:
        palette.add(greyed(ink) for ink in shades(inks))
    palette.add((grey, grey, grey) for grey in range(60, 188, 14))
    for inks in both:
        palette.add(between_shades(shades(inks), (0.125, 0.375, 0.625, 0.875)))
    return tuple(palette.colours)


INKS = _inks()
"""The palette of every picture."""
