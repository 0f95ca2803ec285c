"""The sign of a notion: a shape for each dye, because not everyone can tell twelve dark dyes apart."""

from __future__ import annotations

from render.dreamweavers.inks import SHEET, dye
from render.layout import Icon, Piece, Rect, Shape

SIGNS = {
    "rage": "flame",
    "grief": "drop",
    "nostalgia": "leaf",
    "doubt": "question",
    "fear": "teeth",
    "pride": "peak",
    "serenity": "ring",
    "logic": "lattice",
    "curiosity": "lens",
    "hope": "sunrise",
    "devotion": "heart",
    "joy": "flower",
}
"""The signs by the notion's key, as in `illustration.NOTIONS`."""


def notion_mark(x: int, y: int, notion: str, side: int) -> list[Piece]:
    """Return a notion's sign on a paper button; nothing for a notion without a sign."""
    sign = SIGNS.get(notion.casefold())
    if sign is None:
        return []
    disc = Rect(x, y, side, side)
    return [
        Shape(disc, SHEET, "disc", 0, dye(notion), max(2, side // 14)),
        Icon(disc.inset(round(side * 0.22)), sign, dye(notion)),
    ]
