"""The draft table: the twelve notions, who has taken which, and whose pick it is (§Setup 1)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator, msg, msg_plural
from engine.dreamweavers.views.types import DraftNotion, DraftView
from render.dreamweavers.art import CoverArt
from render.dreamweavers.inks import CLOTH, FADED, GILT, HEM, INK, LABEL, PLUM, SHEET, SHEET_LOW, dye
from render.dreamweavers.notion import (
    GAP,
    INNER,
    MARGIN,
    SEATS,
    WIDTH,
    name_label,
    print_page,
)
from render.dreamweavers.wording import Names, notion_word, shown_names
from render.fonts import line_height
from render.pieces import Block, Picture, Piece, Placed, Rect, Shape, Sheet
from render.typeset import fitted

COLUMNS = 3
TILE_W = (INNER - (COLUMNS - 1) * GAP) // COLUMNS
TILE_ART, TILE_H = 190, 330
PICKS = (0, 1, 1, 0, 0, 1)
"""Who drafts in which order: 0 is the first player, 1 the second (§Setup 1.3 to 1.6)."""
NAME, HINT = 40, 26


def first_player(draft: DraftView) -> int | None:
    """Who is the first player: whoever took the first notion, or is to take it."""
    return next((one.taken_by for one in draft.notions if one.order == 1), draft.picking)


def taken(draft: DraftView) -> list[DraftNotion]:
    """The notions that have been taken, in order."""
    return sorted((one for one in draft.notions if one.taken_by is not None), key=lambda one: one.order)


def headline(draft: DraftView, names: Names, viewer: int | None, translator: Translator = ENGLISH) -> str:
    """Whose pick it is, and of how many notions."""
    if draft.picking is None:
        return translator(msg("The draft is over"))
    if draft.picking == viewer:
        return translator(msg_plural("You pick {n} notion", "You pick {n} notions", draft.count))
    name = names[draft.picking]
    return translator(
        msg_plural("{name} picks {n} notion", "{name} picks {n} notions", draft.count, name=name)
    )


def hint(about: str) -> str:
    """The first words of how a notion plays: up to its first colon or full stop."""
    return re.split(r"[:.]", about, maxsplit=1)[0].strip()


def _head(draft: DraftView, names: Names, viewer: int | None, translator: Translator) -> Block:
    """Whose pick it is, what is left, and the six picks in their order with what has been taken."""
    height = 216
    left = sum(one.taken_by is None for one in draft.notions)
    count = translator(msg_plural("{n} left", "{n} left", left))
    pieces: list[Piece] = [
        Shape(Rect(0, 0, INNER, height), PLUM, "box", 22),
        fitted(
            headline(draft, names, viewer, translator),
            Rect(24, 8, INNER - 220, 84),
            "display",
            58,
            34,
            LABEL,
            "left",
            1,
        ),
        fitted(count, Rect(INNER - 190, 8, 166, 84), "strong", 36, 26, GILT, "right", 1),
    ]
    done, first = taken(draft), first_player(draft)
    wide = (INNER - 48 - 5 * 10) // 6
    for k, order in enumerate(PICKS):
        rect = Rect(24 + k * (wide + 10), 100, wide, 96)
        seat = done[k].taken_by if k < len(done) else None if first is None else (first + order) % 2
        due = len(done) <= k < len(done) + draft.count and draft.picking is not None
        fill = SHEET if k < len(done) else SHEET_LOW
        pieces.append(Shape(rect, fill, "box", 12, GILT if due else HEM, 6 if due else 2))
        ink = INK if seat is None else SEATS[seat]
        who = names[seat] if seat is not None else ""
        pieces.append(
            fitted(who, Rect(rect.x + 8, rect.y + 6, wide - 16, 42), "strong", 30, 24, ink, "center", 1)
        )
        what = notion_word(done[k].notion, translator) if k < len(done) else str(k + 1)
        face, tone = ("title", INK) if k < len(done) else ("number", FADED)
        pieces.append(
            fitted(what, Rect(rect.x + 6, rect.y + 46, wide - 12, 44), face, 31, 22, tone, "center", 1)
        )
    return Block(INNER, height, tuple(pieces))


def _tile(one: DraftNotion, names: Names, translator: Translator) -> Block:
    """A notion: its cover's picture, its name, and what it does in a few words; dimmed and with a name once taken."""
    free, tone = one.taken_by is None, dye(one.notion)
    art = Rect(5, 5, TILE_W - 10, TILE_ART)
    name = notion_word(one.notion, translator)
    words = fitted(
        hint(translator(msg(one.about, "about"))),
        Rect(14, 0, TILE_W - 28, 2 * line_height(HINT)),
        "text",
        HINT,
        22,
        INK if free else FADED,
        "left",
        2,
    )
    top = art.bottom + line_height(NAME) + 8
    pieces: list[Piece] = [
        Shape(Rect(0, 0, TILE_W, TILE_H), SHEET if free else SHEET_LOW, "box", 18, tone if free else HEM, 5),
        Picture(art, CoverArt(one.notion), 13, dimmed=not free),
        fitted(
            name,
            Rect(14, art.bottom + 4, TILE_W - 28, line_height(NAME)),
            "display",
            NAME,
            28,
            tone if free else FADED,
            "left",
            1,
        ),
        replace(words, rect=Rect(14, top, TILE_W - 28, len(words.lines) * line_height(words.size))),
    ]
    if one.taken_by is not None:
        told = translator(msg("{n}: {name}", n=one.order, name=names[one.taken_by]))
        pieces += name_label(told, "card", SEATS[one.taken_by], art.right - 10, art.bottom - 58, art.w - 20)
    return Block(TILE_W, TILE_H, tuple(pieces))


def layout_draft(
    draft: DraftView, names: Names, viewer: int | None = None, translator: Translator = ENGLISH
) -> Sheet:
    """Where everything lies on the draft table."""
    shown = shown_names(names, translator)
    placed = [Placed(MARGIN, MARGIN, _head(draft, shown, viewer, translator), "head")]
    y = placed[0].rect.bottom + GAP
    for start in range(0, len(draft.notions), COLUMNS):
        for k, one in enumerate(draft.notions[start : start + COLUMNS]):
            placed.append(Placed(MARGIN + k * (TILE_W + GAP), y, _tile(one, shown, translator), "notion"))
        y += TILE_H + GAP
    return Sheet(WIDTH, y - GAP + MARGIN, CLOTH, tuple(placed))


def draw_draft(
    draft: DraftView, names: Names, viewer: int | None = None, translator: Translator = ENGLISH
) -> bytes:
    """The draft table as a PNG, as the player on the seat `viewer` is told it, or spectators."""
    sheet = layout_draft(draft, names, viewer, translator)
    return print_page(sheet, tuple(one.notion for one in draft.notions))
