"""One card, large (§2): its picture, and below it one dark field with everything that is printed on it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from cards.i18n import ENGLISH, Message, Translator, line, msg
from engine.voidream.views.types import CardFace
from render import palette as c
from render.canvas import paint_sheet
from render.fading import FadedFoot
from render.few_inks import areas_of, png_in_few_inks, tints
from render.fonts import line_height, width_of
from render.palette import between
from render.pieces import Block, Colour, Icon, Picture, Piece, Placed, Rect, Shape, Sheet, Words
from render.table.words import flavour_of, lines_of, plain, rules, title_of
from render.typeset import evened, fitted, flowed, set_evenly
from render.voidream import faction_inks
from render.voidream.art import art_of
from render.voidream.faction_inks import NIGHT, inks_of
from render.voidream.wording import faction_label, kind_word

WIDTH = 780
HEIGHT = 1080
RIM = 6
RADIUS = 42
PAD = 46
TEXT_W = WIDTH - 2 * PAD
LABEL_HANG = 46
"""How far the texts of an arcanum are moved in by the sign in front of them."""
BOTTOM = 40
"""What stays free under the text of a card without numbers."""
NUMBERS = 146
"""How high the row of numbers is."""
KIND = 48
"""How high the line with kind and faction is."""
LEAST_ART, GOOD_ART, MOST_ART = 480, 600, 720
"""How high the picture is at least; at least while the text is large; and at most."""
SIZES = (42, 40, 38, 36, 34, 32, 30)
LARGE = 36
"""Text above this size only as long as the picture stays high."""
MOST_BYTES = 220_000
PAGE = (12, 11, 22)
"""What is seen around the corners of a card."""


def light_of(face: CardFace) -> Colour:
    """The colour of a card's rim and kind: its faction's light."""
    return faction_inks.light_of(face.faction)


def ground_of(face: CardFace) -> Colour:
    """The dark colour on which a card's words stand."""
    return between(NIGHT.get(face.faction, NIGHT["neutral"]).night, (10, 8, 20), 0.35)


# ------------------------------------------------------------------------------------------------------------- text


class Passage(Struct, frozen=True):
    """One line of rules as it is printed: its text, and the sign in front of it ("" for none)."""

    text: str
    sign: str = ""


def _passage(text: str) -> Passage:
    for mark, sign in (("(!)", "triggered"), ("(A)", "activated")):
        if text.startswith(mark):
            return Passage(text.removeprefix(mark).strip(), sign)
    return Passage(rules(text))


class Setter:
    """Sets text at one size from the top downwards; `y` is where it has come to."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.y = 0
        self.pieces: list[Piece] = []

    def rules(self, lines: Sequence[str], x: int = PAD, ink: Colour = c.PAPER) -> None:
        """Lines of rules from `x` on, each with its sign in front of it."""
        gap = self.size // 3
        for k, text in enumerate(lines):
            self.y += gap if k else 0
            passage = _passage(text)
            side = round(self.size * 0.96)
            left = x + (side + self.size // 3 if passage.sign else 0)
            words = set_evenly(passage.text, left, self.y, PAD + TEXT_W - left, "strong", self.size, ink)
            if passage.sign:
                top = self.y + (line_height(self.size) - side) // 2
                self.pieces.append(Icon(Rect(x, top, side, side), passage.sign, ink))
            self.pieces.append(words)
            self.y = words.rect.bottom

    def line(self, ground: Colour) -> None:
        """A line between two texts."""
        self.pieces.append(Shape(Rect(PAD, self.y + 14, TEXT_W, 3), between(ground, c.MIST, 0.45)))
        self.y += 28

    def flavour(self, text: str) -> None:
        """The flavour text."""
        if text:
            size = max(30, self.size - 5)
            words = set_evenly(text, PAD, self.y + self.size // 2, TEXT_W, "flavour", size, c.MIST)
            self.pieces.append(words)
            self.y = words.rect.bottom


def _plain_text(face: CardFace, translator: Translator, size: int) -> Setter:
    """Rules and flavour."""
    setter = Setter(size)
    setter.rules(lines_of(face.text, translator))
    if face.back:
        setter.line(ground_of(face))
        setter.rules(lines_of(face.back, translator), ink=c.MIST)
    setter.flavour(flavour_of(face, translator))
    return setter


def _two_texts(face: CardFace, translator: Translator, size: int) -> Setter:
    """The upright text of an arcanum above its inverted one, with a line between."""
    setter = Setter(size)
    sides: tuple[tuple[str, Message, tuple[str, ...], Colour], ...] = (
        ("up", msg("Upright"), face.text, c.GOLD),
        ("down", msg("Inverted"), face.inverted, c.SILVER),
    )
    for k, (sign, word, lines, ink) in enumerate(sides):
        if k:
            setter.line(ground_of(face))
        label = flowed(translator(word), PAD + LABEL_HANG, setter.y, TEXT_W - LABEL_HANG, "strong", 30, ink)
        setter.pieces += [Icon(Rect(PAD, setter.y + 4, 30, 30), sign, ink), label]
        setter.y = label.rect.bottom
        setter.rules(lines_of(lines, translator) or (translator(msg("No text.")),), PAD + LABEL_HANG)
    setter.flavour(flavour_of(face, translator))
    return setter


class Turn(Struct, frozen=True):
    """One text of a mind: the numbers at which it holds, from the highest down (0: spent), and the text itself."""

    numbers: tuple[int, ...]
    text: str


_NUMBERED = re.compile(r"(\d+|Spent): (.*)", re.DOTALL)


def turns(lines: Sequence[str]) -> list[Turn]:
    """The texts of a mind by number; numbers that follow each other and have the same text are joined."""
    made: list[Turn] = []
    for printed in lines:
        found = _NUMBERED.fullmatch(printed)
        number, text = (found[1], found[2]) if found else ("", printed)
        count = int(number) if number.isdigit() else 0
        if made and made[-1].text == text and count:
            made[-1] = Turn((*made[-1].numbers, count), text)
        else:
            made.append(Turn((count,), text if count else printed))
    return made


DIAMOND = 72
LINK = 58
"""How far the diamonds of joined numbers lie apart."""


def _chain(face: CardFace, translator: Translator, size: int) -> Setter:
    """The texts of a mind along a chain of diamonds, in the order in which it falls; the last one is empty."""
    setter = Setter(size)
    light, ground = light_of(face), ground_of(face)
    x = PAD + DIAMOND + 22
    centre = PAD + DIAMOND // 2
    diamonds: list[Piece] = []
    ends: list[int] = []
    setter.y = 6
    for turn in turns(face.text):
        told = translator(line(turn.text))
        text = Setter(size)
        text.rules((told,), x)
        high = DIAMOND + (len(turn.numbers) - 1) * LINK
        top = setter.y + max(0, (text.y - high) // 2)
        for k, number in enumerate(turn.numbers):
            rect = Rect(PAD, top + k * LINK, DIAMOND, DIAMOND)
            ends.append(rect.y + DIAMOND // 2)
            if number:
                diamonds += [
                    Shape(rect, light, "diamond"),
                    Words(rect, (str(number),), "number", 40, ground, "center"),
                ]
            else:
                diamonds.append(Shape(rect, ground, "diamond", 0, light, 4))
        middle = setter.y + max(0, (high - text.y) // 2)
        setter.pieces += [moved(piece, 0, middle) for piece in text.pieces]
        setter.y += max(high, text.y) + size // 4
    if ends:
        thread = Shape(Rect(centre - 2, ends[0], 4, ends[-1] - ends[0]), between(ground, light, 0.4))
        setter.pieces = [thread, *diamonds, *setter.pieces]
    setter.flavour(flavour_of(face, translator))
    return setter


def moved(piece: Piece, dx: int, dy: int) -> Piece:
    """The piece elsewhere."""
    return replace(piece, rect=piece.rect.moved(dx, dy))


# ------------------------------------------------------------------------------------------------------------ frame


def _title(text: str) -> Words:
    """The title in one line while that is large, else in two; its box begins at y = 0."""
    for size in range(70, 45, -2):
        if width_of(text, "display", size) <= TEXT_W:
            return Words(Rect(PAD, 0, TEXT_W, line_height(size)), (text,), "display", size, c.PAPER)
    words = fitted(text, Rect(PAD, 0, TEXT_W, 2 * line_height(60)), "display", 60, 46, c.PAPER, "left", 2)
    lines = evened(text, "display", words.size, TEXT_W)
    return Words(
        Rect(PAD, 0, TEXT_W, len(lines) * line_height(words.size)), lines, "display", words.size, c.PAPER
    )


def _kind(face: CardFace, y: int, translator: Translator) -> list[Piece]:
    """Kind and types on the left, the faction on the right."""
    light = light_of(face)
    types = ", ".join(translator(msg(one, "type")) for one in face.types)
    kind = kind_word(face.kind, translator)
    faction = fitted(
        faction_label(face.faction, translator),
        Rect(0, 0, TEXT_W // 2, KIND),
        "strong",
        32,
        26,
        light,
        "right",
        1,
    )
    wide = width_of(faction.lines[0], "strong", faction.size)
    room = Rect(PAD, y, TEXT_W - wide - 24, KIND)
    return [
        fitted(f"{kind} · {types}" if types else kind, room, "strong", 32, 26, light, "left", 1),
        replace(faction, rect=Rect(PAD + TEXT_W - wide, y, wide, KIND)),
    ]


def _numbers(face: CardFace, y: int, translator: Translator) -> list[Piece]:
    """Dawn, stability and dusk of an entity, the stability of a construct or bastion; each with its sign."""
    pieces: list[Piece] = []
    signs: list[tuple[str, int, Colour]] = [("shield", face.stability, c.SMOKE)]
    if face.kind == "entity":
        signs = [("sun", face.dawn, c.GOLD), *signs, ("moon", face.dusk, c.SILVER)]
    cell = TEXT_W // 3
    end = PAD
    for k, (sign, number, ink) in enumerate(signs):
        x = PAD + k * cell
        pieces.append(Icon(Rect(x, y + 18, 74, 74), sign, ink))
        shown = fitted(plain(number), Rect(x + 88, y, cell - 92, 110), "number", 84, 40, c.PAPER, "left", 1)
        pieces.append(shown)
        end = shown.rect.x + width_of(shown.lines[0], "number", shown.size)
    if face.kind != "entity":
        word = Rect(end + 22, y + 14, PAD + TEXT_W - end - 22, 96)
        pieces.append(fitted(translator(msg("stability")), word, "strong", 32, 26, c.MIST, "left", 1))
    return pieces


def _frame(face: CardFace, height: int) -> list[Piece]:
    """The page, and on it the card with its rim."""
    ground, light = ground_of(face), light_of(face)
    return [
        Shape(Rect(0, 0, WIDTH, height), PAGE),
        Shape(Rect(0, 0, WIDTH, height), ground, "box", RADIUS, light, RIM),
    ]


def _gaps(face: CardFace) -> list[Piece]:
    """The battlements of a bastion: gaps in the top of its card, with the rim around them."""
    light = light_of(face)
    tooth, deep, first = 60, 24, 96
    pieces: list[Piece] = []
    for x in range(first, WIDTH - first, 2 * tooth + (WIDTH - 2 * first - 11 * tooth) // 5):
        pieces.append(Shape(Rect(x - RIM, 0, tooth + 2 * RIM, deep + RIM), light))
        pieces.append(Shape(Rect(x, 0, tooth, deep), PAGE))
    return pieces


def _set_text(face: CardFace, room: int, most: int, translator: Translator) -> tuple[Setter, int]:
    """The text as large as it fits under the picture, and how high the picture is."""
    make = {"arcanum": _two_texts, "mind": _chain}.get(face.kind, _plain_text)
    for size in SIZES:
        setter = make(face, translator, size)
        high = room - setter.y
        if high >= (GOOD_ART if size > LARGE else LEAST_ART):
            return setter, min(most, high)
    return make(face, translator, SIZES[-1]), LEAST_ART


def layout_card(face: CardFace, translator: Translator = ENGLISH) -> Sheet:
    """Where everything lies on the picture of a card; a long text makes it taller."""
    has_numbers = face.kind in ("entity", "construct", "bastion")
    below = NUMBERS if has_numbers else BOTTOM
    text, art = _set_text(face, HEIGHT - below - 12, MOST_ART if has_numbers else MOST_ART + 60, translator)
    height = max(HEIGHT, art + 12 + text.y + below)
    title = _title(title_of(face, translator))
    top = art - KIND - title.rect.h
    picture = FadedFoot(art_of(face), ground_of(face), 2 * title.rect.h, KIND + title.rect.h // 3)
    pieces: list[Piece] = [
        *_frame(face, height),
        Picture(Rect(RIM, RIM, WIDTH - 2 * RIM, art - RIM), picture, RADIUS - RIM),
    ]
    if face.kind == "bastion":
        pieces += _gaps(face)
    if face.value:
        badge = Rect(30, 30 + (24 if face.kind == "bastion" else 0), 92, 100)
        pieces.append(Shape(badge, c.INK, "box", 18))
        pieces.append(Words(badge, (str(face.value),), "number", 66, c.PAPER, "center"))
    pieces += [moved(title, 0, top), *_kind(face, art - KIND, translator)]
    pieces += [moved(piece, 0, art + 12) for piece in text.pieces]
    if has_numbers:
        pieces += _numbers(face, height - NUMBERS + 14, translator)
    return Sheet(WIDTH, height, "night", (Placed(0, 0, Block(WIDTH, height, tuple(pieces)), "card"),))


def rare_inks(faction: str) -> list[Colour]:
    """The inks of which a faction's pictures may have too little to be chosen, though they matter."""
    hours = inks_of(faction, "night"), inks_of(faction, "dusk")
    return [ink for hour in hours for ink in (hour.accent, hour.soft)]


def _exact_inks(face: CardFace) -> list[Colour]:
    """The colours that a card's frame, words and signs have."""
    ground = ground_of(face)
    return [
        *tints(ground, (c.PAPER,), 8),
        *tints(ground, (light_of(face), c.MIST, c.GOLD, c.SILVER, c.SMOKE)),
        *tints(c.INK, (c.PAPER,)),
        *tints(PAGE, (light_of(face),)),
    ]


def draw_card(face: CardFace, translator: Translator = ENGLISH) -> bytes:
    """A whole card, large, as a PNG."""
    sheet = layout_card(face, translator)
    ground, light = ground_of(face), light_of(face)
    kept = [*tints(ground, (c.PAPER,)), *tints(c.INK, (c.PAPER,), 2), PAGE, light, *rare_inks(face.faction)]
    areas = areas_of(sheet, lambda _: kept)
    return png_in_few_inks(paint_sheet(sheet), _exact_inks(face), areas, MOST_BYTES)
