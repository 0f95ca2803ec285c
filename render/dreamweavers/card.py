"""One card or cover of Dreamweavers, large: its picture, and its complete text below it.

A Thought is light paper with its power on a patch in the corner. A Feeling is dyed cloth with its fleeting text, and
its lingering text on paper sewn to it. A cover is light paper with a double hem.
"""

from __future__ import annotations

from msgspec import Struct

from cards.i18n import ENGLISH, Translator, line, msg
from engine.dreamweavers.views.types import CardFace
from render.canvas import paint_sheet
from render.dreamweavers.art import CoverArt, art_of
from render.dreamweavers.inks import CLOTH, FADED, GILT, INK, LABEL, SHEET, dye, inks_of
from render.dreamweavers.notion_signs import notion_mark
from render.dreamweavers.words import is_thought, kind_word, notion_word
from render.layout import (
    Colour,
    Piece,
    Rect,
    Shape,
    Sheet,
    Words,
    moved,
)
from render.palette import between
from render.palette_reduction import areas_of, png_in_few_inks, tints
from render.table.card import (
    PAD,
    RADIUS,
    TEXT_W,
    WIDTH,
    CardForm,
    CardText,
    PrintedCard,
    Tone,
    card_sheet,
)
from render.table.words import flavour_of, lines_of, plain, title_of

BOTTOM = 44
"""The free space below the text."""
MOST_ART = 840
"""The maximum height of the picture."""
CORNER = 108
"""The size of the disc with the cost, and of the patch with the power."""
MOST_BYTES = 230_000
PAGE = (231, 221, 200)
"""The background around the corners of a card: linen."""
RIM = 8
FORM = CardForm(CLOTH, PAGE, RIM, kind=50, gap=14, heights=(470, 590), smallest_title=48, fading=2)
STITCH, APART, THICK = 18, 30, 4
"""The length of a stitch, the distance to the next one, and its thickness."""


class PrintedCover(Struct, frozen=True):
    """The print on a notion's cover: its style of play, and the Intent that it is when chosen (DW6).

    `notion` is as printed on cards, "Rage". `text` are printed lines in English.
    """

    notion: str
    about: str
    text: tuple[str, ...]
    flavour: str = ""


def _paper(notion: str) -> Tone:
    return Tone(SHEET, INK, FADED, dye(notion))


def _dyed(notion: str) -> Tone:
    ground = dye(notion)
    return Tone(ground, LABEL, between(ground, LABEL, 0.8), GILT)


def stitches(rect: Rect, ink: Colour, top: bool = True) -> list[Piece]:
    """Return stitches along the inside of a rectangle, optionally without the top edge."""
    pieces: list[Piece] = []
    for edge in (rect.y, rect.bottom - THICK) if top else (rect.bottom - THICK,):
        for start in _starts(rect.w):
            pieces.append(Shape(Rect(rect.x + start, edge, STITCH, THICK), ink, "box", 2))
    for edge in (rect.x, rect.right - THICK):
        for start in _starts(rect.h):
            pieces.append(Shape(Rect(edge, rect.y + start, THICK, STITCH), ink, "box", 2))
    return pieces


def _starts(length: int) -> range:
    """Return the starts of the stitches along a seam of this length, symmetrically."""
    count = max(1, (length - STITCH) // APART)
    first = (length - (count - 1) * APART - STITCH) // 2
    return range(first, first + count * APART, APART)


# ------------------------------------------------------------------------------------------------------------- text


def _label(text: CardText, label: str, sign: str) -> None:
    """Add the label of the following lines, after a sign."""
    size = max(28, text.size - 6)
    text.sign(sign, size + 4, text.tone.mark, lowered=3)
    text.text(label, "strong", size, text.tone.mark, indent=size + 18)


_FLEETING, _LINGERING = "Fleeting:", "Lingering:"


def without_label(text: str, translator: Translator) -> str:
    """Return the text after the first colon of a printed line in a language: "Fleeting: Draw a card." is "Draw a card."."""
    return translator(line(text)).partition(":")[2].strip()


def _thought_text(face: CardFace, translator: Translator, size: int) -> CardText:
    text = CardText(size, _paper(face.notion))
    text.rules(lines_of(face.text, translator))
    text.flavour(flavour_of(face, translator))
    return text


def _feeling_text(face: CardFace, translator: Translator, size: int) -> CardText:
    """Return three parts of the print: the rest, the fleeting text on the cloth, and the lingering text on a patch of paper."""
    text = CardText(size, _dyed(face.notion))
    fleeting = [line_text for line_text in face.text if line_text.startswith(_FLEETING)]
    lingering = [line_text for line_text in face.text if line_text.startswith(_LINGERING)]
    other_lines = [
        line_text for line_text in face.text if line_text not in fleeting and line_text not in lingering
    ]
    if other_lines:
        text.rules(lines_of(other_lines, translator))
        text.y += size // 3
    if fleeting:
        _label(text, translator(msg("Fleeting", "card")), "spark")
        text.rules([without_label(line_text, translator) for line_text in fleeting])
    if lingering:
        text.y += size // 2 if text.y else 0
        inner = CardText(size, _paper(face.notion))
        _label(inner, translator(msg("Lingering", "card")), "knot")
        inner.rules([without_label(line_text, translator) for line_text in lingering])
        patch = Rect(PAD - 22, text.y, TEXT_W + 44, inner.y + 34)
        text.pieces.append(Shape(patch, SHEET, "box", 16))
        text.pieces += stitches(patch.inset(7), inks_of(face.notion).accent)
        text.pieces += [moved(piece, 0, text.y + 17) for piece in inner.pieces]
        text.y = patch.bottom
    text.flavour(flavour_of(face, translator))
    return text


def _cover_text(cover: PrintedCover, translator: Translator, size: int) -> CardText:
    text = CardText(size, _paper(cover.notion))
    text.text(translator(msg(cover.about, "about")), "text", size, text.tone.faint)
    text.y += size // 2
    _label(text, translator(msg("Intent", "card")), "needle")
    text.rules(lines_of(cover.text, translator))
    text.flavour(translator(msg(cover.flavour, "flavour")) if cover.flavour else "")
    return text


# ------------------------------------------------------------------------------------------------------------ frame


def _edge(notion: str, tone: Tone) -> Colour:
    """Return the rim of a card: its notion's dye, paler on a background of the same dye."""
    rim = dye(notion)
    return between(rim, LABEL, 0.25) if tone.ground == rim else rim


def _seam(notion: str, tone: Tone, height: int) -> list[Piece]:
    """Return the stitches around a card of this height."""
    ink = between(tone.ground, inks_of(notion).accent, 0.8)
    return stitches(Rect(0, 0, WIDTH, height).inset(RIM + 8), ink)


def _corners(face: CardFace) -> tuple[Piece, ...]:
    """Return the cost on a button in the left corner, and a Thought's power on a patch in the right one."""
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
    """Return the layout of the picture of a card."""
    tone = _paper(face.notion) if is_thought(face) else _dyed(face.notion)
    printed_card = PrintedCard(
        art_of(face),
        title_of(face, translator),
        kind_word(face, translator),
        notion_word(face.notion, translator),
        tone,
        _edge(face.notion, tone),
        MOST_ART,
        BOTTOM,
        over=lambda height: (*_seam(face.notion, tone, height), *_corners(face)),
    )
    make = _thought_text if is_thought(face) else _feeling_text
    return card_sheet(FORM, printed_card, lambda size: make(face, translator, size))


def layout_cover(cover: PrintedCover, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of the picture of a cover, which has a double hem."""
    tone = _paper(cover.notion)
    edge = _edge(cover.notion, tone)

    def hem(height: int) -> list[Piece]:
        inner = Rect(0, 0, WIDTH, height).inset(RIM)
        return [Shape(inner, tone.ground, "box", RADIUS - RIM, edge, 3)]

    printed_card = PrintedCard(
        CoverArt(cover.notion),
        notion_word(cover.notion, translator),
        translator(msg("Notion", "card")),
        translator(msg("15 cards", "card")),
        tone,
        edge,
        MOST_ART,
        BOTTOM,
        over=lambda height: _seam(cover.notion, tone, height),
        below=hem,
    )
    return card_sheet(FORM, printed_card, lambda size: _cover_text(cover, translator, size))


def _print(sheet: Sheet, notion: str, tone: Tone) -> bytes:
    """Return the sheet as a PNG with few colours."""
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
    exact_colours = [*tints(tone.ground, (tone.ink,)), *tints(rim, (LABEL,), 3), *tints(SHEET, (INK,), 3)]
    exact_colours += [rim, between(tone.ground, inks.accent, 0.8), inks.accent, inks.soft, PAGE]
    return png_in_few_inks(paint_sheet(sheet), exact, areas_of(sheet, lambda _: exact_colours), MOST_BYTES)


def draw_card(face: CardFace, translator: Translator = ENGLISH) -> bytes:
    """Return a whole, large card as a PNG."""
    tone = _paper(face.notion) if is_thought(face) else _dyed(face.notion)
    return _print(layout_card(face, translator), face.notion, tone)


def draw_cover(cover: PrintedCover, translator: Translator = ENGLISH) -> bytes:
    """Return the cover of a notion, large, as a PNG."""
    return _print(layout_cover(cover, translator), cover.notion, _paper(cover.notion))
