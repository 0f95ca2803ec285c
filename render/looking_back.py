"""How a match went, as one curve: who was how likely to win after each decision, where it turned, and where it was lost.

Above the middle the first player is ahead, below it the second one: who is told apart by place as well as by colour, and
their mistakes by form. Where nobody can say yet who is ahead the curve is flat and the ground grey.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from PIL import Image, ImageDraw

from cards.i18n import ENGLISH, Message, Translator, Value, msg
from render import palette as c
from render.alt_text import fitting
from render.canvas import FINE, paint_sheet
from render.fonts import drawable, line_height, width_of
from render.palette import between
from render.pieces import Block, Colour, Picture, Piece, Placed, Rect, Shape, Sheet, Words, moved
from render.png import png
from render.typeset import STEP, fitted

WIDTH, MARGIN, PAD = 1100, 20, 26
INNER = WIDTH - 2 * MARGIN
LEFT, RIGHT = 132, INNER - 34
"""Where the curve begins and ends on its panel."""
HEAD, LANE, HIGH, AXIS, LEGEND = 84, 66, 400, 62, 66
"""How high are: a player's name, the lane for their mistakes, the curve, the numbers below it, and what signs mean."""
MARK = 52
"""How large a mistake's mark is."""
GAP = 8
SMALL, LARGE = 34, 52
"""Sizes of letters: on a phone the smallest has eleven points."""
FIELD = (22, 19, 44)
GREY = (52, 50, 70)
INKS: tuple[Colour, Colour] = (c.GOLD, c.SILVER)
"""The players' colours: told apart by all eyes."""
SHADES: tuple[Colour, Colour] = (between(FIELD, c.GOLD, 0.38), between(FIELD, c.SILVER, 0.38))
FORMS = ("disc", "diamond")
"""The forms of the players' marks."""
MOST_MARKS = 3
"""Mistakes of one player that are marked, at most."""


class CountedIn(StrEnum):
    """What tells people how far a match is."""

    ROUNDS = "rounds"
    TURNS = "turns"


_AXES: Mapping[CountedIn, Message] = {
    CountedIn.ROUNDS: msg("Round", "curve"),
    CountedIn.TURNS: msg("Turn", "curve"),
}


class Mistake(Struct, frozen=True):
    """A clear mistake: after which step it was made, at which seat, and how much it cost, in chance to win (0..1)."""

    step: int
    seat: int
    cost: float


class ChanceCurve(Struct, frozen=True):
    """How likely a match was to be won. Steps are decisions, counted from 0, which is the beginning.

    `chances` are those of the first seat, 0..1, by step. `known` is the first step of which more can be said than that it is
    even, and `turning` the one after which it went one way for good, None if there is none. `rounds` are the
    steps with which rounds begin, with their numbers; none for a game without rounds. `counted_in` is what they are called.
    """

    names: tuple[str, str]
    chances: tuple[float, ...]
    known: int = 0
    rounds: tuple[tuple[int, int], ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    turning: int | None = None
    counted_in: CountedIn = CountedIn.ROUNDS

    @property
    def last(self) -> int:
        """The last step."""
        return max(len(self.chances) - 1, 1)

    def chance(self, step: int) -> float:
        """The chance of the first seat after a step; even where nothing is known."""
        return 0.5 if step < self.known else self.chances[min(step, len(self.chances) - 1)]

    def marked(self) -> list[tuple[int, Mistake]]:
        """The mistakes that are marked, with their numbers, in the order of the match: the costliest of each player."""
        kept = [
            one
            for seat in (0, 1)
            for one in sorted((m for m in self.mistakes if m.seat == seat), key=lambda m: -m.cost)[
                :MOST_MARKS
            ]
        ]
        return list(enumerate(sorted(kept, key=lambda one: (one.step, one.seat)), 1))

    def round_of(self, step: int) -> int:
        """The round in which a step was taken; 0 before the first, or where there are none."""
        return max((number for first, number in self.rounds if first <= step), default=0)


class CurveArt(Struct, frozen=True):
    """The curve on its own: `points` are its places in pixels, `middle` the row of the even chance."""

    points: tuple[tuple[int, int], ...]
    middle: int
    grey: int
    """Up to this column nothing is known."""
    lines: tuple[int, ...]
    """Columns with which rounds begin."""
    stems: tuple[tuple[int, int, int, int, int], ...]
    """From a mark to the curve: both ends, and the seat."""
    turning: int | None

    def paint(self, width: int, height: int) -> Image.Image:
        """Paint it at this size."""
        image = Image.new("RGB", (width * FINE, height * FINE), FIELD)
        pen = ImageDraw.Draw(image)

        def fine(*values: int) -> tuple[int, ...]:
            return tuple(value * FINE for value in values)

        if self.grey:
            pen.rectangle(fine(self.points[0][0], LANE, self.grey, height - LANE), fill=GREY)
        for row in (LANE, height - LANE):
            pen.line(fine(self.points[0][0], row, self.points[-1][0], row), fill=c.EDGE, width=2 * FINE)
        for column in self.lines:
            pen.line(
                fine(column, LANE, column, height - LANE), fill=between(FIELD, c.EDGE, 0.6), width=2 * FINE
            )
        self._areas(pen)
        middle = fine(self.points[0][0], self.middle, self.points[-1][0], self.middle)
        pen.line(middle, fill=c.MIST, width=2 * FINE)
        for *ends, seat in self.stems:
            pen.line(fine(*ends), fill=INKS[seat], width=3 * FINE)
        if self.turning is not None:
            for top in range(LANE, height - LANE, 26):
                pen.line(
                    fine(self.turning, top, self.turning, min(top + 15, height - LANE)),
                    fill=c.PAPER,
                    width=5 * FINE,
                )
        pen.line([fine(*point) for point in self.points], fill=c.PAPER, width=6 * FINE, joint="curve")
        for x, y in (self.points[0], self.points[-1]):
            pen.ellipse(fine(x - 7, y - 7, x + 7, y + 7), fill=c.PAPER)
        return image.reduce(FINE)

    def _areas(self, pen: ImageDraw.ImageDraw) -> None:
        """Shade what lies between the curve and the middle, on each side in its player's colour."""
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


# ----------------------------------------------------------------------------------------------------------- layout


def _column(curve: ChanceCurve, step: int) -> int:
    return LEFT + (RIGHT - LEFT) * min(step, curve.last) // curve.last


def _row(chance: float) -> int:
    return LANE + round((1 - chance) * HIGH)


def _side_by_side(columns: Sequence[int]) -> list[int]:
    """Where marks stand that want to be in the middle of these columns, from left to right: none over another."""
    room = MARK + GAP
    placed: list[int] = []
    for column in columns:
        placed.append(max(column, placed[-1] + room if placed else LEFT))
    edge = RIGHT
    for k in reversed(range(len(placed))):
        placed[k] = min(placed[k], edge)
        edge = placed[k] - room
    return placed


def _marks(curve: ChanceCurve) -> Iterator[tuple[int, Mistake, int]]:
    """The mistakes that are marked, with their numbers and where their marks stand."""
    for seat in (0, 1):
        mine = [(number, one) for number, one in curve.marked() if one.seat == seat]
        columns = _side_by_side([_column(curve, one.step) for _, one in mine])
        for (number, one), column in zip(mine, columns, strict=True):
            yield number, one, column


def _art(curve: ChanceCurve) -> CurveArt:
    points = tuple((_column(curve, k), _row(curve.chance(k))) for k in range(curve.last + 1))
    height = HIGH + 2 * LANE
    stems = tuple(
        (
            column,
            MARK if one.seat == 0 else height - MARK,
            _column(curve, one.step),
            _row(curve.chance(one.step)),
            one.seat,
        )
        for _, one, column in _marks(curve)
    )
    return CurveArt(
        points,
        LANE + HIGH // 2,
        _column(curve, curve.known - 1) if curve.known > 1 else 0,
        tuple(_column(curve, step) for step, number in curve.rounds if number > 1 and step < curve.last),
        stems,
        None if curve.turning is None else _column(curve, curve.turning),
    )


def _name(curve: ChanceCurve, seat: int, y: int, room: int, said: Translator) -> list[Piece]:
    """A player's name beside the sign of their marks, on the side of the picture on which they are ahead."""
    called = drawable(curve.names[seat]) or said(msg("Somebody"))
    box = Rect(PAD + 46, y, room - 46, HEAD)
    return [
        Shape(Rect(PAD, y + (HEAD - 32) // 2, 32, 32), INKS[seat], FORMS[seat]),
        fitted(called, box, "display", LARGE, SMALL + 4, INKS[seat], "left", 1),
    ]


def _scale(top: int) -> list[Piece]:
    """The numbers at the curve's left: 100 % for either side, even in the middle."""
    rows = ((LANE, "100 %", INKS[0]), (LANE + HIGH // 2, "50 %", c.MIST), (LANE + HIGH, "100 %", INKS[1]))
    high = line_height(SMALL)
    return [
        Words(Rect(PAD - 10, top + row - high // 2, LEFT - PAD - 4, high), (said,), "strong", SMALL, ink, "right")
        for row, said, ink in rows
    ]  # fmt: skip


def _axis(curve: ChanceCurve, y: int, said: Translator) -> list[Piece]:
    """The rounds below the curve, in the middle of each; of many as many as there is room for."""
    if not curve.rounds:
        return []
    word = said(_AXES[curve.counted_in])
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


def _legend(curve: ChanceCurve, y: int, said: Translator) -> list[Piece]:
    """What the signs mean that are there."""
    shown: list[tuple[Message, Sequence[Shape | Words]]] = []
    middle = y + LEGEND // 2
    if marked := curve.marked():
        box, seat = Rect(0, middle - MARK // 2, MARK, MARK), marked[0][1].seat
        sign = [
            Shape(box, INKS[seat], FORMS[seat]),
            Words(box, ("1",), "number", SMALL, c.INK, "center"),
        ]
        shown.append((msg("clear mistake", "curve"), sign))
    if curve.turning is not None:
        dashes = [Shape(Rect(12, middle - 24 + 18 * k, 5, 12), c.PAPER) for k in range(3)]
        shown.append((msg("turning point", "curve"), dashes))
    if curve.known > 1:
        grey = Shape(Rect(0, middle - 15, 34, 30), GREY, "box", 4, c.EDGE, 2)
        shown.append((msg("too early to say", "curve"), [grey]))
    pieces: list[Piece] = []
    words = [said(meaning) for meaning, _ in shown]
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


def layout_curve(curve: ChanceCurve, said: Translator = ENGLISH) -> Sheet:
    """Where everything lies on the picture."""
    art = _art(curve)
    plot = HEAD
    below = plot + HIGH + 2 * LANE
    legend = below + (AXIS if curve.rounds else 0)
    foot = legend + HEAD
    title = said(msg("Chance to win"))
    wide = width_of(title, "strong", SMALL)
    height = foot + (LEGEND if curve.known > 1 or curve.marked() or curve.turning is not None else 0)
    pieces: list[Piece] = [
        Shape(Rect(0, 0, INNER, height), FIELD, "box", 22),
        *_name(curve, 0, 0, INNER - 2 * PAD - wide - 30, said),
        Words(Rect(INNER - PAD - wide, 0, wide, HEAD), (title,), "strong", SMALL, c.MIST),
        Picture(Rect(0, plot, INNER, HIGH + 2 * LANE), art),
        *_scale(plot),
        *_axis(curve, below, said),
        *_name(curve, 1, legend, INNER - 2 * PAD, said),
        *_legend(curve, foot, said),
    ]
    for number, one, column in _marks(curve):
        top = plot if one.seat == 0 else plot + HIGH + 2 * LANE - MARK
        box = Rect(column - MARK // 2, top, MARK, MARK)
        pieces.append(Shape(box, INKS[one.seat], FORMS[one.seat]))
        pieces.append(Words(box, (str(number),), "number", SMALL, c.INK, "center"))
    block = Block(INNER, height, tuple(pieces))
    return Sheet(WIDTH, height + 2 * MARGIN, "night", (Placed(MARGIN, MARGIN, block, "curve"),))


def draw_curve(curve: ChanceCurve, said: Translator = ENGLISH) -> bytes:
    """The picture, as a PNG."""
    return png(paint_sheet(layout_curve(curve, said)))


# --------------------------------------------------------------------------------------------------------- in words


def alt_curve(curve: ChanceCurve, said: Translator = ENGLISH) -> str:
    """What the picture tells, in sentences of at most 1,024 characters together."""
    called = [drawable(name) or said(msg("Somebody")) for name in curve.names]
    whole = msg("How likely {first} and {second} were to win.", first=called[0], second=called[1])
    sentences = [said(whole)]
    if curve.known > 1:
        sentences.append(
            said(msg("Up to {when} it is too early to say.", when=_when(curve, curve.known - 1)))
        )
    if marked := curve.marked():
        mistakes = [f"{n} {called[one.seat]}, {said(_when(curve, one.step))}" for n, one in marked]
        sentences.append(said(msg("Clear mistakes: {mistakes}.", mistakes="; ".join(mistakes))))
    if curve.turning is not None:
        sentences.append(said(msg("The turning point: {when}.", when=_when(curve, curve.turning))))
    ends = [*(step for step, _ in curve.rounds[1:]), curve.last]
    for (_, number), end in zip(curve.rounds, ends, strict=False):
        if number and end >= curve.known:
            when = _called(curve, number)
            sentences.append(said(msg("After {when}: {ahead}.", when=when, ahead=_ahead(curve, end, called))))
    if not curve.rounds:
        sentences.append(said(msg("At the end: {ahead}.", ahead=_ahead(curve, curve.last, called))))
    return fitting(sentences, "…")


def _when(curve: ChanceCurve, step: int) -> Message:
    number = curve.round_of(step)
    return _called(curve, number) if number else msg("decision {n}", n=step)


def _called(curve: ChanceCurve, n: int) -> Message:
    return msg("turn {n}", n=n) if curve.counted_in is CountedIn.TURNS else msg("round {n}", n=n)


def _ahead(curve: ChanceCurve, step: int, called: Sequence[str]) -> Value:
    """Who is ahead after a step, and by how much."""
    percent = int(100 * curve.chance(step) + 0.5)
    if percent == 50:
        return msg("even", "chance to win")
    seat = int(percent < 50)
    return f"{called[seat]} {100 - percent if seat else percent} %"
