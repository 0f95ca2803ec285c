"""Painting: from blocks and sheets to pixels.

Painted blocks, drawings and masks are kept in bounded caches whose keys describe their content, so that a board that
changes in one place is mostly assembled from cached parts.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import assert_never

from PIL import Image, ImageDraw, ImageEnhance

from render.cloth_texture import CLOTHS, paint_cloth
from render.fonts import INLINE_ICONS, font, inline_width, line_height, set_in, width_of
from render.icons import icon_mask
from render.layout import (
    Block,
    Colour,
    Drawing,
    Halves,
    Hatch,
    Icon,
    Picture,
    Rect,
    Shape,
    Sheet,
    Words,
    foot_level,
)
from render.pixels import stretched
from render.sky import paint_sky

FINE = 4
COLOUR_LEFT, LIGHT_LEFT = 0.3, 0.6
"""The shares of colour and brightness that a dimmed picture keeps."""


@lru_cache(maxsize=64)
def _round(form: str, width: int, height: int) -> Image.Image:
    """Return a disc, diamond or triangle of this size with smooth edges."""
    large = Image.new("L", (width * FINE, height * FINE), 0)
    pen = ImageDraw.Draw(large)
    right, bottom = width * FINE - 1, height * FINE - 1
    if form == "disc":
        pen.ellipse((0, 0, right, bottom), fill=255)
    elif form == "triangle":
        pen.polygon([(right / 2, 0), (right, bottom), (0, bottom)], fill=255)
    else:
        pen.polygon([(right / 2, 0), (right, bottom / 2), (right / 2, bottom), (0, bottom / 2)], fill=255)
    return large.reduce(FINE)


def shape_mask(form: str, width: int, height: int, radius: int) -> Image.Image:
    """Return the form as a mask with smooth edges."""
    if form != "box":
        return _round(form, width, height)
    mask = Image.new("L", (width, height), 255)
    radius = min(radius, width // 2, height // 2)
    if radius:
        disc = _round("disc", 2 * radius, 2 * radius)
        for left in (0, 1):
            for top in (0, 1):
                part = (left * radius, top * radius, (left + 1) * radius, (top + 1) * radius)
                mask.paste(disc.crop(part), (left * (width - radius), top * (height - radius)))
    return mask


def _fade(width: int, height: int, above: Colour, below: Colour) -> Image.Image:
    """Return a surface that changes from one colour to the other, from top to bottom."""
    column = stretched(Image.linear_gradient("L"), 1, height)
    strip = Image.composite(
        Image.new("RGB", (1, height), below), Image.new("RGB", (1, height), above), column
    )
    return stretched(strip, width, height, smooth=False)


@lru_cache(maxsize=32)
def _foot(width: int, foot: int) -> Image.Image:
    """Return the mask that darkens a picture towards its foot."""
    column = Image.frombytes("L", (1, foot), bytes(round(255 * foot_level(row, foot)) for row in range(foot)))
    return stretched(column, width, foot, smooth=False)


LARGE = 100_000
"""Maximum pixels of a cached drawing. Larger ones are rarely drawn twice, and a few would fill the memory."""


def _painted(drawing: Drawing, width: int, height: int, turned: bool, dimmed: bool) -> Image.Image:
    picture = drawing.paint(width, height)
    if turned:
        picture = picture.transpose(Image.Transpose.ROTATE_180)
    if dimmed:
        picture = ImageEnhance.Brightness(ImageEnhance.Color(picture).enhance(COLOUR_LEFT)).enhance(
            LIGHT_LEFT
        )
    return picture


# About 50 KB each, and a card is drawn in several sizes, turned or dimmed: a smaller cache doesn't even hold the cards of two
# games' matches at once, and then a board takes half as long again.
_cached = lru_cache(maxsize=768)(_painted)


def _drawn(drawing: Drawing, width: int, height: int, turned: bool, dimmed: bool) -> Image.Image:
    paint = _painted if width * height > LARGE else _cached
    return paint(drawing, width, height, turned, dimmed)


def _put_picture(image: Image.Image, piece: Picture) -> None:
    rect = piece.rect
    picture = _drawn(piece.drawing, rect.w, rect.h, piece.turned, piece.dimmed)
    if piece.foot:
        picture = picture.copy()
        picture.paste(piece.foot_ink, (0, rect.h - piece.foot), _foot(rect.w, piece.foot))
    image.paste(picture, (rect.x, rect.y), shape_mask("box", rect.w, rect.h, piece.radius))


@lru_cache(maxsize=768)
def _letters(text: str, face: str, size: int) -> tuple[Image.Image, int, int, int]:
    """Return a text as a mask, the offset of its corner from the start of its baseline, and its length in pixels."""
    type_ = font(face, size)
    left, top, right, bottom = (round(edge) for edge in type_.getbbox(text, anchor="ls"))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=type_, anchor="ls")
    return mask, left, top, round(type_.getlength(text))


def _put_words(image: Image.Image, words: Words) -> None:
    step = line_height(words.size)
    top = words.rect.y + (words.rect.h - step * len(words.lines)) / 2
    for row, line in enumerate(words.lines):
        slack = words.rect.w - width_of(line, words.face, words.size)
        x = words.rect.x + (slack if words.align == "right" else slack // 2 if words.align == "center" else 0)
        baseline = round(top + (row + 0.5) * step + 0.355 * words.size)
        run = ""
        for char in set_in(words.face, line) + "\0":
            if char != "\0" and char not in INLINE_ICONS:
                run += char
                continue
            if run:
                letters, left, high, length = _letters(run, words.face, words.size)
                image.paste(words.ink, (x + left, baseline + high), letters)
                x += length
                run = ""
            if char != "\0":
                side = round(words.size * 0.92)
                mask = icon_mask(INLINE_ICONS[char], side)
                image.paste(words.ink, (x, round(baseline - 0.355 * words.size - side / 2)), mask)
                x += inline_width(words.size)


@lru_cache(maxsize=64)
def _corners(radius: int) -> tuple[Image.Image, ...]:
    """Return the masks of a box's corners: left top, left bottom, right top, right bottom."""
    disc = _round("disc", 2 * radius, 2 * radius)
    places = product((0, radius), (0, radius))
    return tuple(disc.crop((left, top, left + radius, top + radius)) for left, top in places)


def _put_box(image: Image.Image, rect: Rect, radius: int, colour: Colour) -> None:
    """Draw a box in one colour. Only its corners need a mask."""
    radius = min(radius, rect.w // 2, rect.h // 2)
    if not radius:
        image.paste(colour, (rect.x, rect.y, rect.right, rect.bottom))
        return
    image.paste(colour, (rect.x + radius, rect.y, rect.right - radius, rect.bottom))
    image.paste(colour, (rect.x, rect.y + radius, rect.right, rect.bottom - radius))
    places = product((rect.x, rect.right - radius), (rect.y, rect.bottom - radius))
    for place, corner in zip(places, _corners(radius), strict=True):
        image.paste(colour, place, corner)


def _put_shape(image: Image.Image, shape: Shape) -> None:
    def fill(rect: Rect, radius: int, colour: Colour, below: Colour | None) -> None:
        if below is not None:
            mask = shape_mask(shape.form, rect.w, rect.h, radius)
            image.paste(_fade(rect.w, rect.h, colour, below), (rect.x, rect.y), mask)
        elif shape.form == "box":
            _put_box(image, rect, radius, colour)
        else:
            image.paste(colour, (rect.x, rect.y), _round(shape.form, rect.w, rect.h))

    if shape.edge is not None and shape.edge_width:
        fill(shape.rect, shape.radius, shape.edge, None)
        fill(
            shape.rect.inset(shape.edge_width),
            max(0, shape.radius - shape.edge_width),
            shape.fill,
            shape.fill_below,
        )
    else:
        fill(shape.rect, shape.radius, shape.fill, shape.fill_below)


def paint_block(block: Block) -> Image.Image:
    """Return the block as a picture, black outside its ground (its first piece)."""
    image = Image.new("RGB", (block.width, block.height))
    for piece in block.pieces:
        rect = piece.rect
        match piece:
            case Words():
                _put_words(image, piece)
            case Icon():
                side = min(rect.w, rect.h)
                at = (rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2)
                image.paste(piece.ink, at, icon_mask(piece.name, side))
            case Shape():
                _put_shape(image, piece)
            case Picture():
                _put_picture(image, piece)
            case Hatch():
                lines = Image.new("L", (rect.w, rect.h), 0)
                stroke = ImageDraw.Draw(lines)
                for start in range(-rect.h, rect.w, piece.step):
                    stroke.line((start, rect.h, start + rect.h, 0), fill=150, width=2)
                image.paste(piece.ink, (rect.x, rect.y), lines)
            case _:
                assert_never(piece)
    return image


@lru_cache(maxsize=8)
def _inkwell(inks: tuple[Colour, ...]) -> Image.Image:
    """Return a picture that only holds the palette, for Pillow's `quantize`."""
    well = Image.new("P", (1, 1))
    well.putpalette([part for colour in inks for part in colour])
    return well


def inked(image: Image.Image, inks: tuple[Colour, ...]) -> Image.Image:
    """Return an image in these inks only, 256 at most."""
    return image.quantize(palette=_inkwell(inks), dither=Image.Dither.NONE)


def _tilted(image: Image.Image, tilt: int) -> Image.Image:
    return image.rotate(-tilt, Image.Resampling.BICUBIC, expand=True) if tilt else image


@lru_cache(maxsize=128)
def inked_block(block: Block, tilt: int, inks: tuple[Colour, ...]) -> Image.Image:
    """Return a block as placed on a sheet, in these inks. Cached while unchanged."""
    return inked(_tilted(paint_block(block), tilt), inks)


@lru_cache(maxsize=48)
def _cover(width: int, height: int, radius: int, tilt: int, hard: bool) -> Image.Image:
    """Return the mask of a block; a hard one has no half-covered pixels."""
    mask = _tilted(shape_mask("box", width, height, radius), tilt)
    return mask.convert("1", dither=Image.Dither.NONE) if hard else mask


def _background(sheet: Sheet, name: str, inks: tuple[Colour, ...]) -> Image.Image:
    """Return the background; don't paint on it. With inks it is cached, because boards of a match often have equal heights."""
    paint = _kept_background if inks else _painted_background
    return paint(name, sheet.width, sheet.height, inks, sheet.horizon)


def _painted_background(
    name: str, width: int, height: int, inks: tuple[Colour, ...], horizon: int
) -> Image.Image:
    if name in CLOTHS:
        return paint_cloth(name, width, height, inks)
    return paint_sky(name, width, height, inks, horizon)


_kept_background = lru_cache(maxsize=12)(_painted_background)


RULE = 10
"""The height of the line between two sides."""


def _divide(canvas: Image.Image, sheet: Sheet, halves: Halves, inks: tuple[Colour, ...]) -> None:
    """Give the lower side its own background, both their margins, and draw the line between them."""
    lower = _background(sheet, halves.below, inks).crop((0, halves.line, sheet.width, sheet.height))
    canvas.paste(lower, (0, halves.line))
    above, below, rule = (inks.index(colour) if inks else colour for colour in (*halves.dyes, halves.rule))
    for left in (0, sheet.width - halves.edge):
        canvas.paste(above, (left, 0, left + halves.edge, halves.line))
        canvas.paste(below, (left, halves.line, left + halves.edge, sheet.height))
    top = halves.line - RULE // 2
    canvas.paste(rule, (0, top, sheet.width, top + RULE))


def paint_sheet(sheet: Sheet, inks: tuple[Colour, ...] = ()) -> Image.Image:
    """Return the whole picture: in full colour, or in `inks` (at most 256, including those of the background).

    With inks, there is a third of the data to copy and compress, and the file is a third as large.
    """
    canvas = _background(sheet, sheet.sky, inks).copy()
    if sheet.halves is not None:
        _divide(canvas, sheet, sheet.halves, inks)
    for placed in sheet.blocks:
        block, tilt = placed.block, placed.tilt
        image = inked_block(block, tilt, inks) if inks else _tilted(paint_block(block), tilt)
        x = placed.x - (image.width - block.width) // 2
        y = placed.y - (image.height - block.height) // 2
        canvas.paste(image, (x, y), _cover(block.width, block.height, block.radius, tilt, bool(inks)))
    return canvas


def forget_pictures() -> None:
    """Drop all cached drawings and blocks: the next picture is drawn from scratch."""
    _cached.cache_clear()
    inked_block.cache_clear()
    _kept_background.cache_clear()
