"""Tiles: one permanent, veiled card or construct each, with all that is on it and under it (§2).

A tile is as wide as a column of the board: the picture above with the numbers on its dark foot, the title under it.
"""

from __future__ import annotations

from functools import lru_cache

from cards.locales import ENGLISH, Tongue, say, say_many
from engine.voidream.view import Attached, ConstructView, InPlay
from render import palette as c
from render.fonts import line_height, width_of
from render.pieces import Block, Colour, Drawing, Icon, Picture, Piece, Rect, Shape, Words
from render.typeset import flowed, unbroken, wrapped
from render.voidream.art import BackArt, art_of
from render.voidream.inks import rim_of
from render.voidream.wording import (
    Names,
    damage_words,
    exhausted_word,
    keyword_word,
    kind_line,
    kind_word,
    of,
    place,
    plain,
    title_of,
)

TILE = 196
"""The width of a column."""
GAP = 20
"""The space between two columns; a tile that is turned reaches into it."""
TILE_H = 286
"""The height of a tile that carries no more than its title and a line."""

_ART = Rect(5, 5, TILE - 10, 174)
_PAD = 9
_TEXT_W = TILE - 2 * _PAD + 2
_WIDEST = TILE - 10
"""How wide a title may become whose words do not fit otherwise."""
_NUMBER, _TITLE, _LABEL, _SLAT = 36, 29, 24, 26
_FOOT = 78
"""The height of a foot with a row of numbers."""
_SIGN = 22
"""The size of the signs beside dawn, stability and dusk."""


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
        Shape(rect, c.BACK, "box", 7, c.MIST, 2),
        Words(rect, (str(value),), "number", size, c.PAPER, "center"),
    ]


def tilt_of(block: Block) -> int:
    """By how many degrees an exhausted card is turned: by 5, less where a long one would touch its neighbours."""
    longest = max(block.width, block.height)
    return 5 if longest <= 360 else 2 if longest <= 620 else 1


def _ground(width: int, height: int, rim: Colour, fights: bool) -> list[Piece]:
    """The card itself. A thin dark line runs around the rim, which keeps it smooth on any sky."""
    whole = Rect(0, 0, width, height)
    if fights:
        return [Shape(whole, c.PANEL_LOW, "box", 18, rim, 5)]
    return [
        Shape(whole, c.INK, "box", 18),
        Shape(whole.inset(2), c.PANEL_LOW, "box", 16, rim, 3),
    ]


def _damage(damage: int, fights: bool) -> list[Piece]:
    """How much damage is marked: on the right of the picture, under the sign of a fighter."""
    wide = width_of(str(damage), "number", _NUMBER)
    w = wide + 46
    x = TILE - 11 - w
    pill = Rect(x, 64 if fights or x < 66 else 11, w, 46)
    return [
        Shape(pill, c.ROSE_DEEP, "box", 12, c.ROSE, 2),
        Icon(Rect(x + 9, pill.y + 11, 24, 24), "crack", c.ROSE),
        Words(Rect(x + 36, pill.y, wide, 46), (str(damage),), "number", _NUMBER, c.PAPER),
    ]


_SIGNS: dict[str, tuple[str, Colour]] = {
    "dawn": ("sun", c.GOLD),
    "stability": ("shield", c.SMOKE),
    "dusk": ("moon", c.SILVER),
}


def _number(x: int, y: int, what: str, now: int, printed: int) -> tuple[list[Piece], int]:
    """A number with its sign around the line `y`, and where it ends. A changed one is coloured and has an arrow."""
    sign, ink = _SIGNS[what]
    pieces: list[Piece] = []
    tint = c.PAPER if now == printed else c.MINT if now > printed else c.ROSE
    if now == printed:
        pieces.append(Icon(Rect(x, y - _SIGN // 2, _SIGN, _SIGN), sign, ink))
    elif now > printed:
        pieces.append(Icon(Rect(x + 4, y - 19, 14, 13), "up", tint))
        pieces.append(Icon(Rect(x + 1, y - 3, 20, 20), sign, ink))
    else:
        pieces.append(Icon(Rect(x + 1, y - 17, 20, 20), sign, ink))
        pieces.append(Icon(Rect(x + 4, y + 6, 14, 13), "down", tint))
    text = plain(now)
    wide = width_of(text, "number", _NUMBER)
    pieces.append(Words(Rect(x + _SIGN + 2, y - 22, wide, 44), (text,), "number", _NUMBER, tint))
    return pieces, x + _SIGN + 2 + wide


def _numbers(entries: list[tuple[str, int, int]]) -> tuple[list[Piece], int]:
    """The numbers on the foot of a picture (what, now, printed), and how high that foot is.

    They stand side by side, or where they are too long one above the other.
    """
    wide = sum(_SIGN + 2 + width_of(plain(now), "number", _NUMBER) for _, now, _ in entries)
    room = _ART.w - 12
    pieces: list[Piece] = []
    if wide + 4 * (len(entries) - 1) > room:
        for k, (what, now, printed) in enumerate(reversed(entries)):
            pieces.extend(_number(_ART.x + 6, _ART.bottom - 25 - 42 * k, what, now, printed)[0])
        return pieces, min(_ART.h, 42 * len(entries) + 46)
    slack = (room - wide) // len(entries)
    x = _ART.x + 6 + (slack // 2 if len(entries) > 1 else 0)
    for what, now, printed in entries:
        made, end = _number(x, _ART.bottom - 25, what, now, printed)
        pieces.extend(made)
        x = end + slack
    return pieces, _FOOT


class _Text:
    """The lines under a picture, one after the other."""

    def __init__(self, y: int) -> None:
        self.y = y
        self.pieces: list[Piece] = []

    def title(self, text: str, ink: Colour, face: str = "title") -> None:
        """The card's title; one with a long word goes nearer to the rim, and is set a little smaller if it has to."""
        near = not unbroken(text, face, _TITLE, _TEXT_W)
        x, w = (5, _WIDEST) if near else (_PAD, _TEXT_W)
        size = _TITLE if unbroken(text, face, _TITLE, w) else _TITLE - 1
        words = flowed(text, x, self.y, w, face, size, ink)
        self.pieces.append(words)
        self.y = words.rect.bottom + 1

    def label(self, text: str, ink: Colour, face: str = "text", sign: str = "") -> None:
        """A line in small type, after a sign if there is one."""
        indent = 28 if sign else 0
        words = flowed(text, _PAD + indent, self.y, _TEXT_W - indent, face, _LABEL, ink)
        if sign:
            self.pieces.append(Icon(Rect(_PAD, self.y + 4, 22, 22), sign, ink))
        self.pieces.append(words)
        self.y = words.rect.bottom + 1


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
    text_x, text_w = x + 38, w - 40
    lines = wrapped(title, "flavour", _SLAT, text_w)
    label = wrapped(", ".join(notes), "text", _LABEL, text_w) if notes else ()
    top = len(label) * line_height(_LABEL)
    high = max(44, top + len(lines) * line_height(_SLAT) + 6)
    pieces: list[Piece] = [Shape(Rect(x, y, w, high), c.RAISED_LOW, "box", 8)]
    pieces.extend(number_back(x, y, 34, high, card.value, 34))
    if label:
        ink = c.GOLD if card.exhausted else c.MIST
        pieces.append(Words(Rect(text_x, y + 3, text_w, top), label, "text", _LABEL, ink))
    rect = Rect(text_x, y + top, text_w, high - top)
    pieces.append(Words(rect, lines, "flavour", _SLAT, c.PAPER))
    return pieces, y + high + 5


def _backs(cards: list[Attached], x: int, y: int, w: int, tongue: Tongue) -> tuple[list[Piece], int]:
    """Charges whose faces are unknown, and where they end."""
    words = flowed(tongue(say_many("{n} charge", "{n} charges", len(cards))), x, y, w, "text", _LABEL, c.MIST)
    pieces: list[Piece] = [words]
    y = words.rect.bottom + 2
    widest = max(width_of(str(card.value), "number", 34) for card in cards)
    side = max(36, widest + 8)
    row = max(1, (w + 4) // (side + 4))
    for k, card in enumerate(cards):
        pieces.extend(number_back(x + k % row * (side + 4), y + k // row * 52, side, 48, card.value, 34))
    return pieces, y + -(-len(cards) // row) * 52


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


def _veiled(card: InPlay, tongue: Tongue) -> list[Piece]:
    """A veiled card of which nothing is known but its value."""
    words = [tongue(say("Veiled")), *([exhausted_word(tongue)] if card.exhausted else [])]
    art = Rect(5, 5, TILE - 10, TILE_H - 10)
    plate = Rect(TILE // 2 - 56, 44, 112, 112)
    size = 62 if width_of(str(card.value), "number", 62) <= 92 else 40
    return [
        Picture(art, BackArt(), 13, dimmed=card.exhausted, foot=110, foot_ink=c.PANEL_LOW),
        Shape(plate, c.INK, "disc", 0, c.MIST, 3),
        Words(plate, (str(card.value),), "number", size, c.PAPER, "center"),
        Icon(Rect(TILE // 2 - 26, 164, 52, 52), "shut", c.MIST),
        Words(
            Rect(8, TILE_H - 78, TILE - 16, 70),
            tuple(words),
            "strong",
            28 if len(words) == 1 else _LABEL,
            c.PAPER,
            "center",
        ),
    ]


def _picture(drawing: Drawing, exhausted: bool, foot: int) -> Picture:
    return Picture(_ART, drawing, 13, dimmed=exhausted, foot=foot, foot_ink=c.PANEL_LOW)


@lru_cache(maxsize=256)
def permanent(card: InPlay, names: Names, tongue: Tongue = ENGLISH) -> Block:
    """A card in play: memory, entity or veiled card, as many columns wide as its `span` says."""
    face = card.face
    pieces: list[Piece] = []
    text = _Text(_ART.bottom + 4)
    rim = {"attacking": c.ROSE, "defending": c.SILVER}.get(card.role)
    foot = 0
    if face is None:
        pieces.extend(_veiled(card, tongue))
        text.y = TILE_H - 4
        rim = rim or c.EDGE
    else:
        is_entity = face.kind == "entity" and not card.veiled
        numbers, foot = (
            _numbers(
                [
                    ("dawn", card.dawn, face.dawn),
                    ("stability", card.stability, face.stability),
                    ("dusk", card.dusk, face.dusk),
                ]
            )
            if is_entity
            else ([], 24)
        )
        pieces.append(_picture(art_of(face), card.exhausted, foot))
        pieces.extend(numbers)
        pieces.extend(value_badge(10, 10, card.value, 50))
        if card.veiled:
            disc = Rect(TILE - 60, 11, 48, 48)
            pieces.extend((Shape(disc, c.INK, "disc", 0, c.MIST, 2), Icon(disc.inset(9), "shut", c.PAPER)))
        ink = c.MIST if card.exhausted else c.PAPER
        text.title(title_of(face, tongue), ink, "flavour" if card.veiled else "title")
        if card.veiled:
            text.label(tongue(say("Veiled")), c.MIST)
        elif not is_entity:
            text.label(kind_line(face, tongue), c.MIST)
        rim = rim or (c.EDGE if card.veiled else rim_of(face.faction))
    if card.exhausted and face is not None:
        text.label(exhausted_word(tongue), c.GOLD, "strong", "moon")
    if card.role:
        sign = Rect(TILE - 58, 11, 46, 46)
        pieces.append(Shape(sign, c.INK, "disc", 0, rim, 3))
        pieces.append(Icon(sign.inset(12), "sword" if card.role == "attacking" else "shield", c.PAPER))
    if card.damage and foot > _FOOT:
        text.label(damage_words(card.damage, tongue), c.ROSE, "strong", "crack")
    elif card.damage:
        pieces.extend(_damage(card.damage, bool(card.role)))
    if card.keywords:
        text.label(", ".join(keyword_word(word, tongue) for word in card.keywords), c.MIST)
    if card.owner != card.controller:
        name = names[card.owner]
        text.label(tongue(say("{whose} card", whose=of(name), name=name)), c.MIST, "italic")
    pieces.extend(text.pieces)
    columns = span(card)
    width = columns * TILE + (columns - 1) * GAP
    bottom = text.y
    if columns > 1:
        across = (width - TILE - 8) // (columns - 1)
        right = [TILE + k * across for k in range(columns - 1)]
        under, end = _attachments(card, names, right, 12, across - 4, tongue)
        pieces.extend(under)
        bottom = max(bottom, end)
    elif card.attached:
        under, bottom = _attachments(card, names, [8], text.y + 3, TILE - 16, tongue)
        pieces.extend(under)
    height = max(TILE_H, bottom + 8)
    return Block(width, height, (*_ground(width, height, rim, bool(card.role)), *pieces))


@lru_cache(maxsize=64)
def construct_tile(construct: ConstructView, tongue: Tongue = ENGLISH) -> Block:
    """An active construct, or the bastion."""
    face = construct.face
    numbers, foot = _numbers([("stability", construct.stability, face.stability)])
    pieces: list[Piece] = [_picture(art_of(face), construct.exhausted, foot), *numbers]
    pieces.extend(value_badge(10, 10, face.value, 50))
    if construct.damage:
        pieces.extend(_damage(construct.damage, fights=False))
    kind = "bastion" if construct.is_bastion else "construct"
    sign = Rect(_ART.right - 42, _ART.bottom - 42, 32, 32)
    pieces.append(Icon(sign, "castle" if construct.is_bastion else "tower", c.MIST))
    text = _Text(_ART.bottom + 4)
    text.title(title_of(face, tongue), c.MIST if construct.exhausted else c.PAPER)
    label = kind_word(kind, tongue)
    on_top = construct.from_top == 0
    where = place(construct, tongue)
    both = f"{label}, {where}"
    if on_top or width_of(both, "text", _LABEL) > _TEXT_W:
        text.label(label, c.MIST)
        text.label(where, c.GOLD if on_top else c.MIST, "strong" if on_top else "text")
    else:
        text.label(both, c.MIST)
    if construct.exhausted:
        text.label(exhausted_word(tongue), c.GOLD, "strong", "moon")
    pieces.extend(text.pieces)
    height = max(TILE_H, text.y + 8)
    return Block(TILE, height, (*_ground(TILE, height, rim_of(face.faction), False), *pieces))
