"""A notion in the draft: its cover, style of play, Intent, and fifteen cards at a glance (DW2)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator, msg
from engine.dreamweavers.views.types import CardFace, DraftNotion
from render.canvas import paint_sheet
from render.cloth_texture import cloth_colours
from render.dreamweavers.art import CoverArt, art_of
from render.dreamweavers.card import stitches
from render.dreamweavers.inks import (
    CLOTH,
    FADED,
    GILT,
    HEM,
    INK,
    LABEL,
    MADDER,
    MOSS,
    PLUM,
    SHEET,
    WOAD,
    dye,
    inks_of,
)
from render.dreamweavers.tiles import cost_disc, power_patch
from render.dreamweavers.words import is_thought, notion_word, shown_names
from render.fonts import line_height, width_of
from render.layout import Block, Colour, Icon, Picture, Piece, PlacedBlock, Rect, Shape, Sheet
from render.palette import between
from render.palette_reduction import areas_of, png_in_few_inks, tints
from render.table.lines import Lines
from render.table.words import Names, lines_of, rules, title_of
from render.typeset import fitted

WIDTH = 1100
MARGIN = 20
INNER = WIDTH - 2 * MARGIN
GAP = 16
COLUMNS = 3
TILE_W = (INNER - (COLUMNS - 1) * GAP) // COLUMNS
TILE_ART, TILE_FOOT = 150, 54
TEXT, TITLE = 30, 34
RADIUS = 18
MOST_BYTES = 400_000

SEATS = (MADDER, WOAD)
"""The colour of each seat in the draft. Where it matters, the name is beside it."""


def name_label(text: str, sign: str, ground: Colour, right: int, y: int, max_width: int) -> list[Piece]:
    """Return a sewn-on label that ends at the column `right`: a name on its seat's colour, or a word on plum."""
    fitted_name = fitted(text, Rect(0, 0, max_width - 64, 46), "strong", 30, 24, LABEL, "left", 1)
    wide = width_of(fitted_name.lines[0], "strong", fitted_name.size) + 64
    rect = Rect(right - wide, y, wide, 46)
    return [
        Shape(rect, ground, "box", 12, LABEL, 2),
        Icon(Rect(rect.x + 12, y + 10, 26, 26), sign, LABEL),
        replace(fitted_name, rect=Rect(rect.x + 48, y, wide - 56, 46)),
    ]


def head_block(notion: DraftNotion, names: Names, translator: Translator = ENGLISH) -> Block:
    """Return the cover's picture, the name, the style of play, the Intent, and the owner."""
    tone, width = dye(notion.notion), INNER
    art_w = 400
    x, w = art_w + 30, width - art_w - 56
    lines = Lines(x, w, 16)
    name = notion_word(notion.notion, translator)
    lines.put(fitted(name, Rect(x, 16, w, line_height(68)), "display", 68, 46, tone, "left", 1))
    lines.text(translator(msg(notion.about, "about")), "text", TEXT, INK, below=14)
    lines.sign("needle", 28, tone, lowered=5)
    lines.text(translator(msg("Intent", "card")), "strong", TEXT, tone, indent=40)
    for text in lines_of(notion.cover, translator):
        lines.text(rules(text), "strong", TEXT, INK, below=6)
    height = max(360, lines.y + 24)
    art = Rect(4, 4, art_w, height - 8)
    background: list[Piece] = [
        Shape(Rect(0, 0, width, height), SHEET, "box", RADIUS, tone, 4),
        Picture(art, CoverArt(notion.notion), RADIUS - 4),
        *stitches(Rect(0, 0, width, height).inset(11), inks_of(notion.notion).accent),
    ]
    if notion.taken_by is not None:
        seat = notion.taken_by
        owner = f"{notion.order}: {names[seat]}"
        background += name_label(owner, "card", SEATS[seat], art.right - 16, art.bottom - 66, art.w - 32)
    return Block(width, height, (*background, *lines.pieces))


@lru_cache(maxsize=256)
def small_tile(face: CardFace, translator: Translator = ENGLISH) -> Block:
    """Return a small card: its picture, cost, power and title; light paper for a Thought, dyed cloth for a Feeling."""
    tone, thought = dye(face.notion), is_thought(face)
    ground, ink = (SHEET, INK) if thought else (tone, LABEL)
    height = TILE_ART + TILE_FOOT
    art = Rect(4, 4, TILE_W - 8, TILE_ART - 4)
    title = fitted(
        title_of(face, translator),
        Rect(12, TILE_ART, TILE_W - 24, TILE_FOOT),
        "title",
        TITLE,
        24,
        ink,
        "left",
        1,
    )
    pieces: list[Piece] = [
        Shape(Rect(0, 0, TILE_W, height), ground, "box", 16, tone if thought else HEM, 4),
        Picture(art, art_of(face), 12),
        *cost_disc(art.x + 8, art.y + 8, face.cost, face.notion, 52),
        title,
    ]
    if thought:
        pieces += power_patch(art.right - 8, art.bottom - 8, face.power, face.power, face.notion)
    return Block(TILE_W, height, tuple(pieces))


def layout_notion(notion: DraftNotion, names: Names, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of a notion's page."""
    head = head_block(notion, shown_names(names, translator), translator)
    placed = [PlacedBlock(MARGIN, MARGIN, head, "head")]
    y = placed[0].rect.bottom + GAP
    for start in range(0, len(notion.cards), COLUMNS):
        row = [small_tile(face, translator) for face in notion.cards[start : start + COLUMNS]]
        placed += [PlacedBlock(MARGIN + k * (TILE_W + GAP), y, tile, "card") for k, tile in enumerate(row)]
        y += row[0].height + GAP
    return Sheet(WIDTH, y - GAP + MARGIN, CLOTH, tuple(placed))


def page_inks(notions: tuple[str, ...]) -> list[Colour]:
    """Return the colours of paper, text and signs on a page with these notions."""
    inks = [*cloth_colours(CLOTH), *tints(SHEET, (INK,), 6), *tints(PLUM, (LABEL, GILT), 3), HEM, MOSS]
    for seat in SEATS:
        inks += tints(seat, (LABEL,), 3)
    for notion in notions:
        tone = dye(notion)
        inks += tints(tone, (LABEL,), 4 if len(notions) == 1 else 2)
        inks += [inks_of(notion).accent, between(SHEET, tone, 0.5)]
    return [*inks, FADED]


def print_page(sheet: Sheet, notions: tuple[str, ...]) -> bytes:
    """Return a page with cards of these notions as a PNG. Drawings of one notion share their inks."""

    def notion_of(picture: Picture) -> str:
        return getattr(picture.drawing, "notion", "")

    def exact_colours(picture: Picture) -> list[Colour]:
        return [LABEL, SHEET, INK, dye(notion_of(picture)), inks_of(notion_of(picture)).accent]

    areas = areas_of(sheet, exact_colours, notion_of)
    return png_in_few_inks(paint_sheet(sheet), page_inks(notions), areas, MOST_BYTES)


def draw_notion(notion: DraftNotion, names: Names, translator: Translator = ENGLISH) -> bytes:
    """Return a notion's page as a PNG."""
    return print_page(layout_notion(notion, names, translator), (notion.notion,))
