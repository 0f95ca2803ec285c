"""What only its owner may see: the arcana in hand with both texts, and the faces of what lies face down (§2)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cards.locales import ENGLISH, Tongue, say
from engine.voidream.view import CardFace, VoidreamView
from render import palette as c
from render.canvas import paint_sheet
from render.pieces import Block, Colour, Icon, Picture, Piece, Placed, Rect, Shape, Sheet, Words
from render.png import png
from render.typeset import fitted, flowed
from render.voidream.art import art_of
from render.voidream.dreamer import panel
from render.voidream.inks import house_inks
from render.voidream.text import secret_faces
from render.voidream.tiles import value_badge
from render.voidream.wording import (
    Names,
    cards_words,
    faction_label,
    kind_line,
    lines_of,
    of,
    plain,
    rules,
    shown_names,
    title_of,
)

WIDTH = 1100
MARGIN = 20
INNER = WIDTH - 2 * MARGIN
SEAM = 12
HALF = (INNER - SEAM) // 2
ART = 128
TEXT = 23


class Leaf(Struct, frozen=True):
    """One card on the sheet: its face, a note above the title, and whether it can be played (None: no matter)."""

    face: CardFace
    note: str = ""
    playable: bool | None = None
    reason: str = ""


def _lines(
    label: str, sign: str, lines: tuple[str, ...], x: int, y: int, w: int, ink: Colour
) -> tuple[list[Piece], int]:
    """A labelled passage of rules."""
    pieces: list[Piece] = []
    if label:
        pieces.append(Icon(Rect(x, y + 4, 18, 20), sign, ink))
        pieces.append(Words(Rect(x + 26, y, w - 26, 28), (label,), "strong", 22, ink))
        y += 29
    for line in lines:
        words = flowed(rules(line), x, y, w, "text", TEXT, c.PAPER)
        pieces.append(words)
        y = words.rect.bottom + 3
    return pieces, y + 6


@lru_cache(maxsize=64)
def leaf_pieces(leaf: Leaf, width: int, tongue: Tongue = ENGLISH) -> tuple[tuple[Piece, ...], int]:
    """All but ground and art of a leaf, and how high it is at least."""
    face = leaf.face
    x, w = ART + 26, width - ART - 42
    pieces: list[Piece] = []
    y = 10
    if leaf.note:
        words = flowed(leaf.note, x, y, w, "strong", 22, c.SILVER)
        pieces.append(words)
        y = words.rect.bottom
    title = fitted(title_of(face, tongue), Rect(x, y, w, 76), "title", 31, 25, c.PAPER, "left", 2)
    title_h = 40 * len(title.lines)
    pieces.append(
        Words(Rect(x, y, w, title_h), title.lines, title.face, title.size, title.ink, whole=title.whole)
    )
    y += title_h
    if leaf.playable:
        pieces.append(Icon(Rect(x, y + 4, 20, 22), "turn", c.MINT))
        pieces.append(
            Words(Rect(x + 28, y, w - 28, 30), (tongue(say("can be played")),), "strong", 22, c.MINT)
        )
        y += 32
    elif leaf.playable is False:
        pieces.append(Icon(Rect(x, y + 4, 20, 22), "passed", c.ROSE))
        words = flowed(leaf.reason, x + 28, y + 1, w - 28, "text", 21, c.ROSE)
        pieces.append(words)
        y = words.rect.bottom + 5
    if face.kind == "arcanum":
        for label, sign, lines, ink in (
            (tongue(say("upright")), "up", face.text, c.GOLD),
            (tongue(say("inverted")), "down", face.inverted, c.SILVER),
        ):
            made, y = _lines(label, sign, lines_of(lines, tongue) or (tongue(say("No text.")),), x, y, w, ink)
            pieces.extend(made)
    else:
        faction = faction_label(face.faction, tongue)
        words = flowed(f"{kind_line(face, tongue)}, {faction}", x, y, w, "text", 22, c.MIST)
        pieces.append(words)
        y = words.rect.bottom + 4
        if face.kind in ("entity", "construct", "bastion"):
            stats = [("shield", face.stability, c.SMOKE)]
            if face.kind == "entity":
                stats = [("sun", face.dawn, c.GOLD), *stats, ("moon", face.dusk, c.SILVER)]
            cell = w // 3
            for k, (sign, number, ink) in enumerate(stats):
                at = x + k * cell
                pieces.append(Icon(Rect(at, y + 6, 26, 28), sign, ink))
                rect = Rect(at + 34, y, cell - 38, 40)
                pieces.append(fitted(plain(number), rect, "number", 32, 24, c.PAPER, "left", 1))
            y += 44
        made, y = _lines("", "", lines_of(face.text, tongue), x, y, w, c.PAPER)
        pieces.extend(made)
    return tuple(pieces), max(y + 4, 176)


@lru_cache(maxsize=64)
def leaf_block(leaf: Leaf, width: int, height: int, tongue: Tongue = ENGLISH) -> Block:
    """A card on the sheet."""
    barred = leaf.playable is False
    ground = Shape(
        Rect(0, 0, width, height), c.ASH_LOW if barred else c.RAISED, "box", 16,
        c.MINT if leaf.playable else c.ASH if barred else c.EDGE, 3 if leaf.playable else 2, c.ASH_LOW if barred else c.PANEL,
    )  # fmt: skip
    art = Picture(Rect(10, 10, ART, height - 20), art_of(leaf.face), 12, dimmed=barred)
    badge = value_badge(18, 18, leaf.face.value, 52) if leaf.face.value else []
    return Block(width, height, (ground, art, *badge, *leaf_pieces(leaf, width, tongue)[0]))


@lru_cache(maxsize=16)
def _title_block(name: str, count: int, depth: int, mind: int, tongue: Tongue) -> Block:
    pieces: list[Piece] = [panel(INNER, 92, True)]
    whose = tongue(say("{whose} hand", whose=of(name), name=name))
    pieces.append(fitted(whose, Rect(20, 6, 480, 80), "display", 40, 26, c.PAPER, "left", 2))
    for k, (number, label) in enumerate(
        (
            (count, say("arcana") if count != 1 else say("arcanum")),
            (depth, say("depth")),
            (mind, say("mind")),
        )
    ):
        x = INNER - 20 - (3 - k) * 184
        pieces.append(fitted(str(number), Rect(x, 6, 60, 80), "number", 52, 30, c.GOLD, "right", 1))
        pieces.append(fitted(tongue(label), Rect(x + 70, 8, 114, 80), "text", 26, 20, c.MIST, "left", 1))
    return Block(INNER, 92, tuple(pieces))


@lru_cache(maxsize=16)
def _caption(text: str, sign: str) -> Block:
    return Block(
        INNER,
        48,
        (
            Shape(Rect(0, 0, INNER, 48), c.SILVER_DEEP, "box", 12),
            Icon(Rect(16, 10, 30, 28), sign, c.PAPER),
            Words(Rect(58, 0, INNER - 70, 48), (text,), "strong", 26, c.PAPER),
        ),
    )


def _pairs(placed: list[Placed], y: int, leaves: list[Leaf], tongue: Tongue) -> int:
    """Leaves two by two, from `y` on; where they end."""
    for start in range(0, len(leaves), 2):
        row = leaves[start : start + 2]
        width = HALF if len(row) == 2 else INNER
        height = max(leaf_pieces(leaf, width, tongue)[1] for leaf in row)
        for k, leaf in enumerate(row):
            placed.append(
                Placed(MARGIN + k * (HALF + SEAM), y, leaf_block(leaf, width, height, tongue), "leaf")
            )
        y += height + SEAM
    return y


def _may_act(view: VoidreamView) -> bool:
    """Whether the viewer is asked for an action, so that a card can be played: not while another one resolves."""
    return (
        view.active == view.viewer
        and any(one.seat == view.viewer for one in view.awaited)
        and (view.phase == "main" or view.phase.endswith("conflict"))
        and not view.looking_at
        and view.resolving is None
    )


def layout_hand(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> Sheet:
    """Where everything lies on the picture of the viewer's hand. Raises ValueError for spectators."""
    if view.viewer is None:
        raise ValueError("spectators have no hand")
    name = shown_names(names, tongue)[view.viewer]
    side = view.sides[view.viewer]
    head = _title_block(name, len(side.hand), side.depth, side.mind.count, tongue)
    placed = [Placed(MARGIN, MARGIN, head, "title")]
    y = placed[0].rect.bottom + SEAM

    def caption(text: str, sign: str) -> None:
        nonlocal y
        placed.append(Placed(MARGIN, y, _caption(text, sign), "caption"))
        y = placed[-1].rect.bottom + SEAM

    if view.looking_at:
        looking = say("You are looking at {cards}", cards=cards_words(len(view.looking_at)))
        caption(tongue(looking), "eye")
        y = _pairs(placed, y, [Leaf(face) for face in view.looking_at], tongue)
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
    if not hand:
        caption(tongue(say("Your hand is empty")), "sigil")
    elif view.looking_at:
        caption(tongue(say("Your arcana")), "sigil")
    y = _pairs(placed, y, hand, tongue)
    secrets = secret_faces(view, tongue)
    if secrets:
        caption(tongue(say("Face down, known to you")), "cards")
        y = _pairs(placed, y, [Leaf(face, note) for note, face in secrets], tongue)
    return Sheet(WIDTH, y - SEAM + MARGIN, "night", tuple(placed))


def draw_hand(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> bytes:
    """The viewer's hand, and what else only they may look at, as a PNG. Raises ValueError for spectators."""
    return png(paint_sheet(layout_hand(view, names, tongue), house_inks()))
