"""The colours of the night, and the contrast between two of them."""

from __future__ import annotations

from render.layout import Colour

NIGHT = (9, 11, 28)
PANEL = (24, 27, 56)
PANEL_LOW = (17, 19, 43)
RAISED_LOW = (29, 32, 66)
EDGE = (74, 80, 136)
PAPER = (240, 237, 250)
MIST = (190, 194, 226)
GOLD = (255, 212, 121)
GOLD_DEEP = (92, 66, 22)
SILVER = (162, 186, 248)
SILVER_DEEP = (38, 58, 104)
ROSE = (255, 158, 158)
ROSE_DEEP = (104, 28, 50)
MINT = (148, 248, 208)
LILAC = (190, 160, 240)
TEAL = (32, 150, 138)
BACK = (30, 40, 92)
INK = (20, 16, 36)
ASH = (58, 58, 74)
SMOKE = (206, 204, 214)


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast ratio of two colours as WCAG 2 defines it: 1 (equal) to 21 (black on white)."""

    def light(colour: Colour) -> float:
        red, green, blue = colour
        return 0.2126 * _linear(red) + 0.7152 * _linear(green) + 0.0722 * _linear(blue)

    dark, bright = sorted((light(first), light(second)))
    return (bright + 0.05) / (dark + 0.05)


def between(first: Colour, second: Colour, part: float) -> Colour:
    """Return the colour at `part` (0 to 1) of the way from the first to the second."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue
