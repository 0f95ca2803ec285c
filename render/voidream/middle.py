"""The space between the two sides: heading, card being played, conflict scores, effects in force (§4)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from cards.i18n import ENGLISH, Translator, msg, title
from engine.voidream.views.types import CardFace, ConflictView, OngoingView
from render import palette as c
from render.fonts import line_height, width_of
from render.layout import Block, Colour, Icon, Picture, Piece, Rect, Shape, Words, moved
from render.table.lines import Lines
from render.table.words import Names, plain, rules, title_of
from render.typeset import fitted, flowed, wrapped
from render.voidream.art import art_of
from render.voidream.dreamer import ROLES
from render.voidream.words import conflict_lead, kind_line, played_rules

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
    """The player who decides, large, and in which phase about what; the round on the right, with the phase where nobody does."""
    number = translator(msg("Round {n}", n=round_))
    if phase_name and not notes:
        number = f"{number} · {phase_name}"
    right_w = width_of(number, "strong", 36)
    x = 88
    w = width - x - right_w - 44
    size = next((size for size in (46, 42) if width_of(lead, "display", size) <= w), 38)
    lines = Lines(x, w, 3)
    lines.text(lead, "display", size, c.GOLD)
    lead_w = width_of(lead, "display", size) + 20
    if len(notes) == 1 and lead_w + width_of(notes[0], "strong", 36) <= w:
        room = Rect(x + lead_w, 8, w - lead_w, lines.y - 6)
        lines.pieces.append(Words(room, notes, "strong", 36, c.PAPER))
    else:
        for note in notes:
            lines.put(flowed(note, x + 2, lines.y - 2, w, "strong", 36, c.PAPER))
    height = max(70, lines.y + 4)
    pieces = lines.pieces
    emblem = Rect(16, (height - 54) // 2, 54, 54)
    pieces.append(Shape(emblem, c.GOLD_DEEP, "disc", 0, c.GOLD, 3))
    pieces.append(Icon(emblem.inset(11), PHASE_ICONS.get(phase, "star"), c.GOLD))
    corner = Rect(width - right_w - 24, (height - 42) // 2, right_w, 42)
    pieces.append(Words(corner, (number,), "strong", 36, c.MIST, "right"))
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 24, c.GOLD, 4)
    return Block(width, height, (ground, *pieces))


@lru_cache(maxsize=16)
def resolving_block(face: CardFace, inverted: bool, width: int, translator: Translator = ENGLISH) -> Block:
    """The face-up card that is being played (R6), as it is played; an inverted one lies with its picture upside down."""
    x, w = 150, width - 168
    how = (
        msg("Being played inverted: {kind} of value {n}")
        if inverted
        else msg("Being played: {kind} of value {n}")
    )
    played = how.filled(kind=kind_line(face, translator).lower(), n=face.value)
    name, told = title_of(face, translator), translator(played)
    name_w = width_of(name, "title", 34) + 18
    lines = Lines(x, w, 8)
    if name_w + width_of(told, "text", 24) <= w:
        lines.pieces += [
            Words(Rect(x, 8, name_w, 44), (name,), "title", 34, c.PAPER),
            Words(Rect(x + name_w, 12, w - name_w, 40), (told,), "text", 24, c.MIST),
        ]
        lines.y += 46
    else:
        lines.text(told, "text", 24, c.MIST, below=1)
        lines.text(name, "title", 34, c.PAPER, below=1)
    lines.text(rules(" ".join(played_rules(face, inverted, translator))), "text", 26, c.PAPER)
    height = max(100, lines.y + 10)
    art = Picture(Rect(6, 6, 128, height - 12), art_of(face), 18, turned=inverted)
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 24, c.PAPER, 3)
    return Block(width, height, (ground, art, *lines.pieces))


class MiddleRow(Struct, frozen=True):
    """A part of a score: what it is, and what it adds (one number, or dawn and dusk; None where it adds nothing)."""

    label: str
    numbers: tuple[int | None, ...]


_PART, _PART_NUMBER, _PART_STEP = 25, 34, 40


def _part(row: MiddleRow, w: int) -> tuple[list[Piece], int, int]:
    """Return one part at the origin, how wide it is, and in how many lines."""
    signs: list[tuple[str, Colour]] = [("sun", c.GOLD), ("moon", c.SILVER)]
    if len(row.numbers) == 1:
        signs = [("", c.PAPER)]
    entries = [
        (plain(number), sign, ink)
        for number, (sign, ink) in zip(row.numbers, signs, strict=True)
        if number is not None
    ]
    taken = sum(width_of(text, "number", _PART_NUMBER) + 8 + (26 if sign else 0) for text, sign, _ in entries)
    lines = wrapped(row.label, "text", _PART, w - taken)
    x = max(width_of(line, "text", _PART) for line in lines)
    high = max(_PART_STEP, len(lines) * line_height(_PART) + 6)
    pieces: list[Piece] = [Words(Rect(0, 0, x, high), lines, "text", _PART, c.MIST)]
    for text, sign, ink in entries:
        x += 8
        if sign:
            pieces.append(Icon(Rect(x, (high - 22) // 2, 22, 22), sign, ink))
            x += 26
        wide = width_of(text, "number", _PART_NUMBER)
        pieces.append(Words(Rect(x, 0, wide, high), (text,), "number", _PART_NUMBER, c.PAPER))
        x += wide
    return pieces, x, high


def _parts(rows: tuple[MiddleRow, ...], x: int, y: int, w: int, right: bool) -> tuple[list[Piece], int]:
    """The parts of a score one after the other, from the left or up to the right; and where the last line ends."""
    lines: list[list[tuple[list[Piece], int, int]]] = []
    room = -1
    for part in (_part(row, w) for row in rows):
        if part[1] > room:
            lines.append([])
            room = w
        lines[-1].append(part)
        room -= part[1] + 24
    pieces: list[Piece] = []
    for line in lines:
        at = x + (w - sum(wide for _, wide, _ in line) - 24 * (len(line) - 1) if right else 0)
        for made, wide, _ in line:
            pieces.extend(moved(piece, at, y) for piece in made)
            at += wide + 24
        y += max(high for _, _, high in line)
    return pieces, y


def _score(number: int, sign: str, ink: Colour, x: int, y: int, right: bool) -> tuple[list[Piece], int]:
    """Return a score with its sign, from `x` on or up to it, and how wide both are."""
    text = plain(number)
    size = 60 if sign in ("sword", "shield") else 38
    wide = width_of(text, "number", size)
    high, icon = round(size * 1.2), round(size * 0.62)
    sign_x, text_x = (x - icon, x - icon - 10 - wide) if right else (x, x + icon + 10)
    return [
        Icon(Rect(sign_x, y + (high - icon) // 2, icon, icon), sign, ink),
        Words(Rect(text_x, y, wide, high), (text,), "number", size, c.PAPER),
    ], icon + 10 + wide


def _contender(
    name: str,
    attacks: bool,
    scores: tuple[tuple[int, str, Colour], ...],
    x: int,
    w: int,
    translator: Translator,
) -> list[Piece]:
    """Return one side of the line: the scores at the edge, beside them name and role."""
    ink = c.ROSE if attacks else c.SILVER
    pieces: list[Piece] = []
    widest = 0
    for k, (number, sign, tint) in enumerate(scores):
        y = (8 if len(scores) == 1 else 2) + 42 * k
        made, wide = _score(number, sign, tint, x if attacks else x + w, y, not attacks)
        pieces.extend(made)
        widest = max(widest, wide)
    room = w - widest - 14
    text_x = x + widest + 14 if attacks else x
    align = "left" if attacks else "right"
    role = translator(ROLES[attacks, False])
    one = Rect(text_x, 7, room, 44)
    words = fitted(name, one, "display", 34, 30, c.PAPER, align, 1)
    y = 50
    if not words.whole:
        words = fitted(name, Rect(text_x, 4, room, 58), "strong", 26, 24, c.PAPER, align, 2)
        y = 60
    pieces.append(words)
    pieces.append(fitted(role, Rect(text_x, y, room, 30), "strong", 26, 24, ink, align, 1))
    return pieces


def pulled(lead: int, scores: tuple[int, int]) -> float:
    """Return the attacker's part of the bar: half if the two are level, all but nothing for a great lead."""
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
    """Return the parts of both scores, left and right, each with as much room as it needs more of; and where they end.

    Where another share of the room takes fewer lines, it is taken.
    """
    ours, theirs = _in_line(attacker), _in_line(defender)
    room = w - 40
    share = room // 2
    if theirs <= share:
        share = room - max(theirs, room // 4)
    elif ours <= share:
        share = max(ours, room // 4)
    found = [
        (
            *_parts(attacker, 24, y, part, right=False),
            *_parts(defender, 64 + part, y, room - part, right=True),
        )
        for part in (share, *(room * tenths // 10 for tenths in (6, 4, 7, 3)))
    ]
    first, end, second, other = min(found, key=lambda one: max(one[1], one[3]))
    return [*first, *second], max(end, other)


@lru_cache(maxsize=32)
def line_block(
    conflict: ConflictView,
    names: Names,
    scores: tuple[tuple[int, int], tuple[int, int]],
    parts: tuple[tuple[MiddleRow, ...], tuple[MiddleRow, ...]],
    width: int,
    translator: Translator = ENGLISH,
) -> Block:
    """Return the conflict: who attacks (left) and defends (right), their scores as they are counted now, and who leads.

    Under the bar stands what each score is the sum of, and between the sums, where there is room, which score wins.
    """
    kind = conflict.kind
    said = {"dawn": msg("Dawn conflict", "phase"), "dusk": msg("Dusk conflict", "phase")}.get(
        kind, msg("Conflict", "phase")
    )
    name = translator(msg("Nightmare", "law") if conflict.nightmare else said)
    icon = {"dawn": "sun", "dusk": "moon"}.get(kind, "sword")
    ink = c.ROSE if conflict.nightmare else {"dawn": c.GOLD, "dusk": c.SILVER}.get(kind, c.PAPER)
    centre_w = 330
    left = (width - centre_w) // 2
    pieces: list[Piece] = []
    size = next((size for size in (36, 32) if width_of(name, "display", size) <= centre_w - 50), 29)
    wide = width_of(name, "display", size)
    start = left + (centre_w - wide - 42) // 2
    pieces.append(Icon(Rect(start, 13, 32, 32), icon, ink))
    pieces.append(Words(Rect(start + 42, 7, wide, 44), (name,), "display", size, ink))
    lead = conflict_lead(conflict, scores)
    if lead:
        word = translator(msg("leads by {n} now", n=abs(lead)))
        wide = width_of(word, "strong", 27)
        start = left + (centre_w - wide - 32) // 2
        pieces.append(
            Words(Rect(start + (32 if lead > 0 else 0), 51, wide, 34), (word,), "strong", 27, c.PAPER)
        )
        arrow = Rect(start if lead > 0 else start + wide + 10, 57, 22, 22)
        pieces.append(Icon(arrow, "left" if lead > 0 else "right", c.ROSE if lead > 0 else c.SILVER))
    elif kind:
        level = translator(msg("tied now"))
        pieces.append(Words(Rect(left, 51, centre_w, 34), (level,), "strong", 27, c.PAPER, "center"))
    for seat in (0, 1):
        attacks = seat == conflict.attacker
        sign, tint = ("sword", c.ROSE) if attacks else ("shield", c.SILVER)
        dawn, dusk = scores[seat]
        shown = {"dawn": ((dawn, sign, tint),), "dusk": ((dusk, sign, tint),)}.get(
            kind, ((dawn, "sun", c.GOLD), (dusk, "moon", c.SILVER))
        )
        x = 24 if attacks else left + centre_w + 8
        pieces.extend(_contender(names[seat], attacks, shown, x, left - 32, translator))
    ours, theirs = scores[conflict.attacker], scores[1 - conflict.attacker]
    counted = {"dawn": (ours[0], theirs[0]), "dusk": (ours[1], theirs[1])}.get(kind, (0, 0))
    bar = Rect(16, 90, width - 32, 18)
    cut = round(bar.w * pulled(lead, counted))
    pieces.append(Shape(bar, c.SILVER, "box", 9))
    pieces.append(Shape(Rect(bar.x, bar.y, cut, bar.h), c.ROSE, "box", 9))
    pieces.append(Shape(Rect(bar.x + cut - 20, bar.y - 7, 32, 32), c.INK, "diamond", 0, c.PAPER, 4))
    under, bottom = _sums(parts[conflict.attacker], parts[1 - conflict.attacker], bar.bottom + 5, width - 48)
    pieces.extend(under)
    rule = translator(_RULES.get(kind, _RULES[""]))
    rule_w = width_of(rule, "text", 24)
    left, right = _in_line(parts[conflict.attacker]), _in_line(parts[1 - conflict.attacker])
    if left + rule_w + right + 72 <= width:
        room = Rect(left + 36, bar.bottom + 5, width - left - right - 72, 40)
        pieces.append(Words(room, (rule,), "text", 24, c.MIST, "center"))
        bottom = bar.bottom + 46
    height = bottom + 6
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 24, ink, 4)
    return Block(width, height, (ground, *pieces))


def ongoing_block(
    effects: tuple[OngoingView, ...], names: Names, width: int, translator: Translator = ENGLISH
) -> Block:
    """Return the ongoing effects in force: for each time until which they last, whose they are and what they do."""
    groups: dict[str, dict[str, list[str]]] = {}
    for effect in effects:
        source = f"{names[effect.controller]}, {translator(title(effect.source))}"
        groups.setdefault(effect.until, {}).setdefault(source, []).append(rules(effect.text))
    paragraphs = tuple(
        (
            translator(msg("In force {until}:", until=until) if until else msg("In force:")),
            " · ".join(f"{source}: {'; '.join(texts)}" for source, texts in sources.items()),
        )
        for until, sources in groups.items()
    )
    return _ongoing_block(paragraphs, width)


_FORCE = 26
"""The size of effects in force."""


@lru_cache(maxsize=32)
def _ongoing_block(paragraphs: tuple[tuple[str, str], ...], width: int) -> Block:
    text = Lines(26, width - 52, 6)
    for head, said in paragraphs:
        text.run_on(head, "strong", _FORCE, c.MINT, gap=24, before=said)
        text.run_on(said, "text", _FORCE, c.PAPER, gap=10)
    height = text.y + line_height(_FORCE) + 8
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 20)
    return Block(width, height, (ground, *text.pieces))
