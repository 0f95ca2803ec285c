"""Measure the engine relative to python-chess: random legal play, and copies of a position.

Both run in turns within one run.

Processor time counts, so that other load on the machine doesn't matter.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

import chess

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import Choice, random_choice
from engine.voidream.game import VOIDREAM

_MATCHES = 400
"""The number of matches of each of the first two. Chess is played for as long after each match, so that other load on the
machine affects all alike."""
_TURNS = 12
"""The number of rounds of both copies."""
_COPIES = 10
"""The number of copies of a board for each copy of a position, so that its time can be measured."""


@dataclass(slots=True)
class Speeds:
    """The counts and seconds of answers alone, answers with save and load at each, and chess moves."""

    answers: int = 0
    seconds: float = 0.0
    saved: int = 0
    saved_seconds: float = 0.0
    moves: int = 0
    moves_seconds: float = 0.0

    @property
    def answer_ratio(self) -> float:
        """Answers per second, relative to chess moves per second."""
        return self.answers / self.seconds / (self.moves / self.moves_seconds)

    @property
    def saved_ratio(self) -> float:
        """Answers per second with save and load at each, relative to chess moves per second."""
        return self.saved / self.saved_seconds / (self.moves / self.moves_seconds)


def speeds() -> Speeds:
    """Measure all three, including the choice of a random answer or move."""
    setup = VOIDREAM.setup(ready_made()[:2])
    _measured(setup, "warm", 10)
    return _measured(setup, "bench", _MATCHES)


def _measured(setup: bytes, seed: str, matches: int) -> Speeds:
    measurement, dice = Speeds(), random.Random(0)
    for number in range(matches):
        _play(setup, f"{seed} {number}", measurement)
        _play_with_saving(setup, f"{seed} {number}", measurement)
        _chess(dice, measurement, measurement.seconds)
    return measurement


def next_answer(match: Match, chance: Chance) -> tuple[int, int, Choice]:
    """Return a random answer to an open question: the seat, the question's id, and the choice."""
    questions = match.questions
    seats = list(questions)
    seat = seats[0] if len(seats) == 1 else chance.pick(seats)
    question = questions[seat]
    return seat, question.id, random_choice(question, chance)


def _play(setup: bytes, seed: str, measurement: Speeds) -> None:
    """Play a match to its end."""
    began = time.process_time()
    match, _ = Match.begin(VOIDREAM, setup, seed)
    chance = Chance(f"{seed} answers")
    while match.outcome is None:
        match.answer(*next_answer(match, chance))
    measurement.answers += match.turn_count
    measurement.seconds += time.process_time() - began


def _play_with_saving(setup: bytes, seed: str, measurement: Speeds) -> None:
    """Play a match to its end. Save and load it before each answer as the bot does, without its setup."""
    began = time.process_time()
    match, _ = Match.begin(VOIDREAM, setup, seed)
    chance = Chance(f"{seed} answers")
    while match.outcome is None:
        match = Match.load(VOIDREAM, match.save(apart=True), match.setup)
        match.answer(*next_answer(match, chance))
    measurement.saved += match.turn_count
    measurement.saved_seconds += time.process_time() - began


def _chess(dice: random.Random, measurement: Speeds, until: float) -> None:
    """Play games until they have taken `seconds` in total."""
    while measurement.moves_seconds < until:
        began = time.process_time()
        board = chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
            measurement.moves += 1
        measurement.moves_seconds += time.process_time() - began


def copy_ratio(positions: int = 200) -> float:
    """Return the time to copy a position (pack and resume), relative to `chess.Board.copy()` without its moves.

    Both copy positions of random play, a few from each of many matches and games.
    """
    matches, boards = _positions(positions)
    own = chess_copies = 0.0
    for _ in range(_TURNS):
        began = time.process_time()
        for match in matches:
            VOIDREAM.resume(match.setup, VOIDREAM.pack(match.machine))
        own += time.process_time() - began
        began = time.process_time()
        for board in boards:
            for _ in range(_COPIES):
                board.copy(stack=False)
        chess_copies += (time.process_time() - began) / _COPIES
    return own / chess_copies


def _positions(count: int) -> tuple[list[Match], list[chess.Board]]:
    setup, dice = VOIDREAM.setup(ready_made()[:2]), random.Random(0)
    matches: list[Match] = []
    boards: list[chess.Board] = []
    while len(matches) < count:
        match, _ = Match.begin(VOIDREAM, setup, f"copy {len(matches)}")
        chance, board = Chance(f"copy {len(matches)} answers"), chess.Board()
        while match.outcome is None:
            match.answer(*next_answer(match, chance))
            if match.turn_count % 20 == 0:
                matches.append(Match.load(VOIDREAM, match.save()))
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
            if board.ply() % 40 == 0:
                boards.append(board.copy(stack=False))
    while len(boards) < count:
        boards += boards[: count - len(boards)]
    return matches[:count], boards[:count]
