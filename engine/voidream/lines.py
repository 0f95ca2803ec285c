"""Resolving the effect lines of a card (§7 "Do card effects need to be resolved fully, top to bottom?", R29).

A line that is being resolved is a frame: where it is printed, a program counter, and what "it", "that many" and
"the result" are. An instruction that can't be performed ends its line; the next line goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.voidream.language import tree
from cards.voidream.language.printer import print_effect
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.kernel.question import Option, QuestionKind
from engine.voidream.deeds import Deed
from engine.voidream.program import (
    DidOp,
    DoneOp,
    IfOp,
    JumpOp,
    LoopEndOp,
    LoopOp,
    MayOp,
    ModesOp,
    Op,
    Program,
)
from engine.voidream.reckoning import candidates, holds
from engine.voidream.referee import Referee, Speaker
from engine.voidream.triggers import Trigger, announce, fire, flush

Handler = Callable[[Referee, Frame, Any, int], None]
"""Performs an instruction for a seat: (referee, the line's frame, instruction, who performs it).

It is called again until it has moved the program counter; between calls it may wait for answers and windows, and
keeps what it needs in the frame's variables.
"""

HANDLERS: dict[type[Any], Handler] = {}
"""By instruction. Filled by the modules of `verbs`."""

POSSIBLE: dict[type[Any], Callable[[Referee, Speaker, Any], bool]] = {}
"""By instruction: whether it would change something now. Filled by the modules of `verbs`."""

FORESEEN: dict[type[Any], Callable[[Referee, Speaker, Any], Deed | None]] = {}
"""By instruction: the deed that it is certain to be, for Before triggers that come before the whole line (§7)."""

_TEMPORARY = ("picked", "happened", "choice", "keys", "stage")


def begin_line(
    ref: Referee,
    printed: tuple[str, str, int],
    seat: int,
    card: int,
    *,
    part: bool = False,
    said: dict[str, Any] | None = None,
) -> None:
    """Begin to resolve a line: (title, side, number), for a seat, of a card (-1: a mind).

    A `part` is the cost or the effect of an activated ability: After triggers wait for the whole of it, and what was
    `said` in one part ("it", "that many", "the result") is known in the next.
    """
    title, side, index = printed
    frame = ref.push(
        "line", title=title, side=side, index=index, seat=seat, card=card, it=[], n=0, pc=0, gone_off=[]
    )
    if not part:
        frame.vars["after"] = []
    frame.vars.update(said or {})


def speaker_of(ref: Referee, frame: Frame) -> Speaker:
    """Return whom the line speaks for at this moment."""
    v = frame.vars
    side = v["side"]
    value = 0 if side.startswith("mind") else ref.pool[v["title"]].value
    turns: list[EachTurn] = v.get("turns", [])
    performer = turns[-1][1] if turns else -1
    if v.get("for each") and v.get("todo"):
        performer = v["todo"][0]
    return Speaker(v["seat"], v["card"], value, v["it"], v["n"], v.get("result", 0), performer)


def program_of(ref: Referee, frame: Frame) -> Program:
    """Return the operations of the line."""
    v = frame.vars
    return ref.pool.program(v["title"], v["side"], v["index"])


# -------------------------------------------------------------------------------------------------- the procedure


def before_triggers(ref: Referee, frame: Frame) -> None:
    """Before triggers whose condition the line is certain to bring about come before the whole line (§7)."""
    speaker = speaker_of(ref, frame)
    waiting: list[Trigger] = []
    for op in program_of(ref, frame):
        foresee = FORESEEN.get(type(op))
        if foresee is not None:
            deed = foresee(ref, speaker, op)
            if deed is not None:
                found = announce(ref, deed, tree.Timing.BEFORE)
                frame.vars["gone_off"].extend(
                    [trigger["card"], trigger["title"], trigger["side"], trigger["index"]]
                    for trigger in found
                )
                waiting += found
        if not isinstance(op, _PLAIN):
            break
    fire(ref, waiting)


_PLAIN = (
    tree.Evoke, tree.Roll, tree.Shuffle, tree.Initiate, tree.SwitchConflict, tree.Damage, tree.DreamDamage,
    tree.Destroy, tree.Sacrifice, tree.Exhaust, tree.Ready, tree.Attach, tree.Charge, tree.Inspire, tree.Void,
    tree.Veil, tree.Discard, tree.ChangeMind, tree.Modify, tree.Gain, tree.CannotBe, tree.Cannot, DoneOp,
)  # fmt: skip


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


def after_triggers(ref: Referee, frame: Frame) -> None:
    """After triggers come after the whole line (§7)."""
    if flush(ref, frame):
        frame.step = "after_triggers"
    elif "after" not in frame.vars:
        whole = ref.position.stack[-2].vars
        whole["said"] = {key: frame.vars[key] for key in ("it", "n", "result") if key in frame.vars}
        whole["did"] = frame.vars.get("did", True)


LINE: Procedure = (before_triggers, instructions, after_triggers)


def perform(ref: Referee, frame: Frame, op: Op) -> None:
    """Perform one operation, or go on with it."""
    control = _CONTROL.get(type(op))
    if control is not None:
        control(ref, frame, op)
        return
    v = frame.vars
    who = getattr(op, "who", tree.Player.YOU)
    todo: list[int] | None = v.get("todo")
    if todo is None:
        if isinstance(op, tree.Cannot):
            todo = v["todo"] = [v["seat"]]
        else:
            todo = v["todo"] = ref.players(speaker_of(ref, frame), who)
            if who is tree.Player.EACH:
                v["for each"] = True
    if not todo:
        fail(ref, frame)
        return
    HANDLERS[type(op)](ref, frame, op, todo[0])


def done(frame: Frame, **known: Any) -> None:
    """The instruction has been performed; `known` may set it, n and result for the rest of the line."""
    v = frame.vars
    for key in _TEMPORARY:
        v.pop(key, None)
    v.update(known)
    v["todo"].pop(0)
    if v["todo"]:
        v["some"] = True
    else:
        _leave_instruction(frame)
        v["pc"] += 1


def _leave_instruction(frame: Frame) -> bool:
    """Forget who was performing; returns whether anybody has."""
    v = frame.vars
    v.pop("todo", None)
    v.pop("for each", None)
    return v.pop("some", False)


def fail(ref: Referee, frame: Frame) -> None:
    """The instruction can't be performed: the line ends, or goes on at the next "If you do" (R29)."""
    v = frame.vars
    for key in _TEMPORARY:
        v.pop(key, None)
    todo = v.get("todo", [])
    if len(todo) > 1:
        todo.pop(0)
        return
    if _leave_instruction(frame):
        v["pc"] += 1
        return
    if v.get("turns"):
        v["pc"] = v["turns"][-1][0]
        return
    v["did"] = False
    ops = program_of(ref, frame)
    pc: int = v["pc"] + 1
    while pc < len(ops) and not isinstance(op := ops[pc], DidOp):
        pc = op.skip if isinstance(op, MayOp | IfOp | ModesOp | LoopOp) else pc + 1
    v["pc"] = pc


# ------------------------------------------------------------------------------------------------ sentences' frames


def _may(ref: Referee, frame: Frame, op: MayOp) -> None:
    v = frame.vars
    choice = v.pop("choice", None)
    if choice is None:
        seat = _next_to_choose(ref, frame, op.who)
        if seat is None:
            v["pc"] = op.skip
            return
        if not would_change(ref, speaker_of(ref, frame), op.sentence[0]):
            _decline(frame, op)
            return
        ref.ask(
            seat, QuestionKind.YES_NO, f"{v['title']}: do this? {print_effect((op.sentence,))}",
            f"an option of {v['title']}", (Option("yes", "Yes"), Option("no", "No")), cause=v["title"],
        )  # fmt: skip
        return
    if choice == ["yes"]:
        v["pc"] += 1
    else:
        _decline(frame, op)


def _decline(frame: Frame, op: MayOp) -> None:
    if op.who is not tree.Player.EACH:
        frame.vars["did"] = False
        frame.vars["pc"] = op.skip


EachTurn = tuple[int, int, list[int]]
"""Where "each player" stands in a line: (program counter, who chooses now, who is still to choose)."""


def _next_to_choose(ref: Referee, frame: Frame, who: tree.Player) -> int | None:
    """Return who is asked next by an option or a choice; None if there is nobody (left)."""
    v = frame.vars
    if who is not tree.Player.EACH:
        return next(iter(ref.players(speaker_of(ref, frame), who)), None)
    turns: list[EachTurn] = v.setdefault("turns", [])
    if turns and turns[-1][0] == v["pc"]:
        _, _, left = turns.pop()
    else:
        left = ref.players(speaker_of(ref, frame), who)
        v["did"] = False
    if not left:
        return None
    turns.append((v["pc"], left[0], left[1:]))
    return left[0]


def _if(ref: Referee, frame: Frame, op: IfOp) -> None:
    v = frame.vars
    if holds(ref, speaker_of(ref, frame), op.condition):
        v["pc"] += 1
    else:
        v["did"] = False
        v["pc"] = op.skip


def _did(ref: Referee, frame: Frame, op: DidOp) -> None:
    v = frame.vars
    v["pc"] = v["pc"] + 1 if v.get("did", False) == op.did else op.skip


def _done(ref: Referee, frame: Frame, op: DoneOp) -> None:
    frame.vars["did"] = True
    frame.vars["pc"] += 1


def _modes(ref: Referee, frame: Frame, op: ModesOp) -> None:
    v = frame.vars
    choice = v.pop("choice", None)
    if choice is not None:
        v["pc"] = op.starts[int(choice[0])]
        return
    seat = _next_to_choose(ref, frame, op.who)
    if seat is None:
        v["pc"] = op.skip
        return
    speaker = speaker_of(ref, frame)
    open_modes = [i for i, mode in enumerate(op.modes) if would_change(ref, speaker, mode[0])]
    if not open_modes:
        fail(ref, frame)
        return
    if len(open_modes) == 1:
        v["pc"] = op.starts[open_modes[0]]
        return
    options = tuple(Option(str(i), print_effect((op.modes[i],))) for i in open_modes)
    ref.ask(
        seat,
        QuestionKind.ONE,
        f"{v['title']}: choose one.",
        f"a choice of {v['title']}",
        options,
        cause=v["title"],
    )


def _loop(ref: Referee, frame: Frame, op: LoopOp) -> None:
    v = frame.vars
    times = len(candidates(ref, speaker_of(ref, frame), op.filter))
    if times == 0:
        v["pc"] = op.skip
        return
    v.setdefault("loops", []).append(times)
    v["pc"] += 1


def _loop_end(ref: Referee, frame: Frame, op: LoopEndOp) -> None:
    loops: list[int] = frame.vars["loops"]
    loops[-1] -= 1
    if loops[-1] > 0:
        frame.vars["pc"] = op.start
    else:
        loops.pop()
        frame.vars["pc"] += 1


def _jump(ref: Referee, frame: Frame, op: JumpOp) -> None:
    frame.vars["pc"] = op.to


_CONTROL: dict[type[Any], Callable[[Referee, Frame, Any], None]] = {
    MayOp: _may,
    IfOp: _if,
    DidOp: _did,
    DoneOp: _done,
    ModesOp: _modes,
    LoopOp: _loop,
    LoopEndOp: _loop_end,
    JumpOp: _jump,
}


# ---------------------------------------------------------------------------------------- would it change anything


def would_change(ref: Referee, speaker: Speaker, instruction: tree.Instruction) -> bool:
    """Return whether an instruction would change something now (§7, R18, R48)."""
    match instruction:
        case tree.May(sentence, _):
            return would_change(ref, speaker, sentence[0])
        case tree.IfYouDo():
            return False
        case tree.If(condition, sentence, otherwise):
            if holds(ref, speaker, condition):
                return would_change(ref, speaker, sentence[0])
            return otherwise is not None and would_change(ref, speaker, otherwise[0])
        case tree.ChooseOne(modes, _):
            return any(would_change(ref, speaker, mode[0]) for mode in modes)
        case tree.ForEach(wanted, sentence):
            return bool(candidates(ref, speaker, wanted)) and would_change(ref, speaker, sentence[0])
        case _:
            return POSSIBLE[type(instruction)](ref, speaker, instruction)
