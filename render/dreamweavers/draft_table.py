"""The draft table: twelve notions as swatches of cloth, and who has taken which; then the Intents to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cards.i18n import ENGLISH, Translator, msg
from engine.dreamweavers.views.types import DraftNotion, DreamweaversView
from render.dreamweavers.art import CoverArt
from render.dreamweavers.inks import FADED, GILT, HEM, INK, LABEL, OCHRE, PLUM, SHEET, dye
from render.dreamweavers.wording import (
    NOTIONS,
    Names,
    bottom_seat,
    has_chosen,
    lines_of,
    notion_word,
    rules,
)
from render.fonts import width_of
from render.pieces import Block, Icon, Picture, Piece, Rect, Shape, Words
from render.typeset import fitted, flowed

COLUMNS = 3
GAP = 12
ART_H = 150
TEXT, LABELS = 26, 24


def _name_on(name: str, notion: str, width: int, y: int) -> list[Piece]:
    """The notion's name on a label sewn onto its cloth."""
    size = next((one for one in (38, 34, 30) if width_of(name, "display", one) <= width - 60), 26)
    wide = width_of(name, "display", size) + 32
    label = Rect(14, y - 50, wide, 50)
    return [
        Shape(label, dye(notion), "box", 10, GILT, 2),
        Words(label, (name,), "display", size, LABEL, "center"),
    ]


@lru_cache(maxsize=64)
def swatch(
    one: DraftNotion, taker: str, width: int, least: int = 0, translator: Translator = ENGLISH
) -> Block:
    """A notion on the table, at least so high: its cloth, its name, how it plays; dimmed with its taker once it is taken."""
    known = one.notion if one.notion.casefold() in NOTIONS else "Doubt"
    art = Rect(4, 4, width - 8, ART_H)
    picture = Picture(art, CoverArt(known.casefold()), 13, dimmed=one.taken_by is not None)
    pieces: list[Piece] = [
        picture,
        *_name_on(notion_word(one.notion, translator), known, width, art.bottom - 8),
    ]
    y = art.bottom + 6
    if one.taken_by is None:
        about = translator(msg(one.about, "about")) if one.about else ""
        words = flowed(about, 14, y, width - 28, "text", LABELS, INK)
        pieces.append(words)
        y = words.rect.bottom
    else:
        disc = Rect(14, y + 2, 46, 46)
        words = fitted(taker, Rect(72, y + 4, width - 86, 42), "strong", 32, LABELS, INK, "left", 1)
        pieces += [
            Shape(disc, PLUM, "disc", 0, GILT, 3),
            Words(disc, (str(one.order),), "number", 30, LABEL, "center"),
            words,
        ]
        y = disc.bottom
    height = max(least, y + 12)
    edge, wide = (HEM, 3) if one.taken_by is not None else (dye(known), 4)
    return Block(width, height, (Shape(Rect(0, 0, width, height), SHEET, "box", 16, edge, wide), *pieces))


@lru_cache(maxsize=32)
def intent_block(
    one: DraftNotion, is_chosen: bool, width: int, least: int = 0, translator: Translator = ENGLISH
) -> Block:
    """A notion as the Intent that it would be, at least so high; framed where the viewer has chosen it."""
    known = one.notion if one.notion.casefold() in NOTIONS else "Doubt"
    art = Rect(6, 6, width - 12, ART_H)
    pieces: list[Piece] = [
        Picture(art, CoverArt(known.casefold()), 12),
        *_name_on(notion_word(one.notion, translator), known, width, art.bottom - 8),
    ]
    y = art.bottom + 6
    if is_chosen:
        words = flowed(translator(msg("chosen by you", "Intent")), 44, y, width - 58, "strong", TEXT, OCHRE)
        pieces += [Icon(Rect(14, y + 3, 24, 24), "star", OCHRE), words]
        y = words.rect.bottom
    for text in lines_of(one.cover, translator):
        words = flowed(rules(text), 14, y, width - 28, "text", TEXT, INK)
        pieces.append(words)
        y = words.rect.bottom + 4
    height = max(least, y + 10)
    edge, wide = (OCHRE, 6) if is_chosen else (dye(known), 4)
    return Block(width, height, (Shape(Rect(0, 0, width, height), SHEET, "box", 16, edge, wide), *pieces))


@lru_cache(maxsize=32)
def _line(name: str, told: str, rolled: str, notion: str, width: int) -> Block:
    """A player's line: the name, what they do now, and what they have rolled."""
    right = width_of(rolled, "strong", TEXT) if rolled else 0
    words = fitted(name, Rect(34, 0, 430, 64), "display", 38, LABELS, INK, "left", 1)
    taken = width_of(words.lines[0], words.face, words.size) + 56
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, 64), SHEET, "box", 16, HEM, 3),
        Shape(Rect(10, 10, 12, 44), dye(notion), "box", 6),
        words,
        fitted(told, Rect(taken, 3, width - taken - right - 40, 60), "strong", 28, LABELS, FADED, "left", 1),
    ]
    if rolled:
        pieces.append(
            Words(Rect(width - right - 24, 0, right, 64), (rolled,), "strong", TEXT, FADED, "right")
        )
    return Block(width, 64, tuple(pieces))


def _player(view: DreamweaversView, seat: int, names: Names, width: int, translator: Translator) -> Block:
    draft, side = view.draft, view.sides[seat]
    assert draft is not None
    told = ""
    if draft.picking == seat:
        told = translator(msg("picks {n} now", n=draft.count))
    elif view.phase == "intent":
        chosen = has_chosen(view, seat)
        told = translator(msg("has chosen an Intent") if chosen else msg("is choosing an Intent"))
    elif view.first == seat:
        told = translator(msg("first player", "standing"))
    roll = draft.rolls[seat] if seat < len(draft.rolls) else ()
    rolled = (
        translator(msg("rolled {dice} = {n}", dice=" + ".join(map(str, roll)), n=sum(roll))) if roll else ""
    )
    return _line(names[seat], told, rolled, side.notions[0] if side.notions else "", width)


def draft_blocks(
    view: DreamweaversView, names: Names, width: int, translator: Translator = ENGLISH
) -> Iterator[list[Block]]:
    """The rows of the draft table; once all is taken, those of the Intents. Empty where there is no draft."""
    draft = view.draft
    if draft is None:
        return
    seat = bottom_seat(view)
    wide = (width - GAP * (COLUMNS - 1)) // COLUMNS
    if view.phase == "intent":
        for one in (1 - seat, seat):
            yield [_player(view, one, names, width, translator)]
            side = view.sides[one]
            own = side.intent.notion if side.intent is not None else ""
            mine = [notion for notion in draft.notions if notion.taken_by == one]
            mine.sort(key=lambda notion: notion.order)
            for k in range(0, len(mine), COLUMNS):
                row = mine[k : k + COLUMNS]
                least = max(intent_block(n, n.notion == own, wide, 0, translator).height for n in row)
                yield [intent_block(n, n.notion == own, wide, least, translator) for n in row]
        return
    yield [_player(view, 1 - seat, names, width, translator)]
    for k in range(0, len(draft.notions), COLUMNS):
        row = draft.notions[k : k + COLUMNS]
        takers = ["" if one.taken_by is None else names[one.taken_by] for one in row]
        shown = list(zip(row, takers, strict=True))
        least = max(swatch(one, taker, wide, 0, translator).height for one, taker in shown)
        yield [swatch(one, taker, wide, least, translator) for one, taker in shown]
    yield [_player(view, seat, names, width, translator)]
