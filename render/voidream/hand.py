"""The picture for the owner only: the hand with both texts, and the faces of face-down cards (§2)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator, msg
from engine.voidream.views.types import CardFace, VoidreamView
from render import palette as c
from render.canvas import paint_sheet
from render.fade import FadedFoot
from render.fonts import line_height, width_of
from render.layout import Block, Colour, Icon, Picture, Piece, Rect, Shape, Sheet, Words, moved
from render.palette import between
from render.palette_reduction import areas_of, margin_inks, png_in_few_inks, tints
from render.table.hand import WIDTH, BandForm, HandForm, HandSheet
from render.table.lines import Lines
from render.table.words import Names, lines_of, of, own_seat, plain, rules, title_of
from render.typeset import fitted
from render.voidream.art import CardArt, art_of
from render.voidream.card import rare_inks
from render.voidream.faction_inks import LIGHTS, light_of
from render.voidream.text import secret_faces
from render.voidream.tile_marks import value_badge
from render.voidream.words import faction_label, kind_line, shown_names

MARGIN, SEAM = 20, 20
INNER = WIDTH - 2 * MARGIN
HALF = (INNER - SEAM) // 2
PAD = 18
RADIUS = 22
RIM = 4
"""The width of the rim of a playable card."""
ART = 170
"""The height for which the drawing is laid out."""
PLAIN = 14
"""The overlap of the field with the bottom of the picture."""
WIDE_ART = 300
"""The minimum height of a card with its own row."""
TEXT = 29
LABEL = 26
FIELD = (22, 19, 44)
BARRED = (31, 30, 43)
"""The background of a card, and of one that can't be played now."""
INVERTED = (205, 214, 244)
MOST_BYTES = 250_000


class Leaf(Struct, frozen=True):
    """One card on the sheet: its face, a note above its text, and whether it is playable (None: irrelevant)."""

    face: CardFace
    note: str = ""
    playable: bool | None = None
    reason: str = ""

    @property
    def is_barred(self) -> bool:
        """Whether it can't be played now."""
        return self.playable is False

    @property
    def ground(self) -> Colour:
        """The background of its text."""
        return BARRED if self.is_barred else FIELD


def _rules(lines: Lines, sign: str, texts: tuple[str, ...], tint: Colour, ink: Colour) -> None:
    """Set one text of an arcanum after its sign."""
    lines.sign(sign, 26, tint, lowered=5)
    for text in texts:
        lines.text(rules(text), "strong", TEXT, ink, indent=38, below=3)
    lines.y -= 3


def _numbers(face: CardFace, y: int, width: int) -> list[Piece]:
    """Return the numbers of a Dream card, each after its sign."""
    signs = [("shield", face.stability, c.SMOKE)]
    if face.kind == "entity":
        signs = [("sun", face.dawn, c.GOLD), *signs, ("moon", face.dusk, c.SILVER)]
    cell = (width - 2 * PAD) // 3
    pieces: list[Piece] = []
    for k, (sign, number, ink) in enumerate(signs):
        x = PAD + k * cell
        pieces.append(Icon(Rect(x, y + 6, 38, 38), sign, ink))
        number_rect = Rect(x + 48, y, cell - 54, 50)
        pieces.append(fitted(plain(number), number_rect, "number", 42, 34, c.PAPER, "left", 1))
    return pieces


@lru_cache(maxsize=64)
def leaf_pieces(leaf: Leaf, width: int, translator: Translator = ENGLISH) -> tuple[tuple[Piece, ...], int]:
    """Return the content of a leaf's field, starting at y = 0, and its end row."""
    face = leaf.face
    ink = c.MIST if leaf.is_barred else c.PAPER
    lines = Lines(PAD, width - 2 * PAD, 6)
    for text, sign, tint in _notes(leaf, translator):
        lines.sign(sign, 26, tint, lowered=3)
        lines.text(text, "strong", LABEL, tint, indent=38, below=8)
    if face.kind == "arcanum":
        no_text = (translator(msg("No text.")),)
        _rules(lines, "up", lines_of(face.text, translator) or no_text, c.GOLD, ink)
        lines.y += 10
        lines.pieces.append(Shape(Rect(PAD, lines.y, lines.width, 2), between(leaf.ground, c.MIST, 0.35)))
        lines.y += 12
        lower_ink = c.MIST if leaf.is_barred else INVERTED
        _rules(lines, "down", lines_of(face.inverted, translator) or no_text, c.SILVER, lower_ink)
        return tuple(lines.pieces), lines.y + PAD
    kind = f"{kind_line(face, translator)}, {faction_label(face.faction, translator)}"
    lines.text(kind, "strong", LABEL, light_of(face.faction), below=6)
    if face.kind in ("entity", "construct", "bastion"):
        lines.pieces += _numbers(face, lines.y, width)
        lines.y += 58
    for text in lines_of(face.text, translator):
        lines.text(rules(text), "strong", TEXT, ink, below=4)
    return tuple(lines.pieces), lines.y + PAD - 4


def _notes(leaf: Leaf, translator: Translator) -> list[tuple[str, str, Colour]]:
    """Return the notes on a card above its text: text, sign and colour."""
    notes: list[tuple[str, str, Colour]] = [(leaf.note, "eye", c.SILVER)] if leaf.note else []
    if leaf.playable:
        notes.append((translator(msg("can be played")), "turn", c.MINT))
    elif leaf.is_barred:
        notes.append((leaf.reason, "passed", c.ROSE))
    return notes


def _title(text: str, bottom: int) -> Words:
    """Return the title at the bottom of a picture, ending at `bottom`."""
    w = HALF - 2 * PAD
    title_words = fitted(text, Rect(PAD, 0, w, line_height(42)), "display", 42, 34, c.PAPER, "left", 1)
    if not title_words.whole or width_of(title_words.lines[0], "display", title_words.size) > w:
        title_words = fitted(
            text, Rect(PAD, 0, w, 2 * line_height(36)), "display", 36, 29, c.PAPER, "left", 2
        )
    high = len(title_words.lines) * line_height(title_words.size)
    return replace(title_words, rect=Rect(PAD, bottom - high, w, high))


@lru_cache(maxsize=64)
def leaf_block(leaf: Leaf, width: int, height: int, translator: Translator = ENGLISH) -> Block:
    """Return a card on the sheet: its picture above its text, or beside it if the card has its own row."""
    ground = leaf.ground
    edge, rim = (c.MINT, RIM) if leaf.playable else (None, 0)
    is_wide = width > HALF
    high = height if is_wide else ART + PLAIN
    title = _title(title_of(leaf.face, translator), high - (PLAIN if is_wide else 2))
    faded = FadedFoot(
        art_of(leaf.face), ground, 2 * title.rect.h, 2 * PLAIN if is_wide else PLAIN, leaf.is_barred
    )
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, height), ground, "box", RADIUS, edge, rim),
        Picture(Rect(rim, rim, HALF - 2 * rim, high - (2 * rim if is_wide else rim)), faded, RADIUS - rim),
    ]
    if leaf.face.value:
        pieces += value_badge(14, 14, leaf.face.value, 56)
    text, _ = leaf_pieces(leaf, width - HALF if is_wide else width, translator)
    pieces.append(title)
    dx, dy = (HALF, PAD) if is_wide else (0, high)
    pieces += [moved(piece, dx, dy) for piece in text]
    return Block(width, height, tuple(pieces))


def leaf_height(leaf: Leaf, width: int, translator: Translator = ENGLISH) -> int:
    """Return the minimum height of a leaf."""
    if width > HALF:
        return max(WIDE_ART, leaf_pieces(leaf, width - HALF, translator)[1] + PAD)
    return ART + PLAIN + leaf_pieces(leaf, width, translator)[1]


@lru_cache(maxsize=16)
def _title_block(name: str, count: int, depth: int, mind: int, translator: Translator) -> Block:
    """Return the owner of the hand, the number of cards, and the values that determine which are playable."""
    height = 92
    pieces: list[Piece] = [Shape(Rect(0, 0, INNER, height), FIELD, "box", 22)]
    x = INNER - PAD
    for number, label in (
        (mind, msg("mind")),
        (depth, msg("depth")),
        (count, msg("arcana") if count != 1 else msg("arcanum")),
    ):
        label_text = translator(label)
        wide = width_of(label_text, "strong", 30)
        pieces.append(Words(Rect(x - wide, 8, wide, height - 10), (label_text,), "strong", 30, c.MIST))
        x -= wide + 12
        wide = width_of(str(number), "number", 44)
        pieces.append(Words(Rect(x - wide, 4, wide, height - 10), (str(number),), "number", 44, c.GOLD))
        x -= wide + 28
    heading = translator(msg("{whose} hand", whose=of(name), name=name))
    pieces.append(
        fitted(heading, Rect(PAD + 6, 2, x - PAD - 6, height - 6), "display", 54, 29, c.PAPER, "left", 2)
    )
    return Block(INNER, height, tuple(pieces))


def _may_act(view: VoidreamView) -> bool:
    """Return whether the viewer is asked for an action, so that a card can be played, and no other one is resolving."""
    return (
        view.active == view.viewer
        and any(awaited.seat == view.viewer for awaited in view.awaited)
        and (view.phase == "main" or view.phase.endswith("conflict"))
        and not view.looking_at
        and view.resolving is None
    )


FORM = HandForm(
    background="night",
    margin=MARGIN,
    seam=SEAM,
    caption=BandForm(56, c.SILVER_DEEP, c.PAPER),
    sign="sigil",
    leaf_height=leaf_height,
    leaf_block=leaf_block,
)


def layout_hand(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of the picture of the viewer's hand. Raises ValueError for spectators."""
    seat = own_seat(view.viewer)
    name, side = shown_names(names, translator)[seat], view.sides[seat]
    title = _title_block(name, len(side.hand), side.depth, side.mind.count, translator)
    sheet = HandSheet(FORM, title, translator)
    sheet.looked_at([Leaf(face) for face in view.looking_at])
    may_act = _may_act(view)
    hand = [
        Leaf(
            card.face,
            playable=False if card.playable else True if may_act else None,
            reason=card.playable,
        )
        for card in side.hand
        if card.face is not None
    ]
    sheet.held(len(side.hand), hand, msg("Your arcana") if view.looking_at else None)
    secrets = secret_faces(view, translator)
    if secrets:
        sheet.caption(msg("Face down, known to you"), "cards")
        sheet.leaves([Leaf(face, note) for note, face in secrets])
    return sheet.sheet()


def _exact_inks() -> list[Colour]:
    """Return the exact colours of fields, text and signs."""
    return [
        *tints(FIELD, (c.PAPER,), 8),
        *tints(FIELD, (c.MIST, INVERTED, c.GOLD, c.SILVER, c.MINT, *LIGHTS.values()), 3),
        *tints(BARRED, (c.MIST, c.ROSE, c.PAPER), 4),
        *tints(BARRED, (c.GOLD, c.SILVER), 2),
        *tints(c.INK, (c.PAPER,), 4),
        *tints(c.SILVER_DEEP, (c.PAPER,), 4),
    ]


def _exact_colours(picture: Picture) -> list[Colour]:
    """Return the colours of signs and text on a picture, which must not be merged with others."""
    match picture.drawing:
        case FadedFoot(drawing=CardArt(faction=faction), ground=ground, dimmed=dimmed):
            rare = [] if dimmed else rare_inks(faction)
            return [*tints(ground, (c.PAPER,), 2), c.INK, *rare]
        case _:
            return []


def draw_hand(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> bytes:
    """Return the viewer's hand, and all other cards that only they may look at, as a PNG.

    Raises ValueError for spectators.
    """
    sheet = layout_hand(view, names, translator)
    image = paint_sheet(sheet)
    areas = areas_of(sheet, _exact_colours)
    return png_in_few_inks(image, [*_exact_inks(), *margin_inks(image, MARGIN)], areas, MOST_BYTES)
