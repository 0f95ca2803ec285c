"""A film: boards one after the other, each with what happened, as one animated GIF.

GIF, because Discord plays it in place everywhere. Each board is captioned by itself, so that whoever has many pictures
to draw can draw others in between, and they are put together at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from render import palette as c
from render.canvas import paint_block
from render.fonts import drawable
from render.pieces import Block, Rect, Shape
from render.pixels import stretched
from render.png import png
from render.typeset import fitted

WIDTH = 660
"""Pixels: large enough to be read on a phone, small enough to be sent."""
MOST_BYTES = 3_000_000
CAPTION = 132
LINES = 4
BAR = 6
SIZES = ((WIDTH, 96), (WIDTH, 48), (560, 48), (560, 24))
"""Widths and numbers of colours that are tried until a film is small enough."""


def captioned(board: Image.Image, caption: str, at: int, of: int) -> bytes:
    """A board as a PNG with what happened above it, and how far the film is: `at`, from 1, of `of`."""
    height = round(board.height * WIDTH / board.width)
    still = Image.new("RGB", (WIDTH, CAPTION + height), c.NIGHT)
    still.paste(paint_block(_caption(caption, at, of)), (0, 0))
    still.paste(stretched(board.convert("RGB"), WIDTH, height), (0, CAPTION))
    return png(still)


def _caption(caption: str, at: int, of: int) -> Block:
    ground = Shape(Rect(0, 0, WIDTH, CAPTION), c.PANEL)
    done = Shape(Rect(0, CAPTION - BAR, max(1, WIDTH * at // of), BAR), c.GOLD)
    counted = fitted(f"{at}/{of}", Rect(WIDTH - 76, 8, 64, 26), "text", 20, 16, c.MIST, "right", 1)
    room = Rect(20, 6, WIDTH - 104, CAPTION - BAR - 12)
    told = fitted(drawable(caption), room, "strong", 27, 18, c.PAPER, "left", LINES)
    return Block(WIDTH, CAPTION, (ground, done, told, counted))


def film(stills: Sequence[bytes], holds: Sequence[int]) -> bytes:
    """What `captioned` has made as an animated GIF, each held for so many milliseconds; then it begins again.

    It has at most `MOST_BYTES` bytes, unless it had more even with the fewest colours.
    """
    frames = [Image.open(BytesIO(still)) for still in stills]
    out = b""
    for width, colours in SIZES:
        out = _gif(frames, holds, width, colours)
        if len(out) <= MOST_BYTES:
            break
    return out


def _gif(frames: Sequence[Image.Image], holds: Sequence[int], width: int, colours: int) -> bytes:
    height = max(frame.height for frame in frames) * width // WIDTH
    whole = [_whole(frame, width, height) for frame in frames]
    sample = Image.new("RGB", (width, 3 * height))
    for place, frame in enumerate((whole[0], whole[len(whole) // 2], whole[-1])):
        sample.paste(frame, (0, place * height))
    inks = sample.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    first, *others = [frame.quantize(palette=inks, dither=Image.Dither.NONE) for frame in whole]
    out = BytesIO()
    first.save(
        out,
        "GIF",
        save_all=True,
        append_images=others,
        duration=list(holds),
        loop=0,
        disposal=1,
        optimize=False,
    )
    return out.getvalue()


def _whole(frame: Image.Image, width: int, height: int) -> Image.Image:
    """A frame with room below, as large as the highest one."""
    if frame.width != width:
        frame = stretched(frame, width, frame.height * width // frame.width)
    canvas = Image.new("RGB", (width, height), c.NIGHT)
    canvas.paste(frame, (0, 0))
    return canvas
