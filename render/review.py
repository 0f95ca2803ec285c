"""The course of a match as a curve: win chances after each decision, the turning point, and the mistakes.

With two players, the first is ahead above the middle, and the second below it: position and colour distinguish them,
and form their mistakes. With three or four, each has a line marked with their form, which ends when they are out.
While the chances are unknown, the curve is flat and the ground grey.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct, structs
from PIL import Image, ImageDraw

from cards.i18n import ENGLISH, Message, Translator, msg
from render import palette as c
from render.canvas import FINE, paint_sheet, shape_mask
from render.chance_curve import ChanceCurve, CountedIn, CurveMistake
from render.fonts import drawable, line_height, width_of
from render.layout import Block, Colour, Picture, Piece, PlacedBlock, Rect, Shape, Sheet, Words, moved
from render.palette import between
from render.png import png
from render.typeset import STEP, fitted

WIDTH, MARGIN, PAD = 1100, 20, 26
INNER = WIDTH - 2 * MARGIN
LEFT, RIGHT = 132, INNER - 34
"""The first and last column of the curve on its panel."""
HEAD, TITLE, LANE, HIGH, AXIS, LEGEND = 84, 64, 66, 400, 62, 66
"""Heights in pixels: a player's name, a title on a separate row, the lane for mistakes, the curve, the numbers below it, the legend."""
MARK = 52
"""The size of a mistake's mark."""
GAP = 8
SMALL, LARGE = 34, 52
"""Sizes of letters. The smallest is 12 px on a phone 390 px wide."""
FIELD = (22, 19, 44)
GREY = (52, 50, 70)
INKS: tuple[Colour, ...] = (c.GOLD, c.SILVER, c.ROSE, c.MINT)
"""The players' colours: two are distinguishable for everyone, more also have different forms."""
SHADES: tuple[Colour, Colour] = (between(FIELD, c.GOLD, 0.38), between(FIELD, c.SILVER, 0.38))
FORMS = ("disc", "diamond", "box", "triangle")
"""The forms of the players' marks."""


_AXES: Mapping[CountedIn, Message] = {
    CountedIn.ROUNDS: msg("Round", "curve"),
    CountedIn.TURNS: msg("Turn", "curve"),
}


class CurveArt(Struct, frozen=True):
    """The curve alone: `points` in pixels, and `middle`, the row of an even chance."""

    points: tuple[tuple[int, int], ...]
    middle: int
    grey: int
    """The last column where nothing is known."""
    lines: tuple[int, ...]
    """The columns at which rounds begin."""
    stems: tuple[tuple[int, int, int, int, int], ...]
    """Lines from marks to the curve: both ends, and the seat."""
    turning: int | None

    def paint(self, width: int, height: int) -> Image.Image:
        """Paint it at this size."""
        image = Image.new("RGB", (width * FINE, height * FINE), FIELD)
        pen = ImageDraw.Draw(image)

        def fine(*values: int) -> tuple[int, ...]:
            return tuple(value * FINE for value in values)

        self._ground(pen, height)
        self._areas(pen)
        middle = fine(self.points[0][0], self.middle, self.points[-1][0], self.middle)
        pen.line(middle, fill=c.MIST, width=2 * FINE)
        self._signs(pen, height)
        pen.line([fine(*point) for point in self.points], fill=c.PAPER, width=6 * FINE, joint="curve")
        for x, y in (self.points[0], self.points[-1]):
            pen.ellipse(fine(x - 7, y - 7, x + 7, y + 7), fill=c.PAPER)
        return image.reduce(FINE)

    def _ground(self, pen: ImageDraw.ImageDraw, height: int) -> None:
        """Paint the unknown part, the edges of the field, and the rounds."""
        left, right = LEFT * FINE, RIGHT * FINE
        top, bottom = LANE * FINE, (height - LANE) * FINE
        if self.grey:
            pen.rectangle((left, top, self.grey * FINE, bottom), fill=GREY)
        for row in (top, bottom):
            pen.line((left, row, right, row), fill=c.EDGE, width=2 * FINE)
        for column in self.lines:
            ends = (column * FINE, top, column * FINE, bottom)
            pen.line(ends, fill=between(FIELD, c.EDGE, 0.6), width=2 * FINE)

    def _signs(self, pen: ImageDraw.ImageDraw, height: int) -> None:
        """Paint the lines to the marks of mistakes, and the turning point."""
        for *ends, seat in self.stems:
            pen.line([end * FINE for end in ends], fill=INKS[seat], width=3 * FINE)
        if self.turning is not None:
            column = self.turning * FINE
            for top in range(LANE, height - LANE, 26):
                low = min(top + 15, height - LANE)
                pen.line((column, top * FINE, column, low * FINE), fill=c.PAPER, width=5 * FINE)

    def _areas(self, pen: ImageDraw.ImageDraw) -> None:
        """Shade the area between the curve and the middle, on each side in its player's colour."""
        for seat in (0, 1):
            side: list[tuple[float, float]] = []
            for (x, y), (next_x, next_y) in zip(self.points, self.points[1:], strict=False):
                side.append((x, self._on_side(y, seat)))
                if (y - self.middle) * (next_y - self.middle) < 0:
                    side.append((x + (next_x - x) * (self.middle - y) / (next_y - y), self.middle))
            side.append((self.points[-1][0], self._on_side(self.points[-1][1], seat)))
            whole = [(self.points[0][0], self.middle), *side, (self.points[-1][0], self.middle)]
            pen.polygon([(x * FINE, y * FINE) for x, y in whole], fill=SHADES[seat])

    def _on_side(self, row: int, seat: int) -> int:
        return min(row, self.middle) if seat == 0 else max(row, self.middle)


class LinesArt(CurveArt, frozen=True):
    """The lines of three or four, each until its player is out; `points` are those of the first one, `middle` the even chance."""

    players: tuple[tuple[tuple[int, int], ...], ...] = ()
    beads: int = 120
    """The distance between the signs along a line."""

    def paint(self, width: int, height: int) -> Image.Image:
        """Paint them at this size."""
        image = Image.new("RGB", (width * FINE, height * FINE), FIELD)
        pen = ImageDraw.Draw(image)
        self._ground(pen, height)
        for left in range(LEFT, RIGHT, 24):
            ends = (left * FINE, self.middle * FINE, min(left + 12, RIGHT) * FINE, self.middle * FINE)
            pen.line(ends, fill=c.MIST, width=2 * FINE)
        self._signs(pen, height)
        for seat, points in reversed([*enumerate(self.players)]):
            fine = [(x * FINE, y * FINE) for x, y in points]
            pen.line(fine, fill=FIELD, width=12 * FINE, joint="curve")
            pen.line(fine, fill=INKS[seat], width=6 * FINE, joint="curve")
        for seat, points in reversed([*enumerate(self.players)]):
            self._bead(image, seat, *points[-1], size=34)
            # Where lines overlap, the signs of the players are at different distances.
            first = LEFT + self.beads * (seat + 1) // (len(self.players) + 1)
            for column in range(first, points[-1][0] - 30, self.beads):
                self._bead(image, seat, column, _row_at(points, column), size=26)
        return image.reduce(FINE)

    def _bead(self, image: Image.Image, seat: int, x: int, y: int, size: int) -> None:
        for side, ink in ((size + 8, FIELD), (size, INKS[seat])):
            mask = shape_mask(FORMS[seat], side * FINE, side * FINE, 4 * FINE)
            image.paste(ink, ((x - side // 2) * FINE, (y - side // 2) * FINE), mask)


def _row_at(points: Sequence[tuple[int, int]], column: int) -> int:
    """Return the row of a line in a column."""
    for (x, y), (next_x, next_y) in pairwise(points):
        if x <= column <= next_x:
            return y + (next_y - y) * (column - x) // max(1, next_x - x)
    return points[-1][1]


# ----------------------------------------------------------------------------------------------------------- layout


def _column(curve: ChanceCurve, step: int) -> int:
    return LEFT + (RIGHT - LEFT) * min(step, curve.last) // curve.last


def _row(chance: float) -> int:
    return LANE + round((1 - chance) * HIGH)


def _side_by_side(columns: Sequence[int]) -> list[int]:
    """Return the positions of marks near these columns, from left to right, without overlaps."""
    room = MARK + GAP
    placed: list[int] = []
    for column in columns:
        placed.append(max(column, placed[-1] + room if placed else LEFT))
    edge = RIGHT
    for k in reversed(range(len(placed))):
        placed[k] = min(placed[k], edge)
        edge = placed[k] - room
    return placed


def _marks(curve: ChanceCurve) -> Iterator[tuple[int, CurveMistake, int]]:
    """Yield the marked mistakes, with their numbers and the positions of their marks."""
    for above in (True, False):
        mine = [(number, one) for number, one in curve.marked() if _is_above(curve, one.seat) is above]
        columns = _side_by_side([_column(curve, one.step) for _, one in mine])
        for (number, one), column in zip(mine, columns, strict=True):
            yield number, one, column


def _is_above(curve: ChanceCurve, seat: int) -> bool:
    """Return whether a player's marks are above the curve, as for the first half of the seats."""
    return seat < len(curve.names) // 2


def _points(curve: ChanceCurve, seat: int) -> tuple[tuple[int, int], ...]:
    return tuple((_column(curve, k), _row(curve.chance_of(seat, k))) for k in range(curve.end_of(seat) + 1))


def _art(curve: ChanceCurve) -> CurveArt:
    points = tuple((_column(curve, k), _row(curve.chance(k))) for k in range(curve.last + 1))
    height = HIGH + 2 * LANE
    stems = tuple(
        (
            column,
            MARK if _is_above(curve, one.seat) else height - MARK,
            _column(curve, one.step),
            _row(curve.chance_of(one.seat if curve.others else 0, one.step)),
            one.seat,
        )
        for _, one, column in _marks(curve)
    )
    art = CurveArt(
        points,
        _row(1 / len(curve.names)),
        _column(curve, curve.known - 1) if curve.known > 1 else 0,
        tuple(_column(curve, step) for step, number in curve.rounds if number > 1 and step < curve.last),
        stems,
        None if curve.turning is None else _column(curve, curve.turning),
    )
    if not curve.others:
        return art
    lines = tuple(_points(curve, seat) for seat in range(len(curve.names)))
    return LinesArt(*structs.astuple(art), players=lines)


def _name(
    curve: ChanceCurve, seat: int, y: int, room: int, translate: Translator, x: int = PAD
) -> list[Piece]:
    """Return a player's name beside the form of their marks."""
    called = drawable(curve.names[seat]) or translate(msg("Someone"))
    box = Rect(x + 46, y, room - 46, HEAD)
    return [
        Shape(Rect(x, y + (HEAD - 32) // 2, 32, 32), INKS[seat], FORMS[seat]),
        fitted(called, box, "display", LARGE, SMALL + 4, INKS[seat], "left", 1),
    ]


def _scale(curve: ChanceCurve, top: int) -> list[Piece]:
    """Return the scale to the left: with two players, 100 % at both ends and even in the middle; with more, 0 to 100 %."""
    rows: Sequence[tuple[int, str, Colour]] = (
        (LANE, "100 %", INKS[0]), (LANE + HIGH // 2, "50 %", c.MIST), (LANE + HIGH, "100 %", INKS[1])
    )  # fmt: skip
    if curve.others:
        rows = [(_row(part), f"{round(100 * part)} %", c.MIST) for part in (1, 1 / len(curve.names), 0)]
    high = line_height(SMALL)
    return [
        Words(Rect(PAD - 10, top + row - high // 2, LEFT - PAD - 4, high), (label,), "strong", SMALL, ink, "right")
        for row, label, ink in rows
    ]  # fmt: skip


def _axis(curve: ChanceCurve, y: int, translate: Translator) -> list[Piece]:
    """Return the numbers of rounds below the curve, each in the middle of its round, as far as there is room."""
    if not curve.rounds:
        return []
    word = translate(_AXES[curve.counted_in])
    pieces: list[Piece] = [fitted(word, Rect(8, y, LEFT - 30, AXIS), "text", SMALL, 26, c.MIST, "left", 1)]
    ends = [*(step for step, _ in curve.rounds[1:]), curve.last]
    free = LEFT - 20
    for (step, number), end in zip(curve.rounds, ends, strict=True):
        shown = str(number)
        wide = width_of(shown, "strong", SMALL)
        left = (_column(curve, step) + _column(curve, end) - wide) // 2
        if number and left >= free and left + wide <= INNER - 8:
            pieces.append(Words(Rect(left, y, wide, AXIS), (shown,), "strong", SMALL, c.MIST))
            free = left + wide + 16
    return pieces


def _mark(box: Rect, seat: int, number: str) -> list[Shape | Words]:
    """Return a mistake's mark: its player's form with the number in its widest part."""
    low = box if FORMS[seat] != "triangle" else Rect(box.x, box.y + 8, box.w, box.h - 8)
    return [Shape(box, INKS[seat], FORMS[seat]), Words(low, (number,), "number", SMALL, c.INK, "center")]


def _legend(curve: ChanceCurve, y: int, translate: Translator) -> list[Piece]:
    """Return the legend of the signs in use."""
    shown: list[tuple[Message, Sequence[Shape | Words]]] = []
    middle = y + LEGEND // 2
    if marked := curve.marked():
        sign = _mark(Rect(0, middle - MARK // 2, MARK, MARK), marked[0][1].seat, "1")
        shown.append((msg("clear mistake", "curve"), sign))
    if curve.turning is not None:
        dashes = [Shape(Rect(12, middle - 24 + 18 * k, 5, 12), c.PAPER) for k in range(3)]
        shown.append((msg("turning point", "curve"), dashes))
    if curve.known > 1:
        grey = Shape(Rect(0, middle - 15, 34, 30), GREY, "box", 4, c.EDGE, 2)
        shown.append((msg("too early to say", "curve"), [grey]))
    pieces: list[Piece] = []
    words = [translate(meaning) for meaning, _ in shown]
    size = SMALL
    beside = [max(piece.rect.right for piece in sign) + 14 for _, sign in shown]
    while (
        size > 26 and sum(width_of(word, "text", size) for word in words) + sum(beside) > INNER - 2 * PAD - 60
    ):
        size -= STEP
    x = PAD
    for word, (_, sign), taken in zip(words, shown, beside, strict=True):
        pieces += [moved(piece, x, 0) for piece in sign]
        wide = width_of(word, "text", size)
        pieces.append(Words(Rect(x + taken, y, wide, LEGEND), (word,), "text", size, c.MIST))
        x += taken + wide + 30
    return pieces


def _names(curve: ChanceCurve, beside_title: int, legend: int, translate: Translator) -> list[Piece]:
    """Return the players' names: of two, above and below the curve; of more, all above it in pairs."""
    if not curve.others:
        first = _name(curve, 0, 0, beside_title, translate)
        return [*first, *_name(curve, 1, legend, INNER - 2 * PAD, translate)]
    half = INNER // 2
    return [
        piece
        for seat in range(len(curve.names))
        for piece in _name(
            curve, seat, TITLE + HEAD * (seat // 2), half - 2 * PAD, translate, PAD + half * (seat % 2)
        )
    ]


def layout_curve(curve: ChanceCurve, translate: Translator = ENGLISH) -> Sheet:
    """Return the layout of the picture."""
    art = _art(curve)
    plot = TITLE + HEAD * ((len(curve.names) + 1) // 2) if curve.others else HEAD
    below = plot + HIGH + 2 * LANE
    legend = below + (AXIS if curve.rounds else 0)
    foot = legend + (0 if curve.others else HEAD)
    title = translate(msg("Win chance"))
    wide = width_of(title, "strong", SMALL)
    height = foot + (LEGEND if curve.known > 1 or curve.marked() or curve.turning is not None else 0)
    pieces: list[Piece] = [
        Shape(Rect(0, 0, INNER, height), FIELD, "box", 22),
        *_names(curve, INNER - 2 * PAD - wide - 30, legend, translate),
        Words(
            Rect(INNER - PAD - wide, 0, wide, TITLE if curve.others else HEAD),
            (title,),
            "strong",
            SMALL,
            c.MIST,
        ),
        Picture(Rect(0, plot, INNER, HIGH + 2 * LANE), art),
        *_scale(curve, plot),
        *_axis(curve, below, translate),
        *_legend(curve, foot, translate),
    ]
    for number, one, column in _marks(curve):
        top = plot if _is_above(curve, one.seat) else plot + HIGH + 2 * LANE - MARK
        pieces += _mark(Rect(column - MARK // 2, top, MARK, MARK), one.seat, str(number))
    block = Block(INNER, height, tuple(pieces))
    return Sheet(WIDTH, height + 2 * MARGIN, "night", (PlacedBlock(MARGIN, MARGIN, block, "curve"),))


def draw_curve(curve: ChanceCurve, translate: Translator = ENGLISH) -> bytes:
    """Return the picture as a PNG."""
    return png(paint_sheet(layout_curve(curve, translate)))


# --------------------------------------------------------------------------------------------------------- in words
