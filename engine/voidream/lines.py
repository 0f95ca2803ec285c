"""The effect lines of cards while they are being resolved (§7 "Do card effects need to be resolved fully?", R29).

A line that is being resolved is a frame: where it is printed, a program counter, and what "it", "that many" and
"the result" are. An instruction that can't be performed ends its line; the next line goes on.
"""

from __future__ import annotations

from engine.voidream.event import BaseEvent, EventOfDamage
from engine.voidream.frames import Antecedents, ResolveLine
from engine.voidream.program import DidOp, IfOp, LoopOp, MayOp, ModesOp, Program
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext


def begin_line(
    ref: Referee,
    printed: tuple[str, str, int],
    seat: int,
    card: int,
    *,
    part: bool = False,
    said: Antecedents | None = None,
) -> ResolveLine:
    """Begin to resolve a line: (title, side, number), for a seat, of a card (-1: a mind).

    A `part` is the cost or the effect of an activated ability, or what a card asks for besides: After triggers wait for
    the whole of it, and what was `said` in one part ("it", "that many", "the result") is known in the next.
    """
    title, side, index = printed
    frame = ResolveLine(title=title, side=side, index=index, seat=seat, card=card, after=None if part else [])
    if said is not None:
        speak_of(frame, said)
    ref.push(frame)
    return frame


def speak_of(frame: ResolveLine, said: Antecedents) -> None:
    """Let a line begin with what was said before it: its trigger's condition, or its cost. "Another" is none of it (R86)."""
    frame.it, frame.n, frame.result = said.it, said.n, said.result
    frame.named = list(said.it)


def context_of(ref: Referee, frame: ResolveLine) -> EffectContext:
    """Return whom the line speaks for at this moment."""
    value = 0 if frame.side.startswith("mind") else ref.pool[frame.title].value
    performer = frame.turns[-1][1] if frame.turns else -1
    if frame.for_each and frame.todo:
        performer = frame.todo[0]
    return EffectContext(
        frame.seat, frame.card, value, frame.it, frame.n, frame.result, performer, frame.named, frame.them, frame.taken
    )  # fmt: skip


def program_of(ref: Referee, frame: ResolveLine) -> Program:
    """Return the operations of the line."""
    return ref.pool.program(frame.title, frame.side, frame.index)


def done(
    frame: ResolveLine, *, it: list[int] | None = None, n: int | None = None, result: int | None = None
) -> None:
    """The instruction has been performed; `it`, `n` and `result` are set for the rest of the line, where they are given.

    Where each player performs it, "it" and "that many" are what all of them did.
    """
    happened = frame.happened
    came_to_nothing = happened is not None and _came_to_nothing(happened)
    if came_to_nothing or (happened is not None and happened.short):
        frame.unpaid = True
    frame.fruitful |= not came_to_nothing
    of_them = frame.of_them
    _forget_what_was_kept(frame)
    if it is not None:
        if of_them:
            frame.them, frame.taken = frame.them or frame.it, [*frame.taken, *it]
        else:
            frame.them, frame.taken = [], []
        frame.it = [*frame.it, *it] if frame.some else it
        frame.named = [*frame.named, *it]
    if n is not None:
        frame.n = frame.n + n if frame.some else n
    if frame.turns and (it is not None or n is not None):
        _note_turn(frame, it is not None, n is not None)
    if result is not None:
        frame.result = result
    assert frame.todo is not None
    frame.todo.pop(0)
    frame.some = True
    if not frame.todo:
        _leave_instruction(frame)
        frame.pc += 1


def _came_to_nothing(event: BaseEvent) -> bool:
    """Whether an event was prevented in full, so that "if you do" does not hold (R60)."""
    if isinstance(event, EventOfDamage):
        return not any(event.shares.values())
    return event.prevented


def _forget_what_was_kept(frame: ResolveLine) -> None:
    """Forget what an instruction keeps in the line's frame while it waits."""
    frame.picked = frame.happened = frame.choice = None
    frame.keys = {}
    frame.stage = ""
    frame.returned = 0
    frame.of_them = False


def _leave_instruction(frame: ResolveLine) -> bool:
    """Forget who was performing; returns whether anybody has."""
    some = frame.some
    frame.undone |= some and not frame.fruitful
    frame.todo, frame.for_each, frame.some, frame.fruitful = None, False, False, False
    return some


def _note_turn(frame: ResolveLine, said_it: bool, said_n: bool) -> None:
    """Keep what "it" and "that many" are in a player's turn of "each player": afterwards they are those of all turns."""
    seat = frame.turns[-1][1]
    it, n = next(((it, n) for whose, it, n in frame.by_turn if whose == seat), (None, None))
    noted = (seat, frame.it if said_it else it, frame.n if said_n else n)
    frame.by_turn = [*(one for one in frame.by_turn if one[0] != seat), noted]


def begin_turns(frame: ResolveLine, seats: list[int]) -> None:
    """Begin what each of these players does in turn."""
    frame.turns.append((frame.pc, seats[0], seats[1:]))
    frame.by_turn = []
    frame.did = False


def end_turn(frame: ResolveLine) -> None:
    """The turn of a player is over: it is the next one's, or nobody's (-1) when all have had theirs."""
    pc, _, left = frame.turns.pop()
    frame.turns.append((pc, left[0], left[1:]) if left else (pc, -1, []))
    frame.did, frame.undone = frame.did or not frame.undone, False


def fail(ref: Referee, frame: ResolveLine) -> None:
    """The instruction can't be performed: the line ends, or goes on at the next "If you do" (R29)."""
    _forget_what_was_kept(frame)
    if frame.todo is not None and len(frame.todo) > 1:
        frame.todo.pop(0)
        return
    if _leave_instruction(frame):
        frame.pc += 1
        return
    if frame.turns:
        frame.undone = True
        frame.pc = frame.turns[-1][0]
        end_turn(frame)
        return
    frame.did, frame.undone = False, False
    frame.pc = after_failing(program_of(ref, frame), frame.pc)


def after_failing(ops: Program, pc: int) -> int:
    """Return where a line goes on whose instruction at `pc` can't be performed: at "If you do", or at its end."""
    pc += 1
    while pc < len(ops) and not isinstance(op := ops[pc], DidOp):
        pc = op.skip if isinstance(op, MayOp | IfOp | ModesOp | LoopOp) else pc + 1
    return pc
