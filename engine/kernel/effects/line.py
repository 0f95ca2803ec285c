"""A card's line in progress: who performs an instruction, whose turn it is, and the values of "it" and "that many"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from cards.language.nodes import Comparison, Test

T = TypeVar("T")

EachTurn = tuple[int, int, list[int]]
"""The progress of "each player" in a line: (program counter, the seat whose turn it is, the seats still to come). The
seat is `NOBODY` when all have had their turn."""

TurnSaid = tuple[int, list[T] | None, int | None]
"""The meanings after a player's turn of "each player": (seat, "it", "that many"); None for no meaning."""

Before = tuple[int, list[T], int]
"""A line's state before a repetition: the number of cards it had named, "it", and "that many"."""

NOBODY = -1


class RunningLine(Protocol[T]):
    """The frame of a running line, without the place of its text. `T` is the game's reference to a card."""

    seat: int
    """The owner: "you"."""
    title: str
    """The title of the card on which it is printed."""
    pc: int
    """The program counter: the index of the current operation."""
    it: list[T]
    """The meaning of "it" and "them"."""
    n: int
    """The meaning of "that many"."""
    named: list[T]
    """The cards that the line has referred to. "Another" excludes them."""
    todo: list[int] | None
    """The seats that must still perform the instruction; None: it hasn't begun."""
    some: bool
    """Whether a player has performed it."""
    turns: list[EachTurn]
    """The turns in which each player may do something or chooses."""
    by_turn: list[TurnSaid[T]]
    """The latest meanings of "it" and "that many" in the finished turns."""
    loops: list[int]
    """The remaining numbers of repetitions, innermost last."""
    before: list[Before[T]]
    """The states of the line before each of `loops`."""
    did: bool | None
    """Whether the previous part was done; None: there was none. During turns: the result of the earlier turns."""
    undone: bool
    """Whether a part of the sentence, or of the turn, hasn't been done."""


def begin_turns(frame: RunningLine[T], seats: Sequence[int], *, did: bool) -> None:
    """Begin the turns of these players. `did` is the result if no turn changes it."""
    frame.turns.append((frame.pc, seats[0], list(seats[1:])))
    frame.by_turn = []
    frame.did = did


def end_turn(frame: RunningLine[T], *, is_one_enough: bool) -> None:
    """End the turn of a player and begin the next one's, if there is one.

    The whole counts as done if one of them did their part (`is_one_enough`), otherwise if all did.
    """
    pc, _, waiting = frame.turns.pop()
    frame.turns.append((pc, waiting[0], waiting[1:]) if waiting else (pc, NOBODY, []))
    is_done = not frame.undone
    frame.did = (frame.did or is_done) if is_one_enough else (frame.did is True and is_done)
    frame.undone = False


def freeze_meanings(frame: RunningLine[T]) -> None:
    """Fix "it" and "that many" for all seats that perform the next instruction; during turns, they are the turn's."""
    if not frame.turns:
        frame.by_turn = [(NOBODY, frame.it, frame.n)]


def meanings(frame: RunningLine[T]) -> tuple[list[T], int]:
    """Return the values of "it" and "that many" for the seat that performs the instruction now."""
    for seat, it, n in frame.by_turn:
        if seat == NOBODY:
            return it or [], n or 0
    return frame.it, frame.n


def combine_meanings(frame: RunningLine[T]) -> None:
    """Make "it" and "that many" refer to the results of all players' turns."""
    cards_by_turn = [it for _, it, _ in frame.by_turn if it is not None]
    numbers = [n for _, _, n in frame.by_turn if n is not None]
    if cards_by_turn:
        frame.it = [card for it in cards_by_turn for card in it]
    if numbers:
        frame.n = sum(numbers)
    frame.by_turn = []


def set_meanings(frame: RunningLine[T], it: list[T] | None = None, n: int | None = None) -> None:
    """Set the values of "it" and "that many", if given.

    If several players perform an instruction, their results are combined. During the turns of each player, the values
    belong to the turn.
    """
    if it is not None:
        frame.it = [*frame.it, *it] if frame.some else it
    if n is not None:
        frame.n = frame.n + n if frame.some else n
    if not frame.turns or (it is None and n is None):
        return
    seat = frame.turns[-1][1]
    earlier_it, earlier_n = next(((it, n) for whose, it, n in frame.by_turn if whose == seat), (None, None))
    meaning = (seat, earlier_it if it is None else frame.it, earlier_n if n is None else frame.n)
    frame.by_turn = [*(turn for turn in frame.by_turn if turn[0] != seat), meaning]


def begin_loop(frame: RunningLine[T], times: int) -> None:
    """Begin a repetition."""
    frame.loops.append(times)
    frame.before.append((len(frame.named), frame.it, frame.n))


def end_loop(frame: RunningLine[T]) -> bool:
    """End one iteration of a loop. Return whether there is another; its references are then reset."""
    frame.loops[-1] -= 1
    if frame.loops[-1] > 0:
        count, frame.it, frame.n = frame.before[-1]
        frame.named = frame.named[:count]
        return True
    frame.loops.pop()
    frame.before.pop()
    return False


def leave_instruction(frame: RunningLine[T]) -> None:
    """Continue after an instruction that every seat has performed, if it could."""
    frame.todo, frame.some = None, False
    frame.by_turn = [turn for turn in frame.by_turn if turn[0] != NOBODY]
    frame.pc += 1


def compare(number: float, comparison: Comparison, n: int) -> bool:
    """Return whether a number satisfies a comparison."""
    if comparison is Comparison.EXACTLY:
        return number == n
    return number >= n if comparison is Comparison.OR_MORE else number <= n


def passes(number: float, test: Test) -> bool:
    """Return whether a number passes a test: "3 or lower"."""
    return compare(number, test.comparison, test.n)
