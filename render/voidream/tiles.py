"""Tiles: one permanent, veiled card or construct each, with all that is on it and under it (§2)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from engine.voidream.view import Attached, ConstructView, InPlay
from render import palette as c
from render.fonts import line_height
from render.pieces import Block, Colour, Hatch, Icon, Picture, Piece, Rect, Shape, Words
from render.typeset import fitted, flowed
from render.voidream.art import BackArt, art_of
from render.voidream.wording import Names, kind_line, of, place

GAP = 10
PAD = 9
NUMBER = 32
LABEL = 22


class Tile(Struct, frozen=True):
    """What a tile shows, and how high it must be at least at its width."""

    pieces: tuple[Piece, ...]
    width: int
    height: int
    tone: str = "ready"

    def block(self, height: int) -> Block:
        """The tile as a block of this height: tiles of a row are equally high."""
        return _grounded(self, height)


@lru_cache(maxsize=1024)
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
        Shape(rect, (30, 40, 92), "box", 7, c.MIST, 2, (52, 40, 104)),
        Words(rect, (str(value),), "number", size, c.PAPER, "center"),
    ]


def damage_strip(x: int, y: int, w: int, damage: int) -> list[Piece]:
    """How much damage is marked."""
    return [
        Shape(Rect(x, y, w, 36), c.ROSE_DEEP, "box", 8, c.ROSE, 2),
        Icon(Rect(x + 6, y + 6, 22, 24), "crack", c.ROSE),
        fitted(f"{damage} damage", Rect(x + 30, y, w - 34, 36), "strong", 27, 20, c.PAPER, "center", 1),
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
            pieces.append(Icon(Rect(rect.x + cell // 2 + 4, y + 8, 18, 18), "up" if up else "down", c.MINT if up else c.ROSE))
        tint = c.PAPER if now == printed else c.MINT if now > printed else c.ROSE
        text = str(now).replace("-", "−")
        pieces.append(fitted(text, Rect(rect.x + 1, y + 28, cell - 2, 38), "number", NUMBER, 22, tint, "center", 1))
    return pieces


def _attachments(cards: tuple[Attached, ...], host: int, names: Names, x: int, y: int, w: int) -> tuple[list[Piece], int]:
    """Slats for known cards, numbered backs for unknown charges; and where they end."""
    pieces: list[Piece] = []
    hidden = [card for card in cards if card.face is None]
    for card in cards:
        if card.face is None:
            continue
        title = card.face.title if card.controller == host else f"{card.face.title} ({of(names[card.controller])})"
        words_w = w - 42 - (28 if card.exhausted else 0) - 6
        words = fitted(title, Rect(x + 42, y, words_w, 60), "flavour" if card.is_charge else "title", 23, 21, c.PAPER, "left", 2)
        high = 40 if len(words.lines) == 1 else 58
        if card.is_charge:
            high += 22
        pieces.append(Shape(Rect(x, y, w, high), c.NIGHT, "box", 8))
        pieces.extend(number_back(x + 3, y + 3, 32, high - 6, card.value, 27))
        top = 22 if card.is_charge else 0
        if card.is_charge:
            pieces.append(Words(Rect(x + 42, y + 2, w - 48, 22), ("charge",), "text", 19, c.MIST))
        pieces.append(Words(Rect(x + 42, y + top, words_w, high - top), words.lines, words.face, words.size, words.ink))
        if card.exhausted:
            pieces.append(Icon(Rect(x + w - 30, y + top, 24, high - top), "sideways", c.GOLD))
        y += high + 5
    if hidden:
        pieces.append(
            Words(Rect(x, y, w, 26), ("charge:" if len(hidden) == 1 else f"{len(hidden)} charges:",), "text", LABEL, c.MIST)
        )
        y += 28
        row = max(1, (w + 4) // 38)
        for k, card in enumerate(hidden):
            pieces.extend(number_back(x + k % row * 38, y + k // row * 50, 34, 46, card.value, 28))
        y += -(-len(hidden) // row) * 50 + 2
    return pieces, y


@lru_cache(maxsize=1024)
def permanent(card: InPlay, width: int, names: Names, side: int) -> Tile:
    """A card in play (memory, entity or veiled card) on the side of `side`."""
    inner = width - 2 * PAD
    pieces: list[Piece] = []
    face = card.face
    art_h = 92 if width > 185 else 80
    art = Rect(6, 6, width - 12, art_h)
    if card.veiled or face is None:
        pieces.append(Picture(art, BackArt(), 10))
        pieces.append(Shape(Rect(width // 2 - 34, 12, 68, art_h - 12), c.INK, "box", 12, c.PAPER, 2))
        pieces.append(Words(Rect(width // 2 - 34, 12, 68, art_h - 12), (str(card.value),), "number", 52, c.PAPER, "center"))
        y = art.bottom + 4
        pieces.append(Words(Rect(PAD, y, inner, 30), ("Veiled",), "strong", 25, c.PAPER, "center"))
        y += 32
        if face is not None:
            words = fitted(face.title, Rect(PAD, y, inner, 54), "flavour", 24, 21, c.MIST, "center", 2)
            high = len(words.lines) * line_height(words.size)
            pieces.append(Words(Rect(PAD, y, inner, high), words.lines, words.face, words.size, words.ink, "center", words.whole))
            y += high
    else:
        pieces.append(Picture(art, art_of(face), 10, card.exhausted, card.exhausted))
        if card.exhausted:
            pieces.append(Hatch(art, c.SMOKE))
        pieces.extend(value_badge(11, 11, card.value))
        y = art.bottom + 4
        words = fitted(face.title, Rect(PAD, y, inner, 58), "title", 26, 21, c.PAPER, "left", 2)
        high = len(words.lines) * line_height(words.size)
        pieces.append(Words(Rect(PAD, y, inner, high), words.lines, words.face, words.size, words.ink, "left", words.whole))
        y += high + 4
        if face.kind == "entity":
            pieces.extend(_stats(card, PAD, y, inner))
            y += 70
        else:
            words = flowed(kind_line(face), PAD, y, inner, "text", LABEL, c.MIST)
            pieces.append(words)
            y = words.rect.bottom + 4
    if card.exhausted:
        strip = Rect(6, art.bottom - 36, width - 12, 36)
        pieces.append(Shape(strip, c.GOLD_DEEP, "box", 8, c.GOLD, 2))
        pieces.append(Icon(Rect(strip.x + 6, strip.y + 4, 28, 28), "sideways", c.GOLD))
        pieces.append(fitted("exhausted", Rect(strip.x + 36, strip.y, strip.w - 40, 36), "strong", 25, 20, c.PAPER, "center", 1))
    if card.damage:
        pieces.extend(damage_strip(PAD, y, inner, card.damage))
        y += 40
    if card.keywords:
        words = flowed(", ".join(card.keywords), PAD, y, inner, "text", LABEL, c.MIST)
        pieces.append(words)
        y = words.rect.bottom + 4
    if card.owner != card.controller:
        words = flowed(f"{of(names[card.owner])} card", PAD, y, inner, "italic", LABEL, c.MIST)
        pieces.append(words)
        y = words.rect.bottom + 4
    if card.attached:
        under, y = _attachments(card.attached, card.controller, names, PAD, y, inner)
        pieces.extend(under)
    tone = card.role or ("exhausted" if card.exhausted else "veiled" if card.veiled else "ready")
    return Tile(tuple(pieces), width, y + 5, tone)


@lru_cache(maxsize=512)
def construct_tile(construct: ConstructView, width: int) -> Tile:
    """An active construct, or the bastion."""
    inner = width - 2 * PAD
    art = Rect(6, 6, width - 12, 76)
    pieces: list[Piece] = [Picture(art, art_of(construct.face), 10, construct.exhausted, construct.exhausted)]
    pieces.extend(value_badge(11, 11, construct.face.value))
    label = "Bastion" if construct.is_bastion else "Construct"
    pieces.append(Shape(Rect(width - 129, 11, 118, 32), c.INK, "box", 8))
    pieces.append(fitted(label, Rect(width - 127, 11, 114, 32), "strong", 22, 20, c.PAPER, "center", 1))
    y = art.bottom + 3
    words = fitted(construct.face.title, Rect(PAD, y, inner, 54), "title", 25, 21, c.PAPER, "left", 2)
    high = len(words.lines) * line_height(words.size)
    pieces.append(Words(Rect(PAD, y, inner, high), words.lines, words.face, words.size, words.ink, "left", words.whole))
    y += high + 2
    pieces.append(Icon(Rect(PAD, y + 5, 26, 28), "shield", c.SMOKE))
    pieces.append(Words(Rect(PAD + 32, y, 52, 38), (str(construct.stability),), "number", NUMBER, c.PAPER))
    on_top = construct.from_top == 0
    pieces.append(
        fitted(place(construct), Rect(PAD + 86, y, inner - 86, 38), "strong" if on_top else "text", 23, 17,
               c.GOLD if on_top else c.MIST, "right", 2)
    )  # fmt: skip
    y += 40
    if construct.damage:
        pieces.extend(damage_strip(PAD, y, inner, construct.damage))
        y += 40
    if construct.exhausted:
        pieces.append(Icon(Rect(PAD, y + 4, 28, 28), "sideways", c.GOLD))
        pieces.append(Words(Rect(PAD + 36, y, inner - 36, 34), ("exhausted",), "strong", 23, c.PAPER))
        y += 36
    return Tile(tuple(pieces), width, y + 4, "exhausted" if construct.exhausted else "ready")
