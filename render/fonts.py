"""The two type families, both under the SIL Open Font License, and the width of texts in them.

Inter is for numbers and running text, Source Serif for titles. Both come as packages, so that a picture looks the
same on every machine. The plain layout engine is used throughout, because the complex one depends on a system
library.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.resources import as_file, files

from PIL import Image, ImageDraw, ImageFont

SERIF = "font_source_serif_pro"
INTER = "fontpkg_inter"

FACES: dict[str, tuple[str, str, int]] = {
    "text": (INTER, "Inter[opsz,wght].ttf", 450),
    "strong": (INTER, "Inter[opsz,wght].ttf", 650),
    "number": (INTER, "Inter[opsz,wght].ttf", 750),
    "italic": (INTER, "Inter-Italic[opsz,wght].ttf", 420),
    "title": (SERIF, "SourceSerifPro-Semibold.ttf", 0),
    "display": (SERIF, "SourceSerifPro-Bold.ttf", 0),
    "flavour": (SERIF, "SourceSerifPro-It.ttf", 0),
}
"""Package, file and weight (0 where the file has only one) of each face."""

ACTIVATED = "\ue000"
TRIGGERED = "\ue001"
INLINE_ICONS = {ACTIVATED: "activated", TRIGGERED: "triggered"}
"""Characters that are drawn as icons inside a text, each `inline_width` wide."""


@lru_cache(maxsize=40)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the font of a face at a size in pixels. Raises KeyError for an unknown face."""
    package, name, weight = FACES[face]
    with as_file(files(package).joinpath("files").joinpath(name)) as path:
        loaded = ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    if weight:
        optical = min(32, max(14, size))
        loaded.set_variation_by_axes([optical, weight])
    return loaded


def inline_width(size: int) -> int:
    """Return the width of an icon inside a text of this size, with the space around it."""
    return round(size * 1.05)


def set_in(face: str, text: str) -> str:
    """Return the text as set in a typeface: the serif's "…" overlaps the next character, so full stops replace it."""
    return text.replace("…", "...") if FACES[face][0] == SERIF else text


class _Advances(dict[str, float]):
    """The widths of characters in a font, in pixels. The plain layout engine adds them up, and none is kerned."""

    def __init__(self, font: ImageFont.FreeTypeFont) -> None:
        self._font = font

    def __missing__(self, char: str) -> float:
        if len(self) >= _MOST_CHARACTERS:
            self.clear()
        self[char] = width = self._font.getlength(char)
        return width


_MOST_CHARACTERS = 1024
"""The number of characters of a font whose widths are kept."""


@lru_cache(maxsize=40)
def _advances(face: str, size: int) -> _Advances:
    """Return the widths of a font's characters. The font itself loads each of them again for each text."""
    return _Advances(font(face, size))


@lru_cache(maxsize=16384)
def width_of(text: str, face: str, size: int) -> int:
    """Return the width of a line of text in pixels, rounded up."""
    signs = sum(text.count(sign) for sign in INLINE_ICONS)
    if signs:
        text = text.translate({ord(sign): None for sign in INLINE_ICONS})
    length = sum(map(_advances(face, size).__getitem__, set_in(face, text)))
    return int(length + 0.999) + signs * inline_width(size)


def line_height(size: int) -> int:
    """Return the distance between the baselines of two lines, in pixels."""
    return round(size * 1.22)


@lru_cache(maxsize=4096)
def _drawn(char: str) -> bytes:
    image = Image.new("L", (32, 32))
    ImageDraw.Draw(image).text((8, 24), char, fill=255, font=font("text", 16), anchor="ls")
    return image.tobytes()


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """Return the text with supported characters: plain letters for ornamented ones, and nothing for missing ones."""
    missing = _drawn("\uffff")
    characters = [
        char
        for char in unicodedata.normalize("NFKC", text)
        if char == " " or (char.isprintable() and char not in INLINE_ICONS and _drawn(char) != missing)
    ]
    return " ".join("".join(characters).split())
