"""The picture of the Supply: a row for each pile, Divine at the left, Demonic at the right, and the count between them.

Affordable sides have bright paper and a filled price box; others have dull paper, an empty box, and the missing FAME.
"""

from __future__ import annotations

from functools import lru_cache

from cards.dreams_of_dystopia.model import Kind
from cards.i18n import ENGLISH, Translator, msg
from engine.dreams_of_dystopia.views.types import DystopiaView
from render.dreams_of_dystopia.art import art_of
from render.dreams_of_dystopia.derived_numbers import buyer, fame_needed, pile_faces
from render.dreams_of_dystopia.faces import PrintedSide
from render.dreams_of_dystopia.inks import ENAMEL, WHITE, ground_of
from render.dreams_of_dystopia.middle import heading
from render.dreams_of_dystopia.paper import GAP, INNER, LEAST, MARGIN, WIDTH, Paper
from render.dreams_of_dystopia.wall import NAME, draw
from render.dreams_of_dystopia.words import supply_counts, text_of
from render.layout import Block, Rect, Sheet
from render.table.column import Column
from render.table.words import Names, title_of

ROW_H = 152
BETWEEN = 84
"""The width of a pile's count."""
SEAM = 8
HALF = (INNER - BETWEEN - 2 * SEAM) // 2
ART_W, PRICE_W = 76, 96


@lru_cache(maxsize=96)
def _half(face: PrintedSide, needed: int, missing: int, is_gone: bool, translator: Translator) -> Block:
    """Return one side of a pile: picture, title, numbers, and price in FAME."""
    on = ENAMEL if is_gone else ground_of(face.faction, missing > 0)
    paper = Paper(HALF, ROW_H, on, ENAMEL.quiet if is_gone else None)
    is_shut = is_gone or missing > 0
    paper.art(art_of(face), Rect(4, 4, ART_W, ROW_H - 8), dimmed=is_shut)
    paper.sign(ground_of(face.faction).sign, 10, ROW_H - 42, 32, WHITE)
    x, room = ART_W + 14, HALF - ART_W - PRICE_W - 24
    paper.say(title_of(face, translator), Rect(x, 2, room, 88), LEAST, face="title", lines=2)
    paper.say(_numbers(face, translator), Rect(x, 94, room, 52), 36, face="number")
    at = HALF - PRICE_W - 8
    if is_gone:
        left = translator(msg("none left"))
        paper.say(left, Rect(HALF - 176, 94, 164, 52), ink=on.quiet, align="right")
        return paper.block()
    fill, ink = (on.paper, on.ink) if is_shut else (on.ink, on.paper)
    if face.kind is Kind.WEAPON:
        paper.badge(str(face.skl), Rect(at + 18, 6, 72, 72), 42, fill, ink, "disc", edge=on.ink)
    else:
        paper.badge(str(needed), Rect(at + 14, 8, 80, 66), 46, fill, ink, edge=on.ink)
    if missing > 0:
        paper.say(f"+{missing}", Rect(at, 92, PRICE_W, 54), 36, ink=on.ink, align="center")
    return paper.block()


def _numbers(face: PrintedSide, translator: Translator) -> str:
    """Return a Minion's ATK, DEF and SKL, or the first sentence of a Weapon."""
    if face.is_minion:
        return f"{face.atk} / {face.defence} / {face.skl}"
    return next(iter(text_of(face, translator)), "").partition(". ")[0].rstrip(".")


@lru_cache(maxsize=32)
def _count(count: int) -> Block:
    """Return the number of cards left in a pile, with a pip for each."""
    paper = Paper(BETWEEN, ROW_H, ENAMEL, ENAMEL.quiet)
    paper.say(str(count), Rect(6, 16, BETWEEN - 12, 70), 52, face="number", align="center")
    for pip in range(8):
        high, ink = (22, ENAMEL.ink) if pip < count else (4, ENAMEL.quiet)
        paper.box(Rect(10 + pip * 8, 122 - high, 6, high), ink, radius=0)
    return paper.block()


def layout_supply(view: DystopiaView, kind: Kind, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of the piles of a kind, Minions or Weapons."""
    player = buyer(view)
    column = Column(WIDTH, MARGIN, SEAM)
    lead = msg("Supply: Minions") if kind is Kind.MINION else msg("Supply: Weapons")
    _, curses, deeds = supply_counts(view)
    rest = translator(msg("Curses {curses}, Heroic Deeds {deeds}", curses=curses, deeds=deeds))
    if kind is Kind.WEAPON:
        notes = [translator(msg("In the disc: the SKL it needs")), rest]
        notes += [translator(msg("Below it: the FAME you're missing"))] if player is not None else []
    else:
        box = msg("In the box: LOYALTY")
        if player is not None:
            box = msg("In the box: the FAME that it needs; below it, how much is missing")
        notes = [f"{translator(msg('ATK / DEF / SKL'))} · {rest}", translator(box)]
    corner = translator(msg("FAME {n}", n=player.fame)) if player is not None else ""
    column.block("heading", heading(translator(lead), tuple(notes), corner))
    column.y += GAP - SEAM
    for faces, count in pile_faces(view, kind):
        blocks: list[Block] = []
        for face in faces:
            needed = fame_needed(view, player, face) if player is not None else face.loyalty
            missing = max(0, needed - player.fame) if player is not None else 0
            blocks.append(_half(face, needed, missing, not count, translator))
        column.row("pile", [blocks[0], _count(count), *blocks[1:]], SEAM)
    return column.sheet(NAME)


def draw_supply(kind: Kind, view: DystopiaView, names: Names, translator: Translator = ENGLISH) -> bytes:
    """Return the piles of a kind, Minions or Weapons, as a PNG, 1,100 pixels wide."""
    return draw(layout_supply(view, kind, translator))
