"""Sentences around instructions: may, if, if you do, choose one, for each (§7, R18, R29, R48)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.i18n import Message, line, msg, title
from cards.voidream.language import tree
from cards.voidream.language.perspective import from_the_other_side
from cards.voidream.language.printer import print_effect
from engine.kernel.position import Frame
from engine.kernel.question import Offered, QuestionKind
from engine.voidream.effects.lines import EachTurn, fail, speaker_of
from engine.voidream.effects.verbs.vocabulary import VERBS
from engine.voidream.program import DidOp, DoneOp, IfOp, JumpOp, LoopEndOp, LoopOp, MayOp, ModesOp
from engine.voidream.queries.characteristics import count, holds
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext
from engine.voidream.topics import OptionVerb, Topic

More = Callable[[Referee, EffectContext, tree.Instruction], bool]
"""Whether an instruction that would change something is asked to do so."""


def would_change(
    ref: Referee, speaker: EffectContext, instruction: tree.Instruction, more: More | None = None
) -> bool:
    """Return whether an instruction would change something now, and `more` is so of it (§7, R18, R48)."""
    match instruction:
        case tree.May(sentence, _):
            return would_change(ref, speaker, sentence[0], more)
        case tree.IfYouDo():
            return False
        case tree.If(condition, sentence, otherwise):
            if holds(ref, speaker, condition):
                return would_change(ref, speaker, sentence[0], more)
            return otherwise is not None and would_change(ref, speaker, otherwise[0], more)
        case tree.ChooseOne(modes, _):
            return any(would_change(ref, speaker, mode[0], more) for mode in modes)
        case tree.ForEach(wanted, sentence):
            return count(ref, speaker, wanted) > 0 and would_change(ref, speaker, sentence[0], more)
        case _:
            changes = VERBS[type(instruction)].is_possible(ref, speaker, instruction)
            return changes and (more is None or more(ref, speaker, instruction))


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
        told = _as_told(speaker_of(ref, frame), seat, (op.sentence,))
        ref.ask(
            seat, QuestionKind.YES_NO, msg("{card}: do this? {effect}", card=title(v["title"]), effect=told),
            Topic.MAY, _YES_NO, cause=v["title"], subject=v["title"], quoted=told.message,
        )  # fmt: skip
        return
    if choice == ["yes"]:
        v["pc"] += 1
    else:
        _decline(frame, op)


_YES_NO = (
    Offered("yes", msg("Yes"), verb=OptionVerb.YES),
    Offered("no", msg("No"), verb=OptionVerb.NO),
)


def _as_told(speaker: EffectContext, seat: int, effect: tree.Effect) -> Message:
    """Return the words of an effect for whoever is asked about it: "you" is always the one who reads."""
    return line(print_effect(effect if seat == speaker.seat else from_the_other_side(effect)))


def _decline(frame: Frame, op: MayOp) -> None:
    if op.who is not tree.Player.EACH:
        frame.vars["did"] = False
        frame.vars["pc"] = op.skip


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
    frame.vars["did"] = not frame.vars.pop("undone", False)
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
    told = {i: _as_told(speaker, seat, (op.modes[i],)) for i in open_modes}
    options = tuple(Offered(str(i), text, subject=text.message) for i, text in told.items())
    ref.ask(
        seat,
        QuestionKind.ONE,
        msg("{card}: choose one.", card=title(v["title"])),
        Topic.MODE,
        options,
        cause=v["title"],
        subject=v["title"],
    )


def _loop(ref: Referee, frame: Frame, op: LoopOp) -> None:
    v = frame.vars
    times = count(ref, speaker_of(ref, frame), op.filter)
    if times == 0:
        v["pc"] = op.skip
        return
    v.setdefault("loops", []).append(times)
    v.setdefault("named before", []).append(len(v.get("named", [])))
    v["pc"] += 1


def _loop_end(ref: Referee, frame: Frame, op: LoopEndOp) -> None:
    v = frame.vars
    loops: list[int] = v["loops"]
    loops[-1] -= 1
    if loops[-1] > 0:
        v["pc"] = op.start
        v["named"] = v.get("named", [])[: v["named before"][-1]]
    else:
        loops.pop()
        v["named before"].pop()
        v["pc"] += 1


def _jump(ref: Referee, frame: Frame, op: JumpOp) -> None:
    frame.vars["pc"] = op.to


CONTROL: dict[type[Any], Callable[[Referee, Frame, Any], None]] = {
    MayOp: _may,
    IfOp: _if,
    DidOp: _did,
    DoneOp: _done,
    ModesOp: _modes,
    LoopOp: _loop,
    LoopEndOp: _loop_end,
    JumpOp: _jump,
}
"""By operation: (referee, the line's frame, operation)."""
