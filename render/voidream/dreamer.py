"""A Dreamer's side of the table: name and hand, deck, bastion, mind and piles (§2, §3)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cards.locales import ENGLISH, Phrase, Tongue, say, title
from engine.voidream.view import ConstructView, HandCard, MindView, Pile, Side
from render import palette as c
from render.fonts import width_of
from render.pieces import Block, Colour, Icon, Picture, Piece, Rect, Shape, Words
from render.typeset import fitted, flowed
from render.voidream.art import BackArt, CardArt, art_of
from render.voidream.tiles import number_back
from render.voidream.wording import lines_of, offerings_words, rules, title_of

DECK_W, BASTION_W, MIND_W, PILES_W = 258, 206, 332, 228
SOURCES_H = 178


class Standing(Struct, frozen=True):
    """What the name bar says of a player besides the name."""

    is_viewer: bool
    has_turn: bool
    decides: bool
    passed: bool
    siege: bool
    nightmare: bool
    won: bool


def panel(width: int, height: int, bright: bool = False) -> Shape:
    """The ground of a block."""
    return Shape(
        Rect(0, 0, width, height),
        c.PANEL,
        "box",
        16,
        c.GOLD if bright else c.EDGE,
        3 if bright else 2,
        c.PANEL_LOW,
    )


def _badge(x: int, y: int, sign: str, word: str, fill: Colour, ink: Colour) -> tuple[list[Piece], int]:
    w = 52 + width_of(word, "strong", 24)
    return [
        Shape(Rect(x, y, w, 38), fill, "box", 19, ink, 2),
        Icon(Rect(x + 11, y + 9, 20, 20), sign, ink),
        Words(Rect(x + 38, y, w - 46, 38), (word,), "strong", 24, ink),
    ], x + w + 8


@lru_cache(maxsize=64)
def name_bar(
    name: str, count: int, hand: tuple[int, ...], standing: Standing, width: int, tongue: Tongue = ENGLISH
) -> Block:
    """Name, standing, how many arcana are in hand, and the backs with their values unless they are shown elsewhere."""
    height = 78
    pieces: list[Piece] = [panel(width, height, standing.has_turn)]
    step = min(46, 400 // max(1, len(hand)))
    left = width - 14 - step * len(hand)
    for k, value in enumerate(hand):
        pieces.extend(number_back(left + k * step + 2, 10, step - 4, 58, value, 31))
    pieces.append(Words(Rect(left - 62, 6, 52, 40), (str(count),), "number", 34, c.PAPER, "center"))
    in_hand = tongue(say("hand", "pile"))
    pieces.append(fitted(in_hand, Rect(left - 66, 44, 60, 28), "text", 21, 20, c.MIST, "center", 1))
    badges: list[tuple[str, Phrase, Colour, Colour]] = []
    if standing.won:
        badges.append(("crown", say("winner", "standing"), c.GOLD_DEEP, c.GOLD))
    if standing.has_turn:
        badges.append(("turn", say("turn", "standing"), c.GOLD_DEEP, c.GOLD))
    if standing.decides and not standing.has_turn:
        badges.append(("wait", say("decides", "standing"), c.SILVER_DEEP, c.SILVER))
    if standing.passed:
        badges.append(("passed", say("passed", "standing"), c.ASH_LOW, c.SMOKE))
    if standing.nightmare:
        badges.append(("eye", say("Nightmare", "law"), c.ROSE_DEEP, c.ROSE))
    if standing.siege:
        badges.append(("castle", say("siege", "standing"), c.MINT_DEEP, c.MINT))
    placed: list[Piece] = []
    x = 0
    for sign, word, fill, ink in badges:
        made, x = _badge(x, 0, sign, tongue(word), fill, ink)
        placed.extend(made)
    room = left - 76 - 18 - x - (10 if badges else 0)
    label = tongue(say("{name} (you)", name=name)) if standing.is_viewer else name
    if room >= 150:
        words = fitted(
            label, Rect(18, 0, room, height), "display", 38, 24, c.PAPER, "left", 2 if room < 260 else 1
        )
        pieces.append(words)
        start = 18 + max(width_of(line, words.face, words.size) for line in words.lines) + 14
        pieces.extend(_moved(piece, start, 20) for piece in placed)
    else:
        pieces.append(fitted(label, Rect(18, 0, left - 96, 37), "display", 30, 22, c.PAPER, "left", 1))
        pieces.extend(_moved(piece, 16, 37) for piece in placed)
    return Block(width, height, tuple(pieces))


def _moved(piece: Piece, dx: int, dy: int) -> Piece:
    match piece:
        case Shape():
            return Shape(
                piece.rect.moved(dx, dy), piece.fill, piece.form, piece.radius, piece.edge, piece.edge_width
            )
        case Icon():
            return Icon(piece.rect.moved(dx, dy), piece.name, piece.ink)
        case Words():
            return Words(
                piece.rect.moved(dx, dy), piece.lines, piece.face, piece.size, piece.ink, piece.align
            )
        case _:
            return piece


@lru_cache(maxsize=64)
def deck_block(
    depth: int, count: int, top: ConstructView | None, height: int, tongue: Tongue = ENGLISH
) -> Block:
    """The deck: the card on top as it lies there, with the depth, and how many cards there are."""
    pieces: list[Piece] = [panel(DECK_W, height)]
    card = Rect(10, 10, 124, height - 20)
    if count == 0:
        pieces.append(Shape(card, c.NIGHT, "box", 10, c.EDGE, 2))
    elif top is None:
        pieces.append(Picture(card, BackArt(), 10))
    else:
        pieces.append(Picture(card, art_of(top.face), 10))
    centre = card.x + card.w // 2
    pieces.append(Shape(Rect(centre - 48, 24, 96, 96), c.INK, "disc", 0, c.PAPER, 3))
    pieces.append(fitted(str(depth), Rect(centre - 44, 24, 88, 96), "number", 76, 40, c.PAPER, "center", 1))
    plate = Rect(card.x + 2, height - 50, card.w - 4, 34)
    pieces.append(Shape(plate, c.INK, "box", 8))
    pieces.append(fitted(tongue(say("depth")), plate, "strong", 26, 20, c.PAPER, "center", 1))
    x, w = card.right + 8, DECK_W - card.right - 14
    pieces.append(fitted(str(count), Rect(x, 12, w, 50), "number", 44, 28, c.PAPER, "center", 1))
    cards = tongue(say("card in\nthe deck") if count == 1 else say("cards in\nthe deck"))
    pieces.append(fitted(cards, Rect(x, 60, w, 52), "text", 21, 20, c.MIST, "center", 2))
    if top is not None:
        lies = tongue(say("bastion on top") if top.is_bastion else say("construct on top"))
        pieces.append(fitted(lies, Rect(x, 116, w, 56), "strong", 22, 20, c.GOLD, "center", 2))
    return Block(DECK_W, height, tuple(pieces))


@lru_cache(maxsize=8)
def fallen_block(height: int, tongue: Tongue = ENGLISH) -> Block:
    """In the place of a bastion that is gone."""
    pieces: list[Piece] = [Shape(Rect(0, 0, BASTION_W, height), c.ROSE_DEEP, "box", 14, c.ROSE, 2)]
    pieces.append(Icon(Rect(0, 24, BASTION_W, 64), "castle", c.ROSE))
    pieces.append(Icon(Rect(0, 30, BASTION_W, 56), "crack", c.ROSE_DEEP))
    fallen = tongue(say("The bastion\nhas fallen"))
    pieces.append(fitted(fallen, Rect(8, 100, BASTION_W - 16, 64), "strong", 25, 20, c.PAPER, "center", 2))
    return Block(BASTION_W, height, tuple(pieces))


def mind_height(mind: MindView, tongue: Tongue = ENGLISH) -> int:
    """How high the mind's block must be for its text."""
    return max(SOURCES_H, _mind_text(mind, tongue)[1] + 8)


@lru_cache(maxsize=64)
def _mind_text(mind: MindView, tongue: Tongue) -> tuple[tuple[Piece, ...], int]:
    pieces: list[Piece] = []
    x, w = 116, MIND_W - 126
    words = fitted(tongue(title(mind.title)), Rect(x, 8, w, 34), "title", 28, 22, c.PAPER, "left", 1)
    pieces.append(words)
    y = 44
    lines = lines_of(mind.texts[mind.count], tongue) if mind.count < len(mind.texts) else ()
    short = sum(width_of(rules(line), "text", 25) // w + 1 for line in lines) <= 3
    size = 25 if short else 21
    for line in lines or (tongue(say("No text at this number.")),):
        words = flowed(
            rules(line), x, y, w, "text" if lines else "italic", size, c.PAPER if lines else c.MIST
        )
        pieces.append(words)
        y = words.rect.bottom + 4
    return tuple(pieces), y


@lru_cache(maxsize=64)
def mind_block(mind: MindView, height: int, tongue: Tongue = ENGLISH) -> Block:
    """The mind card: its upright number and the text that goes with it."""
    pieces: list[Piece] = [panel(MIND_W, height)]
    art = Rect(10, 10, 96, height - 20)
    pieces.append(
        Picture(art, CardArt(mind.title, "mind", mind.faction, art=mind.art), 10, dimmed=mind.count == 0)
    )
    pieces.append(Shape(Rect(16, 14, 84, 84), c.INK, "diamond", 0, c.GOLD, 4))
    pieces.append(Words(Rect(16, 14, 84, 84), (str(mind.count),), "number", 50, c.PAPER, "center"))
    pieces.append(Shape(Rect(14, 106, 88, 34), c.INK, "box", 8))
    label = tongue(say("mind") if mind.count else say("spent"))
    pieces.append(fitted(label, Rect(14, 106, 88, 34), "strong", 25, 20, c.PAPER, "center", 1))
    for k in range(4):
        lit = k < mind.count
        pieces.append(
            Shape(
                Rect(18 + k * 21, 147, 17, 17),
                c.GOLD if lit else c.INK,
                "diamond",
                0,
                c.GOLD if lit else c.SMOKE,
                2,
            )
        )
    pieces.extend(_mind_text(mind, tongue)[0])
    return Block(MIND_W, height, tuple(pieces))


@lru_cache(maxsize=64)
def piles_block(
    discard: int, arcana: int, void: int, offerings: int, height: int, tongue: Tongue = ENGLISH
) -> Block:
    """How many cards lie in the three public piles."""
    pieces: list[Piece] = [panel(PILES_W, height)]
    rows = [
        ("cards", discard, tongue(say("Dream discard", "plate"))),
        ("sigil", arcana, tongue(say("arcana discard", "plate"))),
        ("void", void, tongue(say("in the Void", "plate"))),
    ]
    row_h = (height - 16) // 3
    for k, (sign, number, label) in enumerate(rows):
        y = 8 + k * row_h
        if k:
            pieces.append(Shape(Rect(14, y, PILES_W - 28, 1), c.EDGE))
        pieces.append(Icon(Rect(14, y, 30, row_h), sign, c.MIST))
        pieces.append(fitted(str(number), Rect(48, y, 50, row_h), "number", 34, 24, c.PAPER, "center", 1))
        if sign == "void" and offerings:
            label = tongue(say("in the Void,\n{offerings}", offerings=offerings_words(offerings)))
        pieces.append(fitted(label, Rect(104, y, PILES_W - 112, row_h), "text", 22, 20, c.MIST, "left", 2))
    return Block(PILES_W, height, tuple(pieces))


def side_piles(side: Side, height: int, tongue: Tongue = ENGLISH) -> Block:
    """The piles of one side; an offering among the arcana's would be in the Void as well."""
    piles: tuple[Pile, Pile, Pile] = (side.discard, side.arcana_discard, side.void)
    return piles_block(*(len(pile.cards) for pile in piles), len(side.void.offerings), height, tongue)


def hand_chip(card: HandCard, width: int, tongue: Tongue = ENGLISH) -> Block:
    """One arcanum of the viewer's own hand: value, title, and a sign if it can't be played now."""
    shown = title_of(card.face, tongue) if card.face is not None else tongue(say("An arcanum"))
    return _hand_chip(card.value, shown, bool(card.playable), width)


@lru_cache(maxsize=64)
def _hand_chip(value: int, shown: str, barred: bool, width: int) -> Block:
    height = 62
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, height), c.ASH_LOW if barred else c.RAISED, "box", 10, c.ASH if barred else c.EDGE, 2,
              c.ASH_LOW if barred else c.RAISED_LOW)
    ]  # fmt: skip
    pieces.extend(number_back(7, 7, 40, height - 14, value, 31))
    right = 34 if barred else 8
    pieces.append(
        fitted(shown, Rect(56, 3, width - 56 - right, height - 6), "title", 25, 22, c.PAPER, "left", 2)
    )
    if barred:
        pieces.append(Icon(Rect(width - 32, 0, 24, height), "passed", c.SMOKE))
    return Block(width, height, tuple(pieces))
