"""Papers: blocks in progress, filled with words, badges, icons, pictures and strips of tape."""

from __future__ import annotations

from msgspec.structs import replace

from render.dreams_of_dystopia.art import art_of
from render.dreams_of_dystopia.faces import PrintedSide
from render.dreams_of_dystopia.inks import BLACK, ENAMEL, WHITE, Ground, ground_of
from render.fonts import line_height
from render.layout import Block, Colour, Drawing, Icon, Picture, Piece, Rect, Shape
from render.typeset import fitted

WIDTH, MARGIN, GAP = 1100, 16, 20
INNER = WIDTH - 2 * MARGIN
LEAST = 34
"""The minimum text size: 12 pixels on a phone that shows the picture 390 pixels wide."""
BESIDE = 94  # The part of a tile's width that isn't available for its title.
FOOT = 20  # The height that is torn off at the bottom of a torn paper.


class Paper:
    """Pieces on a ground, each covering those before it."""

    def __init__(self, w: int, h: int, on: Ground, edge: Colour | None = None, *, radius: int = 4) -> None:
        self.w = w
        self.h = h
        self.on = on
        self.pieces: list[Piece] = [Shape(Rect(0, 0, w, h), on.paper, "box", radius, edge, 6 if edge else 0)]

    def say(
        self,
        text: str,
        room: Rect,
        size: int = LEAST,
        *,
        ink: Colour | None = None,
        face: str = "strong",
        align: str = "left",
        lines: int = 1,
        hangs: bool = False,
    ) -> int:
        """Add words of at least LEAST, centred vertically in `room`, or at its top if it `hangs`. Return their bottom."""
        words = fitted(text, room, face, max(size, LEAST), LEAST, ink or self.on.ink, align, lines)
        if hangs:
            words = replace(words, rect=replace(room, h=len(words.lines) * line_height(words.size)))
        self.pieces.append(words)
        return words.rect.bottom

    def flow(
        self, text: str, x: int, y: int, w: int, *, face: str = "text", ink: Colour | None = None
    ) -> int:
        """Add a text on as many lines as it needs. Return its bottom."""
        return self.say(text, Rect(x, y, w, 4000), LEAST, ink=ink, face=face, lines=99, hangs=True)

    def box(
        self, rect: Rect, fill: Colour, form: str = "box", radius: int = 8, edge: Colour | None = None
    ) -> None:
        """Add a filled shape."""
        self.pieces.append(Shape(rect, fill, form, radius, edge, 4 if edge else 0))

    def badge(
        self,
        text: str,
        rect: Rect,
        size: int,
        fill: Colour,
        ink: Colour,
        form: str = "box",
        edge: Colour | None = None,
    ) -> None:
        """Add a number on a shape."""
        self.box(rect, fill, form, edge=edge)
        self.say(text, rect, size, ink=ink, face="number", align="center")

    def sign(self, name: str, x: int, y: int, side: int, ink: Colour | None = None) -> None:
        """Add an icon."""
        self.pieces.append(Icon(Rect(x, y, side, side), name, ink or self.on.ink))

    def art(self, drawing: Drawing, rect: Rect, *, dimmed: bool = False) -> None:
        """Add a picture."""
        self.pieces.append(Picture(rect, drawing, 0, False, dimmed))

    def tag(self, word: str, sign: str, fill: Colour, ink: Colour, x: int, y: int, w: int) -> None:
        """Add a strip of tape with an icon and a word."""
        self.box(Rect(x, y, w, 52), fill, radius=2, edge=BLACK)
        self.sign(sign, x + 12, y + 9, 34, ink)
        self.say(word, Rect(x + 58, y, w - 64, 52), ink=ink)

    def tile(
        self, face: PrintedSide, title: str, rect: Rect, *, folded: bool = False, adds: str = ""
    ) -> None:
        """Add a card in play on its faction's paper: picture, title, icon, and its contribution to a sum."""
        on = ground_of(face.faction)
        self.box(rect, on.paper, edge=on.accent)
        picture = Rect(rect.x + 4, rect.y + 4, 78, rect.h - 8)
        self.art(art_of(face, folded=folded), picture)
        x, w = picture.right + 8, rect.w - BESIDE
        self.say(title, Rect(x, rect.y + 2, w, rect.h - 4), ink=on.ink, face="title", lines=3)
        self.sign(on.sign, rect.x + 8, rect.bottom - 38, 30, WHITE)
        if adds:
            self.badge(adds, Rect(picture.x + 6, picture.y + 38, 68, 44), LEAST, BLACK, WHITE, edge=WHITE)

    def block(self) -> Block:
        """Return the finished paper."""
        return Block(self.w, self.h, tuple(self.pieces))


def enamel(height: int, edge: Colour = WHITE) -> Paper:
    """Return a paper of enamel over the whole width."""
    return Paper(INNER, height, ENAMEL, edge, radius=14)
