"""Text that is set from the top downwards: each piece begins where the one before has ended."""

from __future__ import annotations

from render.layout import Colour, Icon, Piece, Rect, Words
from render.typeset import flowed


class Lines:
    """Pieces set from the top downwards; `y` is where the next one begins."""

    def __init__(self, x: int, width: int, y: int = 0) -> None:
        """Begin at the row `y`, between the column `x` and `width` pixels to its right."""
        self.x = x
        self.width = width
        self.y: int = y
        self.pieces: list[Piece] = []

    def put(self, words: Words, below: int = 0) -> None:
        """Add words that are in their place; what follows begins `below` pixels under them."""
        self.pieces.append(words)
        self.y = words.rect.bottom + below

    def text(
        self,
        text: str,
        face: str,
        size: int,
        ink: Colour,
        *,
        indent: int = 0,
        below: int = 0,
        align: str = "left",
    ) -> None:
        """Add a text in as many lines as it needs, moved in by `indent` pixels."""
        words = flowed(text, self.x + indent, self.y, self.width - indent, face, size, ink, align)
        self.put(words, below)

    def sign(self, name: str, side: int, ink: Colour, lowered: int = 0) -> None:
        """Add a sign at the left of the text that follows, `lowered` pixels under its upper edge."""
        self.pieces.append(Icon(Rect(self.x, self.y + lowered, side, side), name, ink))
