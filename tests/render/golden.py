"""Golden pictures: small reductions of the expected pictures, compared with a tolerance."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

GOLDEN_WIDTH = 220
TOLERANCE = 4.0
"""The maximum mean difference from a golden picture in each 16th of it, in levels of 255."""


def check_golden(path: Path, data: bytes, *, draw: bool) -> None:
    """Check that a picture looks like its golden one. With `draw`, store it as the golden one."""
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
