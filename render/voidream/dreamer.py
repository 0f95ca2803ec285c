"""A Dreamer as one strip: mind, name, depth, deck, hand and piles, and under them what is in force for them (§2, §3)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from cards.locales import ENGLISH, Phrase, Tongue, say, title
from engine.voidream.view import HandCard, MindView, Side
from render import palette as c
from render.fonts import line_height, width_of
from render.pieces import Block, Colour, Icon, Picture, Piece, Rect, Shape, Words
from render.typeset import fitted, unbroken, wrapped
from render.voidream.art import CardArt
from render.voidream.tiles import GAP, number_back
from render.voidream.wording import lines_of, offerings_words, rules, title_of

STRIP_H = 124
"""The height of a strip without the lines under it."""

_NAME, _LABEL, _FACT = 30, 24, 26
_HAND_W = 206
"""The room for the backs of a hand."""


class Standing(Struct, frozen=True):
    """What a strip says of a player besides the name."""

    is_viewer: bool
    has_turn: bool
    passed: bool
    siege: bool
    nightmare: bool
    won: bool
    attacks: bool | None = None
    """Whether they attack or defend; None without a conflict."""
    alone: bool = False


class _Strip(Struct, frozen=True):
    """All that a strip shows, and nothing more."""

    name: str
    mind: MindView
    depth: int
    deck: int
    hand: tuple[int, ...]
    piles: tuple[int, int, int]
    offerings: int
    on_top: str
    """ "bastion" or "construct" if one lies on top of the deck, else ""."""
    fallen: bool
    standing: Standing


class _Fact(Struct, frozen=True):
    """A few words with a sign in front, if there is one."""

    sign: str
    text: str
    face: str
    ink: Colour


def panel(width: int, height: int, bright: bool = False) -> Shape:
    """The ground of a block."""
    return Shape(
        Rect(0, 0, width, height),
        c.PANEL,
        "box",
        16,
        c.GOLD if bright else c.EDGE,
        3 if bright else 2,
        c.PANEL_LOW,
    )


ROLES: dict[tuple[bool, bool], Phrase] = {
    (True, False): say("attacks", "contender"),
    (True, True): say("attacks alone", "contender"),
    (False, False): say("defends", "contender"),
    (False, True): say("defends alone", "contender"),
}
"""What is said of somebody in a conflict: whether they attack, and whether they are alone."""


def _standings(standing: Standing, tongue: Tongue) -> list[_Fact]:
    """What a player does or has, the most important first."""
    found: list[tuple[str, Phrase, Colour]] = []
    if standing.won:
        found.append(("crown", say("winner", "standing"), c.GOLD))
    if standing.attacks is not None:
        sign, ink = ("sword", c.ROSE) if standing.attacks else ("shield", c.SILVER)
        found.append((sign, ROLES[standing.attacks, standing.alone], ink))
    if standing.passed:
        found.append(("passed", say("passed", "standing"), c.SMOKE))
    if standing.siege:
        found.append(("castle", say("siege", "standing"), c.MINT))
    if standing.nightmare:
        found.append(("eye", say("Nightmare", "law"), c.ROSE))
    return [_Fact(sign, tongue(word), "strong", ink) for sign, word, ink in found]


def _facts(strip: _Strip, tongue: Tongue) -> list[_Fact]:
    """What stands under the strip: the mind and its text, then what is rarely so."""
    mind = strip.mind
    text = " ".join(
        rules(line)
        for line in (lines_of(mind.texts[mind.count], tongue) if mind.count < len(mind.texts) else ())
    )
    name = tongue(title(mind.title))
    facts = [_Fact("", name if mind.count else f"{name}, {tongue(say('spent'))}", "strong", c.GOLD)]
    if text:
        facts.append(_Fact("", text, "text", c.PAPER))
    else:
        facts.append(_Fact("", tongue(say("No text at this number.")), "italic", c.MIST))
    if strip.fallen:
        facts.append(
            _Fact("crack", " ".join(tongue(say("The bastion\nhas fallen")).split()), "strong", c.ROSE)
        )
    if strip.on_top:
        lies = say("bastion on top") if strip.on_top == "bastion" else say("construct on top")
        facts.append(
            _Fact("castle" if strip.on_top == "bastion" else "tower", tongue(lies), "strong", c.GOLD)
        )
    if strip.offerings:
        words = " ".join(
            tongue(say("in the Void,\n{offerings}", offerings=offerings_words(strip.offerings))).split()
        )
        facts.append(_Fact("void", words, "text", c.MIST))
    return facts


def _flow(facts: list[_Fact], x: int, y: int, w: int, size: int) -> tuple[list[Piece], int]:
    """The facts one after the other, in as many lines as they need, and where the last line ends."""
    step = line_height(size) + 4
    pieces: list[Piece] = []
    at, right = x, x + w
    for fact in facts:
        indent = size + 6 if fact.sign else 0
        wide = indent + width_of(fact.text, fact.face, size)
        if at > x and at + wide > right:
            at, y = x, y + step
        if fact.sign:
            pieces.append(Icon(Rect(at, y + (step - size) // 2, size, size), fact.sign, fact.ink))
        lines = wrapped(fact.text, fact.face, size, right - at - indent)
        for k, line in enumerate(lines):
            room = min(right - at - indent, width_of(line, fact.face, size))
            rect = Rect(at + indent, y + k * step, room, step)
            pieces.append(Words(rect, (line,), fact.face, size, fact.ink))
        y += (len(lines) - 1) * step
        at += indent + width_of(lines[-1], fact.face, size) + 22 if len(lines) == 1 else right
    return pieces, y + step


def _count(x: int, w: int, number: int, label: str, size: int, ink: Colour) -> tuple[Words, Words]:
    """A number over its label."""
    return (
        fitted(str(number), Rect(x, 10, w, 72), "number", size, 34, ink, "center", 1),
        Words(Rect(x, 84, w, 32), (label,), "text", _LABEL, c.MIST, "center"),
    )


def _backs(hand: tuple[int, ...], x: int) -> list[Piece]:
    """The backs of a hand with their values, side by side; many cards are counted by value."""
    pieces: list[Piece] = []
    if not hand:
        return pieces
    wide = max(44, max(width_of(str(value), "number", 34) for value in hand) + 14)
    bare = wide - 16
    step = min(wide + 6, (_HAND_W - wide) // max(1, len(hand) - 1))
    if step >= bare or len(hand) == 1:
        left = x + (_HAND_W - (len(hand) - 1) * step - wide) // 2
        for k, value in enumerate(hand):
            rect = Rect(left + k * step, 14, wide, 66)
            covered = k < len(hand) - 1 and step < wide
            pieces.append(Shape(rect, c.BACK, "box", 8, c.MIST, 2))
            seen = Rect(rect.x, rect.y, step if covered else wide, rect.h)
            pieces.append(Words(seen, (str(value),), "number", 34, c.PAPER, "center"))
        return pieces
    values = sorted(set(hand))
    each = _HAND_W // len(values)
    for k, value in enumerate(values):
        back = Rect(x + k * each + (each - 44) // 2, 8, 44, 46)
        pieces.extend(number_back(back.x, back.y, back.w, back.h, value, 34))
        times = f"×{hand.count(value)}"
        pieces.append(Words(Rect(x + k * each, 55, each, 28), (times,), "strong", _LABEL, c.PAPER, "center"))
    return pieces


def _lowered(piece: Piece, by: int) -> Piece:
    return replace(piece, rect=piece.rect.moved(0, by))


@lru_cache(maxsize=64)
def _strip(strip: _Strip, width: int, tongue: Tongue) -> Block:
    standing = strip.standing
    pieces: list[Piece] = []
    mind = strip.mind
    head = CardArt(mind.title, "mind", mind.faction, mind.art, mind.count)
    pieces.append(Picture(Rect(12, 8, 108, 108), head, 54))
    diamond = Rect(92, 54, 66, 66)
    pieces.append(Shape(diamond, c.INK, "diamond", 0, c.GOLD, 4))
    pieces.append(Words(diamond, (str(strip.mind.count),), "number", 34, c.PAPER, "center"))

    x = width - 14
    labels = (say("Void", "strip"), say("arcana", "strip"), say("Dream", "strip"))
    for number, said in zip(reversed(strip.piles), labels, strict=True):
        label = tongue(said)
        w = max(64, width_of(label, "text", _LABEL) + 14)
        x -= w
        pieces.extend(_count(x, w, number, label, 44, c.PAPER))
    x -= _HAND_W + 16
    pieces.extend(_backs(strip.hand, x))
    label = tongue(say("hand {n}", "strip", n=len(strip.hand)))
    pieces.append(Words(Rect(x, 84, _HAND_W, 32), (label,), "text", _LABEL, c.MIST, "center"))
    x -= 8
    for number, said, size, ink in (
        (strip.deck, say("deck", "strip"), 50, c.PAPER),
        (strip.depth, say("depth"), 64, c.SILVER),
    ):
        label = tongue(said)
        w = max(84, width_of(label, "text", _LABEL) + 12)
        x -= w
        pieces.extend(_count(x, w, number, label, size, ink))

    left = 172
    room = x - left - 8
    said = tongue(say("{name} (you)", name=strip.name)) if standing.is_viewer else strip.name
    below = _standings(standing, tongue)
    kept: list[_Fact] = []
    taken = 0
    for fact in below:
        wide = _LABEL + 6 + width_of(fact.text, fact.face, _LABEL) + 22
        if taken + wide - 22 > room:
            break
        kept.append(fact)
        taken += wide
    turn_w = 34 if standing.has_turn else 0
    box = Rect(left, 8, room - turn_w, 76 if below else 108)
    words = fitted(said, box, "display", 46, 36, c.PAPER, "left", 1)
    if not words.whole:
        words = fitted(said, box, "display", 40, _NAME, c.PAPER, "left", 2 if below else 3)
    down = 0
    if not words.whole or not unbroken(said, "display", words.size, box.w):
        # A long name has a line for itself, above everything else.
        down = 44
        pieces = [_lowered(piece, down) for piece in pieces]
        box = Rect(left, 8, width - left - 26 - turn_w, 44)
        words = fitted(said, box, "display", 36, 24, c.PAPER, "left", 1)
    pieces.append(words)
    if standing.has_turn:
        wide = max(width_of(line, words.face, words.size) for line in words.lines)
        pieces.append(Icon(Rect(left + wide + 8, 8, 26, box.h), "turn", c.GOLD))
    pieces.extend(_flow(kept, left, 83 if not down else 92, room, _LABEL)[0])
    facts = [*_facts(strip, tongue), *below[len(kept) :]]
    lines, bottom = _flow(facts, 26, STRIP_H - 2 + down, width - 52, _FACT)
    height = bottom + 8
    edge, line = (c.GOLD, 5) if standing.has_turn else (c.EDGE, 2)
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 26, edge, line)
    return Block(width, height, (ground, *pieces, *lines))


def strip_of(side: Side, name: str, standing: Standing, width: int, tongue: Tongue = ENGLISH) -> Block:
    """The strip of one Dreamer: as high as what is in force for them needs."""
    top = "" if side.top is None else "bastion" if side.top.is_bastion else "construct"
    shown = _Strip(
        name=name,
        mind=side.mind,
        depth=side.depth,
        deck=side.deck_count,
        hand=tuple(card.value for card in side.hand),
        piles=(len(side.discard.cards), len(side.arcana_discard.cards), len(side.void.cards)),
        offerings=len(side.void.offerings),
        on_top=top,
        fallen=not any(one.is_bastion for one in side.constructs),
        standing=standing,
    )
    return _strip(shown, width, tongue)


def hand_rows(hand: tuple[HandCard, ...], width: int, tongue: Tongue = ENGLISH) -> list[list[Block]]:
    """The viewer's own hand in rows: value, title, and a sign if a card can't be played now."""
    columns = 2 if len(hand) in (2, 4) else 3
    each = (width - (columns - 1) * GAP) // columns
    shown = [
        title_of(card.face, tongue) if card.face is not None else tongue(say("An arcanum")) for card in hand
    ]
    text_w = each - 58 - 38
    height = max(len(wrapped(text, "title", 29, text_w)) for text in shown) * line_height(29) + 14
    chips = [
        _hand_chip(card.value, text, bool(card.playable), each, max(60, height))
        for card, text in zip(hand, shown, strict=True)
    ]
    return [chips[start : start + columns] for start in range(0, len(chips), columns)]


@lru_cache(maxsize=64)
def _hand_chip(value: int, shown: str, barred: bool, width: int, height: int) -> Block:
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 14, c.ASH if barred else c.EDGE, 2)
    lines = wrapped(shown, "title", 29, width - 96)
    ink = c.MIST if barred else c.PAPER
    pieces: list[Piece] = [
        *number_back(8, 8, 42, height - 16, value, 34),
        Words(Rect(60, 4, width - 96, height - 8), lines, "title", 29, ink),
    ]
    if barred:
        pieces.append(Icon(Rect(width - 34, 0, 24, height), "passed", c.SMOKE))
    return Block(width, height, (ground, *pieces))
