"""The cards on a side of the table: constructs and permanents as tiles (§3).

A card is never only its colours: its title, its numbers and the marks of its state are all written. A tile is wide, with
its picture on the left, or narrow, with its picture above the title.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator, msg
from engine.voidream.views.types import CardInPlay, ConstructView
from render import palette as c
from render.fonts import width_of
from render.layout import Block, Colour, Drawing, Icon, Picture, Piece, Rect, Shape, Words, moved
from render.table.lines import Lines
from render.table.words import Names, of, plain, title_of
from render.typeset import flowed, unbroken
from render.voidream.art import BackArt, art_of
from render.voidream.attachments import LABEL, attachments, is_slat
from render.voidream.inks import rim_of
from render.voidream.words import damage_words, exhausted_word, keyword_word, kind_line, place

GAP = 12
"""The space between two columns; a tile that is turned reaches into it."""


class TileForm(Struct, frozen=True):
    """A shape of tiles: how many stand in a row of the board, how wide one is, and where its words are."""

    columns: int
    width: int
    text_x: int
    text_w: int
    beside: bool
    """Whether the words stand beside the picture; else under it."""
    attached: int
    """The number of attached cards that one column holds without making the tile higher."""

    def across(self, columns: int) -> int:
        """Return the width of a tile of `columns` columns."""
        return columns * self.width + (columns - 1) * GAP


WIDE = TileForm(3, 350, 119, 224, beside=True, attached=3)
NARROW = TileForm(4, 260, 9, 244, beside=False, attached=4)

_ART_W, _ART_H = 106, 96
"""The width of the picture on a wide tile, and its height on a narrow one."""
_STEP = 10
"""Heights of tiles go in steps, so that a picture is needed at few heights."""
_NUMBER, _TITLE = 36, 29
_FOOT = 68
"""The height of a foot with a row of numbers."""
_SIGN = 22
"""The size of the signs beside dawn, stability and dusk."""
_BADGE = 48
"""The side of a value, and of the sign beside it."""

Entry = tuple[str, int, int]
"""A number on a card: its kind, its current value, and its printed value."""


def value_badge(x: int, y: int, value: int, side: int = 42) -> list[Piece]:
    """Return a card's value, as on its corner."""
    rect = Rect(x, y, side, side)
    return [
        Shape(rect, c.INK, "box", 10, c.PAPER, 2),
        Words(rect, (str(value),), "number", round(side * 0.7), c.PAPER, "center"),
    ]


def tilt_of(block: Block) -> int:
    """By how many degrees an exhausted card is turned: by 3, less where a long one would touch its neighbours."""
    longest = max(block.width, block.height)
    return 3 if longest <= 270 else 2 if longest <= 400 else 1 if longest <= 800 else 0


def _ground(width: int, height: int, rim: Colour, fights: bool) -> list[Piece]:
    """Return the card itself. A thin dark line runs around the rim, which keeps it smooth on any sky."""
    whole = Rect(0, 0, width, height)
    if fights:
        return [Shape(whole, c.PANEL_LOW, "box", 18, rim, 5)]
    return [
        Shape(whole, c.INK, "box", 18),
        Shape(whole.inset(2), c.PANEL_LOW, "box", 16, rim, 3),
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


def _numbers(entries: Sequence[Entry], x: int, y: int, w: int) -> tuple[list[Piece], int]:
    """Numbers side by side around the line `y`, or where they are too long one above the other; and their last line."""
    wide = sum(_SIGN + 2 + width_of(plain(now), "number", _NUMBER) for _, now, _ in entries)
    between = len(entries) - 1
    pieces: list[Piece] = []
    if wide + 6 * between > w:
        for k, entry in enumerate(entries):
            pieces.extend(_number(x, y + 42 * k, *entry)[0])
        return pieces, y + 42 * between
    slack = min(26, (w - wide) // max(1, between))
    for entry in entries:
        made, end = _number(x, y, *entry)
        pieces.extend(made)
        x = end + slack
    return pieces, y


def _note(text: str, right: int, y: int, ink: Colour) -> Words:
    wide = width_of(text, "strong" if ink == c.GOLD else "text", LABEL)
    return Words(Rect(right - wide, y, wide, 30), (text,), "strong" if ink == c.GOLD else "text", LABEL, ink)


class _Text(Lines):
    """The lines of a tile, one after the other."""

    def title(self, text: str, ink: Colour, face: str = "title") -> None:
        """The card's title; one with a long word goes nearer to the rim, and is set a little smaller if it has to."""
        x, w = self.x, self.width
        if not unbroken(text, face, _TITLE, w):
            x, w = x - 4, w + 7
        size = _TITLE if unbroken(text, face, _TITLE, w) else _TITLE - 1
        self.put(flowed(text, x, self.y, w, face, size, ink))

    def label(self, text: str, ink: Colour, face: str = "text", sign: str = "") -> None:
        """A line in small type, after a sign if there is one."""
        if sign:
            self.sign(sign, 22, ink, lowered=4)
        self.text(text, face, LABEL, ink, indent=28 if sign else 0)

    def state(self, exhausted: bool, keywords: str, translator: Translator) -> None:
        """That the card is exhausted, and its keywords: on one line if they fit."""
        y = self.y
        if exhausted:
            self.label(exhausted_word(translator), c.GOLD, "strong", "moon")
        if not keywords:
            return
        taken = 28 + width_of(exhausted_word(translator), "strong", LABEL) + 14 if exhausted else 0
        if exhausted and width_of(keywords, "text", LABEL) <= self.width - taken:
            x, w = self.x + taken, self.width - taken
            self.pieces[-1] = replace(
                self.pieces[-1], rect=Rect(x - taken + 28, y, taken - 40, self.y - 1 - y)
            )
            self.pieces.append(Words(Rect(x, y, w, self.y - 1 - y), (keywords,), "text", LABEL, c.MIST))
        else:
            self.label(keywords, c.MIST)

    def numbers(self, entries: Sequence[Entry], note: str, ink: Colour) -> None:
        """A row of numbers with their signs, and a few words at its end."""
        pieces, last = _numbers(entries, self.x, self.y + 21, self.width)
        self.pieces.extend(pieces)
        if note:
            self.pieces.append(_note(note, self.x + self.width - 4, self.y + 6, ink))
        self.y = last + 22


def span(card: CardInPlay, form: TileForm = WIDE) -> int:
    """Return how many columns of tiles a card takes: more of them if much is attached to it."""
    known = sum(is_slat(under, card.controller) for under in card.attached)
    load = known + (len(card.attached) > known)
    return 1 if load <= 1 else min(form.columns, 1 + -(-load // form.attached))


class _TilePicture(Struct, frozen=True):
    """The picture of a tile, apart from its words."""

    drawing: Drawing
    value: int
    rim: Colour
    dimmed: bool = False
    entries: tuple[Entry, ...] = ()
    sign: str = ""
    """The sign beside the value: of who fights, or of a veiled card."""
    fights: bool = False
    damage: int = 0
    mark: str = ""
    """The sign at the picture's foot: of a construct, or of the bastion."""
    note: str = ""
    """A few words beside the numbers."""
    note_ink: Colour = c.MIST

    def has_room_above(self, form: TileForm, state: str) -> bool:
        """Return whether a state can stand on the picture, beside the value."""
        room = form.width - 10 - _BADGE - 14
        return not (form.beside or self.sign or self.damage) and _state_w(state) <= room

    def art_h(self, form: TileForm) -> int:
        """Return the height of the picture above the words: numbers one above the other need more."""
        return max(_ART_H, _numbers(self.entries, 0, 0, form.width - 26)[1] + _FOOT + 22)

    def text(self, form: TileForm) -> _Text:
        """Return the height at which the words begin."""
        return _Text(form.text_x, form.text_w, 4 if form.beside else self.art_h(form) + 6)

    def too_much(self) -> bool:
        """Return whether the damage is too long a number for its place on the picture."""
        return width_of(str(self.damage), "number", _NUMBER) > _ART_W - 56


def _state_w(state: str) -> int:
    """Return the width of a state on a picture."""
    return width_of(state, "strong", LABEL) + 48


def _state(state: str, right: int, y: int) -> list[Piece]:
    """Return a state on a picture, ending at the column `right`."""
    rect = Rect(right - _state_w(state), y, _state_w(state), 36)
    return [
        Shape(rect, c.INK, "box", 10),
        Icon(Rect(rect.x + 8, y + 7, 22, 22), "moon", c.GOLD),
        Words(Rect(rect.x + 36, y, rect.w - 40, 36), (state,), "strong", LABEL, c.GOLD),
    ]


def _damage(damage: int, right: int, y: int) -> list[Piece]:
    """Return the marked damage, ending at the column `right`."""
    wide = width_of(str(damage), "number", _NUMBER)
    pill = Rect(right - wide - 44, y, wide + 44, _BADGE)
    return [
        Shape(pill, c.ROSE_DEEP, "box", 12, c.ROSE, 2),
        Icon(Rect(pill.x + 8, y + 10, 24, 24), "crack", c.ROSE),
        Words(Rect(pill.x + 34, y, wide, _BADGE), (str(damage),), "number", _NUMBER, c.PAPER),
    ]


def _picture(shown: _TilePicture, form: TileForm, height: int, spare: int, state: str) -> list[Piece]:
    """Return the picture of a tile of this height, with everything on it; `spare` is the extra content of a narrow
    one.
    """
    pieces: list[Piece] = []
    if form.beside:
        art, foot = Rect(5, 5, _ART_W, height - 10), 0
        corner = Rect(art.right - 44, art.bottom - 44, 40, 40)
        damage_at = (art.right - 4, art.bottom - _BADGE - 4)
    else:
        art = Rect(5, 5, form.width - 10, shown.art_h(form) + spare)
        deep = _numbers(shown.entries, 0, 0, art.w - 16)[1]
        foot = _FOOT + deep if shown.entries else 0
        pieces.extend(_numbers(shown.entries, art.x + 8, art.bottom - 24 - deep, art.w - 16)[0])
        corner = Rect(art.right - 38, art.bottom - 40, 34, 34)
        damage_at = (art.right - (_BADGE + 10 if shown.sign else 4), art.y + 4)
        if shown.note:
            pieces.append(_note(shown.note, corner.x - 6, corner.y + 2, shown.note_ink))
    picture = Picture(art, shown.drawing, 13, dimmed=shown.dimmed, foot=foot, foot_ink=c.PANEL_LOW)
    pieces = [picture, *value_badge(art.x + 4, art.y + 4, shown.value, _BADGE), *pieces]
    if shown.sign:
        disc = Rect(art.right - _BADGE - 4, art.y + 4, _BADGE, _BADGE)
        pieces.append(Shape(disc, c.INK, "disc", 0, shown.rim if shown.fights else c.MIST, 3))
        pieces.append(Icon(disc.inset(11), shown.sign, c.PAPER))
    if state:
        pieces.extend(_state(state, art.right - 4, art.y + 6))
    if shown.damage and not shown.too_much():
        pieces.extend(_damage(shown.damage, *damage_at))
    elif shown.mark:
        pieces.extend((Shape(corner, c.INK, "disc"), Icon(corner.inset(8), shown.mark, c.MIST)))
    return pieces


def _tile(
    shown: _TilePicture,
    form: TileForm,
    words: list[Piece],
    bottom: int,
    width: int,
    least: int,
    state: str = "",
) -> Block:
    """Return a tile with these words, which end at `bottom`, and a state on its picture; at least so high.

    What a narrow tile is higher than its words need goes to its picture.
    """
    needed = bottom + (3 if form.beside else 6)
    height = max(least, -(-max(needed, 90) // _STEP) * _STEP)
    spare = 0 if form.beside else height - needed
    ground = _ground(width, height, shown.rim, shown.fights)
    lowered = [moved(piece, 0, spare) for piece in words]
    return Block(width, height, (*ground, *_picture(shown, form, height, spare, state), *lowered))


@lru_cache(maxsize=512)
def permanent(
    card: CardInPlay, names: Names, translator: Translator = ENGLISH, form: TileForm = WIDE, least: int = 0
) -> Block:
    """A card in play: memory, entity or veiled card, as many columns wide as its `span` says, at least so high."""
    face = card.face
    is_entity = face is not None and face.kind == "entity" and not card.veiled
    rim = {"attacking": c.ROSE, "defending": c.SILVER}.get(card.role)
    plain_rim = c.EDGE if face is None or card.veiled else rim_of(face.faction)
    shown = _TilePicture(
        BackArt() if face is None else art_of(face),
        card.value,
        rim or plain_rim,
        card.exhausted,
        (("dawn", card.dawn, face.dawn), ("stability", card.stability, face.stability), ("dusk", card.dusk, face.dusk))
        if face is not None and is_entity
        else (),
        {"attacking": "sword", "defending": "shield"}.get(card.role, "shut" if card.veiled else ""),
        bool(card.role),
        card.damage,
    )  # fmt: skip
    text = shown.text(form)
    ink = c.MIST if card.exhausted else c.PAPER
    if face is None:
        text.title(translator(msg("Veiled")), ink, "flavour")
    else:
        text.title(title_of(face, translator), ink, "flavour" if card.veiled else "title")
        if card.veiled:
            text.label(translator(msg("Veiled")), c.MIST)
        elif not is_entity:
            text.label(kind_line(face, translator), c.MIST)
    if form.beside and shown.entries:
        text.numbers(shown.entries, "", c.MIST)
    if card.damage and shown.too_much():
        text.label(damage_words(card.damage, translator), c.ROSE, "strong", "crack")
    word = exhausted_word(translator) if card.exhausted else ""
    state = word if shown.has_room_above(form, word) else ""
    keywords = ", ".join(keyword_word(one, translator) for one in card.keywords)
    text.state(card.exhausted and not state, keywords, translator)
    if card.owner != card.controller:
        name = names[card.owner]
        text.label(translator(msg("{whose} card", whose=of(name), name=name)), c.MIST, "italic")
    columns = span(card, form)
    if columns == 1:
        pieces, bottom = text.pieces, text.y
        if card.attached:
            under, bottom = attachments(card, names, [form.text_x], text.y + 3, form.text_w, translator)
            pieces.extend(under)
        return _tile(shown, form, pieces, bottom, form.width, least, state)
    width = form.across(columns)
    across = (width - form.width - 4) // (columns - 1)
    right = [form.width + k * across for k in range(columns - 1)]
    under, end = attachments(card, names, right, 10, across - 6, translator)
    tile = _tile(shown, form, text.pieces, text.y, width, max(least, -(-(end + 6) // _STEP) * _STEP), state)
    return replace(tile, pieces=(*tile.pieces, *under))


@lru_cache(maxsize=128)
def construct_tile(
    construct: ConstructView, translator: Translator = ENGLISH, form: TileForm = WIDE, least: int = 0
) -> Block:
    """Return an active construct, or the bastion, at least so high."""
    face = construct.face
    where, on_top = place(construct, translator), construct.from_top == 0
    stability = ("stability", construct.stability, face.stability)
    ink = c.GOLD if on_top else c.MIST
    room = form.text_w - (8 if form.beside else 56) - _SIGN - width_of(plain(stability[1]), "number", _NUMBER)
    noted = width_of(where, "strong", LABEL) <= room - 12
    shown = _TilePicture(
        art_of(face),
        face.value,
        rim_of(face.faction),
        construct.exhausted,
        (stability,),
        damage=construct.damage,
        mark="castle" if construct.is_bastion else "tower",
        note=where if noted else "",
        note_ink=ink,
    )
    text = shown.text(form)
    text.title(title_of(face, translator), c.MIST if construct.exhausted else c.PAPER)
    if form.beside:
        text.numbers(shown.entries, shown.note, ink)
    if not noted:
        text.label(where, ink, "strong" if on_top else "text")
    word = exhausted_word(translator) if construct.exhausted else ""
    state = word if shown.has_room_above(form, word) else ""
    if word and not state:
        text.label(word, c.GOLD, "strong", "moon")
    if construct.damage and shown.too_much():
        text.label(damage_words(construct.damage, translator), c.ROSE, "strong", "crack")
    return _tile(shown, form, text.pieces, text.y, form.width, least, state)
