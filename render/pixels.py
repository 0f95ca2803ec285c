"""Pillow's `resize` and `point` with complete types: Pillow's own mention numpy, which is not needed here."""

from __future__ import annotations

from typing import Protocol, cast

from PIL import Image


class _Typed(Protocol):
    def resize(self, size: tuple[int, int], resample: int) -> Image.Image: ...

    def point(self, lut: list[int]) -> Image.Image: ...


def stretched(image: Image.Image, width: int, height: int, smooth: bool = True) -> Image.Image:
    """The picture at another size."""
    how = Image.Resampling.BILINEAR if smooth else Image.Resampling.NEAREST
    return cast(_Typed, image).resize((width, height), how)


def mapped(mask: Image.Image, levels: list[int]) -> Image.Image:
    """The mask with each of its 256 levels replaced."""
    return cast(_Typed, mask).point(levels)
