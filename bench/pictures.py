"""Measures pictures: drawing boards against Pillow's encoding of the finished ones, and how large the files are."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass

from PIL import Image

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.voidream.game import VOIDREAM
from engine.voidream.view import VoidreamView
from render.voidream.board import draw_board

NAMES = ("Ada", "Bo")
_BOARDS = 60


@dataclass(frozen=True, slots=True)
class Drawing:
    """Seconds of processor time for drawing and for encoding the same boards, and the size of the largest file in bytes."""

    drawing: float
    encoding: float
    largest: int

    @property
    def ratio(self) -> float:
        """How many times as long as encoding it, drawing a picture takes."""
        return self.drawing / self.encoding


def drawing() -> Drawing:
    """Draw boards from the middle of matches, each different, each once; what it takes to encode is not drawing.

    Half of the boards are drawn before, so that each card has been seen once, as in a bot that has been running.
    """
    boards = full_boards()
    for view in boards[: _BOARDS // 2]:
        draw_board(view, NAMES)
    whole = encoding = 0.0
    largest = 0
    for view in boards[_BOARDS // 2 :]:
        began = time.process_time()
        file = draw_board(view, NAMES)
        whole += time.process_time() - began
        largest = max(largest, len(file))
        with Image.open(io.BytesIO(file)) as picture:
            picture.load()
            began = time.process_time()
            picture.save(io.BytesIO(), "PNG")
            encoding += time.process_time() - began
    return Drawing(whole - encoding, encoding, largest)


def full_boards() -> list[VoidreamView]:
    """Return the fullest board of each of some random matches, as one of the players sees it."""
    setup = VOIDREAM.setup(ready_made()[:2])
    boards: list[VoidreamView] = []
    for number in range(_BOARDS):
        match, _ = Match.begin(VOIDREAM, setup, f"board {number}")
        chance = Chance(f"board {number} answers")
        best, most = match.view(0), -1
        while match.outcome is None:
            seat = sorted(match.questions)[0]
            question = match.questions[seat]
            match.answer(seat, question.id, random_choice(question, chance))
            view = match.view(number % 2)
            held = sum(len(side.play) for side in view.sides)
            if match.outcome is None and held > most:
                best, most = view, held
        boards.append(best)
    return boards
