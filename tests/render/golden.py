"""Golden pictures: small reductions of pictures as they are to look, compared with a tolerance."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

GOLDEN_WIDTH = 220
TOLERANCE = 4.0
"""The most that a picture may differ from its golden one, on average over a 16th of it, of 255 levels."""


def check_golden(path: Path, data: bytes, *, draw: bool) -> None:
    """A picture looks like its golden one; with `draw`, it becomes the golden one."""
    picture = Image.open(BytesIO(data)).convert("RGB")
    small = picture.resize(
        (GOLDEN_WIDTH, round(picture.height * GOLDEN_WIDTH / picture.width)), Image.Resampling.BOX
    )
    if draw:
        small.save(path, quality=82, subsampling=0)
    golden = Image.open(path).convert("RGB")
    assert small.size == golden.size
    difference = ImageChops.difference(small.reduce(3), golden.reduce(3))
    columns, rows = 4, max(4, difference.height // 24)
    for column in range(columns):
        for row in range(rows):
            corner = (column * difference.width // columns, row * difference.height // rows)
            opposite = ((column + 1) * difference.width // columns, (row + 1) * difference.height // rows)
            part = difference.crop((*corner, *opposite))
            assert max(ImageStat.Stat(part).mean) < TOLERANCE, (path.stem, column, row)
