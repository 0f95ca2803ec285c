"""A deck at a glance (§8): bastion and mind, the curve of values, the kinds, and all cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from cards.i18n import ENGLISH, Message, Translator, msg, title
from cards.voidream.deck_rules import violations
from cards.voidream.decks import DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.model import Card, Kind
from render import palette as c
from render.canvas import paint_sheet
from render.fade import FadedFoot, Strip
from render.fonts import line_height, width_of
from render.layout import (
    Block,
    Colour,
    Hatch,
    Icon,
    Picture,
    Piece,
    PlacedBlock,
    Rect,
    Shape,
    Sheet,
    Words,
    moved,
)
from render.palette import between
from render.palette_reduction import areas_of, margin_inks, png_in_few_inks, tints
from render.typeset import fitted, unbroken
from render.voidream.art import CardArt, eye_line_of
from render.voidream.card import rare_inks
from render.voidream.deck_words import KINDS, VALUES, counted, factions, shown_name, standing
from render.voidream.faction_inks import LIGHTS
from render.voidream.tile_marks import value_badge
from render.voidream.words import EMBLEMS, kind_word

WIDTH = 1100
MARGIN = 20
INNER = WIDTH - 2 * MARGIN
SEAM = 14
HALF = (INNER - SEAM) // 2
THIRD = (INNER - 2 * SEAM) // 3
FEATURE = 330
STRIP = 190
"""The width of a row's picture, a little more than a third."""
REACH = 84
"""The number of columns over which it fades into the row's background."""
ROW, ROW_SEAM = 84, 6
HEADING, INSET = 60, 10
TITLE, SMALL_TITLE = 32, 29
MOST_BYTES = 250_000
FIELD = (22, 19, 44)
ROW_FIELD = (14, 12, 30)
"""The background of a panel, and of a row on it."""

SIGNS = {
    Kind.THOUGHT: "star",
    Kind.MEMORY: "cards",
    Kind.ENTITY: "sword",
    Kind.CONSTRUCT: "tower",
    Kind.ARCANUM: "sigil",
}


# ----------------------------------------------------------------------------------------------------------- blocks


def _title_block(name: str, deck: DeckList, translator: Translator) -> Block:
    """Return the deck's name and factions, and whether it is playable."""
    faction = deck.faction or Faction.NEUTRAL
    sign, ink = ("wait", c.ROSE) if violations(deck) else ("turn", c.MINT)
    height, left = 124, 108
    status = fitted(translator(standing(deck)), Rect(0, 8, 270, 66), "strong", 32, 27, ink, "left", 2)
    wide = max(width_of(line, status.face, status.size) for line in status.lines)
    right = INNER - 24 - wide
    return Block(
        INNER,
        height,
        (
            _field(INNER, height),
            Icon(Rect(24, 30, 64, 64), EMBLEMS[faction.value], LIGHTS[faction.value]),
            fitted(name, Rect(left, 8, right - left - 66, 68), "display", 52, 29, c.PAPER, "left", 2),
            fitted(
                translator(factions(deck)),
                Rect(left, 76, INNER - left - 20, 40),
                "strong",
                29,
                24,
                c.MIST,
                "left",
                1,
            ),
            Icon(Rect(right - 46, 24, 34, 34), sign, ink),
            replace(status, rect=Rect(right, 8, wide, 66)),
        ),
    )


def _art(card: Card) -> CardArt:
    return CardArt(card.title, card.kind.value, card.faction.value, card.art)


def _field(width: int, height: int) -> Shape:
    """Return the background of a panel."""
    return Shape(Rect(0, 0, width, height), FIELD, "box", 20)


def _leader(kind: Kind, card: Card | None, missing_text: Message, translator: Translator) -> Block:
    """Return the picture of bastion or mind with its title; an empty place if it is missing."""
    height, w = FEATURE, THIRD - 2 * 18
    if card is None:
        title_words = fitted(
            translator(missing_text), Rect(18, height - 84, w, 72), "strong", 30, 27, c.MIST, "center", 2
        )
        hatch = Hatch(Rect(16, 16, THIRD - 32, height - 108), c.EDGE)
        return Block(THIRD, height, (_field(THIRD, height), hatch, title_words))
    light = LIGHTS[card.faction.value]
    title_ = fitted(translator(title(card.title)), Rect(18, 0, w, 82), "display", 36, 29, c.PAPER, "left", 2)
    high = len(title_.lines) * line_height(title_.size)
    top = height - 12 - high
    faded = FadedFoot(_art(card), FIELD, 2 * high + 90, high // 3 + 12)
    pieces: list[Piece] = [
        _field(THIRD, height),
        Picture(Rect(0, 0, THIRD, height), faded, 20),
    ]
    if card.value:
        pieces += value_badge(16, 16, card.value, 56)
    if card.stability:
        plate = Rect(THIRD - 118, 16, 102, 56)
        pieces += [
            Shape(plate, c.INK, "box", 12),
            Icon(Rect(plate.x + 10, plate.y + 11, 32, 34), "shield", c.SMOKE),
            fitted(
                str(card.stability),
                Rect(plate.x + 46, plate.y, 54, 56),
                "number",
                40,
                24,
                c.PAPER,
                "center",
                1,
            ),
        ]
    pieces += [
        Icon(Rect(18, top - 34, 28, 28), EMBLEMS[card.faction.value], light),
        Words(Rect(56, top - 38, w - 38, 36), (kind_word(kind.value, translator),), "strong", 27, light),
        replace(title_, rect=Rect(18, top, w, high)),
    ]
    return Block(THIRD, height, tuple(pieces))


def _curve(deck: DeckList, translator: Translator) -> Block:
    """Return the number of cards of each value, with Dream cards and arcana side by side."""
    height = FEATURE
    dream, arcana = (Counter(card.value for card in cards) for cards in (deck.dream, deck.arcana))
    highest = max([1, *dream.values(), *arcana.values()])
    pieces: list[Piece] = [
        _field(THIRD, height),
        Words(Rect(18, 8, THIRD - 36, 44), (translator(msg("Values")),), "strong", 32, c.PAPER),
    ]
    cell = (THIRD - 16) // len(VALUES)
    floor = height - 98
    room = floor - 104
    for k, value in enumerate(VALUES):
        left = 8 + k * cell
        for counts, ink, deep, wide in (
            (dream, c.GOLD, c.GOLD_DEEP, 46),
            (arcana, c.SILVER, c.SILVER_DEEP, 35),
        ):
            number = counts[value]
            tall = max(4, room * number // highest)
            bar = Rect(left + (wide - 27) // 2, floor - tall, 27, tall)
            number_rect = Rect(left, floor - tall - 44, wide, 42)
            pieces += [
                Shape(bar, ink if number else deep, "box", 4),
                fitted(str(number), number_rect, "number", 34, 24, ink, "center", 1),
            ]
            left += wide
        axis_rect = Rect(8 + k * cell, floor + 4, cell, 42)
        pieces.append(Words(axis_rect, (str(value),), "number", 34, c.PAPER, "center"))
    pieces.append(Shape(Rect(18, floor, THIRD - 36, 3), c.EDGE))
    x = 18
    for label, ink in ((msg("Dream cards", "legend"), c.GOLD), (msg("arcana"), c.SILVER)):
        label_text = translator(label)
        wide = width_of(label_text, "strong", 25)
        pieces += [
            Shape(Rect(x, height - 36, 20, 20), ink, "box", 4),
            Words(Rect(x + 28, height - 46, wide, 40), (label_text,), "strong", 25, c.MIST),
        ]
        x += 28 + wide + 22
    return Block(THIRD, height, tuple(pieces))


def _kinds(deck: DeckList, translator: Translator) -> Block:
    """Return the number of Dream cards of each kind."""
    counts = Counter(card.kind for card in deck.dream)
    height, edge, size = 84, 22, 30
    names = [_name(kind, counts[kind], translator) for kind in KINDS]

    def widths() -> list[int]:
        return [
            54 + width_of(str(counts[kind]), "number", 42) + width_of(name, "strong", size)
            for kind, name in zip(KINDS, names, strict=True)
        ]

    while size > 24 and sum(widths()) + 28 * (len(KINDS) - 1) > INNER - 2 * edge:
        size -= 1
    gap = (INNER - 2 * edge - sum(widths())) // (len(KINDS) - 1)
    pieces: list[Piece] = [_field(INNER, height)]
    x = edge
    for kind, name, wide in zip(KINDS, names, widths(), strict=True):
        number = str(counts[kind])
        label_x = x + 54 + width_of(number, "number", 42)
        pieces += [
            Icon(Rect(x, 25, 34, 34), SIGNS[kind], c.GOLD),
            Words(Rect(x + 42, 6, label_x - 10 - x - 42, height - 14), (number,), "number", 42, c.PAPER),
            Words(Rect(label_x, 8, x + wide - label_x, height - 14), (name,), "strong", size, c.MIST),
        ]
        x += wide + gap
    return Block(INNER, height, tuple(pieces))


def _name(kind: Kind, n: int, translator: Translator) -> str:
    """Return the name of a kind after a number."""
    return translator(counted(kind, n)).removeprefix(f"{n} ")


def _name_on_row(name: str, x: int, width: int) -> Words:
    """Return a title in the fewest possible lines, with the largest possible letters."""
    for lines in (1, 2, 3):
        room = Rect(x, 0, width, lines * line_height(TITLE))
        words = fitted(name, room, "title", TITLE, SMALL_TITLE, c.PAPER, "left", lines)
        if words.whole and unbroken(name, "title", words.size, width):
            return words
    return fitted(name, Rect(x, 0, width, 999), "title", SMALL_TITLE, SMALL_TITLE, c.PAPER)


@lru_cache(maxsize=512)
def _row(
    card: Card, copies: int, width: int, show_copies: bool, translator: Translator
) -> tuple[tuple[Piece, ...], int]:
    """Return one title: its copies, value, name and picture; and the row's height."""
    left, right = 132, width - STRIP + REACH // 3
    name = _name_on_row(translator(title(card.title)), left, right - left)
    lines = len(name.lines) * line_height(name.size)
    height = max(ROW, lines + 8)
    middle = height // 2
    art = _art(card)
    strip = Strip(art, ROW_FIELD, REACH, eye_line_of(art))
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, height), ROW_FIELD, "box", 14),
        Picture(Rect(width - STRIP, 0, STRIP, height), strip, 14),
    ]
    if show_copies:
        pieces.append(Words(Rect(4, 0, 58, height), (f"{copies}×",), "number", 34, c.PAPER, "right"))
    else:
        sign = "star" if card.major else "sigil"
        pieces.append(Icon(Rect(20, middle - 17, 34, 34), sign, c.SILVER))
    pieces += value_badge(70, middle - 25, card.value, 50)
    pieces.append(replace(name, rect=Rect(left, middle - lines // 2, right - left, lines)))
    plate = Rect(width - 44, height - 44, 36, 36)
    pieces.append(Shape(plate, c.INK, "disc"))
    pieces.append(Icon(plate.inset(8), EMBLEMS[card.faction.value], LIGHTS[card.faction.value]))
    return tuple(pieces), height


def _group(kind: Kind, cards: Sequence[Card], width: int, translator: Translator, columns: int = 1) -> Block:
    """Return the titles of one kind below a heading, in one or more columns."""
    copies = Counter(card.title for card in cards)
    unique_cards = [*{card.title: card for card in cards}.values()]
    wide = (width - 2 * INSET - (columns - 1) * SEAM) // columns
    length = -(-len(unique_cards) // columns)
    pieces: list[Piece] = []
    bottom = 0
    for column in range(columns):
        y = HEADING
        for card in unique_cards[column * length : (column + 1) * length]:
            show = kind is not Kind.ARCANUM or copies[card.title] > 1
            row, high = _row(card, copies[card.title], wide, show, translator)
            dx = INSET + column * (wide + SEAM)
            pieces += [moved(piece, dx, y) for piece in row]
            y += high + ROW_SEAM
        bottom = max(bottom, y)
    height = bottom + INSET - ROW_SEAM
    heading: list[Piece] = [
        _field(width, height),
        Icon(Rect(20, 13, 32, 34), SIGNS[kind], c.GOLD if kind is not Kind.ARCANUM else c.SILVER),
        Words(Rect(66, 6, width - 80, 48), (translator(counted(kind, len(cards))),), "strong", 32, c.PAPER),
    ]
    return Block(width, height, (*heading, *pieces))


# ------------------------------------------------------------------------------------------------------ the picture


def layout_deck(name: str, deck: DeckList, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of the picture of a deck, finished or not."""
    deck = deck.ordered()
    placed = [
        PlacedBlock(MARGIN, MARGIN, _title_block(shown_name(name, translator), deck, translator), "title")
    ]
    y = placed[0].rect.bottom + SEAM
    features = (
        (_leader(Kind.BASTION, deck.bastion, msg("no bastion yet"), translator), "bastion"),
        (_leader(Kind.MIND, deck.mind, msg("no mind card yet"), translator), "mind"),
        (_curve(deck, translator), "curve"),
    )
    for k, (block, role) in enumerate(features):
        placed.append(PlacedBlock(MARGIN + k * (THIRD + SEAM), y, block, role))
    y += FEATURE + SEAM
    placed.append(PlacedBlock(MARGIN, y, _kinds(deck, translator), "kinds"))
    y = placed[-1].rect.bottom + SEAM
    if deck.arcana:
        placed.append(
            PlacedBlock(MARGIN, y, _group(Kind.ARCANUM, deck.arcana, INNER, translator, 2), "arcana")
        )
        y = placed[-1].rect.bottom + SEAM
    y = _columns(deck, placed, y, translator)
    height = y - SEAM + MARGIN
    return Sheet(WIDTH, height, "night", tuple(placed), horizon=height)


def _columns(deck: DeckList, placed: list[PlacedBlock], y: int, translator: Translator) -> int:
    """Return the Dream cards by kind in two columns, the longest group first; and their end."""
    groups = [(kind, [card for card in deck.dream if card.kind is kind]) for kind in KINDS]
    other_cards = [card for card in deck.dream if card.kind not in KINDS]
    blocks = [_group(kind, cards, HALF, translator) for kind, cards in groups if cards]
    if other_cards:
        blocks.append(_group(Kind.THOUGHT, other_cards, HALF, translator))
    ends = [y, y]
    for block in sorted(blocks, key=lambda block: -block.height):
        column = 0 if ends[0] <= ends[1] else 1
        placed.append(PlacedBlock(MARGIN + column * (HALF + SEAM), ends[column], block, "group"))
        ends[column] += block.height + SEAM
    return max(ends)


def _faction(picture: Picture) -> str:
    """Return the faction whose inks are used for a picture. The strips of a faction share their inks."""
    match picture.drawing:
        case Strip(drawing=CardArt(faction=faction)):
            return faction
        case FadedFoot(drawing=CardArt(title=name)):
            return f"title {name}"
        case _:
            return ""


def _exact_colours(picture: Picture) -> list[Colour]:
    """Return the colours of signs and text on a picture, which must not be merged with others."""
    match picture.drawing:
        case Strip(drawing=CardArt(faction=faction), ground=ground):
            return [
                ground,
                c.INK,
                between(ground, c.PAPER, 0.5),
                c.PAPER,
                LIGHTS[faction],
                *rare_inks(faction),
            ]
        case FadedFoot(drawing=CardArt(faction=faction), ground=ground):
            light = LIGHTS[faction]
            return [*tints(ground, (c.PAPER, light), 2), c.INK, c.SMOKE, *rare_inks(faction)]
        case _:
            return []


def _exact_inks() -> list[Colour]:
    """Return the exact colours of panels, text and signs."""
    return [
        *tints(FIELD, (c.PAPER,), 6),
        *tints(FIELD, (c.MIST, c.GOLD, c.SILVER, c.ROSE, c.MINT), 3),
        *tints(ROW_FIELD, (c.PAPER,), 5),
        *tints(c.INK, (c.PAPER,), 3),
        *tints(FIELD, LIGHTS.values(), 2),
        c.GOLD_DEEP,
        c.SILVER_DEEP,
        c.EDGE,
        between(ROW_FIELD, c.SILVER, 0.5),
    ]


def draw_deck(name: str, deck: DeckList, translator: Translator = ENGLISH) -> bytes:
    """Return a deck, finished or not, as a PNG."""
    sheet = layout_deck(name, deck, translator)
    image = paint_sheet(sheet)
    areas = areas_of(sheet, _exact_colours, _faction)
    return png_in_few_inks(image, [*_exact_inks(), *margin_inks(image, MARGIN)], areas, MOST_BYTES)
