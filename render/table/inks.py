"""The palette of a board: colours in order of importance, up to 256."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from render.canvas import COLOUR_LEFT, LIGHT_LEFT
from render.illustration.inks import Inks
from render.layout import Colour
from render.palette import between

MOST = 256


class Palette:
    """Distinct colours in the order in which they were chosen."""

    def __init__(self, exact: Iterable[Colour], apart: int) -> None:
        """Begin with colours that are needed exactly. Others merge if each component differs by less than `apart`."""
        self.colours = list(dict.fromkeys(exact))[:MOST]
        self._apart = apart

    def add(self, colours: Iterable[Colour]) -> None:
        """Add new colours as long as there is room."""
        apart = self._apart
        for red, green, blue in colours:
            if len(self.colours) == MOST:
                return
            if all(
                abs(red - r) >= apart or abs(green - g) >= apart or abs(blue - b) >= apart
                for r, g, b in self.colours
            ):
                self.colours.append((red, green, blue))


def shades(inks: Inks) -> tuple[Colour, ...]:
    """Return the inks of light and shadow, from dark to bright, without the glow and the accent."""
    return inks.night, inks.deep, inks.mid, inks.soft, inks.light, inks.pale


def edges(ground: Colour, ink: Colour, steps: int) -> Iterator[Colour]:
    """Yield the antialiasing colours between a background and text: one less than `steps`."""
    for k in range(1, steps):
        yield between(ground, ink, k / steps)


def between_shades(shades: Iterable[Colour], parts: Iterable[float]) -> Iterator[Colour]:
    """Yield the colours between neighbours, at these fractions of the way."""
    for low, high in pairwise(shades):
        for part in parts:
            yield between(low, high, part)


def greyed(colour: Colour) -> Colour:
    """Return the colour as it appears in a dimmed picture."""
    grey = (colour[0] * 19595 + colour[1] * 38470 + colour[2] * 7471 + 0x8000) >> 16
    red, green, blue = (round((grey + (part - grey) * COLOUR_LEFT) * LIGHT_LEFT) for part in colour)
    return red, green, blue
