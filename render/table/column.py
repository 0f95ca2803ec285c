"""A sheet that is filled from the top downwards: blocks over the whole width, in rows, or two by two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from render.layout import Block, Halves, PlacedBlock, Sheet

T = TypeVar("T")


class Column:
    """Blocks of a sheet, placed from the top downwards; `y` is where the next one begins."""

    def __init__(self, width: int, margin: int, seam: int) -> None:
        """Begin an empty sheet `width` pixels wide; `seam` is the space between rows, and between columns of two."""
        self.width = width
        self.margin = margin
        self.seam = seam
        self.inner = width - 2 * margin
        self.y: int = margin
        self.placed: list[PlacedBlock] = []

    def block(self, role: str, block: Block) -> None:
        """Place a block by itself."""
        self.placed.append(PlacedBlock(self.margin, self.y, block, role))
        self.y += block.height + self.seam

    def row(self, role: str, blocks: Sequence[Block], gap: int, tilts: Sequence[int] = ()) -> None:
        """Place blocks side by side in the middle, each with its tilt; nothing if there are none."""
        if not blocks:
            return
        x = self.start(blocks, gap)
        for block, tilt in zip(blocks, tilts or (0,) * len(blocks), strict=True):
            self.placed.append(PlacedBlock(x, self.y, block, role, tilt))
            x += block.width + gap
        self.y += max(block.height for block in blocks) + self.seam

    def start(self, blocks: Sequence[Block], gap: int) -> int:
        """Return the column where a row of blocks begins that is in the middle."""
        return (
            self.margin + (self.inner - sum(block.width for block in blocks) - gap * (len(blocks) - 1)) // 2
        )

    def pairs(
        self, role: str, things: Sequence[T], row: Callable[[Sequence[T], int], Sequence[Block]]
    ) -> None:
        """Place things two by two, an odd last one over the whole width; `row` draws those of a row at a width."""
        half = (self.inner - self.seam) // 2
        for start in range(0, len(things), 2):
            two = things[start : start + 2]
            self.row(role, row(two, half if len(two) == 2 else self.inner), self.seam)

    def sheet(self, background: str, horizon: int | None = None, halves: Halves | None = None) -> Sheet:
        """Return the sheet, as high as its blocks need. A sky is brightest at row `horizon`, else at the foot."""
        height = self.y - self.seam + self.margin
        return Sheet(
            self.width,
            height,
            background,
            tuple(self.placed),
            height if horizon is None else horizon,
            halves,
        )
