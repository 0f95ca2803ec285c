"""Resolution of an effect line: Before triggers, its instructions, After triggers (§7, R29, R46)."""

from __future__ import annotations

from collections.abc import Iterator

from cards.voidream.language import tree
from engine.kernel.effects.control import Option, apply_answer, ask, begin_instruction, chooser, control
from engine.kernel.effects.line import freeze_meanings
from engine.kernel.effects.program import (
    ControlOp,
    DidOp,
    DoneOp,
    IfOp,
    JumpOp,
    LoopEndOp,
    LoopOp,
    ModesOp,
    after_failing,
    is_within,
)
from engine.kernel.machine import Procedure
from engine.voidream.effects.sentences import RULES
from engine.voidream.effects.verbs.vocabulary import verb_of
from engine.voidream.events.lines import context_of, fail, program_of
from engine.voidream.events.triggers import announce, fire, flush, place_of
from engine.voidream.facts.actions import ModeChosen
from engine.voidream.frame_parts import Antecedents, Trigger
from engine.voidream.frames import ActivateAbility, PlayCard, ResolveLine
from engine.voidream.mutations.card_knowledge import put_down
from engine.voidream.program import Op
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

_PLAIN = (
    tree.Evoke, tree.Roll, tree.Shuffle, tree.Initiate, tree.SwitchConflict, tree.Damage, tree.DreamDamage,
    tree.Destroy, tree.Sacrifice, tree.Exhaust, tree.Ready, tree.Attach, tree.Charge, tree.Inspire, tree.Void,
    tree.Veil, tree.Discard, tree.ChangeMind, tree.Modify, tree.Gain, tree.CannotBe, tree.Cannot,
)  # fmt: skip
"""Instructions that are certain to be performed by the line, so that Before triggers may precede the whole line."""


def before_triggers(ref: Referee, frame: ResolveLine) -> None:
    """Resolve Before triggers of events that the line will certainly cause before the whole line (§7, R55)."""
    if not ref.foresees:
        return
    context = context_of(ref, frame)
    triggers: list[Trigger] = []
    for op in _certain(ref, frame, context):
        foresee = verb_of(op).foresee
        event = foresee(ref, context, op) if foresee is not None else None
        if event is not None:
            event_triggers = announce(ref, event, tree.Timing.BEFORE)
            frame.gone_off += [place_of(trigger) for trigger in event_triggers]
            triggers += event_triggers
    fire(ref, triggers)


def _certain(
    ref: Referee, frame: ResolveLine, context: EffectContext
) -> Iterator[tree.PlainInstruction | tree.Ongoing]:
    """Yield the instructions that the line will certainly reach, as far as that is foreseeable at its beginning.

    A condition, a "for each" and an impossible instruction are judged in the current position, as long as nothing
    before them has changed anything. Options and choices are uncertain, and so is everything after them.
    """
    ops = program_of(ref, frame).ops
    pc, did, undone, untouched = 0, True, False, True
    while pc < len(ops):
        op = ops[pc]
        match op:
            case IfOp(condition, skip) if untouched:
                did = RULES.holds(ref, context, condition)
                pc = pc + 1 if did else skip
                undone |= not did and is_within(ops, pc)
            case LoopOp(filter, skip) if untouched:
                is_any = RULES.count(ref, context, filter) > 0
                pc = pc + 1 if is_any else skip
                undone |= not is_any
            case DidOp(is_expected, skip):
                pc = pc + 1 if did == is_expected else skip
            case DoneOp() | LoopEndOp():
                pc += 1
                if isinstance(op, DoneOp) and not is_within(ops, pc):
                    did, undone = not undone, False
            case JumpOp(to):
                pc = to
            case _:
                if not isinstance(op, _PLAIN):
                    return
                if verb_of(op).is_possible(ref, context, op):
                    yield op
                    did, untouched, pc = True, False, pc + 1
                elif untouched:
                    did, pc = False, after_failing(ops, pc)
                else:
                    return


def instructions(ref: Referee, frame: ResolveLine) -> None:
    """Perform the next instruction, or continue it after a wait, until the end of the line."""
    ops = ref.pool.program(frame.title, frame.side, frame.index).ops
    if frame.pc < len(ops):
        frame.step = "instructions"
        perform(ref, frame, ops[frame.pc])
        return
    for seat in range(len(ref.seats)):
        put_down(ref, seat)


def perform(ref: Referee, frame: ResolveLine, op: Op) -> None:
    """Perform one operation, or continue it."""
    if isinstance(op, ControlOp):
        _control(ref, frame, op)
        return
    todo = frame.todo
    if todo is None:
        todo = begin_instruction(ref, frame, op, RULES)
        if isinstance(op, tree.Cannot):  # Its `who` is the affected player, not the performer.
            todo = frame.todo = [frame.seat]
        else:
            frame.for_each = getattr(op, "who", None) is tree.Player.EACH
            if frame.for_each:
                freeze_meanings(frame)
    if not todo or (frame.happened is not None and frame.happened.gone):
        fail(ref, frame)
        return
    verb_of(op).perform(ref, frame, op, todo[0])


def _control(ref: Referee, frame: ResolveLine, op: ControlOp) -> None:
    """Perform a control sentence, or apply the awaited answer."""
    choice = frame.take_choice()
    if choice is not None:
        assert isinstance(op, Option)
        if isinstance(op, ModesOp):
            _tell_mode(ref, frame, op, int(choice[0]))
        apply_answer(ref, frame, op, choice, RULES)
        return
    question = control(ref, frame, op, RULES)
    if question is not None:
        ask(ref, frame, question, RULES)


def _tell_mode(ref: Referee, frame: ResolveLine, op: ModesOp, mode: int) -> None:
    """Reveal the chosen mode to everyone: its first effects may not show it."""
    seat = chooser(ref, frame, op, RULES)
    text = RULES.in_words(context_of(ref, frame), seat, (op.modes[mode],))
    ref.emit(ModeChosen(seat, frame.title, text), frame.title)


def after_triggers(ref: Referee, frame: ResolveLine) -> None:
    """Resolve After triggers after the whole line (§7)."""
    if flush(ref, frame):
        frame.step = "after_triggers"
    elif frame.after is None:
        outer = ref.position.stack[-2]
        assert isinstance(outer, ActivateAbility | PlayCard)
        outer.said = Antecedents(frame.it, frame.n, frame.result)
        outer.did = frame.did is not False and not frame.unpaid


LINE = Procedure(ResolveLine, before_triggers, instructions, after_triggers)
