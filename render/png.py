"""Finished pictures as PNG files: no date, no name, nothing but the pixels."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def png(image: Image.Image) -> bytes:
    """The picture as the bytes of a PNG file; the same picture gives the same bytes."""
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
