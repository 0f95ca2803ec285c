"""Resolving an effect line: Before triggers, its instructions, After triggers (§7, R29, R46)."""

from __future__ import annotations

from cards.voidream.language import tree
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.voidream.lines import fail, program_of, speaker_of
from engine.voidream.program import DoneOp, Op
from engine.voidream.referee import Referee
from engine.voidream.sentences import CONTROL
from engine.voidream.triggers import Trigger, announce, fire, flush, place_of
from engine.voidream.verbs.vocabulary import VERBS

_PLAIN = (
    tree.Evoke, tree.Roll, tree.Shuffle, tree.Initiate, tree.SwitchConflict, tree.Damage, tree.DreamDamage,
    tree.Destroy, tree.Sacrifice, tree.Exhaust, tree.Ready, tree.Attach, tree.Charge, tree.Inspire, tree.Void,
    tree.Veil, tree.Discard, tree.ChangeMind, tree.Modify, tree.Gain, tree.CannotBe, tree.Cannot, DoneOp,
)  # fmt: skip
"""What does not ask or make conditions: Before triggers may look past it at what the line is certain to do."""


def before_triggers(ref: Referee, frame: Frame) -> None:
    """Before triggers whose condition the line is certain to bring about come before the whole line (§7)."""
    speaker = speaker_of(ref, frame)
    waiting: list[Trigger] = []
    for op in program_of(ref, frame):
        verb = VERBS.get(type(op))
        deed = verb.foresee(ref, speaker, op) if verb is not None and verb.foresee is not None else None
        if deed is not None:
            found = announce(ref, deed, tree.Timing.BEFORE)
            frame.vars["gone_off"].extend(place_of(trigger) for trigger in found)
            waiting += found
        if not isinstance(op, _PLAIN):
            break
    fire(ref, waiting)


def instructions(ref: Referee, frame: Frame) -> None:
    """Perform the next instruction, or go on with it after a wait, until the line is at its end."""
    ops = program_of(ref, frame)
    pc: int = frame.vars["pc"]
    if pc < len(ops):
        frame.step = "instructions"
        perform(ref, frame, ops[pc])
        return
    for state in ref.seats:
        if state.lifted:
            state.lifted = 0
            ref.resource()


def perform(ref: Referee, frame: Frame, op: Op) -> None:
    """Perform one operation, or go on with it."""
    control = CONTROL.get(type(op))
    if control is not None:
        control(ref, frame, op)
        return
    v = frame.vars
    who = getattr(op, "who", tree.Player.YOU)
    todo: list[int] | None = v.get("todo")
    if todo is None:
        if isinstance(op, tree.Cannot):  # Its `who` says whom it concerns, not who performs it.
            todo = v["todo"] = [v["seat"]]
        else:
            todo = v["todo"] = ref.players(speaker_of(ref, frame), who)
            if who is tree.Player.EACH:
                v["for each"] = True
    if not todo:
        fail(ref, frame)
        return
    VERBS[type(op)].perform(ref, frame, op, todo[0])


def after_triggers(ref: Referee, frame: Frame) -> None:
    """After triggers come after the whole line (§7)."""
    if flush(ref, frame):
        frame.step = "after_triggers"
    elif "after" not in frame.vars:
        whole = ref.position.stack[-2].vars
        whole["said"] = {key: frame.vars[key] for key in ("it", "n", "result") if key in frame.vars}
        whole["did"] = frame.vars.get("did", True)


LINE: Procedure = (before_triggers, instructions, after_triggers)
