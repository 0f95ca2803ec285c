"""The board as a picture, for each audience (rulebook §3).

The viewer sits at the bottom (spectators see seat 0 there). Each player is a strip with their cards beside it; in a
conflict those who fight stand at the line between the two. `layout` says where everything lies and is pure; what it
returns is painted as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from cards.locales import ENGLISH, Tongue
from engine.voidream.view import ConstructView, InPlay, ScorePart, Side, VoidreamView
from render.canvas import paint_sheet
from render.pieces import Block, Colour, Placed, Sheet
from render.png import png
from render.voidream import dreamer, middle
from render.voidream.inks import board_inks
from render.voidream.tiles import GAP, construct_tile, permanent, span, tilt_of
from render.voidream.wording import (
    Names,
    bottom_seat,
    bystanders,
    deciding,
    part_words,
    participants,
    phase_words,
    shown_names,
)

WIDTH = 1100
MARGIN = 20
INNER = WIDTH - 2 * MARGIN
COLUMNS = 5
SEAM = 18
"""The space between one row of blocks and the next."""
SUM_W = 400
"""The widest that the parts of a score are listed in one column."""


class Slot(Struct, frozen=True):
    """A tile to be placed: what it is, how many columns it takes, the tile, and how far it is turned."""

    role: str
    span: int
    block: Block
    tilt: int


class _Column:
    """Rows of blocks, stacked from the top."""

    def __init__(self) -> None:
        self.y = MARGIN
        self.placed: list[Placed] = []

    def block(self, role: str, block: Block) -> None:
        """A block by itself."""
        self.placed.append(Placed(MARGIN, self.y, block, role))
        self.y += block.height + SEAM

    def row(self, slots: Sequence[Slot], hangs: bool, x: int = MARGIN, height: int = 0) -> None:
        """Tiles side by side from `x` on, hanging from the top of the row or standing at its foot."""
        high = max(height, *(slot.block.height for slot in slots))
        for slot in slots:
            y = self.y if hangs else self.y + high - slot.block.height
            self.placed.append(Placed(x, y, slot.block, slot.role, slot.tilt))
            x += slot.block.width + GAP
        self.y += high + SEAM


def _card(role: str, card: InPlay, names: Names, tongue: Tongue) -> Slot:
    block = permanent(card, names, tongue)
    return Slot(role, span(card), block, tilt_of(block) if card.exhausted else 0)


def _construct(card: ConstructView, tongue: Tongue) -> Slot:
    block = construct_tile(card, tongue)
    return Slot(
        "bastion" if card.is_bastion else "construct", 1, block, tilt_of(block) if card.exhausted else 0
    )


def _rows(slots: Sequence[Slot]) -> list[list[Slot]]:
    """The slots in order, in as few rows as they need, each about equally full."""
    most = next(
        (most for most in range(1, COLUMNS) if len(_filled(slots, most)) == len(_filled(slots, COLUMNS))),
        COLUMNS,
    )
    return _filled(slots, most)


def _filled(slots: Sequence[Slot], columns: int) -> list[list[Slot]]:
    """The slots in rows of so many columns; one that is wider has a row for itself."""
    rows: list[list[Slot]] = []
    room = 0
    for slot in slots:
        if slot.span > room:
            rows.append([])
            room = columns
        rows[-1].append(slot)
        room -= slot.span
    return rows


def _middle(row: Sequence[Slot]) -> int:
    """Where a row begins that is to stand in the middle."""
    return MARGIN + (INNER - sum(slot.block.width for slot in row) - GAP * (len(row) - 1)) // 2


def _home(column: _Column, side: Side, names: Names, tongue: Tongue, hangs: bool) -> None:
    """What stays at home: bastion, constructs, and the cards that do not fight."""
    constructs = sorted(side.constructs, key=lambda one: not one.is_bastion)
    slots = [_construct(one, tongue) for one in constructs]
    slots += [_card("permanent", card, names, tongue) for card in bystanders(side)]
    for row in _rows(slots):
        column.row(row, hangs, _middle(row))


def _strip(column: _Column, view: VoidreamView, side: Side, names: Names, tongue: Tongue) -> None:
    over = bool(view.ended)
    conflict = view.conflict
    attacks = None if conflict is None or over else conflict.attacker == side.seat
    standing = dreamer.Standing(
        is_viewer=view.viewer == side.seat,
        has_turn=view.active == side.seat and not over,
        passed=side.seat in view.passed and not over,
        siege=side.has_siege,
        nightmare=conflict is not None and conflict.nightmare and conflict.attacker == side.seat,
        won=side.seat in view.winners,
        attacks=attacks,
        alone=not participants(side),
    )
    column.block("strip", dreamer.strip_of(side, names[side.seat], standing, INNER, tongue))


def _own_hand(column: _Column, side: Side, tongue: Tongue) -> None:
    if not any(card.face for card in side.hand):
        return
    for row in dreamer.hand_rows(side.hand, INNER, tongue):
        column.row([Slot("arcanum", 1, block, 0) for block in row], hangs=True)


def _sum_rows(side: Side, kind: str, tongue: Tongue) -> tuple[middle.Row, ...]:
    """The parts of a side's score; while dawn or dusk is not chosen, of both."""
    if kind:
        parts = side.dawn_parts if kind == "dawn" else side.dusk_parts
        return tuple(middle.Row(part_words(part, tongue), (part.number,)) for part in parts)
    return tuple(_both(side.dawn_parts, side.dusk_parts, tongue))


def _both(dawn: Sequence[ScorePart], dusk: Sequence[ScorePart], tongue: Tongue) -> Iterator[middle.Row]:
    """The parts of two scores, first who takes part: those that count in both share a row."""
    left = list(dusk)
    for part in (one for one in dusk if one.what == "entity"):
        left.remove(part)
        yield middle.Row(part_words(part, tongue), (None, part.number))
    for part in dawn:
        same = next((one for one in left if (one.what, one.title) == (part.what, part.title)), None)
        if same is not None:
            left.remove(same)
        yield middle.Row(part_words(part, tongue), (part.number, None if same is None else same.number))
    for part in left:
        yield middle.Row(part_words(part, tongue), (None, part.number))


def _fighters(
    column: _Column, view: VoidreamView, side: Side, names: Names, tongue: Tongue, above: bool
) -> None:
    """Those who fight, at the line, and beside them what their score consists of: above the line or below it."""
    conflict = view.conflict
    if conflict is None:
        return
    role = "attacker" if side.seat == conflict.attacker else "defender"
    slots = [_card(role, card, names, tongue) for card in participants(side)]
    rows = _sum_rows(side, conflict.kind, tongue)
    taken = sum(slot.block.width + GAP for slot in slots)
    room = INNER - taken
    if not rows or room < 280:
        blocks = [Slot("sum", COLUMNS, middle.sum_block(rows, INNER, 2), 0)] if rows else []
        if not above and blocks:
            column.row(blocks, hangs=True)
        for row in _rows(slots):
            column.row(row, not above, _middle(row))
        if above and blocks:
            column.row(blocks, hangs=False)
        return
    width = min(SUM_W, room) if slots else INNER
    listed = Slot("sum", 0, middle.sum_block(rows, width, 1 if slots else min(2, len(rows))), 0)
    if above:
        high = max(slot.block.height for slot in (listed, *slots))
        start = column.y
        column.row([listed], hangs=False, height=high)
        if slots:
            column.y = start
            column.row(slots, hangs=False, x=MARGIN + INNER - taken + GAP, height=high)
        return
    high = max(slot.block.height for slot in (listed, *slots))
    start = column.y
    column.row([listed], hangs=True, x=MARGIN + INNER - width, height=high)
    if slots:
        column.y = start
        column.row(slots, hangs=True, height=high)


def _line(column: _Column, view: VoidreamView, names: Names, tongue: Tongue) -> int:
    """The line between the two, if there is a conflict; and the row at which the sky is brightest."""
    conflict = view.conflict
    if conflict is None:
        return column.y - SEAM // 2
    first, second = view.sides
    scores = ((first.dawn_score, first.dusk_score), (second.dawn_score, second.dusk_score))
    block = middle.line_block(conflict, names, scores, INNER, tongue)
    horizon = column.y + block.height // 2
    column.block("line", block)
    return horizon


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
    lead, notes = deciding(view, names, tongue)
    phase = phase_words(view, tongue)
    column.block("heading", middle.heading(view.round, view.phase, phase, lead, notes, INNER, tongue))
    _strip(column, view, theirs, names, tongue)
    _home(column, theirs, names, tongue, hangs=True)
    if view.resolving is not None:
        column.block(
            "resolving", middle.resolving_block(view.resolving, view.resolving_inverted, INNER, tongue)
        )
    _fighters(column, view, theirs, names, tongue, above=True)
    horizon = _line(column, view, names, tongue)
    _fighters(column, view, mine, names, tongue, above=False)
    if view.ongoing:
        column.block("ongoing", middle.ongoing_block(view.ongoing, names, INNER, tongue))
    _home(column, mine, names, tongue, hangs=False)
    _strip(column, view, mine, names, tongue)
    _own_hand(column, mine, tongue)
    return Sheet(WIDTH, column.y - SEAM + MARGIN, _sky(view), tuple(column.placed), horizon)


def factions_shown(view: VoidreamView) -> frozenset[str]:
    """The factions of all cards whose pictures this audience sees on the board."""
    shown = {side.mind.faction for side in view.sides}
    shown |= {card.face.faction for side in view.sides for card in side.play if card.face is not None}
    shown |= {one.face.faction for side in view.sides for one in side.constructs}
    return frozenset(shown | ({view.resolving.faction} if view.resolving is not None else set()))


def inks_for(view: VoidreamView) -> tuple[Colour, ...]:
    """The colours in which the board of this view is printed."""
    return board_inks(factions_shown(view))


def draw_board(view: VoidreamView, names: Names, tongue: Tongue = ENGLISH) -> bytes:
    """The board as a PNG, 1,100 pixels wide; `names` are the players' display names by seat."""
    return png(paint_sheet(layout(view, names, tongue), inks_for(view)))
