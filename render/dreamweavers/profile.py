"""What somebody has played, at a glance: their name over the cloth of the notion they play most, and their results as bars."""

from __future__ import annotations

from msgspec.structs import replace

from cards.i18n import ENGLISH, Translator, Value
from render.canvas import paint_sheet
from render.dreamweavers.art import CoverArt
from render.dreamweavers.inks import CLOTH, FADED, HEM, INK, MADDER, MOSS, OCHRE, SHEET, board_inks, dye
from render.dreamweavers.middle import ClashArt
from render.dreamweavers.wording import NOTIONS
from render.fading import FadedFoot
from render.fonts import line_height, width_of
from render.pieces import Block, Drawing, Picture, Piece, Placed, Rect, Shape, Sheet, Words
from render.played import PlayedProfile, Score
from render.png import png
from render.results import bar, shown_name, told, totals
from render.typeset import fitted, unbroken

WIDTH = 1100
MARGIN = 16
INNER = WIDTH - 2 * MARGIN
SEAM = 12
HALF = (INNER - SEAM) // 2
PAD = 28
SCENES = (380, 350, 280)
"""How high the scene is above no, one and two rows of notions."""
LONG_NAME = 38
"""How much higher it is where the name takes two lines."""
RESULTS, ROW = 98, 92
RESULTS_INKS = (MOSS, FADED, MADDER)
"""The colours of what was won, drawn and lost."""
SHOWN = 4
"""Notions that are shown, at most."""
NOBODYS = ("rage", "serenity")
"""The two notions that clash where none is shown."""
KEYS: dict[Value, str] = {name: key for key, name in NOTIONS.items()}
"""The key of a notion, by what it is called."""


def scene_of(played: PlayedProfile) -> Drawing:
    """The cover of the notion that was played most; two cloths that clash where there is none."""
    key = KEYS.get(played.factions[0][0], "") if played.factions else ""
    if key:
        return CoverArt(key)
    first, second = NOBODYS
    return ClashArt(CoverArt(first), CoverArt(second), NOBODYS, "profile")


def _name(text: str) -> Words:
    """A name in one line if that can be, with the largest letters that fit."""
    room = INNER - 2 * PAD
    words = fitted(text, Rect(PAD, 0, room, line_height(80)), "display", 80, 48, INK, "left", 1)
    if not words.whole or not unbroken(text, words.face, words.size, room):
        words = fitted(text, Rect(PAD, 0, room, 2 * line_height(52)), "display", 52, 34, INK, "left", 2)
    return replace(words, rect=Rect(PAD, 0, room, len(words.lines) * line_height(words.size)))


def _person(played: PlayedProfile, scene: int, translator: Translator) -> Block:
    """The scene, the name under it, and all results."""
    name = _name(shown_name(played.name, translator))
    high = name.rect.h
    scene += LONG_NAME * (len(name.lines) - 1)
    height = scene + RESULTS
    faded = FadedFoot(scene_of(played), SHEET, high // 2, high)
    pieces: list[Piece] = [
        Shape(Rect(0, 0, INNER, height), SHEET, "box", 20, HEM, 3),
        Picture(Rect(3, 3, INNER - 6, scene - 3), faded, 17),
        replace(name, rect=name.rect.moved(0, scene - high)),
    ]
    row = Rect(PAD, scene, INNER - 2 * PAD, 58)
    pieces += totals(played.total, row, RESULTS_INKS, INK, translator)
    below = Rect(PAD, scene + 62, row.w, 18)
    return Block(INNER, height, (*pieces, *bar(played.total, below, RESULTS_INKS, HEM)))


def _notion(named: Value, score: Score, width: int, translator: Translator) -> Block:
    """A notion: its name in its dye, and what was won and lost with it."""
    key = KEYS.get(named, "")
    tone = dye(key) if key else OCHRE
    x, right = 44, width - 24
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, ROW), SHEET, "box", 18, HEM, 3),
        Shape(Rect(14, 14, 14, ROW - 28), tone, "box", 6),
    ]
    parts = ((str(score.lost), MADDER), ("–", FADED), (str(score.won), MOSS))

    def named_beside(size: int) -> Words:
        taken = sum(width_of(part, "number", size) + 8 for part, _ in parts)
        room = Rect(x, 9, right - taken - 12 - x, 48)
        return fitted(translator(named), room, "title", 36, 29, tone, "left", 1)

    size = 42 if named_beside(42).whole else 34
    name = named_beside(size)
    for part, ink in parts:
        wide = width_of(part, "number", size)
        pieces.append(Words(Rect(right - wide, 7, wide, 50), (part,), "number", size, ink))
        right -= wide + 8
    pieces.append(name)
    return Block(width, ROW, (*pieces, *bar(score, Rect(x, 66, width - 24 - x, 12), RESULTS_INKS, HEM)))


def layout_profile(played: PlayedProfile, translator: Translator = ENGLISH) -> Sheet:
    """Where everything lies on the picture of what somebody has played."""
    notions = played.factions[:SHOWN]
    rows = [notions[k : k + 2] for k in range(0, len(notions), 2)]
    placed = [Placed(MARGIN, MARGIN, _person(played, SCENES[len(rows)], translator), "person")]
    y = placed[0].rect.bottom + SEAM
    for pair in rows:
        width = HALF if len(pair) == 2 else INNER
        for k, (named, score) in enumerate(pair):
            block = _notion(named, score, width, translator)
            placed.append(Placed(MARGIN + k * (HALF + SEAM), y, block, "notion"))
        y += ROW + SEAM
    return Sheet(WIDTH, y - SEAM + MARGIN, CLOTH, tuple(placed))


def draw_profile(played: PlayedProfile, translator: Translator = ENGLISH) -> bytes:
    """What somebody has played, as a PNG."""
    keys = tuple(dict.fromkeys(filter(None, (KEYS.get(named, "") for named, _ in played.factions[:SHOWN]))))
    return png(paint_sheet(layout_profile(played, translator), board_inks(keys or NOBODYS)))


def alt_profile(played: PlayedProfile, translator: Translator = ENGLISH) -> str:
    """What the picture tells, in a sentence of at most 1,024 characters."""
    return told(played, SHOWN, translator)
