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
            _done(frame, ops, is_kept=is_kept)
        case DidOp(did, skip):
            frame.pc = frame.pc + 1 if frame.did is did else skip
        case IfOp(condition, skip):
            if holds(ref, condition, context_of(frame)):
                frame.pc += 1
            else:
                frame.did = False
                _go_behind(frame, ops, skip)
        case LoopOp(filter, skip):
            count = len(find(ref, filter, context_of(frame)))
            if count:
                frame.counts = [*frame.counts, count]
                frame.before = [*frame.before, (len(frame.chosen), frame.it)]
                frame.pc += 1
            else:
                frame.did = False
                _go_behind(frame, ops, skip)
        case LoopEndOp(start):
            _loop_end(frame, start)
        case JumpOp(to):
            frame.pc = to
    return True


def _may(ref: Referee, frame: ResolveEffect, op: MayOp, ops: Sequence[Op]) -> bool:
    """An option: named in advance, or asked now, of each player the active one first; one does it, then the next is asked."""
    context = context_of(frame)
    is_each = op.who is Player.EACH
    if frame.effect is not None and frame.pc in frame.effect.agreed:
        frame.willing = [frame.seat] if frame.effect.agreed[frame.pc] else []
    else:
        if frame.choosing is None:
            frame.choosing, frame.willing = list(players(ref, op.who, context)), []
            if is_each:
                frame.by_turn, frame.did = [], False
        while not frame.willing and frame.choosing:
            if may_happen(ref, op, ops, frame.pc, frame.choosing[0], context):
                frame.stage = MAY
                return False
            frame.choosing.pop(0)
    if frame.willing:
        if is_each:
            frame.turns = [*frame.turns, (frame.pc, frame.willing[-1], frame.choosing or [])]
        else:
            frame.willing = _whose_turn(frame)
        frame.choosing = None
        frame.pc += 1
        return True
    frame.choosing, frame.willing = None, _whose_turn(frame)
    if is_each:
        _speak_of_all(frame)
    else:
        frame.did = False
    _go_behind(frame, ops, op.skip)
    return True


def _whose_turn(frame: ResolveEffect) -> list[int] | None:
    """Return who alone performs what each player does: whose turn of an option it is; None if it is nobody's."""
    return [frame.turns[-1][1]] if frame.turns else None


def _speak_of_all(frame: ResolveEffect) -> None:
    """From now on "it" is what it was for each of the players in their turns."""
    if frame.by_turn:
        frame.it = [card for _, it in frame.by_turn for card in it]
    frame.by_turn = []


def _done(frame: ResolveEffect, ops: Sequence[Op], *, is_kept: bool) -> None:
    """A sentence is over. Within another one, that one says whether all of it was done (DW62)."""
    frame.pc += 1
    if frame.turns and isinstance(option := ops[frame.turns[-1][0]], MayOp) and option.skip == frame.pc:
        *frame.turns, (frame.pc, _, frame.choosing) = frame.turns
        frame.did, frame.short = frame.did or not frame.short, False
        frame.willing = []
        return
    if is_kept:
        frame.short = False
    elif not _is_within(ops, frame.pc):
        frame.did, frame.short = not frame.short, False
    frame.willing = _whose_turn(frame)


def _go_behind(frame: ResolveEffect, ops: Sequence[Op], pc: int) -> None:
    """Go on behind a part of which `did` says whether it was done; the sentence that goes on there takes that along."""
    frame.pc = pc
    frame.short = _is_within(ops, pc) and (frame.short or not frame.did)


def _is_within(ops: Sequence[Op], pc: int) -> bool:
    """Return whether a sentence ends at `pc`, or a repeat: what was done before is then a part of something."""
    while pc < len(ops) and isinstance(op := ops[pc], JumpOp | EndModeOp):
        pc = op.to
    return pc < len(ops) and (
        isinstance(ops[pc], LoopEndOp) or (isinstance(op := ops[pc], DoneOp) and not op.is_kept)
    )


def _loop_end(frame: ResolveEffect, start: int) -> None:
    """Go on with the next time, for which "another" and "it" begin again, or behind the last one."""
    *outer, left = frame.counts
    if left > 1:
        frame.counts = [*outer, left - 1]
        named, it = frame.before[-1]
        frame.chosen, frame.it = frame.chosen[:named], it
        frame.pc = start
    else:
        frame.counts, frame.before = outer, frame.before[:-1]
        frame.pc += 1


def _modes(ref: Referee, frame: ResolveEffect, op: ModesOp, ops: Sequence[Op]) -> bool:
    """A choice of modes: made in advance, or now; each player does what they have chosen before the next one chooses."""
    if frame.effect is not None and frame.pc in frame.effect.modes:
        mode = frame.effect.modes[frame.pc]
        frame.short |= mode == NO_MODE
        frame.pc = op.skip if mode == NO_MODE else op.starts[mode]
        return True
    context = context_of(frame)
    if frame.choosing is None:
        frame.choosing = _whose_turn(frame) or list(players(ref, op.who, context))
        frame.by_turn = frame.by_turn if frame.turns else []
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
    _leave_modes(frame, op.skip)
    return True


def _leave_modes(frame: ResolveEffect, pc: int) -> None:
    """All have chosen."""
    frame.choosing, frame.willing = None, _whose_turn(frame)
    if not frame.turns:
        _speak_of_all(frame)
    frame.pc = pc


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
    _leave_modes(frame, to)
