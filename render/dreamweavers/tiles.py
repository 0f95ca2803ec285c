"""A card in play as a tile of the board, and the back of one that lies face down.

    draw_tile(card, translator, width, least) -> Block     a Thought or a Feeling in its section
    draw_back(width, height) -> Block                      a card of a mind, an Ego or a player's hand

A Thought is light paper under a picture by day, a Feeling cloth in its notion's dye under a picture by night. Nothing is
said by a colour alone: a changed power has an arrow, a tapped Thought the word and a sign besides its dimmed picture.
All colours of words and grounds are among `inks.board_inks`.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator, msg
from engine.dreamweavers.views.types import CardInPlay
from render.dreamweavers.art import BackArt, art_of
from render.dreamweavers.inks import FADED, GILT, HEM, INK, LABEL, MADDER, MOSS, PLUM, SHEET, WOAD, dye
from render.dreamweavers.notion_signs import notion_mark
from render.dreamweavers.words import is_thought, keyword_word
from render.fonts import width_of
from render.layout import Block, Colour, Icon, Picture, Piece, Rect, Shape, Words, moved
from render.table.lines import Lines
from render.table.words import plain, title_of
from render.typeset import fitted, unbroken

WIDTH = 196
"""The default width of a tile in pixels; any from 180 on will do."""
TILT = 4
"""By how many degrees the board turns a tapped Thought, clockwise."""
RADIUS = 16
TITLE, LABELS = 29, 24
"""The size of titles, and of all that the text of the board repeats."""
ART_H = 96
"""The height of a picture, at least: the discs above and the power below it don't meet."""
_RIM, _ROLE_RIM = 4, 7
_PAD = 12
_STEP = 10
"""Heights of tiles go in steps, so that a picture is needed at few heights."""
_COST, _MARK, _PATCH = 42, 34, 50
"""The discs with the cost and the notion's sign, and the height of the patch with the power, in pixels."""
_NUMBER = 38


def cost_disc(x: int, y: int, cost: int, notion: str, side: int = _COST) -> list[Piece]:
    """Return a card's cost: a button in its notion's dye, sewn on with a pale rim."""
    rect = Rect(x, y, side, side)
    return [
        Shape(rect, dye(notion), "disc", 0, LABEL, max(2, side // 18)),
        Words(rect, (str(cost),), "number", round(side * 0.62), LABEL, "center"),
    ]


def power_patch(right: int, bottom: int, power: int, printed: int, notion: str) -> list[Piece]:
    """A Thought's power on a patch of paper; one that has changed is coloured, with an arrow up or down beside it."""
    text, changed = plain(power), power - printed
    ink = INK if not changed else MOSS if changed > 0 else MADDER
    wide = width_of(text, "number", _NUMBER) + (24 if changed else 0)
    patch = Rect(right - max(_PATCH, wide + 22), bottom - _PATCH, max(_PATCH, wide + 22), _PATCH)
    x = patch.x + (patch.w - wide) // 2
    pieces: list[Piece] = [Shape(patch, SHEET, "box", 10, dye(notion), 3)]
    if changed:
        pieces.append(Icon(Rect(x, patch.y + 15, 20, 20), "up" if changed > 0 else "down", ink))
        x += 24
        wide -= 24
    pieces.append(Words(Rect(x, patch.y, wide, _PATCH), (text,), "number", _NUMBER, ink))
    return pieces


def _ribbon(text: str, sign: str, foot: Rect, beside: int) -> list[Piece]:
    """Return a dark ribbon over the foot of a picture with a word and its sign.

    It leaves these columns free on the right, or covers what is there.
    """
    room = Rect(0, 0, foot.w - beside - 46, 36)
    words = fitted(text, room, "strong", LABELS, 20, LABEL, "left", 1)
    bottom = foot.bottom
    if not words.whole:
        words = fitted(text, Rect(0, 0, foot.w - 46, 36), "strong", LABELS, 18, LABEL, "left", 1)
        bottom -= _PATCH + 4
    wide = width_of(words.lines[0], "strong", words.size) + 46
    rect = Rect(foot.x, bottom - 36, wide, 36)
    return [
        Shape(rect, PLUM, "box", 10),
        Icon(Rect(rect.x + 9, rect.y + 7, 22, 22), sign, GILT),
        replace(words, rect=Rect(rect.x + 38, rect.y, rect.w - 44, rect.h)),
    ]


class _Field(Lines):
    """The lines under a tile's picture."""

    def title(self, text: str, ink: Colour) -> None:
        """The card's title; one with a long word is set smaller."""
        size = next((one for one in range(TITLE, 19, -1) if unbroken(text, "title", one, self.width)), 20)
        self.text(text, "title", size, ink)

    def label(self, text: str, ink: Colour, sign: str = "", face: str = "text") -> None:
        """A line in small type, after a sign if there is one."""
        if sign:
            self.sign(sign, 22, ink, lowered=4)
        self.text(text, face, LABELS, ink, indent=28 if sign else 0)


class _Sign(Struct, frozen=True):
    """The mark of a Thought that takes part in an attack."""

    icon: str
    colour: Colour


_ROLES = {"attacking": _Sign("sword", MADDER), "attacked": _Sign("shield", WOAD)}


def _states(card: CardInPlay, translator: Translator) -> list[tuple[str, str]]:
    """Return the notes under the title in addition to keywords: words, each with a sign."""
    said: list[tuple[str, str]] = []
    if card.on_standby:
        said.append((translator(msg("on standby", "tile")), "wait"))
    if not is_thought(card.face):
        if card.lingers:
            said.append((translator(msg("lingers", "tile")), "knot"))
    elif card.is_new and not card.tapped:
        new = msg("new, ready", "tile") if card.can_attack else msg("new", "tile")
        said.append((translator(new), "turn"))
    return said


@lru_cache(maxsize=512)
def draw_tile(
    card: CardInPlay, translator: Translator = ENGLISH, width: int = WIDTH, least: int = 0
) -> Block:
    """Return a card in play as a tile of this width and minimum height, in pixels.

    What it is higher than its words need goes to its picture. A tapped Thought is dimmed and says so; the board turns it
    by `TILT` in addition, where there is room.
    """
    face, is_feeling = card.face, not is_thought(card.face)
    role = _ROLES.get(card.role)
    ground = dye(face.notion) if is_feeling else SHEET
    field = _Field(_PAD, width - 2 * _PAD, 2)
    field.title(title_of(face, translator), LABEL if is_feeling else INK)
    faint = LABEL if is_feeling else FADED
    if card.keywords:
        field.label(", ".join(keyword_word(one, translator) for one in card.keywords), faint)
    for text, sign in _states(card, translator):
        field.label(text, GILT if is_feeling else WOAD, sign, "strong")
    art_h = ART_H
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
    taken = 0
    if not is_feeling:
        patch = power_patch(art.right - 5, art.bottom - 5, card.power, face.power, face.notion)
        taken = patch[0].rect.w + 10
        pieces += patch
    if card.tapped:
        word = msg("stays tapped", "tile") if card.stays_tapped else msg("tapped", "tile")
        pieces += _ribbon(translator(word), "tap", art.inset(5), taken)
    pieces += [moved(piece, 0, art.bottom) for piece in field.pieces]
    return Block(width, height, tuple(pieces))


@lru_cache(maxsize=64)
def draw_back(width: int, height: int) -> Block:
    """Return a card that lies face down: the same for every card."""
    whole = Rect(0, 0, width, height)
    radius = min(RADIUS, width // 7)
    rim = 3 if width > 60 else 2
    pieces = (
        Shape(whole, PLUM, "box", radius, HEM, rim),
        Picture(whole.inset(rim), BackArt(), max(0, radius - rim)),
    )
    return Block(width, height, pieces)
