"""The space between the two sides without the gauge: headline, attack, revealed card, standby, effects in force."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from PIL import Image

from cards.i18n import ENGLISH, Translator, line, msg, title
from engine.dreamweavers.views.types import AttackView, CardFace, LastingView, StandbyView
from render.dreamweavers.art import art_of
from render.dreamweavers.illustration import clash
from render.dreamweavers.inks import (
    FADED,
    GILT,
    HEM,
    INK,
    LABEL,
    MADDER,
    PLUM,
    SHEET,
    WOAD,
    dye,
)
from render.dreamweavers.words import kind_line, lasting_words, named_card, named_words, target_words
from render.fonts import line_height, width_of
from render.layout import Block, Drawing, Icon, Picture, Piece, Rect, Shape, Words
from render.table.lines import LEAST, Lines
from render.table.words import Names, lines_of, plain, rules, title_of
from render.typeset import fitted, flowed, wrapped

CLASH_H = 86
"""The height of the picture of a clash."""
_DISC = 78
_LINE, _APART = line_height(LEAST) + 2, 24


@lru_cache(maxsize=32)
def heading(lead: str, notes: tuple[str, ...], stage: str, width: int) -> Block:
    """Return the deciding player and topic, large, and the turn and phase, small on the right: a label sewn on the cloth."""
    right_w = min(400, width_of(stage, "strong", 36))
    x = 30
    w = width - x - right_w - 46
    note = width_of(notes[0], "strong", 36) + 22 if len(notes) == 1 else 0
    fitting = [size for size in (46, 42, 38) if width_of(lead, "display", size) + note <= w]
    fitting += [size for size in (46, 42, 38) if width_of(lead, "display", size) <= w]
    size = next(iter(fitting), 38)
    lines = Lines(x, w, 3)
    lines.text(lead, "display", size, GILT)
    beside = width_of(lead, "display", size) + 22
    if len(notes) == 1 and beside + width_of(notes[0], "strong", 36) <= w:
        room = Rect(x + beside, 6, w - beside, lines.y - 8)
        lines.pieces.append(Words(room, notes, "strong", 36, LABEL))
    else:
        for note in notes:
            lines.put(flowed(note, x + 2, lines.y - 2, w, "strong", 36, LABEL))
    height = max(60, lines.y)
    pieces = lines.pieces
    corner = Rect(width - right_w - 26, (height - 42) // 2, right_w, 42)
    pieces.append(fitted(stage, corner, "strong", 36, LEAST, LABEL, "right", 1))
    ground = Shape(Rect(0, 0, width, height), PLUM, "box", 20, GILT, 3)
    return Block(width, height, (ground, *pieces))


class ClashArt(Struct, frozen=True):
    """Two drawings sewn together along a ragged seam, a `Drawing`. Each is laid out for its own side of the seam."""

    left: Drawing
    right: Drawing
    notions: tuple[str, str]
    seed: str
    seam: float = 0.5

    def paint(self, width: int, height: int) -> Image.Image:
        """Return the clash at this size."""
        overlap = round(width * 0.04)
        seam_x = round(width * self.seam)
        sides: list[Image.Image] = []
        for drawing, wide, x in (
            (self.left, seam_x + overlap, 0),
            (self.right, width - seam_x + overlap, seam_x - overlap),
        ):
            sheet = Image.new("RGB", (width, height))
            sheet.paste(drawing.paint(max(2, wide), height), (x, 0))
            sides.append(sheet)
        left_notion, right_notion = (notion.casefold() for notion in self.notions)
        return clash(sides[0], sides[1], (left_notion, right_notion), self.seed, self.seam)


def pulled(power: int, shield: int) -> float:
    """Return the place of a clash's seam (0.3 to 0.7 of the width): the stronger side has more of the cloth."""
    if power + shield <= 0:
        return 0.5
    return 0.3 + 0.4 * power / (power + shield)


def _number_disc(x: int, y: int, number: int, sign: str, is_attacker: bool) -> list[Piece]:
    disc = Rect(x, y, _DISC, _DISC)
    ink = MADDER if is_attacker else WOAD
    small = Rect(disc.right - 34 if is_attacker else disc.x - 6, disc.y - 6, 40, 40)
    text = plain(number)
    size = 54 if width_of(text, "number", 54) <= _DISC - 24 else 40
    return [
        Shape(disc, ink, "disc", 0, LABEL, 5),
        Words(disc, (text,), "number", size, LABEL, "center"),
        Shape(small, SHEET, "disc", 0, ink, 3),
        Icon(small.inset(9), sign, ink),
    ]


class Sides(Struct, frozen=True):
    """The two sides of a clash: the drawings and notions of the attacker and the target."""

    attacker: Drawing
    attacker_notion: str
    target: Drawing
    target_notion: str
    bonus: str = ""
    """The bonus of the defender's shields, as text."""


@lru_cache(maxsize=16)
def clash_block(
    attack: AttackView, outcome: str, sides: Sides, names: Names, width: int, translator: Translator = ENGLISH
) -> Block:
    """Return an attack as a clash of two cloths: the attacker's power on the left, the shield value on the right.

    Below are both names, and the parts of the shield value.
    """
    seam = pulled(attack.power, attack.shield_value)
    picture = Rect(5, 5, width - 10, CLASH_H)
    art = ClashArt(
        sides.attacker, sides.target, (sides.attacker_notion, sides.target_notion), attack.attacker, seam
    )
    pieces: list[Piece] = [Picture(picture, art, 15)]
    y = picture.bottom - _DISC - 3
    pieces += _number_disc(20, y, attack.power, "sword", True)
    pieces += _number_disc(width - 20 - _DISC, y, attack.shield_value, "shield", False)
    wide = width_of(outcome, "strong", LEAST) + 36
    chip = Rect((width - wide) // 2, picture.bottom - 52, wide, 46)
    pieces.append(Shape(chip, SHEET, "box", 14, INK, 2))
    pieces.append(Words(chip, (outcome,), "strong", LEAST, INK, "center"))
    y = picture.bottom
    attacker = translator(title(attack.attacker))
    target = target_words(attack, names, translator)
    shield_text = "; ".join(filter(None, (_shields(attack, translator), sides.bonus)))
    # Signs on the disc and on the player's strip show the attacker's side.
    first_w, second_w, text_w = (
        width_of(text, face, LEAST)
        for text, face in ((attacker, "display"), (target, "display"), (shield_text, "strong"))
    )
    lower_texts = [
        Words(Rect(20, y, first_w, _LINE), (attacker,), "display", LEAST, INK),
        Words(Rect(width - 20 - second_w, y, second_w, _LINE), (target,), "display", LEAST, INK, "right"),
    ]
    room = width - 40 - first_w - second_w - 2 * _APART
    if text_w <= room:
        right = width - 20 - second_w - _APART
        lower_texts.append(
            Words(Rect(right - text_w, y, text_w, _LINE), (shield_text,), "strong", LEAST, WOAD)
        )
    else:
        lower_texts.append(flowed(shield_text, 20, y + _LINE, width - 40, "strong", LEAST, WOAD, "right"))
    height = max(piece.rect.bottom for piece in lower_texts) + 7
    ground = Shape(Rect(0, 0, width, height), SHEET, "box", 20, MADDER, 5)
    return Block(width, height, (ground, *pieces, *lower_texts))


def _shields(attack: AttackView, translator: Translator) -> str:
    """Return the current parts of the shield value."""
    if attack.shields:
        cards = ", ".join(translator(title(shield)) for shield in attack.shields)
        return translator(msg("shields: {cards}", cards=cards))
    if attack.target:
        return translator(msg("its power is {n}, no shields yet", n=plain(attack.target_power)))
    return translator(msg("no shields yet"))


@lru_cache(maxsize=16)
def revealed_block(face: CardFace, width: int, translator: Translator = ENGLISH) -> Block:
    """Return the card revealed by damage, with its text."""
    x, w = 196, width - 216
    head = translator(msg("Revealed out of the Ego: {card}", card=title_of(face, translator)))
    lines = Lines(x, w, 8)
    lines.text(head, "display", LEAST, INK)
    kind = kind_line(face, translator)
    label = (
        msg("{kind}, cost {cost}, power {power}", kind=kind, cost=face.cost, power=plain(face.power))
        if face.kind == "Thought"
        else msg("{kind}, cost {cost}", kind=kind, cost=face.cost)
    )
    lines.text(translator(label), "text", LEAST, FADED, below=2)
    for text in lines_of(face.text, translator):
        lines.text(rules(text), "text", LEAST, INK, below=2)
    height = max(130, lines.y + 10)
    art = Picture(Rect(6, 6, 174, height - 12), art_of(face), 15)
    ground = Shape(Rect(0, 0, width, height), SHEET, "box", 20, dye(face.notion), 5)
    return Block(width, height, (ground, art, *lines.pieces))


@lru_cache(maxsize=16)
def standby_block(
    chain: tuple[StandbyView, ...], names: Names, width: int, translator: Translator = ENGLISH
) -> Block:
    """Return the effects on standby, the last on top, because it resolves first."""
    pieces: list[Piece] = []
    head = flowed(
        translator(msg("On standby; the top one resolves first")), 24, 6, width - 48, "strong", LEAST, FADED
    )
    pieces.append(head)
    y = head.rect.bottom + 4
    for n, item in enumerate(reversed(chain), 1):
        disc = Rect(20, y, 46, 46)
        pieces.append(Shape(disc, PLUM if n == 1 else SHEET, "disc", 0, PLUM, 3))
        pieces.append(Words(disc, (str(n),), "number", LEAST, LABEL if n == 1 else INK, "center"))
        card = named_card(item.title, translator)
        upon = named_words(item.named, translator)
        label = f"{names[item.seat]}: {card}" + (f", {upon}" if upon else "")
        if item.is_cancelled:
            label = f"{label} ({translator(msg('cancelled', 'standby'))})"
        piece = flowed(label, 82, y - 2, width - 106, "title", LEAST, FADED if item.is_cancelled else INK)
        text = flowed(
            rules(translator(line(item.text))), 82, piece.rect.bottom - 1, width - 106, "text", LEAST, INK
        )
        pieces += [piece, text]
        y = max(text.rect.bottom, disc.bottom) + 8
    ground = Shape(Rect(0, 0, width, y + 4), SHEET, "box", 20, PLUM, 4)
    return Block(width, y + 4, (ground, *pieces))


@lru_cache(maxsize=16)
def lasting_block(lasting: tuple[LastingView, ...], width: int, translator: Translator = ENGLISH) -> Block:
    """Return the effects in force for this turn or attack, one paragraph each."""
    pieces: list[Piece] = []
    y = 8
    for effect in lasting:
        lines = wrapped(rules(lasting_words(effect, translator)), "text", LEAST, width - 90)
        high = len(lines) * line_height(LEAST)
        pieces.append(Icon(Rect(24, y + 7, 28, 28), "wait", FADED))
        pieces.append(Words(Rect(64, y, width - 90, high), lines, "text", LEAST, INK))
        y += high + 4
    ground = Shape(Rect(0, 0, width, y + 6), SHEET, "box", 20, HEM, 3)
    return Block(width, y + 6, (ground, *pieces))
