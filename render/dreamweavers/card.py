"""One card or cover of Dreamweavers, large: its picture, and below it everything that is printed on it.

A Thought is light paper, its power on a patch in the corner. A Feeling is dyed cloth, on which its fleeting text is
written, and its lingering one stands on paper sewn to it. A cover is light paper with a double hem.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator, line, msg
from engine.dreamweavers.views.types import CardFace
from render.canvas import paint_sheet
from render.dreamweavers.art import CoverArt, art_of
from render.dreamweavers.inks import FADED, GILT, INK, LABEL, SHEET, dye, inks_of
from render.dreamweavers.marks import notion_mark
from render.dreamweavers.wording import is_thought, kind_word, notion_word
from render.fading import FadedFoot
from render.few_inks import areas_of, png_in_few_inks, tints
from render.fonts import line_height, width_of
from render.palette import between
from render.pieces import Block, Colour, Drawing, Icon, Picture, Piece, Placed, Rect, Shape, Sheet, Words
from render.table.words import flavour_of, plain, rules, title_of
from render.typeset import evened, fitted, flowed, set_evenly

WIDTH = 780
HEIGHT = 1080
RIM = 8
RADIUS = 42
PAD = 46
TEXT_W = WIDTH - 2 * PAD
BOTTOM = 44
"""What stays free under the text."""
KIND = 50
"""How high the line with kind and notion is."""
CORNER = 108
"""The side of the disc with the cost, and of the patch with the power."""
LEAST_ART, GOOD_ART, MOST_ART = 470, 590, 840
"""How high the picture is at least; at least while the text is large; and at most."""
SIZES = (42, 40, 38, 36, 34, 32, 30)
LARGE = 36
"""Text above this size only as long as the picture stays high."""
MOST_BYTES = 230_000
PAGE = (231, 221, 200)
"""What is seen around the corners of a card: linen."""
STITCH, APART, THICK = 18, 30, 4
"""How long a stitch is, how far from one to the next, and how thick."""


class Cover(Struct, frozen=True):
    """What is printed on the cover of a notion: how it plays, and the Intent that it is when chosen (DW6).

    `notion` is as cards call it, "Rage"; `text` are printed lines in English.
    """

    notion: str
    about: str
    text: tuple[str, ...]
    flavour: str = ""


class _Tone(Struct, frozen=True):
    """What words stand on, and the colours of words and signs there."""

    ground: Colour
    ink: Colour
    faint: Colour
    mark: Colour


def _paper(notion: str) -> _Tone:
    return _Tone(SHEET, INK, FADED, dye(notion))


def _dyed(notion: str) -> _Tone:
    ground = dye(notion)
    return _Tone(ground, LABEL, between(ground, LABEL, 0.8), GILT)


def stitches(rect: Rect, ink: Colour, top: bool = True) -> list[Piece]:
    """Stitches along the inside of a rectangle, all round or without its upper edge."""
    pieces: list[Piece] = []
    for edge in (rect.y, rect.bottom - THICK) if top else (rect.bottom - THICK,):
        for start in _starts(rect.w):
            pieces.append(Shape(Rect(rect.x + start, edge, STITCH, THICK), ink, "box", 2))
    for edge in (rect.x, rect.right - THICK):
        for start in _starts(rect.h):
            pieces.append(Shape(Rect(edge, rect.y + start, THICK, STITCH), ink, "box", 2))
    return pieces


def _starts(length: int) -> range:
    """Where along a seam of this length stitches begin, so that both of its ends look the same."""
    count = max(1, (length - STITCH) // APART)
    first = (length - (count - 1) * APART - STITCH) // 2
    return range(first, first + count * APART, APART)


# ------------------------------------------------------------------------------------------------------------- text


class Setter:
    """Sets text at one size from the top downwards, between two columns; `y` is where it has come to."""

    def __init__(self, size: int, tone: _Tone, left: int = PAD, right: int = WIDTH - PAD) -> None:
        self.size = size
        self.tone = tone
        self.left = left
        self.right = right
        self.y = 0
        self.pieces: list[Piece] = []

    def rules(self, lines: Sequence[str]) -> None:
        """Lines of rules, each with its sign in front of it."""
        for k, text in enumerate(lines):
            self.y += self.size // 3 if k else 0
            sign = next((name for mark, name in _SIGNS.items() if text.startswith(mark)), "")
            side = round(self.size * 0.96)
            x = self.left + (side + self.size // 3 if sign else 0)
            if sign:
                top = self.y + (line_height(self.size) - side) // 2
                self.pieces.append(Icon(Rect(self.left, top, side, side), sign, self.tone.ink))
                text = text[3:].strip()
            self._put(set_evenly(rules(text), x, self.y, self.right - x, "strong", self.size, self.tone.ink))

    def label(self, text: str, sign: str) -> None:
        """What the lines after it are, behind a sign."""
        size = max(28, self.size - 6)
        side = size + 4
        self.pieces.append(Icon(Rect(self.left, self.y + 3, side, side), sign, self.tone.mark))
        x = self.left + side + 14
        self._put(flowed(text, x, self.y, self.right - x, "strong", size, self.tone.mark))

    def flavour(self, text: str) -> None:
        """The flavour text."""
        if text:
            self.y += self.size // 2
            size = max(30, self.size - 5)
            width = self.right - self.left
            self._put(set_evenly(text, self.left, self.y, width, "flavour", size, self.tone.faint))

    def text(self, text: str) -> None:
        """Words that are no rules."""
        self._put(flowed(text, self.left, self.y, self.right - self.left, "text", self.size, self.tone.faint))

    def _put(self, words: Words) -> None:
        self.pieces.append(words)
        self.y = words.rect.bottom


_SIGNS = {"(!)": "triggered", "(A)": "activated"}
_FLEETING, _LINGERING = "Fleeting:", "Lingering:"


def without_label(text: str, translator: Translator) -> str:
    """What stands behind the first colon of a printed line, in a language: "Fleeting: Draw a card." is "Draw a card."."""
    return translator(line(text)).partition(":")[2].strip()


def _thought_text(face: CardFace, translator: Translator, size: int) -> Setter:
    setter = Setter(size, _paper(face.notion))
    setter.rules([translator(line(text)) for text in face.text])
    setter.flavour(flavour_of(face, translator))
    return setter


def _feeling_text(face: CardFace, translator: Translator, size: int) -> Setter:
    """What else is printed; the fleeting text on the cloth; the lingering one on a patch of paper sewn to it."""
    setter = Setter(size, _dyed(face.notion))
    fleeting = [text for text in face.text if text.startswith(_FLEETING)]
    lingering = [text for text in face.text if text.startswith(_LINGERING)]
    other = [text for text in face.text if text not in fleeting and text not in lingering]
    if other:
        setter.rules([translator(line(text)) for text in other])
        setter.y += size // 3
    if fleeting:
        setter.label(translator(msg("Fleeting", "card")), "spark")
        setter.rules([without_label(text, translator) for text in fleeting])
    if lingering:
        setter.y += size // 2 if setter.y else 0
        inner = Setter(size, _paper(face.notion), PAD, WIDTH - PAD)
        inner.label(translator(msg("Lingering", "card")), "knot")
        inner.rules([without_label(text, translator) for text in lingering])
        patch = Rect(PAD - 22, setter.y, TEXT_W + 44, inner.y + 34)
        setter.pieces.append(Shape(patch, SHEET, "box", 16))
        setter.pieces += stitches(patch.inset(7), inks_of(face.notion).accent)
        setter.pieces += [moved(piece, 0, setter.y + 17) for piece in inner.pieces]
        setter.y = patch.bottom
    setter.flavour(flavour_of(face, translator))
    return setter


def _cover_text(cover: Cover, translator: Translator, size: int) -> Setter:
    setter = Setter(size, _paper(cover.notion))
    setter.text(translator(msg(cover.about, "about")))
    setter.y += size // 2
    setter.label(translator(msg("Intent", "card")), "needle")
    setter.rules([translator(line(text)) for text in cover.text])
    setter.flavour(translator(msg(cover.flavour, "flavour")) if cover.flavour else "")
    return setter


# ------------------------------------------------------------------------------------------------------------ frame


def moved(piece: Piece, dx: int, dy: int) -> Piece:
    """The piece elsewhere."""
    return replace(piece, rect=piece.rect.moved(dx, dy))


def _title(text: str, ink: Colour) -> Words:
    """The title in one line while that is large, else in two; its box begins at y = 0."""
    for size in range(70, 47, -2):
        if width_of(text, "display", size) <= TEXT_W:
            return Words(Rect(PAD, 0, TEXT_W, line_height(size)), (text,), "display", size, ink)
    words = fitted(text, Rect(PAD, 0, TEXT_W, 2 * line_height(60)), "display", 60, 46, ink, "left", 2)
    lines = evened(text, "display", words.size, TEXT_W)
    return Words(
        Rect(PAD, 0, TEXT_W, len(lines) * line_height(words.size)), lines, "display", words.size, ink
    )


def _between(left: str, right: str, y: int, ink: Colour) -> list[Piece]:
    """A word on the left and one on the right, on one line."""
    wide = width_of(right, "strong", 32)
    return [
        Words(Rect(PAD, y, TEXT_W - wide - 24, KIND), (left,), "strong", 32, ink),
        Words(Rect(PAD + TEXT_W - wide, y, wide, KIND), (right,), "strong", 32, ink),
    ]


def _set_text(make: Callable[[int], Setter]) -> tuple[Setter, int]:
    """The text as large as it fits under the picture, and how high the picture is."""
    for size in SIZES:
        setter = make(size)
        high = HEIGHT - BOTTOM - 14 - setter.y
        if high >= (GOOD_ART if size > LARGE else LEAST_ART):
            return setter, min(MOST_ART, high)
    return make(SIZES[-1]), LEAST_ART


class _Printed(Struct, frozen=True):
    """What is on a card besides its text."""

    drawing: Drawing
    title: str
    notion: str
    tone: _Tone
    left: str
    right: str
    double: bool = False
    corners: tuple[Piece, ...] = ()


def _sheet(printed: _Printed, make: Callable[[int], Setter]) -> Sheet:
    """The card as a sheet; a long text makes it taller."""
    text, art = _set_text(make)
    height = max(HEIGHT, art + 14 + text.y + BOTTOM)
    tone, rim = printed.tone, dye(printed.notion)
    title = _title(printed.title, tone.ink)
    picture = FadedFoot(printed.drawing, tone.ground, 2 * title.rect.h, KIND + title.rect.h // 2)
    edge = between(rim, LABEL, 0.25) if tone.ground == rim else rim
    whole = Rect(0, 0, WIDTH, height)
    pieces: list[Piece] = [
        Shape(whole, PAGE),
        Shape(whole, tone.ground, "box", RADIUS, edge, RIM),
        Picture(Rect(RIM, RIM, WIDTH - 2 * RIM, art - RIM), picture, RADIUS - RIM),
        *stitches(whole.inset(RIM + 8), between(tone.ground, inks_of(printed.notion).accent, 0.8)),
        *printed.corners,
        moved(title, 0, art - KIND - title.rect.h),
        *_between(printed.left, printed.right, art - KIND, tone.mark),
        *(moved(piece, 0, art + 14) for piece in text.pieces),
    ]
    if printed.double:
        pieces[2:2] = [Shape(whole.inset(RIM), tone.ground, "box", RADIUS - RIM, edge, 3)]
    return Sheet(WIDTH, height, "linen", (Placed(0, 0, Block(WIDTH, height, tuple(pieces)), "card"),))


def _corners(face: CardFace) -> tuple[Piece, ...]:
    """The cost on a button in the left corner, and a Thought's power on a patch in the right one."""
    disc = Rect(32, 32, CORNER, CORNER)
    pieces: list[Piece] = [
        Shape(disc, dye(face.notion), "disc", 0, LABEL, 6),
        Words(disc, (str(face.cost),), "number", 66, LABEL, "center"),
        *notion_mark(disc.x + 14, disc.bottom + 8, face.notion, CORNER - 28),
    ]
    if is_thought(face):
        number = plain(face.power)
        patch = Rect(WIDTH - 32 - CORNER, 32, CORNER, CORNER)
        pieces += [
            Shape(patch, SHEET, "box", 18, dye(face.notion), 6),
            Words(patch, (number,), "number", 70, INK, "center"),
        ]
    return tuple(pieces)


def layout_card(face: CardFace, translator: Translator = ENGLISH) -> Sheet:
    """Where everything lies on the picture of a card."""
    kind, notion = kind_word(face, translator), notion_word(face.notion, translator)
    thought = is_thought(face)
    tone = _paper(face.notion) if thought else _dyed(face.notion)
    printed = _Printed(
        art_of(face), title_of(face, translator), face.notion, tone, kind, notion, corners=_corners(face)
    )
    text = _thought_text if thought else _feeling_text
    return _sheet(printed, lambda size: text(face, translator, size))


def layout_cover(cover: Cover, translator: Translator = ENGLISH) -> Sheet:
    """Where everything lies on the picture of a cover."""
    printed = _Printed(
        CoverArt(cover.notion),
        notion_word(cover.notion, translator),
        cover.notion,
        _paper(cover.notion),
        translator(msg("Notion", "card")),
        translator(msg("15 cards", "card")),
        double=True,
    )
    return _sheet(printed, lambda size: _cover_text(cover, translator, size))


def _print(sheet: Sheet, notion: str, tone: _Tone) -> bytes:
    """The sheet as a PNG in few inks."""
    inks, rim = inks_of(notion), dye(notion)
    exact = [
        *tints(tone.ground, (tone.ink,), 8),
        *tints(tone.ground, (tone.faint, tone.mark)),
        *tints(SHEET, (INK,), 6),
        *tints(SHEET, (rim, FADED, inks.accent), 3),
        *tints(rim, (LABEL, GILT)),
        *tints(PAGE, (rim,)),
        between(tone.ground, inks.accent, 0.8),
        between(rim, LABEL, 0.25),
    ]
    kept = [*tints(tone.ground, (tone.ink,)), *tints(rim, (LABEL,), 3), *tints(SHEET, (INK,), 3)]
    kept += [rim, between(tone.ground, inks.accent, 0.8), inks.accent, inks.soft, PAGE]
    return png_in_few_inks(paint_sheet(sheet), exact, areas_of(sheet, lambda _: kept), MOST_BYTES)


def draw_card(face: CardFace, translator: Translator = ENGLISH) -> bytes:
    """A whole card, large, as a PNG."""
    tone = _paper(face.notion) if is_thought(face) else _dyed(face.notion)
    return _print(layout_card(face, translator), face.notion, tone)


def draw_cover(cover: Cover, translator: Translator = ENGLISH) -> bytes:
    """The cover of a notion, large, as a PNG."""
    return _print(layout_cover(cover, translator), cover.notion, _paper(cover.notion))
