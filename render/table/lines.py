"""Text set from top to bottom: each piece begins where the previous one ended."""

from __future__ import annotations

from render.fonts import line_height, width_of
from render.layout import Colour, Icon, Piece, Rect, Words
from render.typeset import flowed, wrapped

LEAST = 34
"""The smallest size of words on a board 1,100 pixels wide: 12 pixels where a phone shows it 390 pixels wide."""


class Lines:
    """Pieces set from top to bottom. `y` is the position of the next one."""

    def __init__(self, x: int, width: int, y: int = 0) -> None:
        """Begin at row `y`, from column `x` over `width` pixels."""
        self.x = x
        self.width = width
        self.y: int = y
        self.at = 0
        """The end of the last line in progress, from `x`; 0 at the beginning of a line."""
        self.pieces: list[Piece] = []

    def put(self, words: Words, below: int = 0) -> None:
        """Add words that already have their position. The next piece begins `below` pixels under them."""
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
        """Add a text on as many lines as it needs, indented by `indent` pixels."""
        words = flowed(text, self.x + indent, self.y, self.width - indent, face, size, ink, align)
        self.put(words, below)

    def sign(self, name: str, side: int, ink: Colour, lowered: int = 0) -> None:
        """Add a sign to the left of the following text, `lowered` pixels below the text's top."""
        self.pieces.append(Icon(Rect(self.x, self.y + lowered, side, side), name, ink))

    def run_on(self, text: str, face: str, size: int, ink: Colour, *, gap: int = 0, before: str = "") -> None:
        """Continue the previous line with a text, `gap` pixels after it, and wrap it at the left.

        The text stays on one line with `before`, the first word of the text after it. `y` remains that of its last
        line.
        """
        step = line_height(size)
        at = self.at + gap if self.at else 0
        needed = f"{text} {before.partition(' ')[0]}" if before else text.partition(" ")[0]
        if at and width_of(needed, face, size) > self.width - at:
            self.y, at = self.y + step, 0
        first = wrapped(text, face, size, self.width - at)[0]
        lines = [(at, first)]
        if rest := text.removeprefix(first).strip():
            lines += [(0, line) for line in wrapped(rest, face, size, self.width)]
        for place, (left, line) in enumerate(lines):
            room = Rect(self.x + left, self.y + place * step, width_of(line, face, size), step)
            self.pieces.append(Words(room, (line,), face, size, ink))
        self.y += (len(lines) - 1) * step
        self.at = lines[-1][0] + width_of(lines[-1][1], face, size)
