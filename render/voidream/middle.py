"""The space between the two sides: heading, card being played, conflict scores, effects in force (§4)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cards.i18n import ENGLISH, Translator, msg, title
from engine.voidream.views.types import CardFace, ConflictView, OngoingView
from render import palette as c
from render.fonts import line_height, width_of
from render.layout import Block, Colour, Icon, Picture, Piece, Rect, Shape, Words, moved
from render.table.lines import LEAST, Lines
from render.table.words import Names, capital, plain, rules, title_of
from render.typeset import fitted, flowed, wrapped
from render.voidream.art import art_of
from render.voidream.tile_marks import value_badge
from render.voidream.words import conflict_lead, played_rules

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
    translator: Translator = ENGLISH,
) -> Block:
    """Return the deciding player, phase and topic, large; the round on the right, with the phase if no one decides."""
    number = translator(msg("Round {n}", n=round_))
    if phase_name and not notes:
        number = f"{number} · {phase_name}"
    right_w = width_of(number, "strong", 36)
    x = 88
    w = width - x - right_w - 44
    size = next((size for size in (42, 40) if width_of(lead, "display", size) <= w), 38)
    lines = Lines(x, w, 3)
    lines.text(lead, "display", size, c.GOLD)
    lead_w = width_of(lead, "display", size) + 20
    if len(notes) == 1 and lead_w + width_of(notes[0], "strong", 36) <= w:
        room = Rect(x + lead_w, 6, w - lead_w, lines.y - 8)
        lines.pieces.append(Words(room, notes, "strong", 36, c.PAPER))
    else:
        for note in notes:
            lines.put(flowed(note, x + 2, lines.y - 2, w, "strong", 36, c.PAPER))
    height = max(54, lines.y)
    pieces = lines.pieces
    emblem = Rect(16, (height - 46) // 2, 46, 46)
    pieces.append(Shape(emblem, c.GOLD_DEEP, "disc", 0, c.GOLD, 3))
    pieces.append(Icon(emblem.inset(11), PHASE_ICONS.get(phase, "star"), c.GOLD))
    corner = Rect(width - right_w - 24, (height - 42) // 2, right_w, 42)
    pieces.append(Words(corner, (number,), "strong", 36, c.MIST, "right"))
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 24, c.GOLD, 4)
    return Block(width, height, (ground, *pieces))


@lru_cache(maxsize=16)
def resolving_block(face: CardFace, inverted: bool, width: int, translator: Translator = ENGLISH) -> Block:
    """Return the face-up card being played (R6); an inverted one has its picture upside down."""
    lines = Lines(136, width - 154, 6)
    label = translator(msg("Being played inverted:") if inverted else msg("Being played:"))
    lines.run_on(label, "text", LEAST, c.MIST)
    lines.run_on(title_of(face, translator), "title", LEAST, c.PAPER, gap=12)
    lines.y += line_height(LEAST)
    lines.text(rules(" ".join(played_rules(face, inverted, translator))), "text", LEAST, c.PAPER)
    height = max(100, lines.y + 8)
    art = Picture(Rect(6, 6, 116, height - 12), art_of(face), 18, turned=inverted)
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 24, c.PAPER, 3)
    return Block(width, height, (ground, art, *value_badge(12, 12, face.value, 48), *lines.pieces))


class MiddleRow(Struct, frozen=True):
    """A part of a score: its name, and its contribution (one number, or dawn and dusk; None for none)."""

    label: str
    numbers: tuple[int | None, ...]


_PART_STEP = line_height(LEAST)


def _part(row: MiddleRow, w: int) -> tuple[list[Piece], int, int]:
    """Return one part at the origin, its width, and its number of lines."""
    signs: list[tuple[str, Colour]] = [("sun", c.GOLD), ("moon", c.SILVER)]
    if len(row.numbers) == 1:
        signs = [("", c.PAPER)]
    entries = [
        (plain(number), sign, ink)
        for number, (sign, ink) in zip(row.numbers, signs, strict=True)
        if number is not None
    ]
    numbers_width = sum(
        width_of(text, "number", LEAST) + 8 + (26 if sign else 0) for text, sign, _ in entries
    )
    lines = wrapped(row.label, "text", LEAST, w - numbers_width)
    x = max(width_of(line, "text", LEAST) for line in lines)
    high = len(lines) * _PART_STEP
    pieces: list[Piece] = [Words(Rect(0, 0, x, high), lines, "text", LEAST, c.MIST)]
    for text, sign, ink in entries:
        x += 8
        if sign:
            pieces.append(Icon(Rect(x, (high - 22) // 2, 22, 22), sign, ink))
            x += 26
        wide = width_of(text, "number", LEAST)
        pieces.append(Words(Rect(x, 0, wide, high), (text,), "number", LEAST, c.PAPER))
        x += wide
    return pieces, x, high


def _parts(rows: tuple[MiddleRow, ...], x: int, y: int, w: int, right: bool) -> tuple[list[Piece], int]:
    """Return the parts of a score one after another, from the left or up to the right, and the end of the last line."""
    lines: list[list[tuple[list[Piece], int, int]]] = []
    room = -1
    for part_layout in (_part(row, w) for row in rows):
        if part_layout[1] > room:
            lines.append([])
            room = w
        lines[-1].append(part_layout)
        room -= part_layout[1] + 24
    pieces: list[Piece] = []
    for line in lines:
        at = x + (w - sum(wide for _, wide, _ in line) - 24 * (len(line) - 1) if right else 0)
        for part_pieces, wide, _ in line:
            pieces.extend(moved(piece, at, y) for piece in part_pieces)
            at += wide + 24
        y += max(high for _, _, high in line)
    return pieces, y


def _score(number: int, sign: str, ink: Colour, x: int, y: int, right: bool) -> tuple[list[Piece], int]:
    """Return a score with its sign, starting or ending at `x`, and their width."""
    text = plain(number)
    size = 60 if sign in ("sword", "shield") else 38
    wide = width_of(text, "number", size)
    high, icon = round(size * 1.2), round(size * 0.62)
    sign_x, text_x = (x - icon, x - icon - 10 - wide) if right else (x, x + icon + 10)
    return [
        Icon(Rect(sign_x, y + (high - icon) // 2, icon, icon), sign, ink),
        Words(Rect(text_x, y, wide, high), (text,), "number", size, c.PAPER),
    ], icon + 10 + wide


def _short_name(name: str, w: int) -> str:
    """Return a name, or as many of its first words as fit two lines of this width. The strip has the full name."""
    name_words = name.split(" ")
    shorter = (" ".join(name_words[:count]) for count in range(len(name_words), 0, -1))
    return next((item for item in shorter if len(wrapped(item, "display", LEAST, w)) <= 2), name_words[0])


def _contender(
    name: str, attacks: bool, scores: tuple[tuple[int, str, Colour], ...], x: int, w: int
) -> list[Piece]:
    """Return one side of the line: the scores at the edge, each with the sign of attacker or defender, and the name."""
    pieces: list[Piece] = []
    widest = 0
    for k, (number, sign, tint) in enumerate(scores):
        y = (8 if len(scores) == 1 else 2) + 42 * k
        score_pieces, wide = _score(number, sign, tint, x if attacks else x + w, y, not attacks)
        pieces.extend(score_pieces)
        widest = max(widest, wide)
    room = w - widest - 14
    text_x = x + widest + 14 if attacks else x
    align = "left" if attacks else "right"
    short_name = _short_name(name, room)
    pieces.append(fitted(short_name, Rect(text_x, 3, room, 84), "display", LEAST, LEAST, c.PAPER, align, 2))
    return pieces


def pulled(lead: int, scores: tuple[int, int]) -> float:
    """Return the attacker's share of the bar: half in a tie, nearly everything for a large lead."""
    share = 0.5 + lead / (2 * max(1, abs(scores[0]) + abs(scores[1])))
    return min(0.95, max(0.05, share))


_RULES = {
    "dawn": msg("the higher score wins"),
    "dusk": msg("the lower score wins"),
    "": msg("dawn or dusk isn't chosen yet"),
}
"""The winner of a conflict of this kind (§4). The parts of the score are listed next to it."""


def _in_line(rows: tuple[MiddleRow, ...]) -> int:
    """Return the width of the parts of a score side by side."""
    return sum(_part(row, 10**4)[1] + 24 for row in rows)


def _sums(
    attacker: tuple[MiddleRow, ...], defender: tuple[MiddleRow, ...], y: int, w: int
) -> tuple[list[Piece], int]:
    """Return the parts of both scores, left and right, with more width for the longer one; and their end.

    Another division is used if it takes fewer lines.
    """
    ours, theirs = _in_line(attacker), _in_line(defender)
    room = w - 40
    share = room // 2
    if theirs <= share:
        share = room - max(theirs, room // 4)
    elif ours <= share:
        share = max(ours, room // 4)
    layouts = [
        (
            *_parts(attacker, 24, y, share_tried, right=False),
            *_parts(defender, 64 + share_tried, y, room - share_tried, right=True),
        )
        for share_tried in (share, *(room * tenths // 10 for tenths in (6, 4, 7, 3)))
    ]
    left_pieces, end, right_pieces, right_end = min(layouts, key=lambda item: max(item[1], item[3]))
    return [*left_pieces, *right_pieces], max(end, right_end)


@lru_cache(maxsize=32)
def line_block(
    conflict: ConflictView,
    names: Names,
    scores: tuple[tuple[int, int], tuple[int, int]],
    parts: tuple[tuple[MiddleRow, ...], tuple[MiddleRow, ...]],
    width: int,
    translator: Translator = ENGLISH,
) -> Block:
    """Return the conflict: attacker (left) and defender (right), their current scores, and the leader.

    Below the bar are the parts of each score and, between them if there is room, the score that wins.
    """
    kind = conflict.kind
    conflict_name = {"dawn": msg("Dawn conflict", "phase"), "dusk": msg("Dusk conflict", "phase")}.get(
        kind, msg("Conflict", "phase")
    )
    name = translator(msg("Nightmare", "law") if conflict.nightmare else conflict_name)
    icon = {"dawn": "sun", "dusk": "moon"}.get(kind, "sword")
    ink = c.ROSE if conflict.nightmare else {"dawn": c.GOLD, "dusk": c.SILVER}.get(kind, c.PAPER)
    lead = conflict_lead(conflict, scores)
    lead_text = translator(msg("leads by {n} now", n=abs(lead)) if lead else msg("tied now"))
    name_w, word_w = width_of(name, "display", LEAST), width_of(lead_text, "strong", LEAST)
    centre_w = max(name_w + 42, word_w + 32) + 10
    left = (width - centre_w) // 2
    pieces: list[Piece] = []
    start = left + (centre_w - name_w - 42) // 2
    pieces.append(Icon(Rect(start, 9, 32, 32), icon, ink))
    pieces.append(Words(Rect(start + 42, 3, name_w, 44), (name,), "display", LEAST, ink))
    if lead:
        start = left + (centre_w - word_w - 32) // 2
        pieces.append(
            Words(
                Rect(start + (32 if lead > 0 else 0), 46, word_w, 42), (lead_text,), "strong", LEAST, c.PAPER
            )
        )
        arrow = Rect(start if lead > 0 else start + word_w + 10, 56, 22, 22)
        pieces.append(Icon(arrow, "left" if lead > 0 else "right", c.ROSE if lead > 0 else c.SILVER))
    elif kind:
        pieces.append(Words(Rect(left, 46, centre_w, 42), (lead_text,), "strong", LEAST, c.PAPER, "center"))
    for seat in (0, 1):
        attacks = seat == conflict.attacker
        sign, tint = ("sword", c.ROSE) if attacks else ("shield", c.SILVER)
        dawn, dusk = scores[seat]
        shown_scores = {"dawn": ((dawn, sign, tint),), "dusk": ((dusk, sign, tint),)}.get(
            kind, ((dawn, "sun", c.GOLD), (dusk, "moon", c.SILVER))
        )
        x = 24 if attacks else left + centre_w + 8
        pieces.extend(_contender(names[seat], attacks, shown_scores, x, left - 32))
    ours, theirs = scores[conflict.attacker], scores[1 - conflict.attacker]
    decisive_scores = {"dawn": (ours[0], theirs[0]), "dusk": (ours[1], theirs[1])}.get(kind, (0, 0))
    bar = Rect(16, 88, width - 32, 14)
    bar_split = round(bar.w * pulled(lead, decisive_scores))
    pieces.append(Shape(bar, c.SILVER, "box", 7))
    pieces.append(Shape(Rect(bar.x, bar.y, bar_split, bar.h), c.ROSE, "box", 7))
    pieces.append(Shape(Rect(bar.x + bar_split - 20, bar.y - 8, 30, 30), c.INK, "diamond", 0, c.PAPER, 4))
    sum_pieces, bottom = _sums(
        parts[conflict.attacker], parts[1 - conflict.attacker], bar.bottom + 4, width - 48
    )
    pieces.extend(sum_pieces)
    rule = translator(_RULES.get(kind, _RULES[""]))
    rule_w = width_of(rule, "text", LEAST)
    left, right = _in_line(parts[conflict.attacker]), _in_line(parts[1 - conflict.attacker])
    if left + rule_w + right + 72 <= width:
        room = Rect(left + 36, bar.bottom + 4, width - left - right - 72, _PART_STEP)
        pieces.append(Words(room, (rule,), "text", LEAST, c.MIST, "center"))
        bottom = bar.bottom + 4 + _PART_STEP
    height = bottom + 5
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 24, ink, 4)
    return Block(width, height, (ground, *pieces))


_LASTING = {
    "round": msg("This round", "in force"),
    "phase": msg("This phase", "in force"),
    "conflict": msg("This conflict", "in force"),
}
"""The duration of an effect, in few words."""


def ongoing_block(
    effects: tuple[OngoingView, ...], names: Names, width: int, translator: Translator = ENGLISH
) -> Block:
    """Return the ongoing effects in force, grouped by duration, each with its controller and text."""
    groups: dict[str, dict[str, list[str]]] = {}
    for effect in effects:
        source = f"{names[effect.controller]}, {translator(title(effect.source))}"
        lasts = _LASTING.get(effect.lasts)
        head = translator(lasts) if lasts else capital(effect.until) or translator(msg("In force"))
        groups.setdefault(head, {}).setdefault(source, []).append(rules(effect.text))
    paragraphs = tuple(
        (f"{head}:", " · ".join(f"{source}: {'; '.join(texts)}" for source, texts in sources.items()))
        for head, sources in groups.items()
    )
    return _ongoing_block(paragraphs, width)


@lru_cache(maxsize=32)
def _ongoing_block(paragraphs: tuple[tuple[str, str], ...], width: int) -> Block:
    text = Lines(26, width - 52, 6)
    for head, paragraph in paragraphs:
        text.run_on(head, "strong", LEAST, c.MINT, gap=24, before=paragraph)
        text.run_on(paragraph, "text", LEAST, c.PAPER, gap=10)
    height = text.y + line_height(LEAST) + 8
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 20)
    return Block(width, height, (ground, *text.pieces))
