"""Inks: what a picture is printed with."""

from __future__ import annotations

from msgspec import Struct

from render.layout import Colour


class Inks(Struct, frozen=True):
    """Six inks from the darkest to the lightest, the light's own, its glow, and an accent that is used sparingly."""

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
    """Return the inks written as eight colours of six hexadecimal digits each."""
    return Inks(*(_colour(one) for one in (night, deep, mid, soft, pale, light, glow, accent)))


def _colour(digits: str) -> Colour:
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue
