"""What lies between the two sides: heading, card being played, conflict scores, effects in force (§4)."""

from __future__ import annotations

from functools import lru_cache

from cards.locales import ENGLISH, Phrase, Tongue, say, title
from engine.voidream.view import CardFace, ConflictView, OngoingView
from render import palette as c
from render.fonts import width_of
from render.pieces import Block, Colour, Icon, Picture, Piece, Rect, Shape, Words
from render.typeset import fitted, flowed
from render.voidream.art import art_of
from render.voidream.dreamer import panel
from render.voidream.wording import (
    Names,
    conflict_lead,
    kind_line,
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
    headline: str,
    notes: tuple[str, ...],
    width: int,
    tongue: Tongue = ENGLISH,
) -> Block:
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
    number = tongue(say("Round {n}", n=round_))
    pieces.append(Words(Rect(104, mid + 8, left_w - 96, 36), (number,), "strong", 29, c.MIST))
    pieces.append(
        fitted(phase_name, Rect(104, mid + 42, left_w - 96, 48), "display", 39, 28, c.PAPER, "left", 1)
    )
    pieces.append(Shape(Rect(left_w + 16, 16, 2, height - 32), c.EDGE))
    return Block(width, height, (ground, *pieces))


@lru_cache(maxsize=16)
def resolving_block(face: CardFace, width: int, tongue: Tongue = ENGLISH) -> Block:
    """The face-up card that is being played (R6)."""
    x, w = 206, width - 226
    played = say("Being played: {kind} of value {n}", kind=kind_line(face, tongue).lower(), n=face.value)
    pieces: list[Piece] = [Words(Rect(x, 10, w, 28), (tongue(played),), "text", 23, c.MIST)]
    pieces.append(fitted(title_of(face, tongue), Rect(x, 38, w, 40), "title", 33, 24, c.PAPER, "left", 1))
    y = 80
    for line in rules_of(face, tongue):
        words = flowed(rules(line), x, y, w, "text", 22, c.PAPER)
        pieces.append(words)
        y = words.rect.bottom + 3
    height = max(112, y + 10)
    art = Picture(Rect(12, 12, 180, height - 24), art_of(face), 12)
    return Block(width, height, (panel(width, height), art, *pieces))


_ROLES: dict[tuple[bool, bool], Phrase] = {
    (True, False): say("attacks", "contender"),
    (True, True): say("attacks alone", "contender"),
    (False, False): say("defends", "contender"),
    (False, True): say("defends alone", "contender"),
}
"""What is said of somebody in a conflict: whether they attack, and whether they are alone."""


def _contender(
    name: str,
    attacks: bool,
    alone: bool,
    kind: str,
    scores: tuple[int, int],
    x: int,
    w: int,
    tongue: Tongue,
) -> list[Piece]:
    """One side of the scoreboard: name, role and score."""
    ink = c.ROSE if attacks else c.SILVER
    role = tongue(_ROLES[attacks, alone])
    number_w = 118
    text_x, number_x = (x, x + w - number_w) if attacks else (x + number_w, x)
    text_w = w - number_w - 12
    align = "left" if attacks else "right"
    pieces: list[Piece] = [
        fitted(
            name, Rect(text_x + (0 if attacks else 12), 24, text_w, 76), "display", 32, 22, c.PAPER, align, 2
        )
    ]
    words = fitted(role, Rect(0, 0, text_w - 34, 34), "strong", 25, 20, ink, "left", 1)
    role_w = max(width_of(line, words.face, words.size) for line in words.lines)
    icon_x = text_x if attacks else text_x + 12 + text_w - role_w - 34
    pieces.append(Icon(Rect(icon_x, 112, 26, 26), "sword" if attacks else "shield", ink))
    pieces.append(Words(Rect(icon_x + 34, 108, role_w, 34), words.lines, "strong", words.size, ink))
    shown: list[tuple[int, str, Colour]] = [(scores[0], "sun", c.GOLD)] if kind != "dusk" else []
    if kind != "dawn":
        shown.append((scores[1], "moon", c.SILVER))
    for k, (score, sign, tint) in enumerate(shown):
        text = str(score).replace("-", "−")
        if len(shown) == 1:
            pieces.append(
                fitted(text, Rect(number_x, 28, number_w, 108), "number", 92, 36, c.PAPER, "center", 1)
            )
        else:
            pieces.append(Icon(Rect(number_x + 4, 34 + 50 * k, 28, 46), sign, tint))
            pieces.append(
                fitted(
                    text,
                    Rect(number_x + 36, 34 + 50 * k, number_w - 36, 46),
                    "number",
                    42,
                    24,
                    c.PAPER,
                    "center",
                    1,
                )
            )
    return pieces


@lru_cache(maxsize=32)
def scoreboard(
    conflict: ConflictView,
    names: Names,
    alone: tuple[bool, bool],
    scores: tuple[tuple[int, int], tuple[int, int]],
    width: int,
    tongue: Tongue = ENGLISH,
) -> Block:
    """The conflict: who attacks (left) and defends (right), both scores as they would be counted now, who would win."""
    kind = conflict.kind
    said = {"dawn": say("Dawn conflict", "phase"), "dusk": say("Dusk conflict", "phase")}.get(
        kind, say("Conflict", "phase")
    )
    name = tongue(say("Nightmare", "law") if conflict.nightmare else said)
    icon = {"dawn": "sun", "dusk": "moon"}.get(kind, "sword")
    ink = {"dawn": c.GOLD, "dusk": c.SILVER}.get(kind, c.PAPER)
    fill = c.ROSE_DEEP if conflict.nightmare else c.GOLD_DEEP if kind == "dawn" else c.SILVER_DEEP
    height = 164
    centre_w = 300
    left = (width - centre_w) // 2
    pieces: list[Piece] = [
        Shape(Rect(0, 0, width, height), c.PANEL, "box", 18, ink, 3, c.PANEL_LOW),
        Shape(Rect(left, 10, centre_w, height - 20), fill, "box", 14),
        Icon(Rect(left + 14, 22, 34, 34), icon, ink),
        fitted(name, Rect(left + 56, 16, centre_w - 68, 46), "display", 31, 24, c.PAPER, "left", 1),
        fitted(
            scores_rule(kind, tongue),
            Rect(left + 14, 62, centre_w - 28, 54),
            "text",
            22,
            20,
            c.PAPER,
            "center",
            2,
        ),
    ]
    lead = conflict_lead(conflict, scores)
    if lead:
        word = tongue(say("leads by {n} now", n=abs(lead)))
        wide = width_of(word, "strong", 25)
        start = left + (centre_w - wide - 32) // 2
        pieces.append(
            Words(Rect(start + (32 if lead > 0 else 0), 116, wide, 36), (word,), "strong", 25, c.PAPER)
        )
        arrow = Rect(start if lead > 0 else start + wide + 10, 123, 22, 22)
        pieces.append(Icon(arrow, "left" if lead > 0 else "right", c.PAPER))
    elif kind:
        pieces.append(
            Words(
                Rect(left + 10, 116, centre_w - 20, 36),
                (tongue(say("level now")),),
                "strong",
                25,
                c.PAPER,
                "center",
            )
        )
    side_w = left - 32
    for seat in (0, 1):
        attacks = seat == conflict.attacker
        x = 18 if attacks else left + centre_w + 14
        pieces.extend(_contender(names[seat], attacks, alone[seat], kind, scores[seat], x, side_w, tongue))
    return Block(width, height, tuple(pieces))


@lru_cache(maxsize=16)
def empty_play(width: int, tongue: Tongue = ENGLISH) -> Block:
    """In the place of an empty play area."""
    return Block(
        width,
        50,
        (
            Shape(Rect(0, 0, width, 50), c.PANEL, "box", 14, c.EDGE, 2, c.PANEL_LOW),
            Words(
                Rect(10, 0, width - 20, 50),
                (tongue(say("no memories or entities in play")),),
                "italic",
                24,
                c.MIST,
                "center",
            ),
        ),
    )


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
    pieces: list[Piece] = [Words(Rect(18, 8, 200, 32), (heading,), "strong", 25, c.MINT)]
    y = 42
    for line in lines:
        pieces.append(Icon(Rect(20, y + 4, 18, 18), "wave", c.MINT))
        words = flowed(line, 48, y, width - 68, "text", 22, c.PAPER)
        pieces.append(words)
        y = words.rect.bottom + 5
    height = y + 8
    return Block(width, height, (panel(width, height), *pieces))
