"""Facts about layouts, read off the frozen data without drawing anything."""

from __future__ import annotations

from collections.abc import Iterator

from render.fading import FadedFoot, Strip
from render.fonts import line_height, width_of
from render.palette import contrast
from render.pieces import Block, Picture, Rect, Shape, Sheet, Words


def printed(words: Words) -> Rect:
    """Where the letters of a text are, inside its box: from the first line's height to the last line's depth."""
    wide = max(width_of(line, words.face, words.size) for line in words.lines)
    high = (len(words.lines) - 1) * line_height(words.size) + words.size
    slack = words.rect.w - wide
    left = {"left": 0, "center": slack // 2, "right": slack}[words.align]
    return Rect(words.rect.x + left, words.rect.y + (words.rect.h - high) // 2, wide, high)


def all_words(sheet: Sheet) -> Iterator[tuple[str, Words]]:
    """Every text with the role of the block it stands on."""
    for placed in sheet.blocks:
        for words in placed.block.words():
            yield placed.role, words


def overlapping(rects: list[Rect]) -> list[tuple[Rect, Rect]]:
    """The pairs that share a pixel."""
    return [(a, b) for k, a in enumerate(rects) for b in rects[k + 1 :] if a.overlaps(b)]


def check_block(block: Block) -> None:
    """Everything lies on the block, every text fits its box, no text lies on another."""
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


def check_sheet(sheet: Sheet) -> None:
    """Nothing overlaps, nothing is cut off."""
    canvas = Rect(0, 0, sheet.width, sheet.height)
    rects = [placed.rect for placed in sheet.blocks]
    for rect in rects:
        assert canvas.contains(rect), rect
    assert not overlapping(rects)
    for placed in sheet.blocks:
        check_block(placed.block)


def weakest_contrast(block: Block, words: Words) -> float:
    """How well the text stands out from the shape it is printed on."""
    box = printed(words)
    below: list[Shape | Picture] = []
    for piece in block.pieces:
        if piece is words:
            break
        if isinstance(piece, Shape | Picture) and piece.rect.overlaps(box):
            below.append(piece)
    last = below[-1]
    if isinstance(last, Picture):
        assert isinstance(last.drawing, FadedFoot | Strip), f"{words.lines} stands on a picture"
        on_picture = box.moved(-last.rect.x, -last.rect.y)
        grounds = [last.drawing.brightest(on_picture, last.rect.w, last.rect.h)]
    else:
        grounds = [last.fill] + ([last.fill_below] if last.fill_below else [])
    return min(contrast(words.ink, ground) for ground in grounds)
