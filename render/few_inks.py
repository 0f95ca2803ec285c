"""Printing a finished picture in few inks, so that it is small enough to send.

Panels, words and signs keep their colours exactly; every drawing gets inks of its own, chosen from what it shows. Such
a palette tells what is on the picture: it is only for pictures all of whose cards their reader may see.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from io import BytesIO

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageFilter

from render.canvas import shape_mask
from render.palette import between
from render.pieces import Colour, Picture, Sheet
from render.pixels import mapped, stretched
from render.png import png

MOST = 256
AMOUNTS = (
    *((amount, False) for amount in (48, 40, 32, 24, 18, 14)),
    *((amount, True) for amount in (32, 24, 18, 13, 9, 7, 5, 3)),
)
"""How many inks an area may get, and whether its grain is softened first; what looks best comes first."""
SAMPLE = 40_000
"""How many pixels of an area are looked at to choose its inks."""


CLOSE = 1.03
"""Weighed one by one, drawings are a little heavier than together on the sheet."""


class Area(Struct, frozen=True):
    """Drawings that share their inks, at their places on the sheet, and the colours of what is printed on them."""

    pictures: tuple[Picture, ...]
    kept: tuple[Colour, ...] = ()


def tints(ground: Colour, inks: Iterable[Colour], steps: int = 4) -> list[Colour]:
    """The ground, and what lies between it and each ink: the smooth edges of letters need them."""
    return [ground, *(between(ground, ink, k / steps) for ink in inks for k in range(1, steps + 1))]


def areas_of(
    sheet: Sheet,
    kept: Callable[[Picture], Iterable[Colour]],
    group: Callable[[Picture], Hashable] | None = None,
) -> list[Area]:
    """The drawings on a sheet: each an area of its own, or those together to which `group` gives the same key."""
    found: dict[Hashable, list[Picture]] = {}
    for placed in sheet.blocks:
        for piece in placed.block.pieces:
            if isinstance(piece, Picture):
                there = replace(piece, rect=piece.rect.moved(placed.x, placed.y))
                found.setdefault(group(piece) if group else len(found), []).append(there)
    return [
        Area(tuple(pictures), tuple(dict.fromkeys(ink for one in pictures for ink in kept(one))))
        for pictures in found.values()
    ]


def margin_inks(image: Image.Image, width: int) -> list[Colour]:
    """The colours of the sky, seen in the outermost columns on the left."""
    found = image.crop((0, 0, width, image.height)).getcolors(MOST) or []
    return [(ink[0], ink[1], ink[2]) for _, ink in found if isinstance(ink, tuple)]


def _well(inks: Sequence[Colour]) -> Image.Image:
    """A picture that carries nothing but the palette, as quantizing wants it."""
    well = Image.new("P", (1, 1))
    well.putpalette([part for ink in inks for part in ink])
    return well


def _in(image: Image.Image, inks: Sequence[Colour]) -> Image.Image:
    return image.quantize(palette=_well(inks), dither=Image.Dither.NONE)


def _chosen(parts: Sequence[Image.Image], amount: int) -> list[Colour]:
    """So many inks that stand for these pictures best."""
    samples: list[bytes] = []
    for part in parts:
        scale = min(1.0, (SAMPLE / len(parts) / (part.width * part.height)) ** 0.5)
        size = max(1, round(part.width * scale)), max(1, round(part.height * scale))
        samples.append(stretched(part, *size, smooth=False).tobytes())
    pixels = b"".join(samples)
    strip = Image.frombytes("RGB", (len(pixels) // 3, 1), pixels)
    found = strip.quantize(amount, Image.Quantize.MEDIANCUT).getpalette() or []
    return [(found[k], found[k + 1], found[k + 2]) for k in range(0, min(len(found), 3 * amount), 3)]


def _together(areas: Sequence[Area]) -> Area:
    """One area of several."""
    pictures = tuple(picture for area in areas for picture in area.pictures)
    return Area(pictures, tuple(dict.fromkeys(ink for area in areas for ink in area.kept)))


def _packed(image: Image.Image) -> bytes:
    """A PNG that is as small as it gets."""
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


class _Print:
    """A sheet that is being printed: what has no drawing on it first, then area by area."""

    def __init__(self, base: Image.Image, exact: Sequence[Colour]) -> None:
        self.image = base.copy()
        self.inks = list(exact)
        self.weight = 0
        """About how many bytes the drawings take."""

    def add(self, area: Area, parts: Sequence[Image.Image], amount: int) -> None:
        """Print the drawings of an area, of which `parts` are the pictures, in so many inks and those it keeps."""
        own = list(dict.fromkeys((*area.kept, *_chosen(parts, amount))))
        self.inks += [ink for ink in own if ink not in self.inks]
        numbers = [self.inks.index(ink) for ink in own] + [0] * (256 - len(own))
        for part, picture in zip(parts, area.pictures, strict=True):
            rect = picture.rect
            cover = shape_mask("box", rect.w, rect.h, picture.radius).convert("1", dither=Image.Dither.NONE)
            printed = mapped(_in(part, own), numbers)
            self.weight += len(png(printed))
            self.image.paste(printed, (rect.x, rect.y), cover)

    def png(self) -> bytes:
        """The finished print."""
        self.image.putpalette([part for ink in self.inks for part in ink])
        return _packed(self.image)


def png_in_few_inks(image: Image.Image, exact: Iterable[Colour], areas: Sequence[Area], limit: int) -> bytes:
    """The picture as a PNG of at most `limit` bytes, its drawings in as many inks as that allows.

    If even the fewest inks take more bytes, the picture is as small as they make it.
    """
    first = list(dict.fromkeys(exact))
    room = MOST - len({*first, *(ink for area in areas for ink in area.kept)})
    last = AMOUNTS[-1][0]
    while len(areas) * last > room > last:
        areas = [_together(areas[k : k + 2]) for k in range(0, len(areas), 2)]
    base = _in(image, first)
    bare = base.copy()
    parts: list[list[Image.Image]] = []
    for area in areas:
        parts.append([])
        for rect in (one.rect for one in area.pictures):
            box = (rect.x, rect.y, rect.right, rect.bottom)
            parts[-1].append(image.crop(box))
            bare.paste(0, box)
    data = _packed(bare)
    weight = len(data)
    soft = cache(lambda: [[part.filter(ImageFilter.MedianFilter(3)) for part in each] for each in parts])

    @cache
    def printed(step: int) -> _Print:
        amount, softened = steps[step]
        sheet = _Print(base, first)
        for area, each in zip(areas, soft() if softened else parts, strict=True):
            sheet.add(area, each, amount)
        return sheet

    steps = [step for step in AMOUNTS if step[0] * len(areas) <= room] or [AMOUNTS[-1]]
    step = bisect_left(range(len(steps) - 1), -limit * CLOSE, key=lambda k: -weight - printed(k).weight)
    for k in range(step, len(steps)) if areas else ():
        data = printed(k).png()
        if len(data) <= limit:
            break
    return data
