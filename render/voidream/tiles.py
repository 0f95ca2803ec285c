"""The cards on a side of the table: constructs and permanents as tiles (§3).

Nothing is shown by colour alone: a card's title, numbers and relevant keywords are written, and each mark of its state
has its own shape. A tile is wide, with its picture on the left, or narrow, with its picture above the title. No text is
smaller than `LEAST`.
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
from render.layout import Block, Colour, Drawing, Icon, Picture, Piece, Rect, Shape, moved
from render.table.lines import LEAST, Lines
from render.table.words import Names, of, plain, title_of
from render.typeset import flowed, unbroken, wrapped
from render.voidream import tile_marks as marks
from render.voidream.art import BackArt, art_of
from render.voidream.attachments import attachments, is_slat
from render.voidream.inks import rim_of
from render.voidream.words import counting_keywords, damage_words, keyword_sign, keyword_word, place

GAP = 12
"""The space between two columns, into which a turned tile may reach."""


class TileForm(Struct, frozen=True):
    """A shape of tiles: the number per row of the board, the width, and the place of the text."""

    columns: int
    width: int
    text_x: int
    text_w: int
    beside: bool
    """Whether the text is beside the picture rather than below it."""
    attached: int
    """The number of attached cards in one column that don't make the tile taller."""
    backs: int
    """The number of face-down cards side by side in one column."""

    def across(self, columns: int) -> int:
        """Return the width of a tile of `columns` columns."""
        return columns * self.width + (columns - 1) * GAP


WIDE = TileForm(3, 350, 115, 230, beside=True, attached=3, backs=3)
NARROW = TileForm(4, 260, 9, 244, beside=False, attached=4, backs=2)
PARTS = 6
"""The number of parts of a column, the unit of tiles' widths."""

_ART_W, _ART_H = 106, 90
"""The width of the picture on a wide tile, and its height on a narrow one."""
_STEP = 5
"""The step of tiles' heights, so that a picture is needed in few heights."""
_FOOT = 68
"""The height of the bottom part with a row of numbers."""
_LOW = 84
"""The end of a wide tile's text if it still has room for a line."""
_MARK = 38
"""The size of the sign of an exhausted card."""


def tilt_of(block: Block) -> int:
    """Return the angle of an exhausted card: 3 degrees, less for a long one that would touch its neighbours."""
    longest = max(block.width, block.height)
    return 3 if longest <= 270 else 2 if longest <= 400 else 1 if longest <= 800 else 0


class _Text(Lines):
    """The lines of a tile, in order."""

    def title(self, text: str, ink: Colour, face: str = "title") -> None:
        """Add the card's title. It is closer to the rim where that saves a line or keeps a long word whole."""
        x, w = self.x, self.width
        lines, nearer = (wrapped(text, face, LEAST, room) for room in (w, w + 8))
        if len(nearer) < len(lines) or not unbroken(text, face, LEAST, w):
            x, w = x - 4, w + 8
        self.put(flowed(text, x, self.y, w, face, LEAST, ink))

    def label(self, text: str, ink: Colour, face: str = "text", sign: str = "") -> None:
        """Add a line, optionally after a sign."""
        if sign:
            self.sign(sign, 28, ink, lowered=7)
        self.text(text, face, LEAST, ink, indent=34 if sign else 0)

    def numbers(
        self, entries: Sequence[marks.Entry], note: str, ink: Colour, charges: Sequence[int] = ()
    ) -> None:
        """Add a row of numbers with their signs, and a short text or charges at its end."""
        pieces, last = marks.numbers(entries, self.x, self.y + 19, self.width - marks.charges_width(charges))
        self.pieces.extend(pieces)
        self.pieces.extend(marks.charges_row(charges, self.x + self.width, self.y + 19))
        if note:
            self.pieces.append(marks.note(note, self.x + self.width - 4, self.y + 19, ink))
        self.y = last + 20


def is_back(card: CardInPlay) -> bool:
    """Return whether only a card's value is known, and it has no marks, so that its back is sufficient."""
    return (
        card.face is None
        and card.owner == card.controller
        and not (card.attached or card.role or card.exhausted)
    )


def parts_of(card: CardInPlay, form: TileForm) -> int:
    """Return the number of `PARTS` of a column that a card takes."""
    return PARTS // form.backs if is_back(card) else PARTS * span(card, form)


@lru_cache(maxsize=64)
def back_tile(value: int, form: TileForm, min_height: int = 0) -> Block:
    """Return a face-down card with only its value known, with a minimum height."""
    width = (form.width - (form.backs - 1) * GAP) // form.backs
    height = max(min_height, 2 * marks.BADGE + 22)
    art = Rect(5, 5, width - 10, height - 10)
    sign = Rect(art.right - marks.BADGE - 4, art.bottom - marks.BADGE - 4, marks.BADGE, marks.BADGE)
    return Block(
        width,
        height,
        (
            *marks.ground(width, height, c.EDGE, fights=False),
            Picture(art, BackArt(), 13),
            *marks.value_badge(art.x + 4, art.y + 4, value, marks.BADGE),
            Shape(sign, c.INK, "disc", 0, c.MIST, 3),
            Icon(sign.inset(11), "shut", c.PAPER),
        ),
    )


def span(card: CardInPlay, form: TileForm = WIDE) -> int:
    """Return the number of columns for a card that is more than a back; more if it has many attachments."""
    slats = sum(is_slat(attachment, card.controller) for attachment in card.attached)
    load = slats + (len(card.attached) > slats)
    return 1 if load <= 1 else min(form.columns, 1 + -(-load // form.attached))


class _TilePicture(Struct, frozen=True):
    """The picture of a tile, apart from its text."""

    drawing: Drawing
    value: int
    rim: Colour
    entries: tuple[marks.Entry, ...] = ()
    sign: str = ""
    """The sign beside the value: of a fighter, or of a veiled card."""
    fights: bool = False
    damage: int = 0
    exhausted: bool = False
    mark: str = ""
    """The sign at the bottom of the picture: of a construct, or of the bastion."""
    note: str = ""
    """A short text beside the numbers."""
    note_ink: Colour = c.MIST
    charges: tuple[int, ...] = ()
    """The values of charges beside the numbers."""

    def room(self, form: TileForm) -> int:
        """Return the maximum width of a plate: beside the value, or at the bottom of a picture beside the text."""
        if form.beside:
            return 0 if self.damage or self.exhausted or self.mark else _ART_W - 6
        return form.width - 18 - marks.BADGE - self.taken - (_MARK + 6) * self.exhausted

    @property
    def taken(self) -> int:
        """The width of everything to the right of a plate above the text."""
        return (marks.BADGE + 4) * bool(self.sign) + (marks.damage_width(self.damage) + 6) * bool(self.damage)

    def art_h(self, form: TileForm) -> int:
        """Return the height of the picture above the text. Stacked numbers need more."""
        return max(_ART_H, marks.numbers(self.entries, 0, 0, form.width - 26)[1] + _FOOT + 22)

    def text(self, form: TileForm) -> _Text:
        """Return the tile's text, which begins beside or below the picture."""
        return _Text(form.text_x, form.text_w, 1 if form.beside else self.art_h(form) + 4)

    def too_much(self, form: TileForm) -> bool:
        """Return whether the damage is too long for its place on the picture."""
        room = _ART_W - 6 if form.beside else form.width - 14 - (marks.BADGE + 6) * (1 + bool(self.sign))
        return marks.damage_width(self.damage) > room - (_MARK + 2) * self.exhausted


def _beside_numbers(card: CardInPlay, entries: Sequence[marks.Entry], w: int) -> tuple[int, ...]:
    """Return the values of a card's charges if it has only a few attachments that fit beside its numbers."""
    if not entries or any(is_slat(attachment, card.controller) for attachment in card.attached):
        return ()
    charges = tuple(attachment.value for attachment in card.attached)
    wide = sum(marks.SIGN + 8 + width_of(plain(current), "number", marks.NUMBER) for _, current, _ in entries)
    return charges if max(charges, default=0) < 10 and wide + marks.charges_width(charges) <= w else ()


def _picture(
    content: _TilePicture, form: TileForm, height: int, spare: int, plate: marks.Plate
) -> list[Piece]:
    """Return the picture of a tile of this height, with everything on it.

    On a narrow tile, the picture takes the `spare` height, and has room for the plate.
    """
    pieces: list[Piece] = []
    if form.beside:
        art, foot = Rect(5, 5, _ART_W, height - 10), 0
        corner = Rect(art.right - 44, art.bottom - 44, 40, 40)
        damage_at = (art.right - 3, art.bottom - marks.BADGE - 3)
        exhausted_at = (art.x + 3, art.bottom - _MARK - 4)
        plate_at = (art.right - 3, art.bottom - 46)
    else:
        art = Rect(5, 5, form.width - 10, content.art_h(form) + spare)
        deep = marks.numbers(content.entries, 0, 0, art.w - 16)[1]
        foot = _FOOT + deep if content.entries else 0
        room = art.w - 16 - marks.charges_width(content.charges)
        pieces.extend(marks.numbers(content.entries, art.x + 8, art.bottom - 20 - deep, room)[0])
        pieces.extend(marks.charges_row(content.charges, art.right - 6, art.bottom - 20))
        corner = Rect(art.right - 38, art.bottom - 40, 34, 34)
        damage_at = (art.right - (marks.BADGE + 10 if content.sign else 4), art.y + 4)
        exhausted_at = (art.x + marks.BADGE + 10, art.y + 9)
        plate_at = (art.right - 4 - content.taken, art.y + 7)
        if content.note:
            pieces.append(marks.note(content.note, corner.x - 6, art.bottom - 20, content.note_ink))
    picture = Picture(art, content.drawing, 13, dimmed=content.exhausted, foot=foot, foot_ink=c.PANEL_LOW)
    pieces = [picture, *marks.value_badge(art.x + 4, art.y + 4, content.value, marks.BADGE), *pieces]
    if content.sign:
        disc = Rect(art.right - marks.BADGE - 4, art.y + 4, marks.BADGE, marks.BADGE)
        pieces.append(Shape(disc, c.INK, "disc", 0, content.rim if content.fights else c.MIST, 3))
        pieces.append(Icon(disc.inset(11), content.sign, c.PAPER))
    if content.exhausted:
        mark = Rect(*exhausted_at, _MARK, _MARK)
        pieces.extend((Shape(mark, c.INK, "disc", 0, c.GOLD, 2), Icon(mark.inset(8), "tap", c.GOLD)))
    pieces.extend(plate.pieces(*plate_at))
    if content.damage and not content.too_much(form):
        pieces.extend(marks.damage_pill(content.damage, *damage_at))
    elif content.mark:
        pieces.extend((Shape(corner, c.INK, "disc"), Icon(corner.inset(8), content.mark, c.MIST)))
    return pieces


def _tile(
    content: _TilePicture,
    form: TileForm,
    pieces: list[Piece],
    bottom: int,
    width: int,
    min_height: int,
    plate: marks.Plate = marks.NO_PLATE,
) -> Block:
    """Return a tile with this text, which ends at `bottom`, and a plate on its picture, with a minimum height.

    Spare height of a narrow tile goes to its picture.
    """
    needed = bottom + 3
    height = max(min_height, -(-max(needed, 90) // _STEP) * _STEP)
    spare = 0 if form.beside else height - needed
    ground = marks.ground(width, height, content.rim, content.fights)
    lowered = [moved(piece, 0, spare) for piece in pieces]
    return Block(width, height, (*ground, *_picture(content, form, height, spare, plate), *lowered))


@lru_cache(maxsize=512)
def permanent(
    card: CardInPlay,
    names: Names,
    translator: Translator = ENGLISH,
    form: TileForm = WIDE,
    min_height: int = 0,
) -> Block:
    """Return a card in play: memory, entity or veiled card, with its `span` in columns and a minimum height."""
    face = card.face
    is_entity = face is not None and face.kind == "entity" and not card.veiled
    rim = {"attacking": c.ROSE, "defending": c.SILVER}.get(card.role)
    plain_rim = c.EDGE if face is None or card.veiled else rim_of(face.faction)
    entries: tuple[marks.Entry, ...] = ()
    if face is not None and is_entity:
        entries = (
            ("dawn", card.dawn, face.dawn),
            ("stability", card.stability, face.stability),
            ("dusk", card.dusk, face.dusk),
        )
    content = _TilePicture(
        BackArt() if face is None else art_of(face),
        card.value,
        rim or plain_rim,
        entries,
        {"attacking": "sword", "defending": "shield"}.get(card.role, "shut" if card.veiled else ""),
        bool(card.role),
        card.damage,
        card.exhausted,
        charges=_beside_numbers(card, entries, form.text_w if form.beside else form.width - 26),
    )
    text = content.text(form)
    ink = c.MIST if card.exhausted else c.PAPER
    if face is None:
        text.title(translator(msg("Veiled")), ink, "flavour")
    else:
        text.title(title_of(face, translator), ink, "flavour" if card.veiled else "title")
    if form.beside and content.entries:
        text.numbers(content.entries, "", c.MIST, content.charges)
    if card.damage and content.too_much(form):
        text.label(damage_words(card.damage, translator), c.ROSE, "strong", "crack")
    plate = _plate(card, content, form, text, translator)
    if card.owner != card.controller:
        name = names[card.owner]
        text.label(translator(msg("{whose} card", whose=of(name), name=name)), c.MIST, "italic")
    columns = span(card, form)
    if columns == 1:
        pieces, bottom = text.pieces, text.y
        if card.attached and not content.charges:
            attachment_pieces, bottom = attachments(
                card, names, [form.text_x], text.y, form.text_w, translator
            )
            bottom -= 2
            pieces.extend(attachment_pieces)
        return _tile(content, form, pieces, bottom, form.width, min_height, plate)
    width = form.across(columns)
    across = (width - form.width - 4) // (columns - 1)
    right = [form.width + k * across for k in range(columns - 1)]
    attachment_pieces, end = attachments(card, names, right, 10, across - 6, translator)
    tile = _tile(
        content,
        form,
        text.pieces,
        text.y,
        width,
        max(min_height, -(-(end + 6) // _STEP) * _STEP),
        plate,
    )
    return replace(tile, pieces=(*tile.pieces, *attachment_pieces))


def _plate(
    card: CardInPlay, content: _TilePicture, form: TileForm, text: _Text, translator: Translator
) -> marks.Plate:
    """Return the keywords on the picture; as a line of text if they don't fit there, or take no extra height."""
    keywords = counting_keywords(card)
    keyword_text = ", ".join(keyword_word(keyword, translator) for keyword in keywords)
    plate = marks.NO_PLATE if form.beside else marks.Plate(keyword_text)
    if keyword_text and (form.beside or plate.width > content.room(form)):
        plate = marks.Plate(signs=tuple(map(keyword_sign, keywords)))
        is_low = form.beside and text.y <= _LOW
        if is_low or plate.width > content.room(form):
            text.label(keyword_text, c.MIST)
            return marks.NO_PLATE
    return plate if keyword_text else marks.NO_PLATE


@lru_cache(maxsize=128)
def construct_tile(
    construct: ConstructView, translator: Translator = ENGLISH, form: TileForm = WIDE, min_height: int = 0
) -> Block:
    """Return an active construct or the bastion with a minimum height, and its place if it is known."""
    face = construct.face
    where = "" if construct.from_top is None else place(construct, translator)
    stability = ("stability", construct.stability, face.stability)
    ink = c.GOLD if construct.from_top == 0 else c.MIST
    room = (
        form.text_w
        - (8 if form.beside else 56)
        - marks.SIGN
        - width_of(plain(stability[1]), "number", marks.NUMBER)
    )
    noted = width_of(where, "strong", LEAST) <= room - 12
    content = _TilePicture(
        art_of(face),
        face.value,
        rim_of(face.faction),
        (stability,),
        damage=construct.damage,
        exhausted=construct.exhausted,
        mark="castle" if construct.is_bastion else "tower",
        note=where if noted else "",
        note_ink=ink,
    )
    text = content.text(form)
    text.title(title_of(face, translator), c.MIST if construct.exhausted else c.PAPER)
    if form.beside:
        text.numbers(content.entries, content.note, ink)
    if where and not noted:
        text.label(where, ink, "strong")
    if construct.damage and content.too_much(form):
        text.label(damage_words(construct.damage, translator), c.ROSE, "strong", "crack")
    return _tile(content, form, text.pieces, text.y, form.width, min_height)
