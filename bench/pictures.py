"""Measure pictures: the time to draw boards relative to Pillow's encoding, and file sizes."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PIL import Image

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.voidream.game import VOIDREAM
from engine.voidream.views.types import VoidreamView
from render.canvas import forget_pictures
from render.film import film
from render.png import QUICK, SMALL, png
from render.voidream.board import draw_board
from render.voidream.finale import finale_of
from render.voidream.finale_scenes import scenes

NAMES = ("Ada", "Bo")
_MATCHES = 16
_HEIGHT = 1600
"""The height in pixels for which encoding is timed. The height of a board depends on its position: encoding takes
time in proportion to the height, drawing in proportion to the number of pictures."""
_MOVES = 6
"""The number of boards drawn of a match, one after each answer, as the bot draws them."""


@dataclass(frozen=True, slots=True)
class DrawingTimes:
    """Return the seconds of processor time to draw boards and to encode as many, and the largest file in bytes.

    The encoded boards are `_HEIGHT` pixels high.
    """

    drawing: float = 0.0
    encoding: float = 0.0
    largest: int = 0

    def and_also(self, other: DrawingTimes) -> DrawingTimes:
        """Return the sum."""
        return DrawingTimes(
            self.drawing + other.drawing, self.encoding + other.encoding, max(self.largest, other.largest)
        )

    @property
    def ratio(self) -> float:
        """The time to draw a board, as a multiple of the time to encode one of `_HEIGHT`."""
        return self.drawing / self.encoding


def drawing() -> tuple[DrawingTimes, DrawingTimes]:
    """Draw the boards of some matches after each of some answers, without the time to encode them.

    Returns the times of all boards, and those of the first ones of each match, with which later boards share pictures.
    """
    matches = full_boards()
    for view in (boards[0] for boards in matches[: _MATCHES // 2]):
        draw_board(view, NAMES)
    first, all_of_them = DrawingTimes(), DrawingTimes()
    for boards in matches[_MATCHES // 2 :]:
        for number, view in enumerate(boards):
            took = _draw(view)
            all_of_them = all_of_them.and_also(took)
            first = first.and_also(took) if number == 0 else first
    return all_of_them, first


def drawn(draw: Callable[[], bytes]) -> tuple[float, float, int, int]:
    """Draw a picture. Return the seconds to draw and to encode it, its height in pixels, and its size in bytes.

    Boards are encoded at a quick level, which is subtracted. The goals are multiples of Pillow's usual level, which is
    returned.
    """
    began = time.process_time()
    file = draw()
    whole = time.process_time() - began
    with Image.open(io.BytesIO(file)) as picture:
        picture.load()
        quick, usual = (_encoding(picture, level) for level in (QUICK, SMALL))
    return whole - quick, usual, picture.height, len(file)


def _encoding(picture: Image.Image, level: int) -> float:
    began = time.process_time()
    png(picture, level)
    return time.process_time() - began


def _draw(view: VoidreamView) -> DrawingTimes:
    drawing, encoding, height, size = drawn(partial(draw_board, view, NAMES))
    return DrawingTimes(drawing, encoding * _HEIGHT / height, size)


@dataclass(frozen=True, slots=True)
class FullBoard:
    """Return the seconds to draw the fullest boards with an empty and with a full cache, and to encode as many.

    The encoded boards are `_HEIGHT` pixels high.
    """

    new: float
    cached: float
    encoding: float

    @property
    def new_ratio(self) -> float:
        """The time to draw with an empty cache, relative to encoding."""
        return self.new / self.encoding

    @property
    def cached_ratio(self) -> float:
        """The time to draw again, relative to encoding."""
        return self.cached / self.encoding


def full_board() -> FullBoard:
    """Draw the fullest board of each match with an empty cache, and again."""
    boards = [views[-1] for views in full_boards()]
    for view in boards:
        draw_board(view, NAMES)
    new = cached = encoding = 0.0
    for view in boards:
        forget_pictures()
        (first, _, _, _), (again, encoded, height, _) = (
            drawn(partial(draw_board, view, NAMES)) for _ in range(2)
        )
        new, cached = new + first, cached + again
        encoding += encoded * _HEIGHT / height
    return FullBoard(new, cached, encoding)


def full_boards() -> list[list[VoidreamView]]:
    """Return, for each of some random matches, one player's boards up to the fullest one."""
    setup = VOIDREAM.setup(ready_made()[:2])
    out: list[list[VoidreamView]] = []
    for number in range(_MATCHES):
        match, _ = Match.begin(VOIDREAM, setup, f"board {number}")
        chance = Chance(f"board {number} answers")
        seen: list[VoidreamView] = []
        while match.outcome is None:
            seen.append(match.view(number % 2))
            seat = sorted(match.questions)[0]
            question = match.questions[seat]
            match.answer(seat, question.id, random_choice(question, chance))
        fullest = max(range(_MOVES, len(seen)), key=lambda at: sum(len(side.play) for side in seen[at].sides))
        out.append(seen[fullest - _MOVES + 1 : fullest + 1])
    return out


def largest_finale() -> int:
    """Return the size of the largest finale of some random matches, in bytes."""
    largest = 0
    for number in range(4):
        match, _ = Match.begin(VOIDREAM, VOIDREAM.setup(ready_made()[:2]), f"finale {number}")
        chance = Chance(f"finale {number} answers")
        seen = [match.view(None)]
        while match.outcome is None:
            seat = sorted(match.questions)[0]
            question = match.questions[seat]
            match.answer(seat, question.id, random_choice(question, chance))
            seen.append(match.view(None))
        finale = finale_of([view for view in seen if view.round == seen[-1].round])
        if finale is not None:
            frames = [frame for scene in scenes(finale, NAMES) for frame in scene.paint()]
            largest = max(largest, len(film(frames)))
    return largest
