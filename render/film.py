"""A film: pictures in sequence, each with its duration, as one animated GIF.

GIF, because Discord plays it inline everywhere. The whole film uses one palette, so that unchanged parts have the
same bytes in every picture, and only the differences are stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from msgspec import Struct
from PIL import Image

from render import palette as c
from render.layout import Colour
from render.palette import between
from render.pixels import stretched

MOST_BYTES = 2_500_000

_INKS_ON_PANELS = (c.PAPER, c.GOLD, c.MIST, c.ROSE, c.SILVER)
LETTERING: tuple[Colour, ...] = (
    c.PANEL_LOW,
    c.INK,
    *(between(c.PANEL_LOW, ink, part) for ink in _INKS_ON_PANELS for part in (1.0, 0.5)),
    between(c.PANEL_LOW, c.PAPER, 0.25),
    between(c.PANEL_LOW, c.PAPER, 0.75),
)
"""The exact colours of panels and words in every film, with shades for smooth edges."""

_TRIES = ((1.0, 56), (1.0, 40), (0.85, 32), (0.7, 24))
"""Fractions of the width and numbers of inks, tried in order until a film is small enough."""
_LONG = 500
"""Milliseconds from which a frame counts as held. Held frames count more when inks are chosen."""
_EVERY, _EVERY_ELSE = 3, 9
"""The steps in pixels, along and across rows, at which inks are sampled; of held pictures and of all others."""


class FilmFrame(Struct, frozen=True):
    """A picture of a film, and its duration."""

    picture: Image.Image
    milliseconds: int


def film(frames: Sequence[FilmFrame]) -> bytes:
    """Return pictures of one size as an animated GIF that repeats.

    It has at most `MOST_BYTES` bytes, unless it had more even with the fewest inks. Raises ValueError without frames,
    and if they are not all of one size.
    """
    if len({frame.picture.size for frame in frames}) != 1:
        raise ValueError("a film needs pictures of one size")
    durations = [frame.milliseconds for frame in frames]
    out = b""
    for part, inks in _TRIES:
        out = _gif([_sized(frame.picture, part) for frame in frames], durations, inks)
        if len(out) <= MOST_BYTES:
            break
    return out


def _sized(picture: Image.Image, part: float) -> Image.Image:
    if part == 1:
        return picture
    return stretched(picture, round(picture.width * part), round(picture.height * part))


def _palette(pictures: Sequence[Image.Image], held: Sequence[int], inks: int) -> Image.Image:
    """Return the inks of a film: those of its words, and those that represent all its pictures best."""
    samples: list[bytes] = []
    for picture, milliseconds in zip(pictures, held, strict=True):
        step = _EVERY if milliseconds >= _LONG else _EVERY_ELSE
        samples.append(
            stretched(picture, picture.width // step, picture.height // step, smooth=False).tobytes()
        )
    pixels = b"".join(samples)
    sample = Image.frombytes("RGB", (len(pixels) // 3, 1), pixels)
    room = inks - len(LETTERING)
    palette = sample.quantize(room, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    well = Image.new("P", (1, 1))
    well.putpalette([part for ink in LETTERING for part in ink] + palette[: 3 * room])
    return well


def _gif(pictures: Sequence[Image.Image], held: Sequence[int], inks: int) -> bytes:
    well = _palette(pictures, held, inks)
    first, *others = [picture.quantize(palette=well, dither=Image.Dither.NONE) for picture in pictures]
    out = BytesIO()
    first.save(
        out,
        "GIF",
        save_all=True,
        append_images=others,
        duration=list(held),
        loop=0,
        disposal=1,
        optimize=False,
    )
    return out.getvalue()
