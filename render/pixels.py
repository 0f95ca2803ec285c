"""Pillow's `resize` and `point` with complete types. Pillow's types refer to numpy, which isn't installed."""

from __future__ import annotations

from typing import Protocol, cast

from PIL import Image

Part = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a picture, in its pixels."""


class _Typed(Protocol):
    def resize(self, size: tuple[int, int], resample: int, box: Part | None) -> Image.Image: ...

    def point(self, lut: list[int]) -> Image.Image: ...


def stretched(
    image: Image.Image, width: int, height: int, smooth: bool = True, part: Part | None = None
) -> Image.Image:
    """Return the picture, or a part of it, at another size."""
    how = Image.Resampling.BILINEAR if smooth else Image.Resampling.NEAREST
    return cast(_Typed, image).resize((width, height), how, part)


def mapped(mask: Image.Image, levels: list[int]) -> Image.Image:
    """Return the mask with each of its 256 levels replaced."""
    return cast(_Typed, mask).point(levels)
