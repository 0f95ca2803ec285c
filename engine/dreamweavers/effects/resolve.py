"""Effects that happen, operation by operation (DW54, DW60 to DW62, DW90).

An effect is a frame: where it is printed, a program counter, and what "it" is. What was named in advance is taken from what
waited on standby, and judged again; everything else is asked for as it comes. What is triggered meanwhile waits until the
effect is over: who has begun it sees to that.
"""

from __future__ import annotations

from collections.abc import Sequence

from cards.dreamweavers.language.instructions import TakeOne
from cards.language.nodes import Player
from engine.dreamweavers.effects.acts import CardAct
from engine.dreamweavers.effects.choices import (
    ask_cards,
    ask_may,
    ask_mode,
    ask_order,
    chosen,
    may_happen,
    open_modes,
    ordered,
    purpose_of,
    told_to,
)
from engine.dreamweavers.effects.instructions import (
    instruct,
    order_of,
    pick_of,
    purpose_of_taking,
)
from engine.dreamweavers.effects.naming import NO_MODE
from engine.dreamweavers.effects.stages import CARDS, MAY, MODE, ORDER, context_of, ops_of
from engine.dreamweavers.facts import ModeChosen
from engine.dreamweavers.frames import ResolveEffect
from engine.dreamweavers.program import (
    ControlOp,
    DidOp,
    DoneOp,
    EndModeOp,
    IfOp,
    JumpOp,
    LoopEndOp,
    LoopOp,
    MayOp,
    ModesOp,
    Op,
)
from engine.dreamweavers.queries.matching import find, holds, players
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.kernel.machine import Procedure


def go_through(ref: Referee, frame: ResolveEffect) -> None:
    """Perform one operation after the other, until somebody is asked, another procedure goes first, or the effect is over."""
    ops = ops_of(ref, frame)
    while frame.pc < len(ops):
        op = ops[frame.pc]
        goes_on = _control(ref, frame, op, ops) if isinstance(op, ControlOp) else instruct(ref, frame, op)
        if not goes_on:
            return
    frame.step = ""


def ask_choice(ref: Referee, frame: ResolveEffect) -> None:
    """Ask for what the operation waits for: an option, a mode, cards, or their order."""
    ops, context = ops_of(ref, frame), context_of(frame)
    op = ops[frame.pc]
    if frame.stage in (MAY, MODE):
        assert frame.choosing
        seat = frame.choosing[0]
        if isinstance(op, MayOp):
            ask_may(ref, seat, op, context)
        else:
            assert isinstance(op, ModesOp)
            ask_mode(ref, seat, op, open_modes(ref, op, ops, seat, context), context)
        return
    assert frame.todo
    seat = frame.todo[0]
    if frame.stage == ORDER:
        cards, purpose = order_of(ref, frame, op)
        ask_order(ref, frame, seat, cards, purpose, frame.title)
        return
    if isinstance(op, TakeOne):
        purpose, quoted = purpose_of_taking(frame, op)
    else:
        assert isinstance(op, CardAct)
        purpose, quoted = purpose_of(op, seat, context)
    pick = pick_of(ref, frame, op)
    ask_cards(ref, frame, seat, pick, purpose, Topic.CARDS, cause=frame.title, quoted=quoted)


def hear_choice(ref: Referee, frame: ResolveEffect) -> None:
    """Take the answer, and go on with the operation."""
    op = ops_of(ref, frame)[frame.pc]
    stage, frame.stage = frame.stage, ""
    frame.step = "go_through"
    if stage == MAY:
        assert frame.choosing
        seat = frame.choosing.pop(0)
        if frame.take_answer() == ["yes"]:
            frame.willing = [*(frame.willing or []), seat]
    elif stage == MODE:
        assert isinstance(op, ModesOp) and frame.choosing
        seat, mode = frame.choosing[0], int(frame.take_answer()[0])
        text = told_to(seat, (op.modes[mode],), context_of(frame))
        ref.tell(ModeChosen(seat, frame.title, text), frame.title)
        _enter_mode(frame, op, mode)
    elif stage == ORDER:
        frame.picked = ordered(frame)
    else:
        assert stage == CARDS
        frame.picked = chosen(frame)


RESOLVE = Procedure[Referee](ResolveEffect, go_through, ask_choice, hear_choice)
"""An effect that happens."""


# ----------------------------------------------------------------------------------------------- sentences around instructions


def _control(ref: Referee, frame: ResolveEffect, op: ControlOp, ops: Sequence[Op]) -> bool:
    """Perform an operation that is no instruction of its own; return False where somebody must be asked."""
    match op:
        case MayOp():
            return _may(ref, frame, op, ops)
        case ModesOp():
            return _modes(ref, frame, op, ops)
        case EndModeOp(to):
            _end_mode(frame, to, ops)
        case DoneOp(is_kept):
            if not is_kept:
                frame.did = not frame.short
            frame.short, frame.willing = False, None
            frame.pc += 1
        case DidOp(did, skip):
            frame.pc = frame.pc + 1 if frame.did is did else skip
        case IfOp(condition, skip):
            if holds(ref, condition, context_of(frame)):
                frame.pc += 1
            else:
                frame.did = False
                frame.pc = skip
        case LoopOp(filter, skip):
            count = len(find(ref, filter, context_of(frame)))
            if count:
                frame.counts = [*frame.counts, count]
                frame.pc += 1
            else:
                frame.pc = skip
        case LoopEndOp(start):
            *outer, left = frame.counts
            frame.counts = [*outer, left - 1] if left > 1 else outer
            frame.pc = start if left > 1 else frame.pc + 1
        case JumpOp(to):
            frame.pc = to
    return True


def _may(ref: Referee, frame: ResolveEffect, op: MayOp, ops: Sequence[Op]) -> bool:
    """An option: named in advance, or asked now, of each player the active one first."""
    context = context_of(frame)
    if frame.effect is not None and frame.pc in frame.effect.agreed:
        frame.willing = [frame.seat] if frame.effect.agreed[frame.pc] else []
    else:
        if frame.choosing is None:
            frame.choosing, frame.willing = list(players(ref, op.who, context)), []
        while frame.choosing:
            if may_happen(ref, op, ops, frame.pc, frame.choosing[0], context):
                frame.stage = MAY
                return False
            frame.choosing.pop(0)
    frame.choosing = None
    if frame.willing:
        if op.who is not Player.EACH:
            frame.willing = None
        frame.pc += 1
    else:
        frame.did, frame.willing = False, None
        frame.pc = op.skip
    return True


def _modes(ref: Referee, frame: ResolveEffect, op: ModesOp, ops: Sequence[Op]) -> bool:
    """A choice of modes: made in advance, or now; each player does what they have chosen before the next one chooses."""
    if frame.effect is not None and frame.pc in frame.effect.modes:
        mode = frame.effect.modes[frame.pc]
        frame.short |= mode == NO_MODE
        frame.pc = op.skip if mode == NO_MODE else op.starts[mode]
        return True
    context = context_of(frame)
    if frame.choosing is None:
        frame.choosing = list(players(ref, op.who, context))
    while frame.choosing:
        modes = open_modes(ref, op, ops, frame.choosing[0], context)
        if len(modes) > 1:
            frame.stage = MODE
            return False
        if modes:
            _enter_mode(frame, op, modes[0])
            return True
        frame.short = True
        frame.choosing.pop(0)
    frame.choosing = frame.willing = None
    frame.pc = op.skip
    return True


def _enter_mode(frame: ResolveEffect, op: ModesOp, mode: int) -> None:
    assert frame.choosing
    seat = frame.choosing.pop(0)
    if op.who is Player.EACH:
        frame.willing = [seat]
    else:
        frame.choosing = None
    frame.pc = op.starts[mode]


def _end_mode(frame: ResolveEffect, to: int, ops: Sequence[Op]) -> None:
    """A mode is over: the next player chooses, if there is one."""
    if frame.choosing:
        frame.pc = next(
            pc for pc in range(frame.pc, -1, -1) if isinstance(op := ops[pc], ModesOp) and op.skip == to
        )
        return
    frame.choosing = frame.willing = None
    frame.pc = to
