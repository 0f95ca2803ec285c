"""The motifs: silhouettes in a box of 100 by 100, as data.

Each `*.toml` file here holds motifs that belong together. `docs/illustration.md` says how to add one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from engine.kernel.decoder import converted
from render.illustration.outlines import Outline, Point, box, leaf, mirrored, oval, smooth, stroke, turned

TONES = ("body", "hole", "lit", "mid", "dark", "glow", "accent")
"""The kind of a part: the silhouette; a hole in it; parts in the light's, the middle, the night's, the glow's and
the accent's ink."""
STANDS = ("foot", "float", "hang")
"""The anchor of a motif: at its foot (50, 100), in its middle (50, 50), or from above (50, 0)."""


class MotifError(ValueError):
    """An unreadable motif. Its text names the motif, the line and the mistake."""


class MotifPart(Struct, frozen=True):
    """One closed outline of a motif, in one tone."""

    tone: str
    outline: tuple[Point, ...]


class Motif(Struct, frozen=True):
    """A silhouette that recipes name. All measures refer to its box of 100 by 100."""

    name: str
    """The English noun."""
    plural: str
    words: tuple[str, ...]
    """Further words for it in recipes and titles."""
    parts: tuple[MotifPart, ...]
    stand: str
    pale: bool
    """Whether it is printed in pale ink unless a recipe says otherwise."""
    size: float
    """Its relative size: 1 fills the picture's height if a recipe names no size."""
    top: Point
    """The place of things that stand on it."""
    hand: Point
    """The place of things that it holds."""
    inside: tuple[float, float, float, float]
    """The corners of its inside: left, top, right, bottom."""
    shelter: float
    """The height below which things can be under it."""
    rooted: bool
    """Whether it always stays on the ground."""
    glow: tuple[float, float, float] | None
    """Its own light: the place and the radius."""
    box: tuple[float, float, float, float]
    """The corners of everything that it shows: left, top, right, bottom."""
    focus: float
    """The height of its focus, in hundredths from above."""


class _Written(Struct, forbid_unknown_fields=True):
    """A motif as written in its file."""

    drawn: str
    plural: str = ""
    words: list[str] = []
    stand: str = "foot"
    pale: bool = False
    size: float = 1.0
    top: tuple[float, float] | None = None
    hand: tuple[float, float] = (75, 45)
    inside: tuple[float, float, float, float] = (25, 30, 75, 90)
    shelter: float = 100
    rooted: bool = False
    glow: tuple[float, float, float] | None = None
    focus: float = 40


@cache
def motifs() -> Mapping[str, Motif]:
    """Return all motifs by name, in the order of their files. Raises MotifError if one can't be read."""
    out: dict[str, Motif] = {}
    folder = files(__name__)
    for name in sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml")):
        for motif in read_motifs(folder.joinpath(name).read_text("utf-8"), name):
            if motif.name in out:
                raise MotifError(f'{name}: there is a motif "{motif.name}" already.')
            out[motif.name] = motif
    return out


def _highest(parts: list[MotifPart], x: float) -> float:
    """Return the height of a drawing at x, or anywhere if there is nothing at x."""
    met = [
        y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        for part in parts
        if part.tone != "hole"
        for (x0, y0), (x1, y1) in zip(part.outline, (*part.outline[1:], part.outline[0]), strict=True)
        if min(x0, x1) <= x < max(x0, x1)
    ]
    return min(met, default=min(y for part in parts for _, y in part.outline))


@cache
def motif_words() -> Mapping[str, str]:
    """Return which word means which motif: names, plurals and other words."""
    words = {word: one.name for one in motifs().values() for word in one.words}
    words |= {one.plural: one.name for one in motifs().values()}
    return words | {name: name for name in motifs()}


def read_motifs(text: str, file: str = "motifs") -> list[Motif]:
    """Return the motifs of a file's text. Raises MotifError."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MotifError(f"{file}: {error}") from None
    out: list[Motif] = []
    for name, entry in raw.items():
        try:
            written = converted(entry, _Written)
        except msgspec.ValidationError as error:
            raise MotifError(f"{file}: [{name}]: {error}") from None
        if written.stand not in STANDS:
            raise MotifError(f'{file}: [{name}]: "{written.stand}" is no stand; stands: {", ".join(STANDS)}.')
        parts: list[MotifPart] = []
        for line in written.drawn.splitlines():
            if line.strip():
                try:
                    parts += [MotifPart(tone, tuple(outline)) for tone, outline in _parts(line)]
                except (ValueError, IndexError, TypeError) as error:
                    raise MotifError(f'{file}: [{name}]: "{line.strip()}": {error}') from None
        if not parts:
            raise MotifError(f"{file}: [{name}]: there is nothing to print.")
        xs, ys = zip(*(point for part in parts for point in part.outline), strict=True)
        out.append(
            Motif(
                name=name,
                plural=written.plural or f"{name}s",
                words=tuple(written.words),
                parts=tuple(parts),
                stand=written.stand,
                pale=written.pale,
                size=written.size,
                top=written.top or (50, _highest(parts, 50)),
                hand=written.hand,
                inside=written.inside,
                shelter=written.shelter,
                rooted=written.rooted,
                glow=written.glow,
                box=(min(xs), min(ys), max(xs), max(ys)),
                focus=written.focus,
            )
        )
    return out


_LINE = re.compile(
    r"\s*(?P<tone>[a-z]+)(?P<both> both)?(?: around (?P<turns>[0-9]+)(?: (?P<hub>[-0-9.]+,[-0-9.]+))?)?"
    r" (?P<form>[a-z]+)(?P<sizes>(?: [-0-9.]+)*) *:(?P<points>.*)"
)


def _parts(line: str) -> list[tuple[str, Outline]]:
    """Read one line: a tone, how often, a form with its sizes, and points."""
    read = _LINE.fullmatch(line)
    if read is None:
        raise ValueError("a line is a tone, a form with its sizes, a colon and points")
    tone = read["tone"]
    if tone not in TONES:
        raise ValueError(f'"{tone}" is no tone; tones: {", ".join(TONES)}')
    outlines = _formed(read["form"], [float(size) for size in read["sizes"].split()], read["points"])
    if read["turns"]:
        turns = int(read["turns"])
        hub = _point(read["hub"] or "50,50")
        outlines = [turned(one, 360 * k / turns, *hub) for k in range(turns) for one in outlines]
    if read["both"]:
        outlines = [one for outline in outlines for one in (outline, mirrored(outline))]
    return [(tone, outline) for outline in outlines]


def _point(word: str) -> Point:
    x, y = word.split(",")
    return float(x), float(y)


def _formed(form: str, sizes: list[float], text: str) -> list[Outline]:
    words = text.split()
    points = [_point(word.rstrip("!")) for word in words]
    sharp = [k for k, word in enumerate(words) if word.endswith("!")]
    match form:
        case "smooth":
            return [smooth(points, sharp)]
        case "poly":
            return [points]
        case "brush":
            return [stroke(smooth(points, sharp, closed=False), *sizes)]
        case "bar":
            return [stroke(points, *sizes)]
        case "leaf":
            return [leaf(smooth(points, sharp, closed=False), *sizes)]
        case "box":
            radius = sizes[0] if sizes else 0
            pairs = zip(points[::2], points[1::2], strict=True)
            return [box(x, y, w, h, radius) for (x, y), (w, h) in pairs]
        case "oval":
            rx, ry = (sizes * 2)[:2]
            return [oval(x, y, rx, ry) for x, y in points]
        case "ring":
            width, *radii = sizes
            rx, ry = (radii * 2)[:2]
            return [stroke(oval(x, y, rx, ry), width) for x, y in points]
        case "arc":
            width, start, end, *radii = sizes
            rx, ry = (radii * 2)[:2]
            return [stroke(oval(x, y, rx, ry, start, end), width) for x, y in points]
        case _:
            raise ValueError(
                f'"{form}" is no form; forms: smooth, poly, brush, bar, leaf, box, oval, ring, arc'
            )


__all__ = ["TONES", "Motif", "MotifError", "MotifPart", "motif_words", "motifs", "read_motifs"]
