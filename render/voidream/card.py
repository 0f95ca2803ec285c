"""One large card (§2): its picture, and below it a dark field with its complete text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from cards.i18n import ENGLISH, Message, Translator, line, msg
from engine.voidream.views.types import CardFace
from render import palette as c
from render.canvas import paint_sheet
from render.fonts import width_of
from render.layout import Colour, Icon, Piece, Rect, Shape, Sheet, Words, moved
from render.palette import between
from render.palette_reduction import areas_of, png_in_few_inks, tints
from render.table.card import PAD, TEXT_W, WIDTH, CardForm, CardText, PrintedCard, Tone, card_sheet
from render.table.words import flavour_of, lines_of, plain, title_of
from render.typeset import fitted
from render.voidream import faction_inks
from render.voidream.art import art_of
from render.voidream.faction_inks import NIGHT, inks_of
from render.voidream.words import faction_label, kind_word, types_words

LABEL_HANG = 46
"""The indent of an arcanum's texts after the sign."""
BOTTOM = 40
"""The free space below the text of a card without numbers."""
NUMBERS = 146
"""The height of the row of numbers."""
PICTURE = 720
"""The maximum height of the picture of a card with numbers."""
MOST_BYTES = 220_000
PAGE = (12, 11, 22)
"""The background around the corners of a card."""
RIM = 6
FORM = CardForm("night", PAGE, RIM, kind=48, gap=12, heights=(480, 600), smallest_title=46, fading=3)


def light_of(face: CardFace) -> Colour:
    """Return the colour of a card's rim and kind, which is its faction's light."""
    return faction_inks.light_of(face.faction)


def ground_of(face: CardFace) -> Colour:
    """Return the dark background colour of a card's text."""
    return between(NIGHT.get(face.faction, NIGHT["neutral"]).night, (10, 8, 20), 0.35)


# ------------------------------------------------------------------------------------------------------------- text


def tone_of(face: CardFace) -> Tone:
    """Return the colours of a card's text and its background."""
    return Tone(ground_of(face), c.PAPER, c.MIST, light_of(face))


def _line(text: CardText) -> None:
    """Add a line between two texts."""
    ink = between(text.tone.ground, c.MIST, 0.45)
    text.pieces.append(Shape(Rect(PAD, text.y + 14, TEXT_W, 3), ink))
    text.y += 28


def _plain_text(face: CardFace, translator: Translator, size: int) -> CardText:
    """Return rules and flavour."""
    text = CardText(size, tone_of(face))
    text.rules(lines_of(face.text, translator))
    if face.back:
        _line(text)
        text.rules(lines_of(face.back, translator), ink=c.MIST)
    text.flavour(flavour_of(face, translator))
    return text


def _two_texts(face: CardFace, translator: Translator, size: int) -> CardText:
    """Return the upright text of an arcanum above its inverted one, with a line between."""
    text = CardText(size, tone_of(face))
    sides: tuple[tuple[str, Message, tuple[str, ...], Colour], ...] = (
        ("up", msg("Upright"), face.text, c.GOLD),
        ("down", msg("Inverted"), face.inverted, c.SILVER),
    )
    for k, (sign, label, lines, ink) in enumerate(sides):
        if k:
            _line(text)
        text.sign(sign, 30, ink, lowered=4)
        text.text(translator(label), "strong", 30, ink, indent=LABEL_HANG)
        text.rules(lines_of(lines, translator) or (translator(msg("No text.")),), indent=LABEL_HANG)
    text.flavour(flavour_of(face, translator))
    return text


class MindText(Struct, frozen=True):
    """One text of a mind: the numbers at which it applies, from the highest down (0: spent), and the text."""

    numbers: tuple[int, ...]
    text: str


_NUMBERED = re.compile(r"(\d+|Spent): (.*)", re.DOTALL)


def turns(lines: Sequence[str]) -> list[MindText]:
    """Return the texts of a mind by number. Adjacent numbers with the same text are joined."""
    result: list[MindText] = []
    for printed in lines:
        match = _NUMBERED.fullmatch(printed)
        number, text = (match[1], match[2]) if match else ("", printed)
        count = int(number) if number.isdigit() else 0
        if result and result[-1].text == text and count:
            result[-1] = MindText((*result[-1].numbers, count), text)
        else:
            result.append(MindText((count,), text if count else printed))
    return result


DIAMOND = 72
LINK = 58
"""The distance between the diamonds of joined numbers."""


def _chain(face: CardFace, translator: Translator, size: int) -> CardText:
    """Return the texts of a mind along a chain of diamonds, in falling order; the last diamond is empty."""
    tone = tone_of(face)
    chain = CardText(size, tone)
    centre = PAD + DIAMOND // 2
    diamonds: list[Piece] = []
    ends: list[int] = []
    chain.y = 6
    for turn in turns(face.text):
        text = CardText(size, tone)
        text.rules((translator(line(turn.text)),), indent=DIAMOND + 22)
        high = DIAMOND + (len(turn.numbers) - 1) * LINK
        top = chain.y + max(0, (text.y - high) // 2)
        for k, number in enumerate(turn.numbers):
            rect = Rect(PAD, top + k * LINK, DIAMOND, DIAMOND)
            ends.append(rect.y + DIAMOND // 2)
            if number:
                diamonds += [
                    Shape(rect, tone.mark, "diamond"),
                    Words(rect, (str(number),), "number", 40, tone.ground, "center"),
                ]
            else:
                diamonds.append(Shape(rect, tone.ground, "diamond", 0, tone.mark, 4))
        middle = chain.y + max(0, (high - text.y) // 2)
        chain.pieces += [moved(piece, 0, middle) for piece in text.pieces]
        chain.y += max(high, text.y) + size // 4
    if ends:
        ink = between(tone.ground, tone.mark, 0.4)
        thread = Shape(Rect(centre - 2, ends[0], 4, ends[-1] - ends[0]), ink)
        chain.pieces = [thread, *diamonds, *chain.pieces]
    chain.flavour(flavour_of(face, translator))
    return chain


# ------------------------------------------------------------------------------------------------------------ frame


def _numbers(face: CardFace, y: int, translator: Translator) -> list[Piece]:
    """Return dawn, stability and dusk of an entity, or the stability of a construct or bastion, with signs."""
    pieces: list[Piece] = []
    signs: list[tuple[str, int, Colour]] = [("shield", face.stability, c.SMOKE)]
    if face.kind == "entity":
        signs = [("sun", face.dawn, c.GOLD), *signs, ("moon", face.dusk, c.SILVER)]
    cell = TEXT_W // 3
    end = PAD
    for k, (sign, number, ink) in enumerate(signs):
        x = PAD + k * cell
        pieces.append(Icon(Rect(x, y + 18, 74, 74), sign, ink))
        number_words = fitted(
            plain(number), Rect(x + 88, y, cell - 92, 110), "number", 84, 40, c.PAPER, "left", 1
        )
        pieces.append(number_words)
        end = number_words.rect.x + width_of(number_words.lines[0], "number", number_words.size)
    if face.kind != "entity":
        label_rect = Rect(end + 22, y + 14, PAD + TEXT_W - end - 22, 96)
        pieces.append(fitted(translator(msg("stability")), label_rect, "strong", 32, 26, c.MIST, "left", 1))
    return pieces


def _gaps(face: CardFace) -> list[Piece]:
    """Return the battlements of a bastion: gaps in the top of its card, with rims."""
    light = light_of(face)
    tooth, deep, first_x = 60, 24, 96
    pieces: list[Piece] = []
    for x in range(first_x, WIDTH - first_x, 2 * tooth + (WIDTH - 2 * first_x - 11 * tooth) // 5):
        pieces.append(Shape(Rect(x - RIM, 0, tooth + 2 * RIM, deep + RIM), light))
        pieces.append(Shape(Rect(x, 0, tooth, deep), PAGE))
    return pieces


def _over(face: CardFace, has_numbers: bool, height: int, translator: Translator) -> list[Piece]:
    """Return the signs on the picture, and the numbers at the bottom of a card of this height."""
    is_bastion = face.kind == "bastion"
    pieces = _gaps(face) if is_bastion else []
    if face.value:
        badge = Rect(30, 54 if is_bastion else 30, 92, 100)
        pieces.append(Shape(badge, c.INK, "box", 18))
        pieces.append(Words(badge, (str(face.value),), "number", 66, c.PAPER, "center"))
    return [*pieces, *_numbers(face, height - NUMBERS + 14, translator)] if has_numbers else pieces


def layout_card(face: CardFace, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of the picture of a card. A long text makes it taller."""
    has_numbers = face.kind in ("entity", "construct", "bastion")
    kind, types = kind_word(face.kind, translator), types_words(face, translator)
    printed_card = PrintedCard(
        art_of(face),
        title_of(face, translator),
        f"{kind} · {types}" if types else kind,
        faction_label(face.faction, translator),
        tone_of(face),
        light_of(face),
        most_art=PICTURE if has_numbers else PICTURE + 60,
        foot=NUMBERS if has_numbers else BOTTOM,
        over=lambda height: _over(face, has_numbers, height, translator),
    )
    make = {"arcanum": _two_texts, "mind": _chain}.get(face.kind, _plain_text)
    return card_sheet(FORM, printed_card, lambda size: make(face, translator, size))


def rare_inks(faction: str) -> list[Colour]:
    """Return the inks that are important in a faction's pictures but may be too rare to be selected."""
    hours = inks_of(faction, "night"), inks_of(faction, "dusk")
    return [ink for hour in hours for ink in (hour.accent, hour.soft)]


def _exact_inks(face: CardFace) -> list[Colour]:
    """Return the exact colours of a card's frame, text and signs."""
    ground = ground_of(face)
    return [
        *tints(ground, (c.PAPER,), 8),
        *tints(ground, (light_of(face), c.MIST, c.GOLD, c.SILVER, c.SMOKE)),
        *tints(c.INK, (c.PAPER,)),
        *tints(PAGE, (light_of(face),)),
    ]


def draw_card(face: CardFace, translator: Translator = ENGLISH) -> bytes:
    """Return a whole, large card as a PNG."""
    sheet = layout_card(face, translator)
    ground, light = ground_of(face), light_of(face)
    exact_colours = [
        *tints(ground, (c.PAPER,)),
        *tints(c.INK, (c.PAPER,), 2),
        PAGE,
        light,
        *rare_inks(face.faction),
    ]
    areas = areas_of(sheet, lambda _: exact_colours)
    return png_in_few_inks(paint_sheet(sheet), _exact_inks(face), areas, MOST_BYTES)
