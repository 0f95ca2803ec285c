"""The picture of a single card with both sides: the one that is up overlaps the other with a torn edge."""

from __future__ import annotations

from cards.i18n import ENGLISH, Translator
from render.dreams_of_dystopia.art import art_of
from render.dreams_of_dystopia.faces import PrintedSide, face_of
from render.dreams_of_dystopia.hand import numbers_row
from render.dreams_of_dystopia.inks import WHITE, ground_of
from render.dreams_of_dystopia.paper import FOOT, INNER, MARGIN, WIDTH, Paper
from render.dreams_of_dystopia.wall import LEFT, NAME, draw
from render.dreams_of_dystopia.words import kind_line, numbers, text_of
from render.layout import PlacedBlock, Rect, Sheet
from render.table.words import flavour_of, title_of

ART_H = 460
PAD = 26


def _side(
    face: PrintedSide, width: int, height: int, room: int, x: int, translator: Translator
) -> tuple[Paper, int]:
    """Return a side on a paper of this size, with its words in `room` pixels from column `x`, and their bottom row."""
    paper = Paper(width, height, ground_of(face.faction), None if face.faction else WHITE)
    on = paper.on
    paper.art(art_of(face), Rect(6, 6, width - 12, ART_H - 6))
    y = paper.say(
        title_of(face, translator), Rect(x, ART_H + 14, room, 140), 54, face="display", lines=2, hangs=True
    )
    kind = kind_line(face, translator)
    if kind:
        paper.sign(on.sign, x, y + 8, 44, on.accent)
        y = paper.say(kind, Rect(x + 56, y + 8, room - 56, 100), 36, ink=on.quiet, lines=2, hangs=True) + 8
    y = numbers_row(paper, numbers(face, translator), x, y, room) + 8
    for text in text_of(face, translator):
        y = paper.flow(text, x, y + 8, room)
    if face.flavour:
        y = paper.flow(flavour_of(face, translator), x, y + 24, room, face="flavour", ink=on.quiet)
    return paper, y + 30


def layout_card(name: str, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of a card. The side with this title is up, on the left."""
    face = face_of(name)
    sides = [(face, INNER, INNER - 2 * PAD, PAD)]
    if face.other:
        width, room = (INNER + FOOT) // 2, INNER // 2 - PAD - FOOT
        sides = [(face, width, room, PAD), (face_of(face.other), width, room, PAD + FOOT)]
    height = max(_side(side, width, 4000, room, x, translator)[1] for side, width, room, x in sides)
    upper, *lower = (
        _side(side, width, height, room, x, translator)[0].block() for side, width, room, x in sides
    )
    placed = [PlacedBlock(WIDTH - MARGIN - block.width, MARGIN, block, "card") for block in lower]
    placed.append(PlacedBlock(MARGIN, MARGIN, upper, LEFT if lower else "card"))
    high = height + 2 * MARGIN
    return Sheet(WIDTH, high, NAME, tuple(placed), high)


def draw_card(name: str, translator: Translator = ENGLISH) -> bytes:
    """Return a card as a PNG, 1,100 pixels wide."""
    return draw(layout_card(name, translator))
