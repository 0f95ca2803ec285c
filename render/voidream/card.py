"""One card, large (§2): a frame for Dream cards, one for arcana, one for bastions and one for minds."""

from __future__ import annotations

from msgspec.structs import replace

from cards.locales import ENGLISH, Tongue, say
from engine.voidream.view import CardFace
from render import palette as c
from render.canvas import paint_sheet
from render.palette import between
from render.pieces import Block, Colour, Icon, Picture, Piece, Placed, Rect, Shape, Sheet, Words
from render.png import png
from render.typeset import fitted, flowed
from render.voidream.art import art_of
from render.voidream.scenes import SCENES
from render.voidream.wording import (
    EMBLEMS,
    faction_label,
    flavour_of,
    kind_line,
    lines_of,
    plain,
    rules,
    title_of,
)

WIDTH = 780
HEIGHT = 1080
RIM = 18
FRAME_W = WIDTH - 2 * RIM
PAD = 34
TEXT_W = FRAME_W - 2 * PAD - 36


def light_of(face: CardFace) -> Colour:
    """The colour of a card's frame: its faction's light."""
    return SCENES.get(face.faction, SCENES["neutral"]).light


def ground_of(face: CardFace) -> Colour:
    """The dark colour on which a card's words stand."""
    return between(SCENES.get(face.faction, SCENES["neutral"]).above, (6, 6, 16), 0.62)


def _text(lines: tuple[str, ...], flavour: str, y: int, size: int) -> tuple[list[Piece], int]:
    """Rules and flavour from `y` on, and where they end."""
    x = PAD + 18
    pieces: list[Piece] = []
    for line in lines:
        words = flowed(rules(line), x, y, TEXT_W, "text", size, c.PAPER)
        pieces.append(words)
        y = words.rect.bottom + size // 3
    if flavour:
        words = flowed(flavour, x, y + 6, TEXT_W, "flavour", size, c.MIST)
        pieces.append(words)
        y = words.rect.bottom + 6
    return pieces, y


def _best_text(lines: tuple[str, ...], flavour: str, y: int, room: int) -> tuple[list[Piece], int]:
    """The text at the largest size that fits `room`; at the smallest it takes what it needs."""
    for size in range(36, 25, -1):
        pieces, end = _text(lines, flavour, y, size)
        if end - y <= room:
            break
    else:
        pieces, end = _text(lines, flavour, y, 25)
    return pieces, end


def _needed(lines: tuple[str, ...], flavour: str, least: int, most: int) -> int:
    """How much room the text is given: what it takes when it is set large, within bounds."""
    _, end = _text(lines, flavour, 0, 36)
    return max(least, min(most, end + 40))


def _plate(rect: Rect, face: CardFace, radius: int = 16, edge: int = 2) -> Shape:
    return Shape(rect, ground_of(face), "box", radius, between(ground_of(face), light_of(face), 0.6), edge)


def _title(face: CardFace, y: int, tongue: Tongue) -> list[Piece]:
    """Value and title on a band."""
    light = light_of(face)
    rect = Rect(PAD, y, FRAME_W - 2 * PAD, 84)
    pieces: list[Piece] = [_plate(rect, face, 20, 3)]
    x, w = rect.x + 24, rect.w - 48
    if face.value:
        badge = Rect(rect.x + 8, y + 8, 68, 68)
        pieces.append(Shape(badge, c.INK, "box", 14, light, 3))
        pieces.append(Words(badge, (str(face.value),), "number", 48, c.PAPER, "center"))
        x, w = rect.x + 92, rect.w - 108
    pieces.append(
        fitted(title_of(face, tongue), Rect(x, y + 2, w, 80), "display", 46, 25, c.PAPER, "left", 2)
    )
    return pieces


def _kind(face: CardFace, y: int, tongue: Tongue) -> list[Piece]:
    """Faction, kind and types on a band."""
    light = light_of(face)
    rect = Rect(PAD, y, FRAME_W - 2 * PAD, 56)
    return [
        _plate(rect, face, 14),
        Icon(Rect(rect.x + 14, y + 11, 34, 34), EMBLEMS.get(face.faction, "moon"), light),
        fitted(kind_line(face, tongue), Rect(rect.x + 60, y, rect.w // 2 - 30, 56), "strong", 28, 20, c.PAPER, "left", 2),
        fitted(
            faction_label(face.faction, tongue),
            Rect(rect.x + rect.w // 2 + 40, y, rect.w // 2 - 58, 56), "text", 26, 20, light, "right", 1,
        ),
    ]  # fmt: skip


def _stats(face: CardFace, y: int, tongue: Tongue) -> list[Piece]:
    """The numbers at the bottom, each with its sign and word."""
    stats = [("shield", say("stability"), face.stability, c.SMOKE)]
    if face.kind == "entity":
        stats = [("sun", say("dawn"), face.dawn, c.GOLD), *stats, ("moon", say("dusk"), face.dusk, c.SILVER)]
    w, gap = 208, 16
    left = (FRAME_W - len(stats) * w - (len(stats) - 1) * gap) // 2
    pieces: list[Piece] = []
    for k, (sign, word, number, ink) in enumerate(stats):
        rect = Rect(left + k * (w + gap), y, w, 104)
        pieces.append(Shape(rect, c.INK, "box", 20, ink, 3))
        pieces.append(Icon(Rect(rect.x + 14, y + 16, 46, 46), sign, ink))
        pieces.append(
            fitted(
                plain(number), Rect(rect.x + 66, y + 4, w - 78, 68), "number", 58, 30, c.PAPER, "center", 1
            )
        )
        pieces.append(
            Words(Rect(rect.x + 8, y + 68, w - 16, 30), (tongue(word),), "text", 24, c.MIST, "center")
        )
    return pieces


def _frame(face: CardFace, height: int, major: bool = False) -> list[Piece]:
    """The card's ground and rim; a double rim for bastions and minds."""
    light = light_of(face)
    ground = ground_of(face)
    rim = between(ground, light, 0.22)
    pieces: list[Piece] = [Shape(Rect(0, 0, FRAME_W, height), rim, "box", 36, light, 5, ground)]
    if major:
        pieces.append(Shape(Rect(12, 12, FRAME_W - 24, height - 24), rim, "box", 26, light, 2, ground))
    return pieces


def _dream_card(face: CardFace, height: int, tongue: Tongue) -> tuple[list[Piece], int]:
    """Thoughts, memories, entities and constructs: title, art, kind, text, numbers."""
    numbers = 124 if face.kind in ("entity", "construct") else 0
    text_room = _needed(face.text, face.flavour, 150, 420 - numbers)
    art_h = height - 26 - 96 - 72 - text_room - numbers - 40
    art = Rect(PAD, 122, FRAME_W - 2 * PAD, art_h)
    y = art.bottom + 14
    pieces: list[Piece] = [*_title(face, 26, tongue), Picture(art, art_of(face), 18), *_kind(face, y, tongue)]
    y += 70
    box_top = y
    text, end = _best_text(face.text, face.flavour, y + 16, text_room - 24)
    box = Rect(PAD, box_top, FRAME_W - 2 * PAD, max(text_room, end - box_top + 16))
    pieces += [_plate(box, face), *text]
    y = box.bottom
    if numbers:
        pieces += _stats(face, y + 14, tongue)
        y += numbers
    return pieces, y + 28


def _bastion(face: CardFace, height: int, tongue: Tongue) -> tuple[list[Piece], int]:
    """A bastion: battlements along the top, tall art, its stability below."""
    light = light_of(face)
    pieces: list[Piece] = []
    tooth = 44
    for k in range(7):
        x = PAD + 18 + k * ((FRAME_W - 2 * PAD - 36 - tooth) // 6)
        pieces.append(Shape(Rect(x, 28, tooth, 26), between(ground_of(face), light, 0.6), "box", 4))
    text_room = _needed(face.text, face.flavour, 130, 300)
    art = Rect(PAD, 54, FRAME_W - 2 * PAD, height - 54 - 96 - 72 - text_room - 124 - 42)
    y = art.bottom + 12
    pieces += [Picture(art, art_of(face), 10), *_title(face, y, tongue)]
    y += 96
    pieces += _kind(face, y, tongue)
    y += 68
    text, end = _best_text(face.text, face.flavour, y + 14, text_room - 24)
    box = Rect(PAD, y, FRAME_W - 2 * PAD, max(text_room, end - y + 14))
    pieces += [_plate(box, face), *text, *_stats(face, box.bottom + 14, tongue)]
    return pieces, box.bottom + 124 + 28


def _arcanum(face: CardFace, height: int, tongue: Tongue) -> tuple[list[Piece], int]:
    """An arcanum: the upright text above the art, the inverted one below."""
    pieces: list[Piece] = _title(face, 26, tongue)
    y = 122
    rooms = [_needed(face.text, "", 110, 230) + 58, _needed(face.inverted, face.flavour, 110, 230) + 58]
    for room, label, sign, lines, flavour, ink in (
        (rooms[0], tongue(say("Upright")), "up", face.text, "", c.GOLD),
        (rooms[1], tongue(say("Inverted")), "down", face.inverted, face.flavour, c.SILVER),
    ):
        text, end = _best_text(lines or (tongue(say("No text.")),), flavour, y + 58, room - 72)
        box = Rect(PAD, y, FRAME_W - 2 * PAD, max(room, end - y + 14))
        pieces += [
            _plate(box, face),
            Icon(Rect(PAD + 18, y + 18, 26, 26), sign, ink),
            Words(Rect(PAD + 54, y + 12, 300, 40), (label,), "strong", 29, ink),
            *text,
        ]
        y = box.bottom + 12
        if sign == "up":
            art_h = max(150, height - 122 - sum(rooms) - 72 - 52)
            pieces.append(Picture(Rect(PAD, y, FRAME_W - 2 * PAD, art_h), art_of(face), 18))
            y += art_h + 12
    return [*pieces, *_kind(face, y, tongue)], y + 56 + 28


def _mind(face: CardFace, height: int, tongue: Tongue) -> tuple[list[Piece], int]:
    """A mind: a diamond at each edge of the art, as the card turns from 4 to 1, and its texts below."""
    light = light_of(face)
    art = Rect(PAD + 40, 142, FRAME_W - 2 * PAD - 80, 330)
    pieces: list[Piece] = [*_title(face, 28, tongue), Picture(art, art_of(face), 60)]
    corners = (
        (art.x - 34, art.y + 130),
        (art.x + art.w // 2 - 35, art.y - 22),
        (art.right - 36, art.y + 130),
        (art.x + art.w // 2 - 35, art.bottom - 48),
    )
    for number, (x, y) in zip((1, 2, 3, 4), corners, strict=True):
        rect = Rect(x, y, 70, 70)
        pieces.append(Shape(rect, c.INK, "diamond", 0, light, 4))
        pieces.append(Words(rect, (str(number),), "number", 34, c.PAPER, "center"))
    y = art.bottom + 36
    pieces += _kind(face, y, tongue)
    y += 70
    room = height - y - 34
    text, end = _best_text(face.text, face.flavour, y + 16, room - 30)
    box = Rect(PAD, y, FRAME_W - 2 * PAD, max(room, end - y + 16))
    return [*pieces, _plate(box, face), *text], box.bottom + 30


def layout_card(face: CardFace, tongue: Tongue = ENGLISH) -> Sheet:
    """Where everything lies on the picture of a card; a long text makes it taller."""
    make = {"bastion": _bastion, "arcanum": _arcanum, "mind": _mind}.get(face.kind, _dream_card)
    height = HEIGHT - 2 * RIM
    said = replace(
        face,
        text=lines_of(face.text, tongue),
        inverted=lines_of(face.inverted, tongue),
        flavour=flavour_of(face, tongue),
    )
    pieces, end = make(said, height, tongue)
    height = max(height, end)
    card = Block(FRAME_W, height, (*_frame(face, height, face.kind in ("bastion", "mind")), *pieces))
    return Sheet(WIDTH, height + 2 * RIM, "night", (Placed(RIM, RIM, card, "card"),))


def draw_card(face: CardFace, tongue: Tongue = ENGLISH) -> bytes:
    """A whole card, large, as a PNG."""
    return png(paint_sheet(layout_card(face, tongue)))
