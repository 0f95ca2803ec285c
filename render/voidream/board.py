"""The board as a picture, for each audience (rulebook §3).

The viewer sits at the bottom (spectators see seat 0 there). `layout` says where everything lies and is pure; what it
returns is painted as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.voidream.view import ConstructView, Side, VoidreamView
from render.canvas import paint_sheet
from render.pieces import Block, Placed, Sheet
from render.png import png
from render.voidream import dreamer, middle
from render.voidream.tiles import GAP, Tile, construct_tile, permanent
from render.voidream.wording import (
    Names,
    bottom_seat,
    bystanders,
    ending,
    headline,
    participants,
    phase_words,
    shown_names,
    waiting,
)

WIDTH = 1100
MARGIN = 20
INNER = WIDTH - 2 * MARGIN
SEAM = 12
"""The space between one row of blocks and the next."""


class _Column:
    """Rows of blocks, stacked from the top."""

    def __init__(self) -> None:
        self.y = MARGIN
        self.placed: list[Placed] = []

    def row(self, blocks: Sequence[tuple[str, Block]], x: int = MARGIN, gap: int = SEAM) -> None:
        """Blocks side by side, from `x` on."""
        if not blocks:
            return
        for role, block in blocks:
            self.placed.append(Placed(x, self.y, block, role))
            x += block.width + gap
        self.y += max(block.height for _, block in blocks) + SEAM


def _columns(count: int, room: int) -> tuple[int, int]:
    """How many tiles go into a row of this width, and how wide each is."""
    if room > 1000:
        columns = 4 if count <= 4 else 5 if count in (5, 9, 10) else 6
        return columns, (room - (columns - 1) * GAP) // columns if columns > 4 else 216
    columns = 4 if count <= 4 else 5
    return columns, (room - (columns - 1) * GAP) // columns


def _tile_rows(column: _Column, makers: Sequence[tuple[str, Callable[[int], Tile]]], room: int, x: int) -> None:
    columns, width = _columns(len(makers), room)
    for start in range(0, len(makers), columns):
        row = [(role, make(width)) for role, make in makers[start : start + columns]]
        height = max(tile.height for _, tile in row)
        left = x
        if room > 1000:
            left += (room - len(row) * width - (len(row) - 1) * GAP) // 2
        column.row([(role, tile.block(height)) for role, tile in row], left, GAP)


def _play_area(column: _Column, side: Side, names: Names) -> None:
    def of_card(n: int) -> Callable[[int], Tile]:
        return lambda width: permanent(resting[n], width, names, side.seat)

    def of_construct(construct: ConstructView) -> Callable[[int], Tile]:
        return lambda width: construct_tile(construct, width)

    resting = bystanders(side)
    makers = [("construct", of_construct(one)) for one in side.constructs if not one.is_bastion]
    makers += [("permanent", of_card(n)) for n in range(len(resting))]
    if makers:
        _tile_rows(column, makers, INNER, MARGIN)
    elif not participants(side):
        column.row([("empty", middle.empty_play(INNER))])


def _sources(column: _Column, side: Side) -> None:
    bastions = [one for one in side.constructs if one.is_bastion]
    plate = construct_tile(bastions[0], dreamer.BASTION_W) if bastions else None
    height = max(dreamer.mind_height(side.mind), plate.height if plate else 0)
    row = [("deck", dreamer.deck_block(side.depth, side.deck_count, side.top, height))]
    if plate:
        row.append(("bastion", plate.block(height)))
    row.append(("mind", dreamer.mind_block(side.mind, height)))
    row.append(("piles", dreamer.side_piles(side, height)))
    column.row(row)


def _bar(column: _Column, view: VoidreamView, side: Side, names: Names) -> None:
    over = bool(view.ended)
    conflict = view.conflict
    standing = dreamer.Standing(
        is_viewer=view.viewer == side.seat,
        has_turn=view.active == side.seat and not over,
        decides=any(one.seat == side.seat for one in view.awaited) and not over,
        passed=side.seat in view.passed and not over,
        siege=side.has_siege,
        nightmare=conflict is not None and conflict.nightmare and conflict.attacker == side.seat,
        won=side.seat in view.winners,
    )
    values = tuple(card.value for card in side.hand)
    column.row([("bar", dreamer.name_bar(names[side.seat], values, standing, INNER))])


def _own_hand(column: _Column, side: Side) -> None:
    if not any(card.face for card in side.hand):
        return
    width = (INNER - 3 * GAP) // 4
    chips = [("arcanum", dreamer.hand_chip(card, width)) for card in side.hand]
    for start in range(0, len(chips), 4):
        column.row(chips[start : start + 4], gap=GAP)


def _conflict(column: _Column, view: VoidreamView, order: Sequence[Side], names: Names) -> None:
    conflict = view.conflict
    if conflict is None:
        return
    column.row([("conflict", middle.conflict_title(conflict.kind, conflict.nightmare, INNER))])
    room = INNER - middle.SCORE_W - SEAM
    left = MARGIN + middle.SCORE_W + SEAM
    for side in order:
        start = column.y
        cards = participants(side)
        if cards:
            makers: list[tuple[str, Callable[[int], Tile]]] = [
                ("participant", lambda width, card=card, seat=side.seat: permanent(card, width, names, seat))
                for card in cards
            ]
            _tile_rows(column, makers, room, left)
        else:
            column.row([("alone", middle.alone_block(room, middle.SCORE_H))], left)
        height = max(middle.SCORE_H, column.y - SEAM - start)
        score = middle.score_block(
            names[side.seat], side.seat == conflict.attacker, conflict.kind, side.dawn_score, side.dusk_score, height
        )
        column.placed.append(Placed(MARGIN, start, score, "score"))
        column.y = start + height + SEAM


def _sky(view: VoidreamView) -> str:
    if view.phase == "Nightmare" or (view.conflict is not None and view.conflict.nightmare):
        return "nightmare"
    kind = view.conflict.kind if view.conflict is not None else ""
    return kind or "night"


def layout(view: VoidreamView, names: Names) -> Sheet:
    """Where everything lies on the board of this view. Heights adapt; nothing is left out."""
    names = shown_names(names)
    seat = bottom_seat(view)
    mine, theirs = view.sides[seat], view.sides[1 - seat]
    column = _Column()
    notes = (ending(view, names),) if view.ended else tuple(waiting(view, names))
    head = middle.heading(view.round, view.phase, phase_words(view), headline(view, names), notes, INNER)
    column.row([("heading", head)])
    _bar(column, view, theirs, names)
    _sources(column, theirs)
    _play_area(column, theirs, names)
    if view.resolving is not None:
        column.row([("resolving", middle.resolving_block(view.resolving, INNER))])
    _conflict(column, view, (theirs, mine), names)
    if view.ongoing:
        column.row([("ongoing", middle.ongoing_block(view.ongoing, names, INNER))])
    _play_area(column, mine, names)
    _sources(column, mine)
    _bar(column, view, mine, names)
    _own_hand(column, mine)
    return Sheet(WIDTH, column.y - SEAM + MARGIN, _sky(view), tuple(column.placed))


def draw_board(view: VoidreamView, names: Names) -> bytes:
    """The board as a PNG, 1,100 pixels wide; `names` are the players' display names by seat."""
    return png(paint_sheet(layout(view, names)))
