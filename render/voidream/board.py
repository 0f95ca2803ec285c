"""The board as a picture, for each audience (rulebook §3).

The viewer sits at the bottom (spectators see seat 0 there). `layout` says where everything lies and is pure; what it
returns is painted as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cards.locales import ENGLISH, Tongue
from engine.voidream.view import ConstructView, InPlay, Side, VoidreamView
from render.canvas import paint_sheet
from render.film import captioned
from render.pieces import Block, Placed, Sheet
from render.png import png
from render.voidream import dreamer, middle
from render.voidream.inks import house_inks
from render.voidream.tiles import GAP, Tile, construct_tile, permanent, span
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


COLUMNS = 6
TILE = (INNER - (COLUMNS - 1) * GAP) // COLUMNS
WIDE_TILE = 204
"""The width of tiles where there are few of them."""


class Slot(Struct, frozen=True):
    """A tile to be placed: what it is, how many columns it takes, and the card."""

    role: str
    span: int
    card: InPlay | ConstructView

    def tile(self, names: Names, tongue: Tongue, width: int, extra: int = 0) -> Tile:
        """The tile in columns of this width, with so much more art than necessary."""
        if isinstance(self.card, ConstructView):
            return construct_tile(self.card, width, extra, tongue)
        return permanent(self.card, width, names, extra, tongue)


def _slots(role: str, cards: Sequence[InPlay]) -> list[Slot]:
    return [Slot(role, span(card), card) for card in cards]


def _rows(slots: Sequence[Slot], columns: int) -> list[list[Slot]]:
    """The slots in rows of at most so many columns, in order."""
    rows: list[list[Slot]] = []
    room = 0
    for slot in slots:
        if slot.span > room:
            rows.append([])
            room = columns
        rows[-1].append(slot)
        room -= slot.span
    return rows


def _place_rows(column: _Column, slots: Sequence[Slot], names: Names, tongue: Tongue) -> None:
    """Rows of tiles, each centred, with tiles of equal height."""
    few = sum(slot.span for slot in slots) <= 5
    width = WIDE_TILE if few else TILE
    for row in _rows(slots, 5 if few else COLUMNS):
        height = max(slot.tile(names, tongue, width).height for slot in row)
        tiles = [
            slot.tile(names, tongue, width, height - slot.tile(names, tongue, width).height) for slot in row
        ]
        taken = sum(tile.width for tile in tiles) + GAP * (len(tiles) - 1)
        blocks = [(slot.role, tile.block(height)) for slot, tile in zip(row, tiles, strict=True)]
        column.row(blocks, MARGIN + (INNER - taken) // 2, GAP)


def _play_area(column: _Column, side: Side, names: Names, tongue: Tongue) -> None:
    slots = [Slot("construct", 1, one) for one in side.constructs if not one.is_bastion]
    slots += _slots("permanent", bystanders(side))
    if slots:
        _place_rows(column, slots, names, tongue)
    elif not participants(side):
        column.row([("empty", middle.empty_play(INNER, tongue))])


def _sources(column: _Column, side: Side, tongue: Tongue) -> None:
    bastions = [one for one in side.constructs if one.is_bastion]
    plate = construct_tile(bastions[0], dreamer.BASTION_W, 0, tongue) if bastions else None
    height = max(dreamer.mind_height(side.mind, tongue), plate.height if plate else 0)
    row = [("deck", dreamer.deck_block(side.depth, side.deck_count, side.top, height, tongue))]
    if plate:
        plate = construct_tile(bastions[0], dreamer.BASTION_W, height - plate.height, tongue)
        row.append(("bastion", plate.block(height)))
    else:
        row.append(("bastion", dreamer.fallen_block(height, tongue)))
    row.append(("mind", dreamer.mind_block(side.mind, height, tongue)))
    row.append(("piles", dreamer.side_piles(side, height, tongue)))
    column.row(row)


def _bar(column: _Column, view: VoidreamView, side: Side, names: Names, tongue: Tongue) -> None:
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
    known = any(card.face for card in side.hand)
    values = () if known else tuple(card.value for card in side.hand)
    bar = dreamer.name_bar(names[side.seat], len(side.hand), values, standing, INNER, tongue)
    column.row([("bar", bar)])


def _own_hand(column: _Column, side: Side, tongue: Tongue) -> None:
    if not any(card.face for card in side.hand):
        return
    columns = 3 if len(side.hand) in (3, 5, 6) else 4
    width = (INNER - (columns - 1) * GAP) // columns
    chips = [("arcanum", dreamer.hand_chip(card, width, tongue)) for card in side.hand]
    for start in range(0, len(chips), columns):
        column.row(chips[start : start + columns], gap=GAP)


def _conflict(column: _Column, view: VoidreamView, names: Names, tongue: Tongue) -> None:
    """The scoreboard, and under it the participants: attackers on the left, defenders on the right."""
    conflict = view.conflict
    if conflict is None:
        return
    cards = [participants(side) for side in view.sides]
    first, second = ((side.dawn_score, side.dusk_score) for side in view.sides)
    board = middle.scoreboard(conflict, names, (not cards[0], not cards[1]), (first, second), INNER, tongue)
    column.row([("scoreboard", board)])
    attackers = _slots("attacker", cards[conflict.attacker])
    defenders = _slots("defender", cards[1 - conflict.attacker])
    if sum(slot.span for slot in (*attackers, *defenders)) > COLUMNS:
        _place_rows(column, attackers, names, tongue)
        _place_rows(column, defenders, names, tongue)
    elif attackers or defenders:
        height = max(slot.tile(names, tongue, TILE).height for slot in (*attackers, *defenders))
        start = column.y
        for slots, right in ((attackers, False), (defenders, True)):
            blocks = [
                (
                    slot.role,
                    slot.tile(names, tongue, TILE, height - slot.tile(names, tongue, TILE).height).block(
                        height
                    ),
                )
                for slot in slots
            ]
            taken = sum(block.width for _, block in blocks) + GAP * (len(blocks) - 1)
            column.y = start
            column.row(blocks, MARGIN + INNER - taken if right else MARGIN, GAP)
        column.y = start + height + SEAM


def _sky(view: VoidreamView) -> str:
    if view.phase == "Nightmare" or (view.conflict is not None and view.conflict.nightmare):
        return "nightmare"
    kind = view.conflict.kind if view.conflict is not None else ""
    return kind or "night"


def layout(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> Sheet:
    """Where everything lies on the board of this view. Heights adapt; nothing is left out."""
    names = shown_names(names, tongue)
    seat = bottom_seat(view)
    mine, theirs = view.sides[seat], view.sides[1 - seat]
    column = _Column()
    notes = (ending(view, names, tongue),) if view.ended else tuple(waiting(view, names, tongue))
    phase, lead = phase_words(view, tongue), headline(view, names, tongue)
    head = middle.heading(view.round, view.phase, phase, lead, notes, INNER, tongue)
    column.row([("heading", head)])
    _bar(column, view, theirs, names, tongue)
    _sources(column, theirs, tongue)
    _play_area(column, theirs, names, tongue)
    if view.resolving is not None:
        column.row([("resolving", middle.resolving_block(view.resolving, INNER, tongue))])
    _conflict(column, view, names, tongue)
    if view.ongoing:
        column.row([("ongoing", middle.ongoing_block(view.ongoing, names, INNER, tongue))])
    _play_area(column, mine, names, tongue)
    _sources(column, mine, tongue)
    _bar(column, view, mine, names, tongue)
    _own_hand(column, mine, tongue)
    return Sheet(WIDTH, column.y - SEAM + MARGIN, _sky(view), tuple(column.placed))


def draw_still(view: VoidreamView, names: Names, tongue: Tongue, told: str, at: int, of: int) -> bytes:
    """The board as a step of a film (see `render.film`), as a PNG."""
    return captioned(paint_sheet(layout(view, names, tongue), house_inks()), told, at, of)


def draw_board(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> bytes:
    """The board as a PNG, 1,100 pixels wide; `names` are the players' display names by seat."""
    return png(paint_sheet(layout(view, names, tongue), house_inks()))
