"""Tiles: one permanent, veiled card or construct each, with all that is on it and under it (§2)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cards.locales import ENGLISH, Tongue, say, say_many
from engine.voidream.view import Attached, ConstructView, InPlay
from render import palette as c
from render.fonts import line_height, width_of
from render.pieces import Block, Colour, Hatch, Icon, Picture, Piece, Rect, Shape, Words
from render.typeset import fitted, flowed, wrapped
from render.voidream.art import BackArt, art_of
from render.voidream.wording import (
    Names,
    damage_words,
    exhausted_word,
    keyword_word,
    kind_line,
    kind_word,
    of,
    place,
    title_of,
)

GAP = 10
PAD = 9
NUMBER = 32
LABEL = 22
MOST_EXTRA = 220
"""Art grows by at most so much to fill its row."""


class Tile(Struct, frozen=True):
    """What a tile shows, and how high it must be at least at its width."""

    pieces: tuple[Piece, ...]
    width: int
    height: int
    tone: str = "ready"

    def block(self, height: int) -> Block:
        """The tile as a block of this height: tiles of a row are equally high."""
        return _grounded(self, height)


@lru_cache(maxsize=256)
def _grounded(tile: Tile, height: int) -> Block:
    above, below, edge, line = {
        "ready": (c.RAISED, c.RAISED_LOW, c.EDGE, 2),
        "exhausted": (c.ASH, c.ASH_LOW, c.ASH, 2),
        "attacking": (c.RAISED, c.RAISED_LOW, c.ROSE, 4),
        "defending": (c.RAISED, c.RAISED_LOW, c.SILVER, 4),
        "veiled": (c.PANEL, c.PANEL_LOW, c.EDGE, 2),
    }[tile.tone]
    ground = Shape(Rect(0, 0, tile.width, height), above, "box", 14, edge, line, below)
    return Block(tile.width, height, (ground, *tile.pieces))


def value_badge(x: int, y: int, value: int, side: int = 42) -> list[Piece]:
    """A card's value, as on its corner."""
    rect = Rect(x, y, side, side)
    return [
        Shape(rect, c.INK, "box", 10, c.PAPER, 2),
        Words(rect, (str(value),), "number", round(side * 0.7), c.PAPER, "center"),
    ]


def number_back(x: int, y: int, w: int, h: int, value: int, size: int) -> list[Piece]:
    """The back of a card with its number."""
    rect = Rect(x, y, w, h)
    return [
        Shape(rect, c.BACK, "box", 7, c.MIST, 2, c.BACK_LOW),
        Words(rect, (str(value),), "number", size, c.PAPER, "center"),
    ]


def damage_strip(x: int, y: int, w: int, damage: int, tongue: Tongue = ENGLISH) -> list[Piece]:
    """How much damage is marked."""
    return [
        Shape(Rect(x, y, w, 36), c.ROSE_DEEP, "box", 8, c.ROSE, 2),
        Icon(Rect(x + 6, y + 6, 22, 24), "crack", c.ROSE),
        fitted(
            damage_words(damage, tongue), Rect(x + 32, y, w - 36, 36), "strong", 27, 20, c.PAPER, "center", 1
        ),
    ]


def _stats(card: InPlay, x: int, y: int, w: int) -> list[Piece]:
    pieces: list[Piece] = []
    face = card.face
    cell = (w - 2 * 4) // 3
    signs: list[tuple[str, Colour, int, int]] = [
        ("sun", c.GOLD, card.dawn, face.dawn if face else card.dawn),
        ("shield", c.SMOKE, card.stability, face.stability if face else card.stability),
        ("moon", c.SILVER, card.dusk, face.dusk if face else card.dusk),
    ]
    for k, (sign, ink, now, printed) in enumerate(signs):
        rect = Rect(x + k * (cell + 4), y, cell, 66)
        pieces.append(Shape(rect, c.NIGHT, "box", 8))
        if now == printed:
            pieces.append(Icon(Rect(rect.x, y + 6, cell, 22), sign, ink))
        else:
            pieces.append(Icon(Rect(rect.x + cell // 2 - 22, y + 6, 22, 22), sign, ink))
            up = now > printed
            pieces.append(
                Icon(
                    Rect(rect.x + cell // 2 + 4, y + 8, 18, 18),
                    "up" if up else "down",
                    c.MINT if up else c.ROSE,
                )
            )
        tint = c.PAPER if now == printed else c.MINT if now > printed else c.ROSE
        text = str(now).replace("-", "−")
        pieces.append(
            fitted(text, Rect(rect.x + 1, y + 28, cell - 2, 38), "number", NUMBER, 22, tint, "center", 1)
        )
    return pieces


def _slat(
    card: Attached, host: int, names: Names, x: int, y: int, w: int, tongue: Tongue
) -> tuple[list[Piece], int]:
    """One attached card whose face is known, and where its slat ends."""
    title = title_of(card.face, tongue) if card.face is not None else ""
    notes = [tongue(say("charge"))] if card.is_charge else []
    if card.controller != host:
        name = names[card.controller]
        notes.append(tongue(say("{whose}", "owner", whose=of(name), name=name)))
    if card.exhausted:
        notes.append(exhausted_word(tongue))
    text_x, text_w = x + 40, w - 43
    words = fitted(
        title, Rect(0, 0, text_w, 108), "flavour" if card.is_charge else "title", 23, 22, c.PAPER, "left", 4
    )
    label = wrapped(", ".join(notes), "text", 20, text_w) if notes else ()
    top = len(label) * line_height(20)
    high = max(40, top + len(words.lines) * line_height(words.size) + 6)
    pieces: list[Piece] = [Shape(Rect(x, y, w, high), c.NIGHT, "box", 8)]
    pieces.extend(number_back(x + 3, y + 3, 32, high - 6, card.value, 28))
    if label:
        ink = c.GOLD if card.exhausted else c.MIST
        pieces.append(Words(Rect(text_x, y + 2, text_w, top), label, "text", 20, ink))
    rect = Rect(text_x, y + top, text_w, high - top)
    pieces.append(Words(rect, words.lines, words.face, words.size, words.ink, whole=words.whole))
    return pieces, y + high + 5


def _backs(cards: list[Attached], x: int, y: int, w: int, tongue: Tongue) -> tuple[list[Piece], int]:
    """Charges whose faces are unknown, and where they end."""
    word = tongue(say_many("{n} charge", "{n} charges", len(cards)))
    pieces: list[Piece] = [Words(Rect(x, y, w, 28), (word,), "text", LABEL, c.MIST)]
    row = max(1, (w + 4) // 38)
    for k, card in enumerate(cards):
        pieces.extend(number_back(x + k % row * 38, y + 30 + k // row * 50, 34, 46, card.value, 28))
    return pieces, y + 30 + -(-len(cards) // row) * 50


def _attachments(
    card: InPlay, names: Names, columns: list[int], y: int, w: int, tongue: Tongue
) -> tuple[list[Piece], int]:
    """All that is attached, in columns that begin at these `x`, each `w` wide; and where the longest ends."""
    pieces: list[Piece] = []
    ends = [y] * len(columns)
    for under in card.attached:
        if under.face is not None:
            k = ends.index(min(ends))
            slat, ends[k] = _slat(under, card.controller, names, columns[k], ends[k], w, tongue)
            pieces.extend(slat)
    hidden = [under for under in card.attached if under.face is None]
    if hidden:
        k = ends.index(min(ends))
        backs, ends[k] = _backs(hidden, columns[k], ends[k], w, tongue)
        pieces.extend(backs)
    return pieces, max(ends)


def span(card: InPlay) -> int:
    """How many columns of tiles a card takes: more of them if much is attached to it."""
    known = sum(under.face is not None for under in card.attached)
    load = known + (len(card.attached) - known + 2) / 3
    return 1 if load <= 2 else 2 if load <= 5 else 3


def _title(text: str, x: int, y: int, w: int, align: str = "left", face: str = "title") -> Words:
    """A title in two lines, or in three where two are too narrow, in a box just as high as it is."""
    words = fitted(text, Rect(x, y, w, 64), face, 26, 22, c.PAPER, align, 2)
    if not words.whole:
        words = fitted(text, Rect(x, y, w, 108), face, 22, 22, c.PAPER, align, 4)
    high = len(words.lines) * line_height(words.size)
    return Words(Rect(x, y, w, high), words.lines, words.face, words.size, words.ink, align, words.whole)


@lru_cache(maxsize=256)
def permanent(card: InPlay, width: int, names: Names, extra: int = 0, tongue: Tongue = ENGLISH) -> Tile:
    """A card in play (memory, entity or veiled card) in columns of this width, as many as its `span` says.

    Its art is higher by `extra` than it has to be.
    """
    inner = width - 2 * PAD
    pieces: list[Piece] = []
    face = card.face
    extra = min(extra, MOST_EXTRA)
    art_h = (92 if width > 185 else 80) + extra
    art = Rect(6, 6, width - 12, art_h)
    if card.veiled or face is None:
        pieces.append(Picture(art, BackArt(), 10))
        plate = Rect(width // 2 - 34, 6 + (art_h - 68) // 2, 68, 68)
        pieces.append(Shape(plate, c.INK, "box", 12, c.PAPER, 2))
        pieces.append(Words(plate, (str(card.value),), "number", 52, c.PAPER, "center"))
        y = art.bottom + 4
        pieces.append(
            Words(Rect(PAD, y, inner, 30), (tongue(say("Veiled")),), "strong", 25, c.PAPER, "center")
        )
        y += 32
        if face is not None:
            words = _title(title_of(face, tongue), PAD, y, inner, "center", "flavour")
            pieces.append(words)
            y = words.rect.bottom
    else:
        pieces.append(Picture(art, art_of(face), 10, card.exhausted, card.exhausted))
        if card.exhausted:
            pieces.append(Hatch(art, c.SMOKE))
        pieces.extend(value_badge(11, 11, card.value))
        y = art.bottom + 4
        words = _title(title_of(face, tongue), PAD, y, inner)
        pieces.append(words)
        y = words.rect.bottom + 4
        if face.kind == "entity":
            pieces.extend(_stats(card, PAD, y, inner))
            y += 70
        else:
            words = flowed(kind_line(face, tongue), PAD, y, inner, "text", LABEL, c.MIST)
            pieces.append(words)
            y = words.rect.bottom + 4
    if card.exhausted:
        strip = Rect(6, art.bottom - 36, width - 12, 36)
        pieces.append(Shape(strip, c.GOLD_DEEP, "box", 8, c.GOLD, 2))
        pieces.append(Icon(Rect(strip.x + 6, strip.y + 5, 26, 26), "sideways", c.GOLD))
        pieces.append(
            fitted(
                exhausted_word(tongue),
                Rect(strip.x + 34, strip.y, strip.w - 38, 36),
                "strong",
                25,
                20,
                c.PAPER,
                "center",
                1,
            )
        )
    if card.damage:
        pieces.extend(damage_strip(PAD, y, inner, card.damage, tongue))
        y += 40
    if card.keywords:
        words = flowed(
            ", ".join(keyword_word(word, tongue) for word in card.keywords),
            PAD,
            y,
            inner,
            "text",
            LABEL,
            c.MIST,
        )
        pieces.append(words)
        y = words.rect.bottom + 4
    if card.owner != card.controller:
        name = names[card.owner]
        whose = tongue(say("{whose} card", whose=of(name), name=name))
        words = flowed(whose, PAD, y, inner, "italic", LABEL, c.MIST)
        pieces.append(words)
        y = words.rect.bottom + 4
    columns = span(card)
    if columns > 1:
        right = [width + 2 + k * (width + GAP) for k in range(columns - 1)]
        under, end = _attachments(card, names, right, 8, width + GAP - 12, tongue)
        pieces.extend(under)
        y = max(y, end)
    elif card.attached:
        under, y = _attachments(card, names, [PAD], y, inner, tongue)
        pieces.extend(under)
    if card.role:
        sign = Rect(width - 47, 11, 36, 36)
        pieces.append(Shape(sign, c.INK, "disc", 0, c.ROSE if card.role == "attacking" else c.SILVER, 3))
        pieces.append(Icon(sign.inset(9), "sword" if card.role == "attacking" else "shield", c.PAPER))
    tone = card.role or ("exhausted" if card.exhausted else "veiled" if card.veiled else "ready")
    return Tile(tuple(pieces), columns * width + (columns - 1) * GAP, y + 5, tone)


@lru_cache(maxsize=64)
def construct_tile(construct: ConstructView, width: int, extra: int = 0, tongue: Tongue = ENGLISH) -> Tile:
    """An active construct, or the bastion; its art is higher by `extra` than it has to be."""
    inner = width - 2 * PAD
    art = Rect(6, 6, width - 12, 80 + min(extra, MOST_EXTRA))
    pieces: list[Piece] = [Picture(art, art_of(construct.face), 10, construct.exhausted, construct.exhausted)]
    pieces.extend(value_badge(11, 11, construct.face.value))
    label = kind_word("bastion" if construct.is_bastion else "construct", tongue)
    size = LABEL if width_of(label, "strong", LABEL) + 61 <= width else 20
    w = width_of(label, "strong", size) + 44
    pill = Rect(width - 11 - w, art.bottom - 37, w, 32)
    pieces.append(Shape(pill, c.INK, "box", 8))
    pieces.append(
        Icon(Rect(pill.x + 9, pill.y + 6, 20, 20), "castle" if construct.is_bastion else "tower", c.PAPER)
    )
    pieces.append(Words(Rect(pill.x + 35, pill.y, w - 40, 32), (label,), "strong", size, c.PAPER))
    words = _title(title_of(construct.face, tongue), PAD, art.bottom + 3, inner)
    pieces.append(words)
    y = words.rect.bottom + 3
    pieces.append(Icon(Rect(PAD, y + 5, 26, 28), "shield", c.SMOKE))
    pieces.append(
        fitted(str(construct.stability), Rect(PAD + 30, y, 44, 38), "number", NUMBER, 20, c.PAPER, "left", 1)
    )
    on_top = construct.from_top == 0
    where = Rect(PAD + 74, y, inner - 74, 38)
    pieces.append(
        fitted(
            place(construct, tongue),
            where,
            "strong" if on_top else "text",
            22,
            18,
            c.GOLD if on_top else c.MIST,
            "right",
            1,
        )
    )
    y += 40
    if construct.damage:
        pieces.extend(damage_strip(PAD, y, inner, construct.damage, tongue))
        y += 40
    if construct.exhausted:
        pieces.append(Icon(Rect(PAD, y + 4, 28, 28), "sideways", c.GOLD))
        pieces.append(
            fitted(
                exhausted_word(tongue),
                Rect(PAD + 34, y, inner - 34, 34),
                "strong",
                24,
                20,
                c.PAPER,
                "left",
                1,
            )
        )
        y += 36
    return Tile(tuple(pieces), width, y + 4, "exhausted" if construct.exhausted else "ready")
