"""A sheet filled from top to bottom: blocks over the whole width, in rows, or in pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from render.layout import Block, Halves, PlacedBlock, Sheet

T = TypeVar("T")


class Column:
    """Blocks of a sheet, placed from top to bottom. `y` is the position of the next one."""

    def __init__(self, width: int, margin: int, seam: int) -> None:
        """Begin an empty sheet `width` pixels wide. `seam` is the space between rows and between paired columns."""
        self.width = width
        self.margin = margin
        self.seam = seam
        self.inner = width - 2 * margin
        self.y: int = margin
        self.placed: list[PlacedBlock] = []

    def block(self, role: str, block: Block) -> None:
        """Place a block on its own row."""
        self.placed.append(PlacedBlock(self.margin, self.y, block, role))
        self.y += block.height + self.seam

    def row(self, role: str, blocks: Sequence[Block], gap: int, tilts: Sequence[int] = ()) -> None:
        """Place blocks side by side in the centre, each with its tilt."""
        if not blocks:
            return
        x = self.start(blocks, gap)
        for block, tilt in zip(blocks, tilts or (0,) * len(blocks), strict=True):
            self.placed.append(PlacedBlock(x, self.y, block, role, tilt))
            x += block.width + gap
        self.y += max(block.height for block in blocks) + self.seam

    def start(self, blocks: Sequence[Block], gap: int) -> int:
        """Return the x position at which a centred row of blocks begins."""
        return (
            self.margin + (self.inner - sum(block.width for block in blocks) - gap * (len(blocks) - 1)) // 2
        )

    def pairs(
        self, role: str, things: Sequence[T], row: Callable[[Sequence[T], int], Sequence[Block]]
    ) -> None:
        """Place items in pairs, an odd last one over the whole width. `row` draws the items of a row at a width."""
        half = (self.inner - self.seam) // 2
        for start in range(0, len(things), 2):
            two = things[start : start + 2]
            self.row(role, row(two, half if len(two) == 2 else self.inner), self.seam)

    def sheet(self, background: str, horizon: int | None = None, halves: Halves | None = None) -> Sheet:
        """Return the sheet, as high as its blocks. The background is brightest at row `horizon`, else at the foot."""
        height = self.y - self.seam + self.margin
        return Sheet(
            self.width,
            height,
            background,
            tuple(self.placed),
            height if horizon is None else horizon,
            halves,
        )
