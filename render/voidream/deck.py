"""A deck at a glance (§8): bastion and mind, the curve of values, the kinds, and everything that is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cards.locales import ENGLISH, Phrase, Tongue, say, title
from cards.voidream.deck_rules import violations
from cards.voidream.decks import DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.model import Card, Kind
from render import palette as c
from render.canvas import paint_sheet
from render.fonts import width_of
from render.palette import between
from render.pieces import Block, Colour, Hatch, Icon, Picture, Piece, Placed, Rect, Shape, Sheet, Words
from render.png import png
from render.typeset import fitted, unbroken, wrapped
from render.voidream.art import CardArt
from render.voidream.deck_words import KINDS, VALUES, counted, factions, shown_name, standing
from render.voidream.dreamer import panel
from render.voidream.inks import house_inks
from render.voidream.tiles import value_badge
from render.voidream.wording import EMBLEMS, kind_word

WIDTH = 1100
MARGIN = 20
INNER = WIDTH - 2 * MARGIN
SEAM = 14
HALF = (INNER - SEAM) // 2
THIRD = (INNER - 2 * SEAM) // 3
FEATURE = 330
ROW, TALL_ROW = 50, 74

SIGNS = {
    Kind.THOUGHT: "star",
    Kind.MEMORY: "cards",
    Kind.ENTITY: "sword",
    Kind.CONSTRUCT: "tower",
    Kind.ARCANUM: "sigil",
}
LIGHTS: dict[Faction, Colour] = {
    Faction.CHIMERIC_COURT: c.GOLD,
    Faction.FRACTA: c.MINT,
    Faction.SUBTER_VENELLAM: c.ROSE,
    Faction.MAZE: c.SILVER,
    Faction.NEUTRAL: c.MIST,
}
"""The colour of each faction's sign; the sign says it as well."""


# ----------------------------------------------------------------------------------------------------------- blocks


def _title_block(name: str, deck: DeckList, tongue: Tongue) -> Block:
    ground = Shape(Rect(0, 0, INNER, 116), c.PANEL, "box", 16, c.GOLD, 3, c.PANEL_LOW)
    faction = deck.faction or Faction.NEUTRAL
    sign, ink = ("wait", c.ROSE) if violations(deck) else ("turn", c.MINT)
    return Block(
        INNER,
        116,
        (
            ground,
            Icon(Rect(24, 26, 64, 64), EMBLEMS[faction.value], LIGHTS[faction]),
            fitted(name, Rect(112, 8, INNER - 430, 62), "display", 46, 26, c.PAPER, "left", 1),
            fitted(tongue(factions(deck)), Rect(112, 68, INNER - 430, 38), "text", 28, 22, c.MIST, "left", 1),
            Icon(Rect(INNER - 296, 42, 32, 32), sign, ink),
            fitted(tongue(standing(deck)), Rect(INNER - 254, 28, 236, 60), "strong", 30, 22, ink, "left", 1),
        ),
    )


def _leader(kind: Kind, card: Card | None, missing: Phrase, tongue: Tongue) -> Block:
    """Bastion or mind, with its art; an empty place if there is none."""
    height = FEATURE
    if card is None:
        return Block(
            THIRD,
            height,
            (
                panel(THIRD, height),
                Hatch(Rect(12, 12, THIRD - 24, height - 122), c.EDGE),
                fitted(
                    tongue(missing),
                    Rect(20, height - 100, THIRD - 40, 84),
                    "text",
                    28,
                    22,
                    c.MIST,
                    "center",
                    2,
                ),
            ),
        )
    art = Picture(
        Rect(12, 12, THIRD - 24, height - 122),
        CardArt(card.title, card.kind.value, card.faction.value, card.art),
        12,
    )
    pieces: list[Piece] = [panel(THIRD, height), art]
    if card.value:
        pieces += value_badge(22, 22, card.value, 54)
    if card.stability:
        plate = Rect(THIRD - 108, 22, 86, 54)
        pieces += [
            Shape(plate, c.INK, "box", 10, c.SMOKE, 2),
            Icon(Rect(plate.x + 8, plate.y + 11, 30, 32), "shield", c.SMOKE),
            Words(
                Rect(plate.x + 42, plate.y, 40, 54), (str(card.stability),), "number", 36, c.PAPER, "center"
            ),
        ]
    pieces += [
        Icon(Rect(16, height - 98, 28, 28), EMBLEMS[card.faction.value], LIGHTS[card.faction]),
        Words(
            Rect(54, height - 102, THIRD - 70, 36),
            (kind_word(kind.value, tongue),),
            "strong",
            25,
            LIGHTS[card.faction],
        ),
        fitted(
            tongue(title(card.title)),
            Rect(16, height - 66, THIRD - 32, 58),
            "title",
            34,
            24,
            c.PAPER,
            "left",
            2,
        ),
    ]
    return Block(THIRD, height, tuple(pieces))


def _curve(deck: DeckList, tongue: Tongue) -> Block:
    """How many cards of each value there are: Dream cards and arcana side by side."""
    height = FEATURE
    dream, arcana = (Counter(card.value for card in cards) for cards in (deck.dream, deck.arcana))
    most = max([1, *dream.values(), *arcana.values()])
    pieces: list[Piece] = [
        panel(THIRD, height),
        Words(Rect(20, 10, THIRD - 40, 40), (tongue(say("Values")),), "strong", 27, c.PAPER),
    ]
    cell = (THIRD - 40) // 4
    floor, room = height - 92, height - 92 - 92
    for k, value in enumerate(VALUES):
        x = 20 + k * cell
        for side, (counts, ink, deep) in enumerate(
            ((dream, c.GOLD, c.GOLD_DEEP), (arcana, c.SILVER, c.SILVER_DEEP))
        ):
            number = counts[value]
            tall = max(4, room * number // most)
            left = x + 2 + side * (cell // 2)
            pieces += [
                Shape(Rect(left + 3, floor - tall, cell // 2 - 8, tall), ink if number else deep, "box", 4),
                Words(
                    Rect(left - 2, floor - tall - 36, cell // 2 + 2, 34),
                    (str(number),),
                    "number",
                    28,
                    ink,
                    "center",
                ),
            ]
        pieces.append(
            Words(Rect(x, floor + 2, cell, 38), (str(value),), "number", 30, c.PAPER, "center"),
        )
    pieces.append(Shape(Rect(20, floor, THIRD - 40, 3), c.EDGE))
    for k, (word, ink) in enumerate(((say("Dream cards", "legend"), c.GOLD), (say("arcana"), c.SILVER))):
        x = 22 + k * 190
        pieces += [
            Shape(Rect(x, height - 38, 20, 20), ink, "box", 4),
            Words(Rect(x + 30, height - 46, 160 - 60 * k, 36), (tongue(word),), "text", 24, c.MIST),
        ]
    return Block(THIRD, height, tuple(pieces))


def _kinds(deck: DeckList, tongue: Tongue) -> Block:
    """How many Dream cards of each kind there are."""
    counts = Counter(card.kind for card in deck.dream)
    pieces: list[Piece] = [panel(INNER, 76)]
    cell = INNER // len(KINDS)
    for k, kind in enumerate(KINDS):
        x, number = k * cell + 20, str(counts[kind])
        wide = width_of(number, "number", 42)
        word = x + 42 + wide + 10
        pieces += [
            Icon(Rect(x, 21, 32, 34), SIGNS[kind], c.GOLD),
            Words(Rect(x + 42, 8, wide, 60), (number,), "number", 42, c.PAPER),
            fitted(
                _name(kind, counts[kind], tongue),
                Rect(word, 13, k * cell + cell - word - 2, 56),
                "text",
                25,
                20,
                c.MIST,
                "left",
                1,
            ),
        ]
    return Block(INNER, 76, tuple(pieces))


def _name(kind: Kind, n: int, tongue: Tongue) -> str:
    """The name of a kind behind a number."""
    return tongue(counted(kind, n)).removeprefix(f"{n} ")


def _is_tall(name: str, width: int) -> bool:
    room = _title_room(width)
    return len(wrapped(name, "title", 26, room)) > 1 or not unbroken(name, "title", 26, room)


def _title_room(width: int) -> int:
    return width - 176


def _row(
    card: Card, copies: int, y: int, width: int, show_copies: bool, tongue: Tongue
) -> tuple[list[Piece], int]:
    """One title: how often, its value, its name, and whose it is."""
    name = tongue(title(card.title))
    height = TALL_ROW if _is_tall(name, width) else ROW
    middle = y + height // 2
    pieces: list[Piece] = []
    if show_copies:
        pieces.append(Words(Rect(14, y, 52, height), (f"{copies}×",), "number", 30, c.PAPER, "right"))
    else:
        pieces.append(Icon(Rect(26, middle - 15, 30, 30), "star" if card.major else "sigil", c.SILVER))
    pieces += value_badge(76, middle - 20, card.value, 40)
    pieces.append(fitted(name, Rect(128, y, _title_room(width), height), "title", 28, 22, c.PAPER, "left", 2))
    pieces.append(
        Icon(Rect(width - 40, middle - 14, 26, 28), EMBLEMS[card.faction.value], LIGHTS[card.faction])
    )
    return pieces, y + height


def _group(kind: Kind, cards: Sequence[Card], width: int, tongue: Tongue, columns: int = 1) -> Block:
    """The titles of one kind under a heading, in one column or more."""
    copies = Counter(card.title for card in cards)
    each = [*{card.title: card for card in cards}.values()]
    sign = SIGNS[kind]
    pieces: list[Piece] = []
    head = tongue(counted(kind, len(cards)))
    wide = width // columns
    length = -(-len(each) // columns)
    bottom = 0
    for column in range(columns):
        y = 58
        for k, card in enumerate(each[column * length : (column + 1) * length]):
            show = kind is not Kind.ARCANUM or copies[card.title] > 1
            made, end = _row(card, copies[card.title], y, wide, show, tongue)
            stripe = Rect(8, y, wide - 16, end - y)
            ground: list[Piece] = (
                [Shape(stripe, between(c.RAISED, c.RAISED_LOW, 0.5), "box", 8)] if k % 2 == 0 else []
            )
            pieces += [_beside(piece, column * wide) for piece in (*ground, *made)]
            y = end
        bottom = max(bottom, y)
    height = bottom + 12
    heading: list[Piece] = [
        panel(width, height),
        Icon(Rect(20, 14, 30, 32), sign, c.GOLD if kind is not Kind.ARCANUM else c.SILVER),
        Words(Rect(62, 8, width - 80, 44), (head,), "strong", 28, c.PAPER),
    ]
    return Block(width, height, (*heading, *pieces))


def _beside(piece: Piece, dx: int) -> Piece:
    """The piece moved to the right."""
    rect = piece.rect.moved(dx, 0)
    match piece:
        case Words():
            return Words(rect, piece.lines, piece.face, piece.size, piece.ink, piece.align, piece.whole)
        case Icon():
            return Icon(rect, piece.name, piece.ink)
        case Shape():
            return Shape(
                rect, piece.fill, piece.form, piece.radius, piece.edge, piece.edge_width, piece.fill_below
            )
        case Picture():
            return Picture(rect, piece.drawing, piece.radius, piece.turned, piece.dimmed)
        case Hatch():
            return Hatch(rect, piece.ink, piece.step)


# ------------------------------------------------------------------------------------------------------ the picture


def layout_deck(name: str, deck: DeckList, tongue: Tongue = ENGLISH) -> Sheet:
    """Where everything lies on the picture of a deck, finished or not."""
    deck = deck.ordered()
    placed = [Placed(MARGIN, MARGIN, _title_block(shown_name(name, tongue), deck, tongue), "title")]
    y = placed[0].rect.bottom + SEAM
    features = (
        (_leader(Kind.BASTION, deck.bastion, say("no bastion yet"), tongue), "bastion"),
        (_leader(Kind.MIND, deck.mind, say("no mind card yet"), tongue), "mind"),
        (_curve(deck, tongue), "curve"),
    )
    for k, (block, role) in enumerate(features):
        placed.append(Placed(MARGIN + k * (THIRD + SEAM), y, block, role))
    y += FEATURE + SEAM
    placed.append(Placed(MARGIN, y, _kinds(deck, tongue), "kinds"))
    y = placed[-1].rect.bottom + SEAM
    if deck.arcana:
        placed.append(Placed(MARGIN, y, _group(Kind.ARCANUM, deck.arcana, INNER, tongue, 2), "arcana"))
        y = placed[-1].rect.bottom + SEAM
    y = _columns(deck, placed, y, tongue)
    return Sheet(WIDTH, y - SEAM + MARGIN, "night", tuple(placed))


def _columns(deck: DeckList, placed: list[Placed], y: int, tongue: Tongue) -> int:
    """The Dream cards by kind in two columns, the longest group first; where they end."""
    groups = [(kind, [card for card in deck.dream if card.kind is kind]) for kind in KINDS]
    other = [card for card in deck.dream if card.kind not in KINDS]
    blocks = [_group(kind, cards, HALF, tongue) for kind, cards in groups if cards]
    if other:
        blocks.append(_group(Kind.THOUGHT, other, HALF, tongue))
    ends = [y, y]
    for block in sorted(blocks, key=lambda block: -block.height):
        column = 0 if ends[0] <= ends[1] else 1
        placed.append(Placed(MARGIN + column * (HALF + SEAM), ends[column], block, "group"))
        ends[column] += block.height + SEAM
    return max(ends)


def draw_deck(name: str, deck: DeckList, tongue: Tongue = ENGLISH) -> bytes:
    """A deck, finished or not, as a PNG."""
    return png(paint_sheet(layout_deck(name, deck, tongue), house_inks()))
