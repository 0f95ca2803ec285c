"""A card in play as a tile of the board, and the back of a face-down card.

    draw_tile(card, translator, width, least) -> Block        a Thought or a Feeling in its section
    draw_back(width, height) -> Block                         a card of a mind, an Ego or a player's hand

A Thought is light paper below a picture by day, a Feeling cloth in its notion's dye below a picture at night. Nothing is
shown by colour alone: a changed power has an arrow, and a tapped Thought has a sign besides its dimmed picture. No text
is smaller than `LEAST`. All colours of text and backgrounds are in `inks.board_inks`.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cards.i18n import ENGLISH, Translator, msg
from engine.dreamweavers.views.types import CardInPlay
from render.dreamweavers.art import BackArt, art_of
from render.dreamweavers.inks import FADED, GILT, HEM, INK, LABEL, MADDER, MOSS, PLUM, SHEET, WOAD, dye
from render.dreamweavers.notion_signs import notion_mark
from render.dreamweavers.words import is_thought, keyword_word
from render.fonts import line_height, width_of
from render.layout import Block, Colour, Icon, Picture, Piece, Rect, Shape, Words, moved
from render.table.lines import LEAST, Lines
from render.table.words import plain, title_of
from render.typeset import flowed, unbroken

WIDTH = 230
"""The default width of a tile in pixels, which is also the minimum for the longest word of a title."""
TILT = 4
"""The clockwise angle of a tapped Thought on the board, in degrees."""
RADIUS = 16
ART_H, HIGH_ART = 80, 102
"""The minimum height of a picture, and of one in which signs above and text below don't overlap."""
_RIM, _ROLE_RIM = 4, 7
_PAD = 9
_STEP = 10
"""The step of tiles' heights, so that a picture is needed in few heights."""
_COST, _MARK, _PATCH = 44, 34, 46
"""The sizes of the discs with the cost and the notion's sign, and the height of the patch with the power, in pixels."""
_NUMBER = 38


def cost_disc(x: int, y: int, cost: int, notion: str, side: int = _COST) -> list[Piece]:
    """Return a card's cost: a button in its notion's dye, sewn on with a pale rim."""
    rect = Rect(x, y, side, side)
    return [
        Shape(rect, dye(notion), "disc", 0, LABEL, max(2, side // 18)),
        Words(rect, (str(cost),), "number", LEAST, LABEL, "center"),
    ]


def power_patch(right: int, bottom: int, power: int, printed: int, notion: str) -> list[Piece]:
    """Return a Thought's power on a paper patch. A changed one is coloured, with an arrow up or down beside it."""
    text, changed = plain(power), power - printed
    ink = INK if not changed else MOSS if changed > 0 else MADDER
    wide = width_of(text, "number", _NUMBER) + (24 if changed else 0)
    patch = Rect(right - max(_PATCH, wide + 22), bottom - _PATCH, max(_PATCH, wide + 22), _PATCH)
    x = patch.x + (patch.w - wide) // 2
    pieces: list[Piece] = [Shape(patch, SHEET, "box", 10, dye(notion), 3)]
    if changed:
        pieces.append(Icon(Rect(x, patch.y + 13, 20, 20), "up" if changed > 0 else "down", ink))
        x += 24
        wide -= 24
    pieces.append(Words(Rect(x, patch.y, wide, _PATCH), (text,), "number", _NUMBER, ink))
    return pieces


def _state_disc(sign: str, x: int, y: int) -> list[Piece]:
    """Return the dark sign of a state, on a picture."""
    disc = Rect(x, y, _COST, _COST)
    return [Shape(disc, PLUM, "disc", 0, GILT, 2), Icon(disc.inset(9), sign, GILT)]


class _Field(Lines):
    """The lines below a tile's picture."""

    def title(self, text: str, ink: Colour) -> None:
        """Add the card's title. One with a long word starts closer to the edge."""
        nearer = 0 if unbroken(text, "title", LEAST, self.width) else 4
        self.put(flowed(text, self.x - nearer, self.y, self.width + 2 * nearer, "title", LEAST, ink))

    def label(self, text: str, ink: Colour, sign: str = "", face: str = "text") -> None:
        """Add a line, optionally after a sign."""
        if sign:
            self.sign(sign, 28, ink, lowered=7)
        self.text(text, face, LEAST, ink, indent=34 if sign else 0)


class _Sign(Struct, frozen=True):
    """The mark of a Thought in an attack."""

    icon: str
    colour: Colour


_ROLES = {"attacking": _Sign("sword", MADDER), "attacked": _Sign("shield", WOAD)}


def _states(card: CardInPlay, translator: Translator) -> list[tuple[str, str]]:
    """Return the notes below the title in addition to keywords: text, each with a sign."""
    notes: list[tuple[str, str]] = []
    if card.on_standby:
        notes.append((translator(msg("on standby", "tile")), "wait"))
    if not is_thought(card.face) and card.lingers:
        notes.append((translator(msg("lingers", "tile")), "knot"))
    if card.stays_tapped:
        notes.append((translator(msg("stays tapped", "tile")), ""))
    return notes


def _sign(card: CardInPlay) -> str:
    """Return the sign of a Thought that can't attack, because it is tapped or new; "" for others."""
    if card.tapped:
        return "tap"
    return "wait" if is_thought(card.face) and card.is_new and not card.can_attack else ""


@lru_cache(maxsize=512)
def draw_tile(
    card: CardInPlay, translator: Translator = ENGLISH, width: int = WIDTH, least: int = 0
) -> Block:
    """Return a card in play as a tile of this width and minimum height, in pixels.

    Spare height goes to its picture. A tapped Thought is dimmed and has a sign. The board also turns it by `TILT` if there
    is room.
    """
    face, is_feeling = card.face, not is_thought(card.face)
    role = _ROLES.get(card.role)
    ground = dye(face.notion) if is_feeling else SHEET
    field = _Field(_PAD, width - 2 * _PAD, 2)
    field.title(title_of(face, translator), LABEL if is_feeling else INK)
    faint = LABEL if is_feeling else FADED
    patch: list[Piece] = []
    if not is_feeling:
        patch = power_patch(width - _RIM - 5, 0, card.power, face.power, face.notion)
    keywords = ", ".join(keyword_word(keyword, translator) for keyword in card.keywords)
    # Keywords beside the power take less height than on a third line.
    plate_w = width_of(keywords, "text", LEAST) + 14 if keywords else 0
    if patch and (field.y < 2 * line_height(LEAST) or plate_w > patch[0].rect.x - _RIM - 10):
        plate_w = 0
    if keywords and not plate_w:
        field.label(keywords, faint)
    for text, sign in _states(card, translator):
        field.label(text, GILT if is_feeling else WOAD, sign, "strong")
    art_h = HIGH_ART if role or plate_w else ART_H
    height = max(least, -(-(_RIM + art_h + field.y + 10) // _STEP) * _STEP)
    art = Rect(_RIM, _RIM, width - 2 * _RIM, height - field.y - 10 - _RIM)
    rim, wide = (role.colour, _ROLE_RIM) if role else (HEM if is_feeling else dye(face.notion), _RIM)
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, height), ground, "box", RADIUS, rim, wide),
        Picture(art.inset(wide - _RIM), art_of(face), RADIUS - _RIM, dimmed=card.tapped),
        *cost_disc(art.x + 6, art.y + 6, face.cost, face.notion),
        *notion_mark(art.x + _COST + 11, art.y + 10, face.notion, _MARK),
    ]
    if role:
        disc = Rect(art.right - _COST - 6, art.y + 6, _COST, _COST)
        pieces += [
            Shape(disc, SHEET, "disc", 0, role.colour, 3),
            Icon(disc.inset(10), role.icon, role.colour),
        ]
    pieces += [moved(piece, 0, art.bottom - 5) for piece in patch]
    if plate_w:
        plate = Rect(art.x + 5, art.bottom - 5 - _PATCH, plate_w, _PATCH)
        keyword_words = Words(plate.inset(7, 0), (keywords,), "text", LEAST, faint)
        pieces += [Shape(plate, ground, "box", 10), keyword_words]
    if sign := _sign(card):
        pieces += _state_disc(sign, art.x + _COST + _MARK + 16, art.y + 6)
    pieces += [moved(piece, 0, art.bottom) for piece in field.pieces]
    return Block(width, height, tuple(pieces))


@lru_cache(maxsize=64)
def draw_back(width: int, height: int) -> Block:
    """Return a face-down card, which is the same for every card."""
    whole = Rect(0, 0, width, height)
    radius = min(RADIUS, width // 7)
    rim = 3 if width > 60 else 2
    pieces = (
        Shape(whole, PLUM, "box", radius, HEM, rim),
        Picture(whole.inset(rim), BackArt(), max(0, radius - rim)),
    )
    return Block(width, height, pieces)
