"""Inks: the colours of a picture."""

from __future__ import annotations

from msgspec import Struct

from render.layout import Colour


class Inks(Struct, frozen=True):
    """Six inks from darkest to lightest, including the light's own and its glow, and an accent for sparing use."""

    night: Colour
    deep: Colour
    mid: Colour
    soft: Colour
    pale: Colour
    light: Colour
    glow: Colour
    accent: Colour

    def all(self) -> tuple[Colour, ...]:
        """Return the eight colours, darkest first, the accent last."""
        return (
            self.night,
            self.deep,
            self.mid,
            self.soft,
            self.pale,
            self.light,
            self.glow,
            self.accent,
        )


def inks(night: str, deep: str, mid: str, soft: str, pale: str, light: str, glow: str, accent: str) -> Inks:
    """Return inks from eight colours of six hexadecimal digits each."""
    return Inks(*(_colour(one) for one in (night, deep, mid, soft, pale, light, glow, accent)))


def _colour(digits: str) -> Colour:
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue
