"""A card's line in progress: the performer of an instruction, whose turn it is, and the values of "it" and "that
many".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from cards.language.nodes import Comparison, Test

T = TypeVar("T")

EachTurn = tuple[int, int, list[int]]
"""The progress of "each player" in a line: (program counter, whose turn it is, who is still to have theirs). The seat is
`NOBODY` when all have had theirs."""

TurnSaid = tuple[int, list[T] | None, int | None]
"""The meanings after a player's turn of "each player": (seat, "it", "that many"); None: nothing."""

Before = tuple[int, list[T], int]
"""The state of a line before it began to repeat something: how many cards it had named, "it", and "that many"."""

NOBODY = -1


class RunningLine(Protocol[T]):
    """The frame of a running line, without the place of its text; `T` is how the game refers to a card."""

    seat: int
    """For whom it is carried out: "you"."""
    title: str
    """Of the card on which it is printed."""
    pc: int
    """The number of the operation that is carried out."""
    it: list[T]
    """The meaning of "it" and "them"."""
    n: int
    """The meaning of "that many"."""
    named: list[T]
    """The cards that the line has spoken of: "another" is none of them."""
    todo: list[int] | None
    """The seats that are still to perform the instruction; None: it has not begun."""
    some: bool
    """Whether a player has performed it."""
    turns: list[EachTurn]
    """The turns of what each player may do or chooses."""
    by_turn: list[TurnSaid[T]]
    """The latest meanings of "it" and "that many" in the turns of players who have had theirs."""
    loops: list[int]
    """The numbers of repetitions still to be done, the innermost last."""
    before: list[Before[T]]
    """The states of the line before each of `loops`."""
    did: bool | None
    """Whether the previous part was done; None: there was none. During turns: whether it was done in earlier ones."""
    undone: bool
    """Whether something of the sentence, or of the turn, has not been done so far."""


def begin_turns(frame: RunningLine[T], seats: Sequence[int], *, did: bool) -> None:
    """Begin the turns of these players; `did` is the result if none of them changes it."""
    frame.turns.append((frame.pc, seats[0], list(seats[1:])))
    frame.by_turn = []
    frame.did = did


def end_turn(frame: RunningLine[T], *, is_one_enough: bool) -> None:
    """End the turn of a player and begin the next one's, if any is left.

    All of it counts as done if one of them did their part, or if all did.
    """
    pc, _, left = frame.turns.pop()
    frame.turns.append((pc, left[0], left[1:]) if left else (pc, NOBODY, []))
    done = not frame.undone
    frame.did = (frame.did or done) if is_one_enough else (frame.did is True and done)
    frame.undone = False


def said_before(frame: RunningLine[T]) -> None:
    """Keep "it" and "that many" as they are for everyone who performs the next instruction; during turns they are the turn's."""
    if not frame.turns:
        frame.by_turn = [(NOBODY, frame.it, frame.n)]


def meanings(frame: RunningLine[T]) -> tuple[list[T], int]:
    """Return what "it" and "that many" mean to the seat that performs the instruction now."""
    before = next(((it, n) for seat, it, n in frame.by_turn if seat == NOBODY), None)
    return (frame.it, frame.n) if before is None else (before[0] or [], before[1] or 0)


def speak_of_all(frame: RunningLine[T]) -> None:
    """Make "it" and "that many" mean what all players did in their turns."""
    its = [it for _, it, _ in frame.by_turn if it is not None]
    numbers = [n for _, _, n in frame.by_turn if n is not None]
    if its:
        frame.it = [card for it in its for card in it]
    if numbers:
        frame.n = sum(numbers)
    frame.by_turn = []


def speak(frame: RunningLine[T], it: list[T] | None = None, n: int | None = None) -> None:
    """Set the values of "it" and "that many", as far as they are given.

    If several players perform an instruction, they are the combined results. During the turns of each player they are
    those of the turn.
    """
    if it is not None:
        frame.it = [*frame.it, *it] if frame.some else it
    if n is not None:
        frame.n = frame.n + n if frame.some else n
    if not frame.turns or (it is None and n is None):
        return
    seat = frame.turns[-1][1]
    said_it, said_n = next(((it, n) for whose, it, n in frame.by_turn if whose == seat), (None, None))
    said = (seat, said_it if it is None else frame.it, said_n if n is None else frame.n)
    frame.by_turn = [*(one for one in frame.by_turn if one[0] != seat), said]


def begin_loop(frame: RunningLine[T], times: int) -> None:
    """Begin to repeat something."""
    frame.loops.append(times)
    frame.before.append((len(frame.named), frame.it, frame.n))


def end_loop(frame: RunningLine[T]) -> bool:
    """End one iteration of a loop; return whether there is another, for which the line's references are reset."""
    frame.loops[-1] -= 1
    if frame.loops[-1] > 0:
        count, frame.it, frame.n = frame.before[-1]
        frame.named = frame.named[:count]
        return True
    frame.loops.pop()
    frame.before.pop()
    return False


def leave_instruction(frame: RunningLine[T]) -> None:
    """Go on behind an instruction that all have performed who could."""
    frame.todo, frame.some = None, False
    frame.by_turn = [one for one in frame.by_turn if one[0] != NOBODY]
    frame.pc += 1


def compare(number: float, comparison: Comparison, n: int) -> bool:
    """Return whether a number is as a text wants it."""
    if comparison is Comparison.EXACTLY:
        return number == n
    return number >= n if comparison is Comparison.OR_MORE else number <= n


def passes(number: float, test: Test) -> bool:
    """Return whether a number passes a test: "3 or lower"."""
    return compare(number, test.comparison, test.n)
