"""Checks of layouts, based on the frozen data without drawing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from render.fade import FadedFoot, Strip
from render.fonts import line_height, width_of
from render.layout import Block, Colour, Picture, PlacedBlock, Rect, Shape, Sheet, Words, foot_level
from render.palette import between, contrast


def printed(words: Words) -> Rect:
    """Return the area of a text's letters inside its box: from the first line's ascent to the last line's descent."""
    wide = max(width_of(line, words.face, words.size) for line in words.lines)
    high = (len(words.lines) - 1) * line_height(words.size) + words.size
    slack = words.rect.w - wide
    left = {"left": 0, "center": slack // 2, "right": slack}[words.align]
    return Rect(words.rect.x + left, words.rect.y + (words.rect.h - high) // 2, wide, high)


def all_words(sheet: Sheet) -> Iterator[tuple[str, Words]]:
    """Yield every text with the role of its block."""
    for placed in sheet.blocks:
        for words in placed.block.words():
            yield placed.role, words


def overlapping(rects: list[Rect]) -> list[tuple[Rect, Rect]]:
    """Return the pairs that share a pixel."""
    return [(a, b) for k, a in enumerate(rects) for b in rects[k + 1 :] if a.overlaps(b)]


def check_block(block: Block) -> None:
    """Check that everything is inside the block, every text fits its box, and no texts overlap."""
    ground = Rect(0, 0, block.width, block.height)
    assert isinstance(block.pieces[0], Shape) and block.pieces[0].rect == ground
    for piece in block.pieces:
        assert ground.contains(piece.rect), (piece, ground)
    texts = [words for words in block.words() if any(words.lines)]
    for words in texts:
        box = printed(words)
        assert box.w <= words.rect.w, words
        assert ground.contains(box), words
        assert box.h <= words.rect.h + 1, words
    touching = overlapping([printed(words) for words in texts])
    assert not touching, [(words.lines, printed(words)) for words in texts]


def apart(first: PlacedBlock, second: PlacedBlock) -> bool:
    """Return whether two blocks, tilted or not, share no pixel: a line separates them."""
    corners = (first.corners(), second.corners())
    for block in corners:
        for (x, y), (next_x, next_y) in pairwise(block):
            reach = [[(px - x) * (next_y - y) - (py - y) * (next_x - x) for px, py in one] for one in corners]
            if max(reach[0]) <= min(reach[1]) or max(reach[1]) <= min(reach[0]):
                return True
    return False


def check_sheet(sheet: Sheet) -> None:
    """Check that nothing overlaps or is cut off."""
    for placed in sheet.blocks:
        for x, y in placed.corners():
            assert 0 <= x <= sheet.width and 0 <= y <= sheet.height, (placed.role, placed.rect, placed.tilt)
    for k, placed in enumerate(sheet.blocks):
        for other in sheet.blocks[k + 1 :]:
            assert apart(placed, other), (placed.role, placed.rect, other.role, other.rect)
    for placed in sheet.blocks:
        check_block(placed.block)


LIGHTEST = (255, 255, 255)
"""The lightest possible colour of a picture."""


def grounds_below(words: Words, last: Shape | Picture) -> list[Colour]:
    """Return the possible background colours of the text."""
    if isinstance(last, Shape):
        return [last.fill] + ([last.fill_below] if last.fill_below else [])
    row = printed(words).y - (last.rect.bottom - last.foot)
    assert last.foot and row >= 0, f"{words.lines} stands on a picture"
    return [between(LIGHTEST, last.foot_ink, foot_level(row, last.foot))]


def weakest_contrast(block: Block, words: Words) -> float:
    """Return the contrast of a text with its shape, or with the dark bottom of the picture."""
    box = printed(words)
    below: list[Shape | Picture] = []
    for piece in block.pieces:
        if piece is words:
            break
        if isinstance(piece, Shape | Picture) and piece.rect.overlaps(box):
            below.append(piece)
    last = below[-1]
    if isinstance(last, Picture) and isinstance(last.drawing, FadedFoot | Strip):
        on_picture = box.moved(-last.rect.x, -last.rect.y)
        extremes = [last.drawing.brightest(on_picture, last.rect.w, last.rect.h)]
        if isinstance(last.drawing, FadedFoot):
            extremes.append(last.drawing.darkest(on_picture, last.rect.w, last.rect.h))
        return min(contrast(words.ink, extreme) for extreme in extremes)
    return min(contrast(words.ink, ground) for ground in grounds_below(words, last))
