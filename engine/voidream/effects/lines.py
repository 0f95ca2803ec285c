"""The effect lines of cards while they are being resolved (§7 "Do card effects need to be resolved fully?", R29).

A line that is being resolved is a frame: where it is printed, a program counter, and what "it", "that many" and
"the result" are. An instruction that can't be performed ends its line; the next line goes on.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.position import Frame
from engine.voidream.program import DidOp, IfOp, LoopOp, MayOp, ModesOp, Program
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

EachTurn = tuple[int, int, list[int]]
"""Where "each player" stands in a line: (program counter, who chooses now, who is still to choose)."""

_TEMPORARY = ("picked", "happened", "choice", "keys", "stage", "returned")
"""What an instruction keeps in the line's frame while it waits."""


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


def speaker_of(ref: Referee, frame: Frame) -> EffectContext:
    """Return whom the line speaks for at this moment."""
    v = frame.vars
    side = v["side"]
    value = 0 if side.startswith("mind") else ref.pool[v["title"]].value
    turns: list[EachTurn] = v.get("turns", [])
    performer = turns[-1][1] if turns else -1
    if v.get("for each") and v.get("todo"):
        performer = v["todo"][0]
    return EffectContext(
        v["seat"], v["card"], value, v["it"], v["n"], v.get("result", 0), performer, v.get("named", [])
    )


def program_of(ref: Referee, frame: Frame) -> Program:
    """Return the operations of the line."""
    v = frame.vars
    return ref.pool.program(v["title"], v["side"], v["index"])


def done(frame: Frame, **known: Any) -> None:
    """The instruction has been performed; `known` may set it, n and result for the rest of the line."""
    v = frame.vars
    happened = v.get("happened", {})
    v["undone"] = _came_to_nothing(happened)
    if v["undone"] or happened.get("short"):
        v["unpaid"] = True
    for key in _TEMPORARY:
        v.pop(key, None)
    v.update(known)
    if known.get("it"):
        v["named"] = [*v.get("named", []), *known["it"]]
    v["todo"].pop(0)
    if v["todo"]:
        v["some"] = True
    else:
        _leave_instruction(frame)
        v["pc"] += 1


def _came_to_nothing(deed: dict[str, Any]) -> bool:
    """Whether a deed was prevented in full, so that "if you do" does not hold (R60)."""
    if deed.get("kind") in ("damage", "dream damage"):
        return not any(deed.get("shares", {}).values())
    return deed.get("prevented", False)


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
    v["pc"] = after_failing(program_of(ref, frame), v["pc"])


def after_failing(ops: Program, pc: int) -> int:
    """Return where a line goes on whose instruction at `pc` can't be performed: at "If you do", or at its end."""
    pc += 1
    while pc < len(ops) and not isinstance(op := ops[pc], DidOp):
        pc = op.skip if isinstance(op, MayOp | IfOp | ModesOp | LoopOp) else pc + 1
    return pc
