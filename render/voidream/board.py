"""The board as a picture for each audience (rulebook §3).

The viewer is at the bottom (for spectators, seat 0). Each player is a strip at the edge with their cards beside it,
on a separate ground. The deciding player is on the line between the two, next to the participants of a conflict.
`layout` computes all positions and is pure; its result is painted unchanged.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from cards.i18n import ENGLISH, Translator, msg
from engine.voidream.facts.terms import ScorePart
from engine.voidream.views.types import CardInPlay, ConstructView, SideView, VoidreamView
from render import palette as c
from render.canvas import paint_sheet
from render.layout import Block, Colour, Halves, PlacedBlock, Sheet
from render.png import png
from render.table.column import Column
from render.table.words import Names, from_viewer
from render.voidream import dreamer, middle
from render.voidream.inks import board_inks
from render.voidream.tiles import (
    GAP,
    NARROW,
    PARTS,
    WIDE,
    TileForm,
    back_tile,
    construct_tile,
    is_back,
    parts_of,
    permanent,
    tilt_of,
)
from render.voidream.words import bystanders, part_words, participants, phase_words, shown_names, turn_of

WIDTH = 1100
MARGIN = 9
INNER = WIDTH - 2 * MARGIN
SEAM = 5
"""The vertical space between rows of blocks."""
STEP_FORWARD = 9
"""The distance by which fighters are closer to the line than others."""


class CardSlot(Struct, frozen=True):
    """A card to be placed: its width in parts of a column for a form, and its tile with a minimum height."""

    role: str
    parts: Callable[[TileForm], int]
    made: Callable[[TileForm, int], Block]
    exhausted: bool = False

    @property
    def fights(self) -> bool:
        """Whether it fights in the conflict."""
        return self.role in ("attacker", "defender")


class BoardRow(Struct, frozen=True):
    """Slots side by side, their tiles in one form, and the maximum height."""

    slots: tuple[CardSlot, ...]
    form: TileForm
    high: int

    @property
    def forward(self) -> int:
        """The distance by which fighters are moved towards the line."""
        return STEP_FORWARD if len({slot.fights for slot in self.slots}) == 2 else 0


class _Board(Column):
    """A board that is filled from the top."""

    def __init__(self) -> None:
        super().__init__(WIDTH, MARGIN, SEAM)
        self.reach = 0
        """The overhang of turned tiles below the row above."""

    def block(self, role: str, block: Block) -> None:
        """Place a block with its own row."""
        self.y += max(0, self.reach - SEAM)
        super().block(role, block)
        self.reach = 0

    def tiles(self, row: BoardRow, above: bool) -> None:
        """Place tiles of equal height side by side. Fighters among others are moved towards the line."""
        blocks = [slot.made(row.form, row.high) for slot in row.slots]
        tilts = [
            tilt_of(block) if slot.exhausted else 0 for slot, block in zip(row.slots, blocks, strict=True)
        ]
        reach = max(_reach(block, tilt) for block, tilt in zip(blocks, tilts, strict=True))
        self.y += max(0, self.reach + reach - SEAM)
        self.reach = reach
        x = self.start(blocks, GAP)
        for slot, block, tilt in zip(row.slots, blocks, tilts, strict=True):
            y = self.y + (row.forward if slot.fights == above else 0)
            self.placed.append(PlacedBlock(x, y, block, slot.role, tilt))
            x += block.width + GAP
        self.y += row.high + row.forward + SEAM


def _reach(block: Block, tilt: int) -> int:
    """Return the overhang of a turned tile over its upper and lower edge."""
    return math.ceil(block.width / 2 * math.sin(math.radians(tilt)))


def _card(role: str, card: CardInPlay, names: Names, translator: Translator) -> CardSlot:
    return CardSlot(
        role,
        lambda form: parts_of(card, form),
        lambda form, least: (
            back_tile(card.value, form, least)
            if is_back(card)
            else permanent(card, names, translator, form, least)
        ),
        card.exhausted,
    )


def _construct(card: ConstructView, translator: Translator) -> CardSlot:
    return CardSlot(
        "bastion" if card.is_bastion else "construct",
        lambda form: PARTS,
        lambda form, least: construct_tile(card, translator, form, least),
        card.exhausted,
    )


def _rows(side: SideView, attacker: int | None, names: Names, translator: Translator) -> list[BoardRow]:
    """Return the cards of a side in the rows with the least height, from the strip to the line.

    First come bastion, constructs, and cards that don't fight; then the fighters.
    """
    constructs = sorted(side.constructs, key=lambda construct: not construct.is_bastion)
    role = "attacker" if side.seat == attacker else "defender"
    slots = [
        *(_construct(construct, translator) for construct in constructs),
        *(_card("permanent", card, names, translator) for card in sorted(bystanders(side), key=is_back)),
        *(_card(role, card, names, translator) for card in participants(side)),
    ]
    best: list[tuple[int, int, list[BoardRow]]] = [(0, 0, [])]
    for end in range(1, len(slots) + 1):
        last_rows = [
            (
                best[start][0] + row.high + row.forward + SEAM + unlike,
                best[start][1] + width_in_parts**2,
                [*best[start][2], row],
            )
            for row, start, width_in_parts, unlike in _last_rows(slots, end)
        ]
        best.append(min(last_rows, key=lambda construct: construct[:2]))
    return best[-1][2]


UNLIKE = 9
"""The height in pixels that a row of narrow tiles must save, because wide pictures are preferred."""


def _last_rows(slots: Sequence[CardSlot], end: int) -> Iterator[tuple[BoardRow, int, int, int]]:
    """Yield the possible last rows: the start, the width in parts of columns, and the penalty of each."""
    for form in (WIDE, NARROW):
        width_in_parts = high = 0
        for start in range(end - 1, -1, -1):
            width_in_parts += slots[start].parts(form)
            if width_in_parts > form.columns * PARTS:
                break
            high = max(high, slots[start].made(form, 0).height)
            yield (
                BoardRow(tuple(slots[start:end]), form, high),
                start,
                width_in_parts,
                UNLIKE if form == NARROW else 0,
            )


def _strip(
    column: _Board, view: VoidreamView, side: SideView, names: Names, translator: Translator, dye: Colour
) -> None:
    is_over = bool(view.ended)
    conflict = view.conflict
    attacks = None if conflict is None or is_over else conflict.attacker == side.seat
    player_standing = dreamer.DreamerStanding(
        is_viewer=view.viewer == side.seat,
        has_turn=view.active == side.seat and not is_over,
        decides=any(awaited.seat == side.seat for awaited in view.awaited) and not is_over,
        passed=side.seat in view.passed and not is_over,
        siege=side.has_siege,
        nightmare=conflict is not None and conflict.nightmare and conflict.attacker == side.seat,
        won=side.seat in view.winners,
        attacks=attacks,
        alone=conflict is not None and conflict.stands(side.seat) and not participants(side),
    )
    column.block("strip", dreamer.strip_of(side, names[side.seat], player_standing, INNER, translator, dye))


def _own_hand(column: _Board, side: SideView, translator: Translator) -> None:
    if not any(card.face for card in side.hand):
        return
    for row in dreamer.hand_rows(side.hand, INNER, translator):
        column.row("arcanum", row, dreamer.CLOSE)


def _sum_rows(side: SideView, kind: str, translator: Translator) -> tuple[middle.MiddleRow, ...]:
    """Return the parts of a side's score; of both scores while dawn or dusk isn't chosen.

    Entities are added up, because each tile shows its number.
    """
    parts = {"dawn": (side.dawn_parts,), "dusk": (side.dusk_parts,)}.get(
        kind, (side.dawn_parts, side.dusk_parts)
    )
    every = [part for score_parts in parts for part in score_parts]
    sums = [Counter[str]() for _ in parts]
    entities = {part.title for part in every if part.what == "entity"}
    for total, score_parts in zip(sums, parts, strict=True):
        for part in score_parts:
            total[_source(part, len(entities), translator)] += part.number
    every.sort(key=lambda part: part.what != "entity")
    labels = dict.fromkeys(_source(part, len(entities), translator) for part in every)
    return tuple(middle.MiddleRow(label, tuple(total.get(label) for total in sums)) for label in labels)


def _source(part: ScorePart, entities: int, translator: Translator) -> str:
    """Return a short name for the source of a score's part. The strip names the mind."""
    match part.what:
        case "entity":
            return translator(msg("entity") if entities == 1 else msg("entities"))
        case "mind":
            return translator(msg("mind"))
        case "depth":
            return translator(msg("depth", "strip"))
        case _:
            return part_words(part, translator)


def _line(column: _Board, view: VoidreamView, names: Names, translator: Translator) -> int:
    """Draw the line between the two sides: the deciding player, and the conflict if any.

    Return the row of the line.
    """
    conflict = view.conflict
    # The kind of conflict is in the line below.
    lead, notes = turn_of(view, names, translator, says_phase=conflict is None).deciding
    phase = phase_words(view, translator) if conflict is None else ""
    heading = middle.heading(view.round, view.phase, phase, lead, notes, INNER, translator)
    line = column.y + heading.height // 2
    column.block("heading", heading)
    if conflict is None:
        return line
    line = column.y - SEAM // 2
    first, second = view.sides
    scores = ((first.dawn_score, first.dusk_score), (second.dawn_score, second.dusk_score))
    parts = (_sum_rows(first, conflict.kind, translator), _sum_rows(second, conflict.kind, translator))
    column.block("line", middle.line_block(conflict, names, scores, parts, INNER, translator))
    return line


def _sky(view: VoidreamView) -> str:
    if view.phase == "Nightmare" or (view.conflict is not None and view.conflict.nightmare):
        return "nightmare"
    kind = view.conflict.kind if view.conflict is not None else ""
    return kind or "night"


def layout(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> Sheet:
    """Return the layout of the board of this view. Heights adapt; nothing is left out."""
    names = shown_names(names, translator)
    mine, theirs = from_viewer(view.sides, view.viewer)
    column = _Board()
    attacker = None if view.conflict is None else view.conflict.attacker
    _strip(column, view, theirs, names, translator, c.LILAC)
    for row in _rows(theirs, attacker, names, translator):
        column.tiles(row, above=True)
    line = _line(column, view, names, translator)
    if view.resolving is not None:
        column.block(
            "resolving", middle.resolving_block(view.resolving, view.resolving_inverted, INNER, translator)
        )
    for row in reversed(_rows(mine, attacker, names, translator)):
        column.tiles(row, above=False)
    if view.ongoing:
        column.block("ongoing", middle.ongoing_block(view.ongoing, names, INNER, translator))
    _strip(column, view, mine, names, translator, c.TEAL)
    _own_hand(column, mine, translator)
    return column.sheet(_sky(view), line, Halves(line, "shore", (c.LILAC, c.TEAL), c.GOLD, MARGIN - 2))


def factions_shown(view: VoidreamView) -> frozenset[str]:
    """Return the factions of all cards with visible pictures on this audience's board."""
    factions = {side.mind.faction for side in view.sides}
    factions |= {card.face.faction for side in view.sides for card in side.play if card.face is not None}
    factions |= {construct.face.faction for side in view.sides for construct in side.constructs}
    return frozenset(factions | ({view.resolving.faction} if view.resolving is not None else set()))


def inks_for(view: VoidreamView) -> tuple[Colour, ...]:
    """Return the colours of the board of this view."""
    return board_inks(factions_shown(view))


def draw_board(view: VoidreamView, names: Names, translator: Translator = ENGLISH) -> bytes:
    """Return the board as a PNG, 1,100 pixels wide. `names` are the players' display names by seat."""
    return png(paint_sheet(layout(view, names, translator), inks_for(view)))
