"""The draft table: twelve notions as pieces of cloth with their owners, and later the Intents to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cards.i18n import ENGLISH, Translator, msg
from engine.dreamweavers.views.types import DraftNotion, DraftView, DreamweaversView
from render.cloth_texture import cloth_colours
from render.dreamweavers.art import CoverArt
from render.dreamweavers.inks import CLOTH, FADED, GILT, HEM, INK, LABEL, OCHRE, PLUM, SHEET, dye
from render.dreamweavers.words import NOTIONS, has_chosen, hint, notion_word
from render.fonts import width_of
from render.layout import Block, Colour, Picture, Piece, Rect, Shape, Words, moved
from render.table.lines import LEAST, Lines
from render.table.words import Names, from_viewer, lines_of, rules
from render.typeset import fitted

COLUMNS = 3
PICKS = (0, 1, 1, 0, 0, 1)
"""The order of the draft: 0 is the first player, 1 the second (§Setup 1.3 to 1.6)."""
GAP = 12
CLOTH_LOW = cloth_colours(CLOTH)[2]
ART_H = 150


def _name_on(name: str, notion: str, width: int, y: int) -> list[Piece]:
    """Return the notion's name on a label sewn onto its cloth."""
    size = 38 if width_of(name, "display", 38) <= width - 60 else LEAST
    wide = width_of(name, "display", size) + 32
    label = Rect(14, y - 50, wide, 50)
    return [
        Shape(label, dye(notion), "box", 10, GILT, 2),
        Words(label, (name,), "display", size, LABEL, "center"),
    ]


def _cloth(
    notion: str,
    words: list[Piece],
    end: int,
    width: int,
    min_height: int,
    rim: tuple[Colour, int],
    dimmed: bool,
    translator: Translator,
) -> Block:
    """Return a notion's cloth with its name, and these words below it, down to `end`.

    Spare height goes to the picture.
    """
    ink_notion = notion if notion.casefold() in NOTIONS else "Doubt"
    height = max(min_height, ART_H + end + 22)
    art = Rect(5, 5, width - 10, height - end - 22)
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, height), SHEET, "box", 16, *rim),
        Picture(art, CoverArt(ink_notion.casefold()), 12, dimmed=dimmed),
        *_name_on(notion_word(notion, translator), ink_notion, width, art.bottom - 8),
        *(moved(piece, 0, art.bottom + 6) for piece in words),
    ]
    return Block(width, height, tuple(pieces))


@lru_cache(maxsize=64)
def swatch(
    notion: DraftNotion, taker: str, width: int, min_height: int = 0, translator: Translator = ENGLISH
) -> Block:
    """Return a notion in the draft with a minimum height: its cloth, name and style of play; dimmed with its owner if taken."""
    if notion.taken_by is not None:
        disc = Rect(14, 2, 46, 46)
        pieces: list[Piece] = [
            Shape(disc, PLUM, "disc", 0, GILT, 3),
            Words(disc, (str(notion.order),), "number", LEAST, LABEL, "center"),
            fitted(taker, Rect(72, 4, width - 86, 42), "strong", LEAST, LEAST, INK, "left", 1),
        ]
        return _cloth(notion.notion, pieces, disc.bottom, width, min_height, (HEM, 3), True, translator)
    lines = Lines(14, width - 28)
    if notion.about:
        lines.text(hint(translator(msg(notion.about, "about"))), "text", LEAST, INK)
    return _cloth(
        notion.notion, lines.pieces, lines.y, width, min_height, (dye(notion.notion), 4), False, translator
    )


@lru_cache(maxsize=32)
def intent_block(
    notion: DraftNotion, is_chosen: bool, width: int, min_height: int = 0, translator: Translator = ENGLISH
) -> Block:
    """Return a notion as a possible Intent, with a minimum height; framed if the viewer has chosen it."""
    lines = Lines(14, width - 28)
    if is_chosen:
        lines.sign("star", 28, OCHRE, lowered=7)
        lines.text(translator(msg("chosen by you", "Intent")), "strong", LEAST, OCHRE, indent=36)
    for text in lines_of(notion.cover, translator):
        lines.text(rules(text), "text", LEAST, INK, below=4)
    rim = (OCHRE, 6) if is_chosen else (dye(notion.notion), 4)
    return _cloth(notion.notion, lines.pieces, lines.y, width, min_height, rim, False, translator)


@lru_cache(maxsize=32)
def _track(draft: DraftView, first: int, names: Names, width: int, translator: Translator) -> Block:
    """Return the six picks in order: the owner and notion of each, with a gold rim for the current ones."""
    picked = sorted(
        (notion for notion in draft.notions if notion.taken_by is not None), key=lambda notion: notion.order
    )
    wide = (width - (len(PICKS) - 1) * 8) // len(PICKS)
    pieces: list[Piece] = []
    for k, order in enumerate(PICKS):
        seat = (first + order) % 2
        rect = Rect(k * (wide + 8), 0, wide, 92)
        is_due = draft.picking is not None and len(picked) <= k < len(picked) + draft.count
        pick = picked[k] if k < len(picked) else None
        ground, ink = (dye(pick.notion), LABEL) if pick else (SHEET, INK)
        edge, thick = (OCHRE, 6) if is_due else (HEM, 3)
        pieces.append(Shape(rect, ground, "box", 14, edge, thick))
        name = Rect(rect.x + 8, 6, wide - 16, 40)
        pieces.append(fitted(names[seat], name, "strong", LEAST, LEAST, ink, "center", 1))
        label, face = (notion_word(pick.notion, translator), "title") if pick else (str(k + 1), "number")
        box = Rect(rect.x + 6, 46, wide - 12, 40)
        pieces.append(fitted(label, box, face, LEAST, LEAST, ink, "center", 1))
    ground = Shape(Rect(0, 0, width, 92), CLOTH_LOW, "box", 14)
    return Block(width, 92, (ground, *pieces))


@lru_cache(maxsize=32)
def _line(name: str, action: str, rolled: str, notion: str, width: int) -> Block:
    """Return a player's line: the name, their current action beside it, and their roll below it."""
    right = width_of(action, "strong", LEAST)
    x, height = 34, 92 if rolled else 54
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, height), SHEET, "box", 16, HEM, 3),
        Shape(Rect(10, 10, 12, height - 20), dye(notion), "box", 6),
        fitted(name, Rect(x, 4, width - x - right - 40, 46), "display", 36, LEAST, INK, "left", 1),
        Words(Rect(width - right - 20, 6, right, 42), (action,), "strong", LEAST, OCHRE, "right"),
    ]
    if rolled:
        pieces.append(Words(Rect(x, 46, width - x - 20, 42), (rolled,), "strong", LEAST, FADED))
    return Block(width, height, tuple(pieces))


def _player(view: DreamweaversView, seat: int, names: Names, width: int, translator: Translator) -> Block:
    draft, side = view.draft, view.sides[seat]
    assert draft is not None
    action = ""
    if draft.picking == seat:
        action = translator(msg("picks {n} now", n=draft.count))
    elif view.phase == "intent":
        is_chosen = has_chosen(view, seat)
        action = translator(msg("has chosen an Intent") if is_chosen else msg("is choosing an Intent"))
    elif view.first == seat:
        action = translator(msg("first player", "standing"))
    roll = draft.rolls[seat] if seat < len(draft.rolls) else ()
    rolled = (
        translator(msg("rolled {dice} = {n}", dice=" + ".join(map(str, roll)), n=sum(roll))) if roll else ""
    )
    return _line(names[seat], action, rolled, side.notions[0] if side.notions else "", width)


def draft_blocks(
    view: DreamweaversView, names: Names, width: int, translator: Translator = ENGLISH
) -> Iterator[list[Block]]:
    """Yield the rows of the draft table; after the last pick, those of the Intents. Empty without a draft."""
    draft = view.draft
    if draft is None:
        return
    own, opponent = (side.seat for side in from_viewer(view.sides, view.viewer))
    wide = (width - GAP * (COLUMNS - 1)) // COLUMNS
    if view.phase == "intent":
        for seat in (opponent, own):
            yield [_player(view, seat, names, width, translator)]
            side = view.sides[seat]
            chosen_notion = side.intent.notion if side.intent is not None else ""
            mine = [notion for notion in draft.notions if notion.taken_by == seat]
            mine.sort(key=lambda notion: notion.order)
            for k in range(0, len(mine), COLUMNS):
                row = mine[k : k + COLUMNS]
                min_height = max(
                    intent_block(n, n.notion == chosen_notion, wide, 0, translator).height for n in row
                )
                yield [intent_block(n, n.notion == chosen_notion, wide, min_height, translator) for n in row]
        return
    yield [_player(view, seat, names, (width - GAP) // 2, translator) for seat in (own, opponent)]
    if view.first is not None:
        yield [_track(draft, view.first, names, width, translator)]
    for k in range(0, len(draft.notions), COLUMNS):
        row = draft.notions[k : k + COLUMNS]
        takers = ["" if seat.taken_by is None else names[seat.taken_by] for seat in row]
        pairs = list(zip(row, takers, strict=True))
        min_height = max(swatch(seat, taker, wide, 0, translator).height for seat, taker in pairs)
        yield [swatch(seat, taker, wide, min_height, translator) for seat, taker in pairs]
