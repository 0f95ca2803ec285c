"""Contact sheets: many pictures with their titles on one picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO

from msgspec.structs import replace
from PIL import Image, ImageDraw

from render import palette as c
from render.fonts import font, line_height
from render.layout import Rect, Words
from render.pixels import stretched
from render.typeset import fitted

GROUND = (12, 11, 22)
GAP = 16
UNDER = 4
"""The gap between a picture and its title."""
SIZE, SMALLEST = 24, 13
"""The size of the captions, and the smallest size for long titles."""
HEADING = 40


def contact_sheet(
    pictures: Sequence[tuple[str, Image.Image]], columns: int, width: int = 240, heading: str = ""
) -> Image.Image:
    """Return the pictures in rows from left to right, each `width` pixels wide with its title below.

    All of a row are as high as the highest among them; a title takes two lines at most. The heading stands above all of
    them. Raises ValueError without pictures or columns.
    """
    if not pictures or columns < 1:
        raise ValueError("a contact sheet needs pictures and columns")
    columns = min(columns, len(pictures))
    small = [_reduced(picture, width) for _, picture in pictures]
    captions = [_words(title, width, SIZE) for title, _ in pictures]
    rows = [range(start, min(start + columns, len(small))) for start in range(0, len(small), columns)]
    heights = [
        max(small[k].height for k in row) + max(captions[k].rect.h for k in row) + UNDER for row in rows
    ]
    sheet_width = GAP + columns * (width + GAP)
    title = _words(heading, sheet_width - 2 * GAP, HEADING) if heading else None
    top = GAP + (title.rect.h + GAP if title else 0)
    sheet = Image.new("RGB", (sheet_width, top + sum(heights) + len(rows) * GAP), GROUND)
    pen = ImageDraw.Draw(sheet)
    if title:
        _write(pen, title, GAP, GAP)
    y = top
    for row, high in zip(rows, heights, strict=True):
        below = y + max(small[k].height for k in row) + UNDER
        for column, k in enumerate(row):
            x = GAP + column * (width + GAP)
            sheet.paste(small[k], (x, y))
            _write(pen, captions[k], x, below)
        y += high + GAP
    return sheet


Progress = Callable[[object], None]
"""Called with each item that has been drawn."""


def drawn_sheet(
    pictures: Iterable[tuple[str, Image.Image]], columns: int, width: int, progress: Progress | None = None
) -> Image.Image:
    """Draw pictures one by one and put them on one sheet. Raises ValueError without pictures."""
    drawn: list[tuple[str, Image.Image]] = []
    for title, picture in pictures:
        drawn.append((title, picture))
        if progress is not None:
            progress(title)
    return contact_sheet(drawn, columns, width)


def opened(data: bytes) -> Image.Image:
    """Return the picture of a PNG."""
    return Image.open(BytesIO(data)).convert("RGB")


def _words(text: str, width: int, size: int) -> Words:
    """Return the text in the display face, on at most two lines, in a box of its height."""
    words = fitted(
        text, Rect(0, 0, width, 2 * line_height(size)), "display", size, SMALLEST, c.PAPER, "left", 2
    )
    return replace(words, rect=Rect(0, 0, width, len(words.lines) * line_height(words.size)))


def _reduced(picture: Image.Image, width: int) -> Image.Image:
    """Return the picture in full colour at this width. It is reduced by an integer first, or grain would flicker."""
    picture = picture.convert("RGB")
    picture = picture.reduce(max(1, picture.width // width))
    return stretched(picture, width, max(1, round(picture.height * width / picture.width)))


def _write(pen: ImageDraw.ImageDraw, words: Words, x: int, y: int) -> None:
    """Draw words from their upper left corner."""
    for k, line in enumerate(words.lines):
        baseline = y + k * line_height(words.size) + round(0.95 * words.size)
        pen.text((x, baseline), line, fill=words.ink, font=font(words.face, words.size), anchor="ls")
