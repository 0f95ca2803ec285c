"""What lies between the two sides: heading, card being played, conflict scores, effects in force (§4)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cards.locales import ENGLISH, Tongue, say, title
from engine.voidream.view import CardFace, ConflictView, OngoingView
from render import palette as c
from render.fonts import width_of
from render.pieces import Block, Colour, Icon, Picture, Piece, Rect, Shape, Words
from render.typeset import fitted, flowed, unbroken
from render.voidream.art import art_of
from render.voidream.dreamer import ROLES
from render.voidream.wording import (
    Names,
    conflict_lead,
    kind_line,
    plain,
    rules,
    rules_of,
    scores_rule,
    title_of,
)

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


@lru_cache(maxsize=32)
def heading(
    round_: int,
    phase: str,
    phase_name: str,
    lead: str,
    notes: tuple[str, ...],
    width: int,
    tongue: Tongue = ENGLISH,
) -> Block:
    """Who decides, large, and what; the round and the phase small on the right."""
    number = tongue(say("Round {n}", n=round_))
    right_w = max(width_of(number, "strong", 32), width_of(phase_name, "text", 26))
    x = 146
    w = width - x - right_w - 50
    size = next((size for size in (62, 56, 50) if width_of(lead, "display", size) <= w), 44)
    words = flowed(lead, x, 14, w, "display", size, c.GOLD)
    pieces: list[Piece] = [words]
    y = words.rect.bottom
    for note in notes:
        words = flowed(note, x + 2, y, w, "strong", 34 if width_of(note, "strong", 34) <= w else 30, c.PAPER)
        pieces.append(words)
        y = words.rect.bottom
    height = max(134, y + 14)
    emblem = Rect(24, (height - 100) // 2, 100, 100)
    pieces.append(Shape(emblem, c.GOLD_DEEP, "disc", 0, c.GOLD, 3))
    pieces.append(Icon(emblem.inset(20), PHASE_ICONS.get(phase, "star"), c.GOLD))
    at = width - right_w - 28
    pieces.append(Words(Rect(at, 20, right_w, 42), (number,), "strong", 32, c.MIST, "right"))
    pieces.append(Words(Rect(at, 66, right_w, 36), (phase_name,), "text", 26, c.MIST, "right"))
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 26, c.GOLD, 4)
    return Block(width, height, (ground, *pieces))


@lru_cache(maxsize=16)
def resolving_block(face: CardFace, inverted: bool, width: int, tongue: Tongue = ENGLISH) -> Block:
    """The face-up card that is being played (R6); an inverted one lies with its picture upside down."""
    x, w = 232, width - 256
    how = (
        say("Being played inverted: {kind} of value {n}")
        if inverted
        else say("Being played: {kind} of value {n}")
    )
    played = how.filled(kind=kind_line(face, tongue).lower(), n=face.value)
    pieces: list[Piece] = []
    y = 14
    for text, kind, size, ink in (
        (tongue(played), "text", 26, c.MIST),
        (title_of(face, tongue), "title", 40, c.PAPER),
        *((rules(line), "text", 26, c.PAPER) for line in rules_of(face, tongue)),
    ):
        words = flowed(text, x, y, w, kind, size, ink)
        pieces.append(words)
        y = words.rect.bottom + 3
    height = max(190, y + 14)
    art = Picture(Rect(8, 8, 208, height - 16), art_of(face), 18, turned=inverted)
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 26, c.PAPER, 3)
    return Block(width, height, (ground, art, *pieces))


class Row(Struct, frozen=True):
    """A line of a sum: what it is, and what it adds (one number, or dawn and dusk; None where it adds nothing)."""

    label: str
    numbers: tuple[int | None, ...]


_SUM_LABEL, _SUM_NUMBER = 27, 34


@lru_cache(maxsize=64)
def sum_block(rows: tuple[Row, ...], width: int, columns: int) -> Block:
    """What a score consists of, one line for each part, in so many columns."""
    each = (width - 48 - (columns - 1) * 40) // columns
    count = len(rows[0].numbers)
    shown = [["" if number is None else plain(number) for number in row.numbers] for row in rows]
    number_w = max(width_of(text, "number", _SUM_NUMBER) for row in shown for text in row) + 14
    label_w = each - count * number_w - 8
    pieces: list[Piece] = []
    top = 14
    if count == 2:
        for column in range(columns):
            right = 24 + column * (each + 40) + each
            pieces.append(Icon(Rect(right - 2 * number_w, top, number_w, 30), "sun", c.GOLD))
            pieces.append(Icon(Rect(right - number_w, top, number_w, 30), "moon", c.SILVER))
        top += 36
    bottom = top
    per_column = -(-len(rows) // columns)
    for column in range(columns):
        x, y = 24 + column * (each + 40), top
        for row, texts in list(zip(rows, shown, strict=True))[column * per_column :][:per_column]:
            words = flowed(row.label, x, y + 5, label_w, "text", _SUM_LABEL, c.MIST)
            pieces.append(words)
            high = max(44, words.rect.h + 10)
            for k, text in enumerate(texts):
                rect = Rect(x + each - (count - k) * number_w, y, number_w, 44)
                pieces.append(Words(rect, (text,), "number", _SUM_NUMBER, c.PAPER, "right"))
            y += high
        bottom = max(bottom, y)
    height = bottom + 12
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 20)
    return Block(width, height, (ground, *pieces))


def _score(number: int, sign: str, ink: Colour, x: int, y: int, right: bool) -> tuple[list[Piece], int]:
    """A score with its sign, from `x` on or up to it, and how wide both are."""
    text = plain(number)
    size = 66 if sign in ("sword", "shield") else 44
    wide = width_of(text, "number", size)
    high, icon = round(size * 1.2), round(size * 0.66)
    sign_x, text_x = (x - icon, x - icon - 12 - wide) if right else (x, x + icon + 12)
    return [
        Icon(Rect(sign_x, y + (high - icon) // 2, icon, icon), sign, ink),
        Words(Rect(text_x, y, wide, high), (text,), "number", size, c.PAPER),
    ], icon + 12 + wide


def _contender(
    name: str,
    attacks: bool,
    scores: tuple[tuple[int, str, Colour], ...],
    x: int,
    w: int,
    tongue: Tongue,
) -> list[Piece]:
    """One side of the line: the scores at the edge, beside them name and role."""
    ink = c.ROSE if attacks else c.SILVER
    pieces: list[Piece] = []
    widest = 0
    for k, (number, sign, tint) in enumerate(scores):
        y = 16 + 52 * k + (10 if len(scores) == 1 else 0)
        made, wide = _score(number, sign, tint, x if attacks else x + w, y, not attacks)
        pieces.extend(made)
        widest = max(widest, wide)
    room = w - widest - 16
    text_x = x + widest + 16 if attacks else x
    align = "left" if attacks else "right"
    role = tongue(ROLES[attacks, False])
    box = Rect(text_x, 9, room, 76)
    words = fitted(name, box, "display", 36, 30, c.PAPER, align, 2)
    if not words.whole or not unbroken(name, "display", words.size, room):
        words = fitted(name, box, "strong", 28, 24, c.PAPER, align, 2)
    pieces.append(words)
    pieces.append(fitted(role, Rect(text_x, 84, room, 36), "strong", 28, 24, ink, align, 1))
    return pieces


def pulled(lead: int, scores: tuple[int, int]) -> float:
    """How much of the bar is the attacker's: half if the two are level, all but nothing for a great lead."""
    share = 0.5 + lead / (2 * max(1, abs(scores[0]) + abs(scores[1])))
    return min(0.95, max(0.05, share))


@lru_cache(maxsize=32)
def line_block(
    conflict: ConflictView,
    names: Names,
    scores: tuple[tuple[int, int], tuple[int, int]],
    width: int,
    tongue: Tongue = ENGLISH,
) -> Block:
    """The conflict: who attacks (left) and defends (right), their scores as they are counted now, and who leads."""
    kind = conflict.kind
    said = {"dawn": say("Dawn conflict", "phase"), "dusk": say("Dusk conflict", "phase")}.get(
        kind, say("Conflict", "phase")
    )
    name = tongue(say("Nightmare", "law") if conflict.nightmare else said)
    icon = {"dawn": "sun", "dusk": "moon"}.get(kind, "sword")
    ink = c.ROSE if conflict.nightmare else {"dawn": c.GOLD, "dusk": c.SILVER}.get(kind, c.PAPER)
    centre_w = 300
    left = (width - centre_w) // 2
    pieces: list[Piece] = []
    size = next((size for size in (38, 34, 30) if width_of(name, "display", size) <= centre_w - 50), 28)
    wide = width_of(name, "display", size)
    start = left + (centre_w - wide - 44) // 2
    pieces.append(Icon(Rect(start, 19, 34, 34), icon, ink))
    pieces.append(Words(Rect(start + 44, 12, wide, 48), (name,), "display", size, ink))
    lead = conflict_lead(conflict, scores)
    if lead:
        word = tongue(say("leads by {n} now", n=abs(lead)))
        wide = width_of(word, "strong", 28)
        start = left + (centre_w - wide - 34) // 2
        pieces.append(
            Words(Rect(start + (34 if lead > 0 else 0), 70, wide, 40), (word,), "strong", 28, c.PAPER)
        )
        arrow = Rect(start if lead > 0 else start + wide + 10, 78, 24, 24)
        pieces.append(Icon(arrow, "left" if lead > 0 else "right", c.ROSE if lead > 0 else c.SILVER))
    elif kind:
        level = tongue(say("level now"))
        pieces.append(Words(Rect(left, 70, centre_w, 40), (level,), "strong", 28, c.PAPER, "center"))
    for seat in (0, 1):
        attacks = seat == conflict.attacker
        sign, tint = ("sword", c.ROSE) if attacks else ("shield", c.SILVER)
        dawn, dusk = scores[seat]
        shown = {"dawn": ((dawn, sign, tint),), "dusk": ((dusk, sign, tint),)}.get(
            kind, ((dawn, "sun", c.GOLD), (dusk, "moon", c.SILVER))
        )
        x = 26 if attacks else left + centre_w + 8
        pieces.extend(_contender(names[seat], attacks, shown, x, left - 34, tongue))
    ours, theirs = scores[conflict.attacker], scores[1 - conflict.attacker]
    counted = {"dawn": (ours[0], theirs[0]), "dusk": (ours[1], theirs[1])}.get(kind, (0, 0))
    bar = Rect(18, 128, width - 36, 30)
    cut = round(bar.w * pulled(lead, counted))
    pieces.append(Shape(bar, c.SILVER, "box", 15))
    pieces.append(Shape(Rect(bar.x, bar.y, cut, bar.h), c.ROSE, "box", 15))
    pieces.append(Shape(Rect(bar.x + cut - 24, bar.y - 4, 38, 38), c.INK, "diamond", 0, c.PAPER, 4))
    words = flowed(scores_rule(kind, tongue), 26, 162, width - 52, "text", 26, c.MIST, "center")
    pieces.append(words)
    height = words.rect.bottom + 10
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 26, ink, 4)
    return Block(width, height, (ground, *pieces))


def ongoing_block(
    effects: tuple[OngoingView, ...], names: Names, width: int, tongue: Tongue = ENGLISH
) -> Block:
    """The ongoing effects in force: whose, what, how long."""
    lines: list[str] = []
    for effect in effects:
        until = f" ({effect.until})" if effect.until else ""
        source = tongue(title(effect.source))
        lines.append(f"{names[effect.controller]}, {source}: {rules(effect.text)}{until}")
    return _ongoing_block(tongue(say("In force")), tuple(lines), width)


@lru_cache(maxsize=32)
def _ongoing_block(heading: str, lines: tuple[str, ...], width: int) -> Block:
    pieces: list[Piece] = []
    y = 10
    heading_w = width_of(heading, "strong", 26)
    x = 26 + heading_w + 20
    pieces.append(Words(Rect(26, y, heading_w, 36), (heading,), "strong", 26, c.MINT))
    for line in lines:
        pieces.append(Icon(Rect(x, y + 8, 20, 20), "wave", c.MINT))
        words = flowed(line, x + 30, y + 2, width - x - 54, "text", 26, c.PAPER)
        pieces.append(words)
        y = words.rect.bottom + 4
    height = y + 8
    return Block(width, height, (Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 20), *pieces))
