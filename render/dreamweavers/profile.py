"""What somebody has played, at a glance: their name over the cloth of the notion they play most, and their results as bars."""

from __future__ import annotations

from msgspec.structs import replace

from cards.i18n import ENGLISH, Message, Translator, Value, msg, msg_plural, series
from render.alt_text import fitting
from render.canvas import paint_sheet
from render.dreamweavers.art import CoverArt
from render.dreamweavers.inks import CLOTH, FADED, HEM, INK, MADDER, MOSS, OCHRE, SHEET, board_inks, dye
from render.dreamweavers.middle import ClashArt
from render.dreamweavers.wording import NOTIONS
from render.fading import FadedFoot
from render.fonts import drawable, line_height, width_of
from render.pieces import Block, Colour, Drawing, Picture, Piece, Placed, Rect, Shape, Sheet, Words
from render.played import PlayedProfile, Score
from render.png import png
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


def results_of(score: Score) -> tuple[tuple[int, Message, Colour], ...]:
    """What was won, drawn and lost: the number, the number with its word, and the colour."""
    return (
        (score.won, msg_plural("{n} won", "{n} won", score.won), MOSS),
        (score.drawn, msg_plural("{n} drawn", "{n} drawn", score.drawn), FADED),
        (score.lost, msg_plural("{n} lost", "{n} lost", score.lost), MADDER),
    )


def shown_name(name: str, translator: Translator = ENGLISH) -> str:
    """The person's name as a picture can show it."""
    return drawable(name)[:60].strip() or translator(msg("Somebody"))


def _bar(score: Score, rect: Rect) -> list[Piece]:
    """Won, drawn and lost from left to right, each as long as it has a share; an empty bar if nothing was played."""
    there = [(number, ink) for number, _, ink in results_of(score) if number]
    radius = rect.h // 2
    if not there:
        return [Shape(rect, HEM, "box", radius)]
    gap = 4
    # Whatever was played at all is seen: as a dot at least.
    room = rect.w - gap * (len(there) - 1) - rect.h * len(there)
    pieces: list[Piece] = []
    x = rect.x
    for k, (number, ink) in enumerate(there):
        right = rect.right if k == len(there) - 1 else x + rect.h + room * number // score.played
        pieces.append(Shape(Rect(x, rect.y, right - x, rect.h), ink, "box", radius))
        x = right + gap
    return pieces


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
    room = INNER - 2 * PAD
    for k, (number, counted, ink) in enumerate(results_of(played.total)):
        shown, word = str(number), translator(counted).removeprefix(f"{number} ")
        first, second = width_of(shown, "number", 52), width_of(word, "strong", 32)
        wide = first + 12 + second
        x = PAD + (0, (room - wide) // 2, room - wide)[k]
        pieces += [
            Words(Rect(x, scene, first, 58), (shown,), "number", 52, ink),
            Words(Rect(x + first + 12, scene + 5, second, 54), (word,), "strong", 32, INK),
        ]
    return Block(INNER, height, (*pieces, *_bar(played.total, Rect(PAD, scene + 62, room, 18))))


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
    return Block(width, ROW, (*pieces, *_bar(score, Rect(x, 66, width - 24 - x, 12))))


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
    told = [(shown_name(played.name, translator), played.total)]
    told += [(translator(named), score) for named, score in played.factions[:SHOWN]]
    shares = [
        f"{name}: {translator(series(*(counted for _, counted, _ in results_of(score))))}"
        for name, score in told
    ]
    return fitting(["; ".join(shares) + "."], "…")
