"""A Dreamer as one strip: mind, name, depth, deck, hand and piles, with effects in force below (§2, §3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from cards.i18n import ENGLISH, Message, Translator, msg, title
from engine.voidream.views.types import HandCard, MindView, SideView
from render import palette as c
from render.fonts import line_height, width_of
from render.layout import Block, Colour, Icon, Picture, Piece, Rect, Shape, Words, moved
from render.table.lines import LEAST
from render.table.words import lines_of, rules, title_of
from render.typeset import fitted, wrapped
from render.voidream.art import CardArt
from render.voidream.attachments import number_back
from render.voidream.words import offerings_words

STRIP_H = 84
"""The height of a strip without the lines below it."""
_ROW = 41
"""The height of each of its two rows."""
_STEP = line_height(LEAST)
_SIGN_W = 40
"""The width of a sign, including the space after it."""
_HAND_W = 206
"""The maximum width of the backs of a hand."""
_LEFT = 124
"""The start of the name, beside the mind."""


class DreamerStanding(Struct, frozen=True):
    """The facts in a player's strip apart from the name."""

    is_viewer: bool
    has_turn: bool
    decides: bool
    passed: bool
    siege: bool
    nightmare: bool
    won: bool
    attacks: bool | None = None
    """Whether they attack or defend; None without a conflict."""
    alone: bool = False
    """Whether the player certainly fights without entities."""


class _Strip(Struct, frozen=True):
    """The complete content of a strip."""

    name: str
    mind: MindView
    depth: int
    deck: int
    hand: tuple[int, ...]
    laid_out: bool
    """Whether the hand is shown face up below the strip."""
    piles: tuple[int, int, int]
    offerings: int
    fallen: bool
    standing: DreamerStanding
    dye: Colour


class _Fact(Struct, frozen=True):
    """A short text, optionally with a sign."""

    sign: str
    text: str
    face: str
    ink: Colour
    follows: bool = False
    """Whether it belongs after the previous one, and never before it."""


def panel(width: int, height: int, bright: bool = False) -> Shape:
    """Return the background of a block."""
    return Shape(
        Rect(0, 0, width, height),
        c.PANEL,
        "box",
        16,
        c.GOLD if bright else c.EDGE,
        3 if bright else 2,
        c.PANEL_LOW,
    )


ROLES: dict[tuple[bool, bool], Message] = {
    (True, False): msg("attacks", "contender"),
    (True, True): msg("attacks alone", "contender"),
    (False, False): msg("defends", "contender"),
    (False, True): msg("defends alone", "contender"),
}
"""A player's role in a conflict, by whether they attack, and whether they are alone."""


def _standings(standing: DreamerStanding, translator: Translator) -> list[_Fact]:
    """Return a player's actions and properties, the most important first.

    A player who fights with others only has a sign.
    """
    notes: list[tuple[str, Message | None, Colour]] = []
    if standing.won:
        notes.append(("crown", msg("winner", "standing"), c.GOLD))
    if standing.attacks is not None:
        sign, ink = ("sword", c.ROSE) if standing.attacks else ("shield", c.SILVER)
        notes.append((sign, ROLES[standing.attacks, True] if standing.alone else None, ink))
    if standing.passed:
        notes.append(("passed", msg("passed", "standing"), c.SMOKE))
    if standing.siege:
        notes.append(("castle", msg("siege", "standing"), c.MINT))
    if standing.nightmare:
        notes.append(("eye", msg("Nightmare", "law"), c.ROSE))
    return [
        _Fact(sign, "" if label is None else translator(label), "strong", ink) for sign, label, ink in notes
    ]


_ADDS = re.compile(r"([+-]\d+) (dawn|dusk)(?: and ([+-]\d+) (dawn|dusk))?\.")
"""The text of a mind that adds to its player's scores."""
_ADDS_EACH = re.compile(r"([+-]\d+) (dawn|stability|dusk) to all entities you control\.")
"""The text of a mind that adds to each of its player's entities."""
_STATS = {"dawn": "sun", "stability": "shield", "dusk": "moon"}


def _facts(strip: _Strip, translator: Translator, *, is_named: bool) -> list[_Fact]:
    """Return the notes below the strip: the mind and its text, then rarer facts."""
    mind = strip.mind
    facts = [_Fact("", translator(title(mind.title)), "strong", c.GOLD)] if is_named else []
    texts = mind.texts[mind.count] if mind.count < len(mind.texts) else ()
    for text in texts:
        if match := _ADDS.fullmatch(text):
            numbers = zip(match.groups()[::2], match.groups()[1::2], strict=True)
            facts += [_Fact(_STATS[stat], number, "strong", c.PAPER) for number, stat in numbers if stat]
        elif match := _ADDS_EACH.fullmatch(text):
            number, stat = match.groups()
            for_each = translator(msg("{n} each", "entity", n=number))
            facts.append(_Fact(_STATS[stat], for_each, "strong", c.PAPER))
        else:
            mind_text = " ".join(map(rules, lines_of((text,), translator)))
            facts.append(_Fact("", mind_text, "text", c.PAPER, follows=is_named))
    if strip.fallen:
        facts.append(
            _Fact("crack", " ".join(translator(msg("The bastion\nhas fallen")).split()), "strong", c.ROSE)
        )
    if strip.offerings:
        facts.append(_Fact("void", translator(offerings_words(strip.offerings)), "text", c.MIST))
    return facts


def _fitting(facts: list[_Fact], w: int) -> tuple[list[_Fact], list[_Fact]]:
    """Return the facts that fit on a line, in order, and the others."""
    fitting_facts: list[_Fact] = []
    others: list[_Fact] = []
    previous: _Fact | None = None
    for fact in facts:
        wide = (_SIGN_W if fact.sign else 0) + width_of(fact.text, fact.face, LEAST)
        if wide <= w and not (fact.follows and others and others[-1] == previous):
            fitting_facts.append(fact)
            w -= wide + 18
        else:
            others.append(fact)
        previous = fact
    return fitting_facts, others


def _set(facts: list[_Fact], places: Iterable[tuple[int, int, int]]) -> tuple[list[Piece], list[_Fact]]:
    """Return the facts that fit on these lines (left, top, right), in order, and the others."""
    pieces: list[Piece] = []
    for left, y, right in places:
        fitting_facts, facts = _fitting(facts, right - left)
        pieces.extend(_flow(fitting_facts, left, y, right - left)[0])
    return pieces, facts


def _flow(facts: list[_Fact], x: int, y: int, w: int) -> tuple[list[Piece], int]:
    """Return the facts one after another, on as many lines as needed, and the end of the last line."""
    pieces: list[Piece] = []
    at, right = x, x + w
    for fact in facts:
        indent = _SIGN_W if fact.sign else 0
        wide = indent + width_of(fact.text, fact.face, LEAST)
        if at > x and at + wide > right:
            at, y = x, y + _STEP
        if fact.sign:
            pieces.append(Icon(Rect(at, y + 5, 32, _STEP - 10), fact.sign, fact.ink))
        lines = wrapped(fact.text, fact.face, LEAST, right - at - indent)
        for k, line in enumerate(lines):
            room = min(right - at - indent, width_of(line, fact.face, LEAST))
            rect = Rect(at + indent, y + k * _STEP, room, _STEP)
            pieces.append(Words(rect, (line,), fact.face, LEAST, fact.ink))
        y += (len(lines) - 1) * _STEP
        at += indent + width_of(lines[-1], fact.face, LEAST) + 18 if len(lines) == 1 else right
    return pieces, y + _STEP


def _count(x: int, w: int, number: int, label: str, size: int, ink: Colour) -> tuple[Words, Words]:
    """Return a number over its label."""
    return (
        fitted(str(number), Rect(x, 0, w, 42), "number", size, LEAST, ink, "center", 1),
        Words(Rect(x, _ROW, w, _ROW - 2), (label,), "text", LEAST, c.MIST, "center"),
    )


def _hand_w(hand: tuple[int, ...]) -> int:
    """Return the width of the backs of a hand."""
    wide = _back_w(hand)
    if wide + (len(hand) - 1) * (wide - 14) > _HAND_W:
        return len(set(hand)) * (wide + _times_w(hand) + 4)
    return min(_HAND_W, max(96, len(hand) * (wide + 6)))


def _back_w(hand: tuple[int, ...]) -> int:
    """Return the width of each back of a hand."""
    return max(40, *(width_of(str(value), "number", LEAST) + 14 for value in (0, *hand)))


def _times_w(hand: tuple[int, ...]) -> int:
    """Return the width of the number of copies of a value in a hand."""
    return max(width_of(f"×{hand.count(value)}", "strong", LEAST) for value in hand)


def _backs(hand: tuple[int, ...], x: int, w: int) -> list[Piece]:
    """Return the backs of a hand with their values, side by side. Many cards are counted by value."""
    pieces: list[Piece] = []
    if not hand:
        return pieces
    wide = _back_w(hand)
    bare = wide - 14
    step = min(wide + 6, (w - wide) // max(1, len(hand) - 1))
    if step >= bare or len(hand) == 1:
        left = x + (w - (len(hand) - 1) * step - wide) // 2
        for k, value in enumerate(hand):
            rect = Rect(left + k * step, 3, wide, _ROW - 2)
            covered = k < len(hand) - 1 and step < wide
            pieces.append(Shape(rect, c.BACK, "box", 8, c.MIST, 2))
            visible_rect = Rect(rect.x, rect.y, step if covered else wide, rect.h)
            pieces.append(Words(visible_rect, (str(value),), "number", LEAST, c.PAPER, "center"))
        return pieces
    times = _times_w(hand)
    for k, value in enumerate(sorted(set(hand))):
        left = x + k * (wide + times + 4)
        pieces.extend(number_back(left, 3, wide, _ROW - 2, value, LEAST))
        beside = Rect(left + wide + 2, 3, times, _ROW - 2)
        pieces.append(Words(beside, (f"×{hand.count(value)}",), "strong", LEAST, c.PAPER))
    return pieces


@lru_cache(maxsize=64)
def _strip(strip: _Strip, width: int, translator: Translator) -> Block:
    standing = strip.standing
    pieces: list[Piece] = []
    mind = strip.mind
    head = CardArt(mind.title, "mind", mind.faction, mind.art, mind.count)
    pieces.append(Picture(Rect(9, 4, 76, 76), head, 38))
    diamond = Rect(62, 26, 56, 56)
    pieces.append(Shape(diamond, c.INK, "diamond", 0, c.GOLD, 4))
    pieces.append(Words(diamond, (str(strip.mind.count),), "number", 34, c.PAPER, "center"))

    x = width - 12
    labels = (msg("Void", "strip"), msg("arcana", "strip"), msg("Dream", "strip"))
    for number, name_text in zip(reversed(strip.piles), labels, strict=True):
        label = translator(name_text)
        w = max(60, width_of(label, "text", LEAST) + 12)
        x -= w
        pieces.extend(_count(x, w, number, label, 38, c.PAPER))
    label = translator(msg("hand {n}", "strip", n=len(strip.hand)))
    if not strip.laid_out:
        w = max(_hand_w(strip.hand), width_of(label, "text", LEAST))
        x -= w + 8
        pieces.extend(_backs(strip.hand, x, w))
        pieces.append(Words(Rect(x, _ROW, w, _ROW - 2), (label,), "text", LEAST, c.MIST, "center"))
        x -= 8
    for number, name_text, size, ink in (
        (strip.deck, msg("deck", "strip"), 38, c.PAPER),
        (strip.depth, msg("depth", "strip"), 42, c.SILVER),
    ):
        label = translator(name_text)
        w = max(72, width_of(label, "text", LEAST) + 12)
        x -= w
        pieces.extend(_count(x, w, number, label, size, ink))

    room = x - _LEFT - 8
    name_text = translator(msg("{name} (you)", name=strip.name)) if standing.is_viewer else strip.name
    turn_w = 34 if standing.has_turn else 0
    name_words = fitted(
        name_text, Rect(_LEFT, 0, room - turn_w, 42), "display", 40, LEAST, c.PAPER, "left", 1
    )
    offset = 0
    if not name_words.whole:
        # A long name has its own line above everything else.
        offset = 44
        pieces = [moved(piece, 0, offset) for piece in pieces]
        name_words = fitted(
            name_text,
            Rect(_LEFT, 2, width - _LEFT - 26 - turn_w, 44),
            "display",
            36,
            LEAST,
            c.PAPER,
            "left",
            1,
        )
    pieces.append(name_words)
    name_end = _LEFT + width_of(name_words.lines[0], name_words.face, name_words.size) + 10
    if standing.has_turn:
        pieces.append(Icon(Rect(name_end, name_words.rect.y, 26, name_words.rect.h), "turn", c.GOLD))
        name_end += 34
    # A player's activity is beside the name, effects in force below it, and the rest under the strip.
    places = ((name_end + 8, 0, width - 20 if offset else x - 8), (_LEFT, _ROW + offset, x - 8))
    standings = _standings(standing, translator)
    with_name, without_name = (
        _set([*standings, *_facts(strip, translator, is_named=is_named)], places)
        for is_named in (True, False)
    )
    # The mind's name is omitted if that saves a line.
    placed, facts = with_name if without_name[1] else without_name if with_name[1] else with_name
    pieces.extend(placed)
    height = STRIP_H + offset
    if facts:
        lines, bottom = _flow(facts, 24, height - 2, width - 48)
        pieces.extend(lines)
        height = bottom + 5
    edge, line = (c.GOLD, 5) if standing.decides else (strip.dye, 4)
    whole = Rect(0, 0, width, height)
    ground: list[Piece] = [Shape(whole, c.PANEL_LOW, "box", 24, edge, line)]
    if standing.decides:
        ground.append(Shape(whole.inset(5), c.PANEL_LOW, "box", 19, c.GOLD_DEEP, 3))
    return Block(width, height, (*ground, *pieces))


def strip_of(
    side: SideView,
    name: str,
    standing: DreamerStanding,
    width: int,
    translator: Translator = ENGLISH,
    dye: Colour = c.EDGE,
) -> Block:
    """Return the strip of a Dreamer, with a height for its effects in force. `dye` is the colour of their side."""
    strip = _Strip(
        name=name,
        mind=side.mind,
        depth=side.depth,
        deck=side.deck_count,
        hand=tuple(card.value for card in side.hand),
        laid_out=any(card.face for card in side.hand),
        piles=(len(side.discard.cards), len(side.arcana_discard.cards), len(side.void.cards)),
        offerings=len(side.void.offerings),
        fallen=not any(construct.is_bastion for construct in side.constructs),
        standing=standing,
        dye=dye,
    )
    return _strip(strip, width, translator)


def hand_rows(hand: tuple[HandCard, ...], width: int, translator: Translator = ENGLISH) -> list[list[Block]]:
    """Return the viewer's own hand in rows: value, title, and a sign if a card can't be played now."""
    titles = [
        title_of(card.face, translator) if card.face is not None else translator(msg("An arcanum"))
        for card in hand
    ]
    min_widths = [
        min(_HAND_ROOM, width_of(text, "title", LEAST)) + _CHIP_LEFT + _chip_right(card)
        for card, text in zip(hand, titles, strict=True)
    ]
    rows: list[list[int]] = []
    rooms: list[int] = []
    for k, wide in enumerate(min_widths):
        at = next((at for at, room in enumerate(rooms) if wide <= room), len(rooms))
        if at == len(rooms):
            rows.append([])
            rooms.append(width)
        rows[at].append(k)
        rooms[at] -= wide + CLOSE
    chips: list[list[Block]] = []
    for row in rows:
        spare = width - (len(row) - 1) * CLOSE - sum(min_widths[k] for k in row)
        widths = [min(min_widths[k] + 60, min_widths[k] + spare // len(row)) for k in row]
        height = max(
            len(wrapped(titles[k], "title", LEAST, wide - _CHIP_LEFT - _chip_right(hand[k])))
            for k, wide in zip(row, widths, strict=True)
        ) * line_height(LEAST)
        chips.append(
            [
                _hand_chip(hand[k].value, titles[k], bool(hand[k].playable), wide, height + 4)
                for k, wide in zip(row, widths, strict=True)
            ]
        )
    return chips


CLOSE = 6
"""The space between two cards of the hand."""
_CHIP_LEFT, _CHIP_RIGHT, _HAND_ROOM = 46, 8, 520
"""The start of a title in the hand, the free space after it, and its maximum width on one line."""


def _chip_right(card: HandCard) -> int:
    """Return the free space after a title in the hand, for a sign if it can't be played now."""
    return 32 if card.playable else _CHIP_RIGHT


@lru_cache(maxsize=64)
def _hand_chip(value: int, title_text: str, barred: bool, width: int, height: int) -> Block:
    ground = Shape(Rect(0, 0, width, height), c.PANEL_LOW, "box", 14, c.ASH if barred else c.EDGE, 2)
    text_w = width - _CHIP_LEFT - (32 if barred else _CHIP_RIGHT)
    lines = wrapped(title_text, "title", LEAST, text_w)
    ink = c.MIST if barred else c.PAPER
    pieces: list[Piece] = [
        *number_back(4, 3, 38, height - 6, value, LEAST),
        Words(Rect(_CHIP_LEFT, 1, text_w, height - 2), lines, "title", LEAST, ink),
    ]
    if barred:
        pieces.append(Icon(Rect(width - 30, 0, 22, height), "passed", c.SMOKE))
    return Block(width, height, (ground, *pieces))
