"""Reducing a finished picture to a few inks, so that it is small enough to send.

Panels, words and signs keep their colours exactly; every drawing gets its own inks, chosen from its content. Such a
palette reveals the content of the picture, so it is only for pictures whose cards their reader may see.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from msgspec import Struct
from PIL import Image, ImageFilter

from render.canvas import inked, shape_mask
from render.layout import Colour, Picture, Sheet, moved
from render.palette import between
from render.pixels import mapped, stretched
from render.png import SMALL, png

MOST = 256


class _Step(Struct, frozen=True):
    """A way to print a drawing, and its approximate bytes per pixel."""

    inks: int
    softened: bool
    weight: float


STEPS = (
    _Step(48, False, 0.46),
    _Step(40, False, 0.43),
    _Step(32, False, 0.4),
    _Step(24, False, 0.36),
    _Step(20, False, 0.33),
    _Step(16, False, 0.3),
    _Step(13, False, 0.27),
    _Step(18, True, 0.24),
    _Step(13, True, 0.19),
    _Step(9, True, 0.15),
    _Step(7, True, 0.12),
    _Step(5, True, 0.1),
    _Step(3, True, 0.05),
    _Step(2, True, 0.03),
)
"""The best-looking way first. `softened`: the grain is softened before the inks are chosen."""
SAMPLE = 40_000
"""The number of pixels of an area that are sampled to choose its inks."""


class Area(Struct, frozen=True):
    """Drawings that share inks, at their places on the sheet, and the colours of words and signs printed on them."""

    pictures: tuple[Picture, ...]
    exact_colours: tuple[Colour, ...] = ()


def tints(ground: Colour, inks: Iterable[Colour], steps: int = 4) -> list[Colour]:
    """Return the ground, and its shades towards each ink, for smooth edges of letters."""
    return [ground, *(between(ground, ink, k / steps) for ink in inks for k in range(1, steps + 1))]


def areas_of(
    sheet: Sheet,
    exact_inks: Callable[[Picture], Iterable[Colour]],
    group: Callable[[Picture], Hashable] | None = None,
) -> list[Area]:
    """Return the drawings on a sheet as areas: one each, or one for all with the same key (`group`)."""
    groups: dict[Hashable, list[Picture]] = {}
    for placed in sheet.blocks:
        for piece in placed.block.pieces:
            if isinstance(piece, Picture):
                placed_piece = moved(piece, placed.x, placed.y)
                groups.setdefault(group(piece) if group else len(groups), []).append(placed_piece)
    return [
        Area(tuple(pictures), tuple(dict.fromkeys(ink for one in pictures for ink in exact_inks(one))))
        for pictures in groups.values()
    ]


def margin_inks(image: Image.Image, width: int) -> list[Colour]:
    """Return the colours of the sky, from the leftmost `width` columns."""
    counts = image.crop((0, 0, width, image.height)).getcolors(MOST) or []
    return [(ink[0], ink[1], ink[2]) for _, ink in counts if isinstance(ink, tuple)]


def _chosen(parts: Sequence[Image.Image], amount: int) -> list[Colour]:
    """Return the `amount` inks that represent these pictures best."""
    samples: list[bytes] = []
    for part in parts:
        scale = min(1.0, (SAMPLE / len(parts) / (part.width * part.height)) ** 0.5)
        size = max(1, round(part.width * scale)), max(1, round(part.height * scale))
        samples.append(stretched(part, *size, smooth=False).tobytes())
    pixels = b"".join(samples)
    strip = Image.frombytes("RGB", (len(pixels) // 3, 1), pixels)
    palette = strip.quantize(amount, Image.Quantize.MEDIANCUT).getpalette() or []
    return [(palette[k], palette[k + 1], palette[k + 2]) for k in range(0, min(len(palette), 3 * amount), 3)]


def _together(areas: Sequence[Area]) -> Area:
    """Return several areas as one."""
    pictures = tuple(picture for area in areas for picture in area.pictures)
    return Area(pictures, tuple(dict.fromkeys(ink for area in areas for ink in area.exact_colours)))


def _softened(parts: Sequence[Image.Image]) -> list[Image.Image]:
    return [part.filter(ImageFilter.MedianFilter(3)) for part in parts]


class _Print:
    """A sheet in progress: everything without drawings first, then area by area."""

    def __init__(self, base: Image.Image, exact: Sequence[Colour]) -> None:
        self.image = base.copy()
        self.inks = list(exact)

    def add(self, area: Area, parts: Sequence[Image.Image], amount: int) -> None:
        """Reduce the drawings of an area, of which `parts` are the pictures, to this number of inks and those it keeps."""
        own = list(dict.fromkeys((*area.exact_colours, *_chosen(parts, amount))))
        self.inks += [ink for ink in own if ink not in self.inks]
        numbers = [self.inks.index(ink) for ink in own] + [0] * (256 - len(own))
        for part, picture in zip(parts, area.pictures, strict=True):
            rect = picture.rect
            cover = shape_mask("box", rect.w, rect.h, picture.radius).convert("1", dither=Image.Dither.NONE)
            printed = mapped(inked(part, tuple(own)), numbers)
            self.image.paste(printed, (rect.x, rect.y), cover)

    def png(self) -> bytes:
        """Return the finished print."""
        self.image.putpalette([part for ink in self.inks for part in ink])
        return png(self.image, SMALL)


def png_in_few_inks(image: Image.Image, exact: Iterable[Colour], areas: Sequence[Area], limit: int) -> bytes:
    """Return the picture as a PNG of at most `limit` bytes, with as many inks for its drawings as that allows.

    With the fewest inks it can still be larger.
    """
    first = list(dict.fromkeys(exact))
    room = MOST - len({*first, *(ink for area in areas for ink in area.exact_colours)})
    fewest = STEPS[-1].inks
    while len(areas) * fewest > room > fewest:
        areas = [_together(areas[k : k + 2]) for k in range(0, len(areas), 2)]
    base = inked(image, tuple(first))
    bare = base.copy()
    parts: list[list[Image.Image]] = []
    for area in areas:
        parts.append([])
        for rect in (one.rect for one in area.pictures):
            box = (rect.x, rect.y, rect.right, rect.bottom)
            parts[-1].append(image.crop(box))
            bare.paste(0, box)
    data = png(bare, SMALL)
    bare_weight = len(data)
    if not areas:
        return data
    pixels = sum(part.width * part.height for each in parts for part in each)
    target_weight = (limit - bare_weight) / pixels
    heavier = 1.0
    steps = [step for step in STEPS if step.inks * len(areas) <= room] or [STEPS[-1]]
    while steps:
        # The first step that should be small enough, corrected by the sizes measured for this picture.
        at = next(
            (k for k, step in enumerate(steps) if step.weight * heavier <= target_weight), len(steps) - 1
        )
        step = steps[at]
        sheet = _Print(base, first)
        for area, each in zip(areas, parts, strict=True):
            sheet.add(area, _softened(each) if step.softened else each, step.inks)
        data = sheet.png()
        if len(data) <= limit:
            break
        heavier = (len(data) - bare_weight) / (step.weight * pixels)
        steps = steps[at + 1 :]
    return data
