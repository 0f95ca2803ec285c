"""Large pictures of single cards: the art with title and kind at its foot, and below it all printed text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from render.fade import FadedFoot
from render.fonts import line_height, width_of
from render.layout import (
    Block,
    Colour,
    Drawing,
    Icon,
    Picture,
    Piece,
    PlacedBlock,
    Rect,
    Shape,
    Sheet,
    Words,
    moved,
)
from render.table.lines import Lines
from render.table.words import rules
from render.typeset import evened, fitted, set_evenly

WIDTH, HEIGHT = 780, 1080
RADIUS = 42
PAD = 46
TEXT_W = WIDTH - 2 * PAD
SIZES = (42, 40, 38, 36, 34, 32, 30)
LARGE = 36
"""The minimum text size at which the art keeps its full height."""
_SIGNS = {"(!)": "triggered", "(A)": "activated"}


class Tone(Struct, frozen=True):
    """A background colour for text, and the colours of text, fainter text and signs on it."""

    ground: Colour
    ink: Colour
    faint: Colour
    mark: Colour


class CardForm(Struct, frozen=True):
    """The measures of a game's cards.

    `page` is visible around their corners. `kind` is the height of the line with the kind, `gap` the space between art
    and text. `heights` are the minimum heights of the art: in general, and while the text is large. `smallest_title` is
    the minimum size of a title on one line. The art fades into the card's colour below the title's middle: over the
    kind, and `1 / fading` of the title.
    """

    background: str
    page: Colour
    rim: int
    kind: int
    gap: int
    heights: tuple[int, int]
    smallest_title: int
    fading: int


class PrintedCard(Struct, frozen=True):
    """The parts of a card other than its text.

    `left` and `right` are below the title. `most_art` is the maximum height of the art, `foot` the space below the
    text. `over` builds the pieces on the art and in the foot, and `below` those under the art, for a given height.
    """

    drawing: Drawing
    title: str
    left: str
    right: str
    tone: Tone
    edge: Colour
    most_art: int
    foot: int
    over: Callable[[int], Sequence[Piece]]
    below: Callable[[int], Sequence[Piece]] = lambda height: ()


class CardText(Lines):
    """The text of a card at one size, set from top to bottom."""

    def __init__(self, size: int, tone: Tone) -> None:
        super().__init__(PAD, TEXT_W)
        self.size = size
        self.tone = tone

    def rules(self, lines: Sequence[str], *, indent: int = 0, ink: Colour | None = None) -> None:
        """Add lines of rules, each after its sign if it has one."""
        ink = ink or self.tone.ink
        for k, text in enumerate(lines):
            self.y += self.size // 3 if k else 0
            mark = next((mark for mark in _SIGNS if text.startswith(mark)), "")
            left = self.x + indent
            if mark:
                side = round(self.size * 0.96)
                top = self.y + (line_height(self.size) - side) // 2
                self.pieces.append(Icon(Rect(left, top, side, side), _SIGNS[mark], ink))
                left += side + self.size // 3
            shown = rules(text.removeprefix(mark).strip())
            room = self.x + self.width - left
            self.put(set_evenly(shown, left, self.y, room, "strong", self.size, ink))

    def flavour(self, text: str) -> None:
        """Add the flavour text, if any."""
        if text:
            self.y += self.size // 2
            size = max(30, self.size - 5)
            self.put(set_evenly(text, self.x, self.y, self.width, "flavour", size, self.tone.faint))


def card_sheet(form: CardForm, printed: PrintedCard, make: Callable[[int], CardText]) -> Sheet:
    """Return the layout of a card with its text as large as possible. A long text makes the card taller.

    `make` sets the text at a size.
    """
    text, art = _set_text(form, make, HEIGHT - printed.foot - form.gap, printed.most_art)
    height = max(HEIGHT, art + form.gap + text.y + printed.foot)
    tone, rim = printed.tone, form.rim
    title = _title(printed.title, form.smallest_title, tone.ink)
    high = title.rect.h
    picture = FadedFoot(printed.drawing, tone.ground, 2 * high, form.kind + high // form.fading)
    whole = Rect(0, 0, WIDTH, height)
    pieces: list[Piece] = [
        Shape(whole, form.page),
        Shape(whole, tone.ground, "box", RADIUS, printed.edge, rim),
        *printed.below(height),
        Picture(Rect(rim, rim, WIDTH - 2 * rim, art - rim), picture, RADIUS - rim),
        *printed.over(height),
        moved(title, 0, art - form.kind - high),
        *_kind(printed.left, printed.right, Rect(PAD, art - form.kind, TEXT_W, form.kind), tone.mark),
        *(moved(piece, 0, art + form.gap) for piece in text.pieces),
    ]
    block = Block(WIDTH, height, tuple(pieces))
    return Sheet(WIDTH, height, form.background, (PlacedBlock(0, 0, block, "card"),))


def _set_text(
    form: CardForm, make: Callable[[int], CardText], room: int, most_art: int
) -> tuple[CardText, int]:
    """Return the text as large as possible below the art, and the height of the art."""
    least, good = form.heights
    for size in SIZES:
        text = make(size)
        high = room - text.y
        if high >= (good if size > LARGE else least):
            return text, min(most_art, high)
    return make(SIZES[-1]), least


def _title(text: str, smallest: int, ink: Colour) -> Words:
    """Return the title on one line if it stays large, else on two. Its box begins at y = 0."""
    for size in range(70, smallest - 1, -2):
        if width_of(text, "display", size) <= TEXT_W:
            return Words(Rect(PAD, 0, TEXT_W, line_height(size)), (text,), "display", size, ink)
    words = fitted(text, Rect(PAD, 0, TEXT_W, 2 * line_height(60)), "display", 60, 46, ink, "left", 2)
    lines = evened(text, "display", words.size, TEXT_W)
    return replace(
        words, rect=Rect(PAD, 0, TEXT_W, len(lines) * line_height(words.size)), lines=lines, whole=True
    )


def _kind(left: str, right: str, room: Rect, ink: Colour) -> list[Words]:
    """Return words at the left and right of one line."""
    last = fitted(right, Rect(0, 0, room.w // 2, room.h), "strong", 32, 26, ink, "left", 1)
    wide = width_of(last.lines[0], "strong", last.size)
    beside = Rect(room.x, room.y, room.w - wide - 24, room.h)
    return [
        fitted(left, beside, "strong", 32, 26, ink, "left", 1),
        replace(last, rect=Rect(room.right - wide, room.y, wide, room.h)),
    ]
