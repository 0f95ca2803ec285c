"""The board as a picture for each audience: light cloth, the memory gauge in the middle, the cards around it.

The viewer is at the bottom (for spectators, seat 0), each player on cloth of a different dye with their name at the
edge; the deciding player is on the line between. `layout` computes all positions and is pure; its result is painted
unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cards.i18n import ENGLISH, Translator, msg
from engine.dreamweavers.views.types import AttackView, CardInPlay, DreamweaversView, SideView
from render.canvas import paint_sheet
from render.cloth_texture import cloth_colours
from render.dreamweavers import middle, player_strip, tiles
from render.dreamweavers.art import CoverArt, art_of
from render.dreamweavers.draft_table import draft_blocks
from render.dreamweavers.feelings import LOWEST, feeling_block
from render.dreamweavers.gauge import Half, gauge_block
from render.dreamweavers.inks import CLOTH, HEATHER, MINE, PLUM, SAGE, THEIRS, board_inks
from render.dreamweavers.tiles import TILT, draw_tile
from render.dreamweavers.words import (
    NOTIONS,
    attack_outcome,
    bonus_words,
    own_notion,
    paying_words,
    shown_names,
    stage,
    turn_of,
)
from render.layout import Block, Colour, Drawing, Halves, PlacedBlock, Rect, Shape, Sheet
from render.png import png
from render.table.column import Column
from render.table.words import Names, from_viewer

WIDTH = 1100
MARGIN = 12
INNER = WIDTH - 2 * MARGIN
SEAM = 6
"""The vertical space between rows of blocks."""
GAP, CLOSE = 12, 8
"""The space between two columns, and between two stacked Feelings."""
MOST = 3
"""The number of Thoughts, and of Feelings, with places side by side."""
THOUGHT_W, NARROW_W = 260, tiles.WIDTH
"""The width of a Thought in a row of Thoughts, which `MOST` and one more fill, and beside Feelings."""
REACH = 8
"""The overhang of a turned Thought over its row, above and below."""
TALL = 340
"""Thoughts taller than this are turned by half the angle, so that they don't touch their neighbours."""


def _section(column: Column, side: SideView, above: bool, translator: Translator) -> None:
    """Draw a player's cards in play: Thoughts beside Feelings, or above them if there are more than three of either."""
    few = len(side.thoughts) <= MOST and len(side.feelings) <= MOST
    if few and side.thoughts and side.feelings:
        _draw_side_by_side(column, side, translator)
        return
    rows = [
        lambda: _thoughts(column, side, translator),
        lambda: _feelings(column, side, translator),
    ]
    for row in reversed(rows) if above else rows:
        row()


def _draw_side_by_side(column: Column, side: SideView, translator: Translator) -> None:
    """Draw Thoughts in their three places on the left, and stacked Feelings on the right."""
    x = MARGIN + MOST * (NARROW_W + GAP)
    width = INNER - MOST * (NARROW_W + GAP)
    lowest = [feeling_block(card, width, 0, translator).height for card in side.feelings]
    tallest = max(draw_tile(card, translator, NARROW_W).height for card in side.thoughts)
    height = max(tallest, sum(lowest) + (len(lowest) - 1) * CLOSE)
    while len(lowest) < MOST and sum(lowest) + len(lowest) * CLOSE + LOWEST <= height:
        lowest.append(LOWEST)
    tilts = _tilts(side.thoughts, height)
    reach = REACH if any(tilts) else 0
    top = column.y + reach
    for k in range(MOST):
        at = MARGIN + k * (NARROW_W + GAP)
        if k < len(side.thoughts):
            block = draw_tile(side.thoughts[k], translator, NARROW_W, height)
            column.placed.append(PlacedBlock(at, top, block, "thought", tilts[k]))
        else:
            column.placed.append(PlacedBlock(at, top, empty_place(NARROW_W, height), "place"))
    spare = (height - sum(lowest) - (len(lowest) - 1) * CLOSE) // len(lowest)
    y = top
    for k, least in enumerate(lowest):
        if k < len(side.feelings):
            block = feeling_block(side.feelings[k], width, least + spare, translator)
            column.placed.append(PlacedBlock(x, y, block, "feeling"))
        else:
            column.placed.append(PlacedBlock(x, y, empty_place(width, least + spare), "place"))
        y += least + spare + CLOSE
    bottom = max(placed.rect.bottom for placed in column.placed)
    column.y = bottom + SEAM + reach


@lru_cache(maxsize=16)
def empty_place(width: int, height: int) -> Block:
    """Return an empty place for a card in a section."""
    light = cloth_colours(CLOTH)[1]
    ground = Shape(Rect(0, 0, width, height), cloth_colours(CLOTH)[2], "box", 16, light, 4)
    return Block(width, height, (ground,))


def _tilts(cards: Sequence[CardInPlay], height: int) -> list[int]:
    """Return the angles of the Thoughts in a row, in degrees: tapped ones are turned."""
    return [(TILT if height <= TALL else TILT // 2) if card.tapped else 0 for card in cards]


def _in_rows(cards: Sequence[CardInPlay], columns: int) -> list[Sequence[CardInPlay]]:
    """Return cards in the fewest rows of at most `columns` cards, of about equal length."""
    per_row = -(-len(cards) // max(1, -(-len(cards) // columns)))
    return [cards[start : start + per_row] for start in range(0, len(cards), max(1, per_row))]


def _thoughts(column: Column, side: SideView, translator: Translator) -> None:
    for cards in _in_rows(side.thoughts, MOST + 1):
        least = max(draw_tile(card, translator, THOUGHT_W).height for card in cards)
        blocks = [draw_tile(card, translator, THOUGHT_W, least) for card in cards]
        tilts = _tilts(cards, least)
        reach = REACH if any(tilts) else 0
        column.y += reach
        column.row("thought", blocks, GAP, tilts)
        column.y += reach


def _feelings(column: Column, side: SideView, translator: Translator) -> None:
    width = (INNER - GAP * (MOST - 1)) // MOST
    for cards in _in_rows(side.feelings, MOST):
        least = max(feeling_block(card, width, 0, translator).height for card in cards)
        column.row("feeling", [feeling_block(card, width, least, translator) for card in cards], GAP)


def _strip(view: DreamweaversView, side: SideView, names: Names, translator: Translator) -> Block:
    facts = player_strip.StripFacts(
        is_viewer=view.viewer == side.seat,
        has_turn=view.active == side.seat and not view.ended,
        decides=any(awaited.seat == side.seat for awaited in view.awaited) and not view.ended,
        attacks=None if view.attack is None else view.attack.seat == side.seat,
        won=side.seat in view.winners,
        has_ego=bool(view.turn),
    )
    return player_strip.strip_of(side, names[side.seat], facts, INNER, translator)


def _gauge(view: DreamweaversView, names: Names, translator: Translator) -> Block:
    left, right = from_viewer(view.sides, view.viewer)
    limit_text, ends = paying_words(view, translator)
    halves = [
        Half(
            names[side.seat],
            own_notion(side),
            (limit_text if view.active == side.seat else ends) if view.active is not None else "",
            view.active == side.seat and not view.ended,
        )
        for side in (left, right)
    ]
    at = 0 if view.tracker_side is None else -1 if view.tracker_side == left.seat else 1
    return gauge_block(halves[0], halves[1], at, view.tracker if at else 0, INNER)


def _card(view: DreamweaversView, title: str) -> CardInPlay | None:
    return next((card for side in view.sides for card in side.thoughts if card.face.title == title), None)


def clash_sides(view: DreamweaversView, attack: AttackView, translator: Translator = ENGLISH) -> middle.Sides:
    """Return the two drawings of an attack; the player's notion cover for an Ego, and for a card that has left play."""

    def drawing_of(title: str, seat: int) -> tuple[Drawing, str]:
        card = _card(view, title)
        if card is not None:
            return art_of(card.face), card.face.notion
        notion = own_notion(view.sides[seat])
        notion = notion if notion.casefold() in NOTIONS else "Doubt"
        return CoverArt(notion.casefold()), notion

    attacker, attacker_notion = drawing_of(attack.attacker, attack.seat)
    target, target_notion = drawing_of(attack.target, 1 - attack.seat)
    bonus = bonus_words(view.sides[1 - attack.seat], translator)
    return middle.Sides(attacker, attacker_notion, target, target_notion, bonus)


def _middle(column: Column, view: DreamweaversView, names: Names, translator: Translator) -> int:
    """Draw the middle: the deciding player, the events, the gauge, and effects in force.

    Return the row of the line.
    """
    lead, notes = turn_of(view, names, translator).deciding
    turn = translator(msg("Turn {n}", n=view.turn))
    # The main phase is the usual one, so it isn't mentioned.
    heading = turn if view.phase == "main" else stage(view, translator)
    column.block("heading", middle.heading(lead, notes, heading, INNER))
    line = column.y - SEAM // 2
    if view.attack is not None:
        outcome = attack_outcome(view, translator)
        sides = clash_sides(view, view.attack, translator)
        block = middle.clash_block(view.attack, outcome, sides, names, INNER, translator)
        column.block("clash", block)
    if view.revealed is not None:
        column.block("revealed", middle.revealed_block(view.revealed, INNER, translator))
    if view.standby:
        column.block("standby", middle.standby_block(view.standby, names, INNER, translator))
    if view.turn:
        column.block("gauge", _gauge(view, names, translator))
    if view.lasting:
        column.block("lasting", middle.lasting_block(view.lasting, INNER, translator))
    return line


def layout(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of the board of this view. Heights adapt; nothing is left out."""
    names = shown_names(names, translator)
    mine, theirs = from_viewer(view.sides, view.viewer)
    column = Column(WIDTH, MARGIN, SEAM)
    if view.draft is not None and view.phase in ("draft", "intent"):
        lead, notes = turn_of(view, names, translator).deciding
        column.block("heading", middle.heading(lead, notes, stage(view, translator), INNER))
        for blocks in draft_blocks(view, names, INNER, translator):
            column.row("draft", blocks, GAP)
        return column.sheet(CLOTH)
    column.block("strip", _strip(view, theirs, names, translator))
    _section(column, theirs, True, translator)
    line = _middle(column, view, names, translator)
    _section(column, mine, False, translator)
    column.block("strip", _strip(view, mine, names, translator))
    return column.sheet(THEIRS, halves=Halves(line, MINE, (HEATHER, SAGE), PLUM, MARGIN - 2))


def inks_for(view: DreamweaversView) -> tuple[Colour, ...]:
    """Return the colours of the board of this view: those of the publicly known notions."""
    if view.draft is not None and view.phase == "draft":
        return board_inks(tuple(drafted.notion for drafted in view.draft.notions))
    return board_inks(tuple(dict.fromkeys(notion for side in view.sides for notion in side.notions)))


def draw_board(view: DreamweaversView, names: Names, translator: Translator = ENGLISH) -> bytes:
    """Return the board as a PNG, 1,100 pixels wide. `names` are the players' display names by seat."""
    return png(paint_sheet(layout(view, names, translator), inks_for(view)))
