"""What lies between the two sides: heading, card being played, conflict scores, effects in force (§4)."""

from __future__ import annotations

from functools import lru_cache

from engine.voidream.view import CardFace, OngoingView
from render import palette as c
from render.pieces import Block, Icon, Picture, Piece, Rect, Shape, Words
from render.typeset import fitted, flowed
from render.voidream.art import art_of
from render.voidream.dreamer import panel
from render.voidream.wording import Names, kind_line, rules, scores_rule

SCORE_W = 190

PHASE_ICONS = {
    "setup": "cards",
    "beginning": "up",
    "main": "star",
    "Nightmare": "eye",
    "dawn conflict": "sun",
    "dusk conflict": "moon",
    "conflict": "sword",
    "over": "crown",
}


@lru_cache(maxsize=256)
def heading(round_: int, phase: str, phase_name: str, headline: str, notes: tuple[str, ...], width: int) -> Block:
    """Round and phase on the left; whose turn it is and what is awaited on the right."""
    left_w = 392
    x = left_w + 36
    w = width - x - 20
    pieces: list[Piece] = []
    pieces.append(fitted(headline, Rect(x, 12, w, 48), "display", 42, 26, c.GOLD, "left", 1))
    y = 62
    for note in notes:
        words = flowed(note, x, y, w, "text", 24, c.PAPER)
        pieces.append(words)
        y = words.rect.bottom + 2
    height = max(108, y + 12)
    ground = Shape(Rect(0, 0, width, height), c.PANEL, "box", 18, c.GOLD, 2, c.PANEL_LOW)
    mid = (height - 96) // 2
    emblem = Rect(18, mid + 12, 72, 72)
    pieces.append(Shape(emblem, c.INK, "disc", 0, c.GOLD, 3))
    pieces.append(Icon(emblem.inset(15), PHASE_ICONS.get(phase, "star"), c.GOLD))
    pieces.append(Words(Rect(104, mid + 8, left_w - 96, 36), (f"Round {round_}",), "strong", 29, c.MIST))
    pieces.append(fitted(phase_name, Rect(104, mid + 42, left_w - 96, 48), "display", 39, 28, c.PAPER, "left", 1))
    pieces.append(Shape(Rect(left_w + 16, 16, 2, height - 32), c.EDGE))
    return Block(width, height, (ground, *pieces))


@lru_cache(maxsize=64)
def resolving_block(face: CardFace, width: int) -> Block:
    """The face-up card that is being played (R6)."""
    x, w = 206, width - 226
    pieces: list[Piece] = [Words(Rect(x, 10, w, 28), (f"Being played: {kind_line(face).lower()} of value {face.value}",), "text", 23, c.MIST)]
    pieces.append(fitted(face.title, Rect(x, 38, w, 40), "title", 33, 24, c.PAPER, "left", 1))
    y = 80
    for line in face.text:
        words = flowed(rules(line), x, y, w, "text", 22, c.PAPER)
        pieces.append(words)
        y = words.rect.bottom + 3
    height = max(112, y + 10)
    art = Picture(Rect(12, 12, 180, height - 24), art_of(face), 12)
    return Block(width, height, (panel(width, height), art, *pieces))


@lru_cache(maxsize=64)
def conflict_title(kind: str, nightmare: bool, width: int) -> Block:
    """Which conflict it is, and how it is won."""
    name = {"dawn": "Dawn conflict", "dusk": "Dusk conflict"}.get(kind, "Conflict")
    if nightmare:
        name += " in Nightmare"
    icon = {"dawn": "sun", "dusk": "moon"}.get(kind, "sword")
    ink = {"dawn": c.GOLD, "dusk": c.SILVER}.get(kind, c.PAPER)
    fill = c.ROSE_DEEP if nightmare else c.GOLD_DEEP if kind == "dawn" else c.SILVER_DEEP
    w = width // 2 - 80
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, 56), fill, "box", 14, ink, 2),
        Icon(Rect(16, 11, 34, 34), icon, ink),
        fitted(name, Rect(64, 2, w, 52), "display", 33, 24, c.PAPER, "left", 1),
        fitted(scores_rule(kind), Rect(74 + w, 2, width - 94 - w, 52), "text", 24, 20, c.PAPER, "right", 2),
    ]
    return Block(width, 56, tuple(pieces))


@lru_cache(maxsize=256)
def score_block(name: str, attacks: bool, kind: str, dawn: int, dusk: int, height: int) -> Block:
    """One side's score as it would be counted now."""
    w = SCORE_W
    ink = c.ROSE if attacks else c.SILVER
    pieces: list[Piece] = [Shape(Rect(0, 0, w, height), c.PANEL, "box", 14, ink, 4, c.PANEL_LOW)]
    pieces.append(fitted(name, Rect(12, 8, w - 24, 34), "display", 28, 21, c.PAPER, "center", 1))
    pieces.append(Icon(Rect(26, 45, 24, 24), "sword" if attacks else "shield", ink))
    pieces.append(Words(Rect(54, 42, w - 64, 30), ("attacks" if attacks else "defends",), "strong", 25, ink))
    shown = [("sun", "dawn", dawn, c.GOLD)] if kind != "dusk" else []
    if kind != "dawn":
        shown.append(("moon", "dusk", dusk, c.SILVER))
    y = 76
    if len(shown) == 1:
        sign, word, number, tint = shown[0]
        pieces.append(Icon(Rect(20, y + 16, 40, 40), sign, tint))
        pieces.append(fitted(str(number).replace("-", "−"), Rect(66, y, w - 76, 72), "number", 68, 34, c.PAPER, "center", 1))
        pieces.append(Words(Rect(10, y + 72, w - 20, 28), (f"{word} score now",), "text", 22, c.MIST, "center"))
    else:
        for k, (sign, word, number, tint) in enumerate(shown):
            row = y + k * 50
            pieces.append(Icon(Rect(16, row + 9, 30, 30), sign, tint))
            pieces.append(Words(Rect(50, row, 62, 48), (word,), "text", 23, c.MIST))
            pieces.append(fitted(str(number).replace("-", "−"), Rect(110, row, w - 120, 48), "number", 40, 26, c.PAPER, "center", 1))
    return Block(w, height, tuple(pieces))


SCORE_H = 186


@lru_cache(maxsize=64)
def alone_block(width: int, height: int) -> Block:
    """In the place of entities when a Dreamer has none in the conflict."""
    pieces: tuple[Piece, ...] = (
        Shape(Rect(0, 0, width, height), c.PANEL, "box", 14, c.EDGE, 2, c.PANEL_LOW),
        Words(Rect(10, 0, width - 20, height), ("fights alone, without entities",), "italic", 26, c.MIST, "center"),
    )
    return Block(width, height, pieces)


@lru_cache(maxsize=64)
def empty_play(width: int) -> Block:
    """In the place of an empty play area."""
    return Block(
        width,
        50,
        (
            Shape(Rect(0, 0, width, 50), c.PANEL, "box", 14, c.EDGE, 2, c.PANEL_LOW),
            Words(Rect(10, 0, width - 20, 50), ("no memories or entities in play",), "italic", 24, c.MIST, "center"),
        ),
    )


@lru_cache(maxsize=128)
def ongoing_block(effects: tuple[OngoingView, ...], names: Names, width: int) -> Block:
    """The ongoing effects in force: whose, what, how long."""
    pieces: list[Piece] = [Words(Rect(18, 8, 200, 32), ("In force",), "strong", 25, c.MINT)]
    y = 42
    for effect in effects:
        pieces.append(Icon(Rect(20, y + 4, 18, 18), "wave", c.MINT))
        until = f" ({effect.until})" if effect.until else ""
        line = f"{names[effect.controller]}, {effect.source}: {rules(effect.text)}{until}"
        words = flowed(line, 48, y, width - 68, "text", 22, c.PAPER)
        pieces.append(words)
        y = words.rect.bottom + 5
    height = y + 8
    return Block(width, height, (panel(width, height), *pieces))
