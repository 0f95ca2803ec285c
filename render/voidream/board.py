"""The board as a picture, for each audience (rulebook §3).

The viewer sits at the bottom (spectators see seat 0 there). Each player is a strip with their cards beside it; in a
conflict those who fight stand at the line between the two. `layout` says where everything lies and is pure; what it
returns is painted as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from cards.locales import ENGLISH, Tongue
from engine.voidream.view import ConstructView, InPlay, ScorePart, Side, VoidreamView
from render.canvas import paint_sheet
from render.pieces import Block, Colour, Placed, Sheet
from render.png import png
from render.voidream import dreamer, middle
from render.voidream.inks import board_inks
from render.voidream.tiles import GAP, NARROW, WIDE, Form, construct_tile, permanent, span, tilt_of
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
MARGIN = 16
INNER = WIDTH - 2 * MARGIN
SEAM = 12
"""The space between one row of blocks and the next."""
STEP_FORWARD = 10
"""By how much those who fight stand nearer to the line than those beside them."""


class Slot(Struct, frozen=True):
    """A tile to be placed: what it is, how many columns it takes, and the tile at least so high."""

    role: str
    span: int
    made: Callable[[int], Block]
    exhausted: bool = False

    @property
    def fights(self) -> bool:
        """Whether it takes part in the conflict."""
        return self.role in ("attacker", "defender")


Row = list[Slot]


class _Column:
    """Rows of blocks, stacked from the top."""

    def __init__(self) -> None:
        self.y = MARGIN
        self.placed: list[Placed] = []

    def block(self, role: str, block: Block) -> None:
        """A block by itself."""
        self.placed.append(Placed(MARGIN, self.y, block, role))
        self.y += block.height + SEAM

    def row(self, slots: Sequence[Slot], above: bool) -> None:
        """Tiles of one height side by side in the middle; those who fight among others step towards the line."""
        high = _row_height(slots)
        blocks = [slot.made(high) for slot in slots]
        forward = STEP_FORWARD if _mixed(slots) else 0
        x = MARGIN + (INNER - sum(block.width for block in blocks) - GAP * (len(slots) - 1)) // 2
        for slot, block in zip(slots, blocks, strict=True):
            y = self.y + (forward if slot.fights == above else 0)
            tilt = tilt_of(block) if slot.exhausted else 0
            self.placed.append(Placed(x, y, block, slot.role, tilt))
            x += block.width + GAP
        self.y += high + forward + SEAM

    def line_of(self, role: str, blocks: Sequence[Block]) -> None:
        """Blocks of their own widths side by side in the middle."""
        x = MARGIN + (INNER - sum(block.width for block in blocks) - GAP * (len(blocks) - 1)) // 2
        for block in blocks:
            self.placed.append(Placed(x, self.y, block, role))
            x += block.width + GAP
        self.y += max(block.height for block in blocks) + SEAM


def _row_height(slots: Sequence[Slot]) -> int:
    return max(slot.made(0).height for slot in slots)


def _mixed(slots: Sequence[Slot]) -> bool:
    """Whether some of a row fight and some do not."""
    return len({slot.fights for slot in slots}) == 2


def _rows_height(rows: Sequence[Row]) -> int:
    return sum(_row_height(row) + (STEP_FORWARD if _mixed(row) else 0) + SEAM for row in rows)


def _card(role: str, card: InPlay, names: Names, tongue: Tongue, form: Form) -> Slot:
    return Slot(role, span(card), lambda least: permanent(card, names, tongue, form, least), card.exhausted)


def _construct(card: ConstructView, tongue: Tongue, form: Form) -> Slot:
    role = "bastion" if card.is_bastion else "construct"
    return Slot(role, 1, lambda least: construct_tile(card, tongue, form, least), card.exhausted)


def _filled(slots: Sequence[Slot], columns: int) -> list[Row]:
    """The slots in order, in as few rows as they need, each about equally full."""
    fewest = len(_packed(slots, columns))
    return next(rows for most in range(1, columns + 1) if len(rows := _packed(slots, most)) == fewest)


def _packed(slots: Sequence[Slot], columns: int) -> list[Row]:
    """The slots in rows of so many columns; one that is wider has a row for itself."""
    rows: list[Row] = []
    room = 0
    for slot in slots:
        if slot.span > room:
            rows.append([])
            room = columns
        rows[-1].append(slot)
        room -= slot.span
    return rows


def _side_rows(side: Side, attacker: int | None, names: Names, tongue: Tongue, form: Form) -> list[Row]:
    """The cards of a side in rows, from the strip to the line.

    First what stays at home: bastion, constructs, and the cards that do not fight. Those who fight have rows of their own
    at the line, unless fewer rows hold all together.
    """
    constructs = sorted(side.constructs, key=lambda one: not one.is_bastion)
    home = [_construct(one, tongue, form) for one in constructs]
    home += [_card("permanent", card, names, tongue, form) for card in bystanders(side)]
    role = "attacker" if side.seat == attacker else "defender"
    fighters = [_card(role, card, names, tongue, form) for card in participants(side)]
    apart = [*_filled(home, form.columns), *_filled(fighters, form.columns)]
    together = _filled([*home, *fighters], form.columns)
    return min(apart, together, key=_rows_height)


def _smallest(view: VoidreamView, names: Names, tongue: Tongue) -> list[list[Row]]:
    """The rows of both sides, by seat, in the form of tiles that takes less height."""
    attacker = None if view.conflict is None else view.conflict.attacker
    return min(
        ([_side_rows(side, attacker, names, tongue, form) for side in view.sides] for form in (WIDE, NARROW)),
        key=lambda both: sum(map(_rows_height, both)),
    )


def _strip(column: _Column, view: VoidreamView, side: Side, names: Names, tongue: Tongue) -> None:
    over = bool(view.ended)
    conflict = view.conflict
    attacks = None if conflict is None or over else conflict.attacker == side.seat
    standing = dreamer.Standing(
        is_viewer=view.viewer == side.seat,
        has_turn=view.active == side.seat and not over,
        decides=any(one.seat == side.seat for one in view.awaited) and not over,
        passed=side.seat in view.passed and not over,
        siege=side.has_siege,
        nightmare=conflict is not None and conflict.nightmare and conflict.attacker == side.seat,
        won=side.seat in view.winners,
        attacks=attacks,
        alone=conflict is not None and conflict.stands(side.seat) and not participants(side),
    )
    column.block("strip", dreamer.strip_of(side, names[side.seat], standing, INNER, tongue))


def _own_hand(column: _Column, side: Side, tongue: Tongue) -> None:
    if not any(card.face for card in side.hand):
        return
    for row in dreamer.hand_rows(side.hand, INNER, tongue):
        column.line_of("arcanum", row)


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


def _line(column: _Column, view: VoidreamView, names: Names, tongue: Tongue) -> int:
    """The line between the two, if there is a conflict; and the row at which the sky is brightest."""
    conflict = view.conflict
    if conflict is None:
        return column.y - SEAM // 2
    first, second = view.sides
    scores = ((first.dawn_score, first.dusk_score), (second.dawn_score, second.dusk_score))
    parts = (_sum_rows(first, conflict.kind, tongue), _sum_rows(second, conflict.kind, tongue))
    block = middle.line_block(conflict, names, scores, parts, INNER, tongue)
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
    rows = _smallest(view, names, tongue)
    _strip(column, view, theirs, names, tongue)
    for row in rows[theirs.seat]:
        column.row(row, above=True)
    if view.resolving is not None:
        column.block(
            "resolving", middle.resolving_block(view.resolving, view.resolving_inverted, INNER, tongue)
        )
    horizon = _line(column, view, names, tongue)
    for row in reversed(rows[mine.seat]):
        column.row(row, above=False)
    if view.ongoing:
        column.block("ongoing", middle.ongoing_block(view.ongoing, names, INNER, tongue))
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
