"""Sentences around instructions: may, if, if you do, choose one, for each (§7, R18, R29, R48)."""

from __future__ import annotations

from collections.abc import Callable

from cards.i18n import Message, line, msg, title
from cards.language.perspective import from_the_other_side
from cards.voidream.language import tree
from cards.voidream.language.printer import print_effect
from engine.kernel.question import Offered, QuestionKind
from engine.voidream.effects.verbs.picking import in_the_dark
from engine.voidream.effects.verbs.vocabulary import Instruction, verb_of
from engine.voidream.frames import ResolveLine
from engine.voidream.lines import begin_turns, context_of, end_turn, fail, program_of
from engine.voidream.program import (
    ControlOp,
    DidOp,
    DoneOp,
    IfOp,
    JumpOp,
    LoopEndOp,
    LoopOp,
    MayOp,
    ModesOp,
    Program,
)
from engine.voidream.queries.characteristics import count, holds
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

Judge = Callable[[Referee, EffectContext, Instruction], bool]
"""Whether an instruction that is no sentence around others would change something."""


def is_possible(ref: Referee, context: EffectContext, instruction: Instruction) -> bool:
    """Return whether a plain instruction would change something now."""
    return verb_of(instruction).is_possible(ref, context, instruction)


def _could_be(ref: Referee, context: EffectContext, instruction: Instruction) -> bool:
    """Return whether a plain instruction would change something now, for all that everybody knows (R81)."""
    return is_possible(ref, context, instruction) or bool(in_the_dark(ref, context, instruction))


def would_change(
    ref: Referee, context: EffectContext, instruction: tree.Instruction, judge: Judge = is_possible
) -> bool:
    """Return whether an instruction would change something now, as `judge` sees it (§7, R18, R48)."""
    match instruction:
        case tree.May(sentence, _):
            return would_change(ref, context, sentence[0], judge)
        case tree.IfYouDo():
            return False
        case tree.If(condition, sentence, otherwise):
            if holds(ref, context, condition):
                return would_change(ref, context, sentence[0], judge)
            return otherwise is not None and would_change(ref, context, otherwise[0], judge)
        case tree.ChooseOne(modes, _):
            return any(would_change(ref, context, mode[0], judge) for mode in modes)
        case tree.ForEach(wanted, sentence):
            return count(ref, context, wanted) > 0 and would_change(ref, context, sentence[0], judge)
        case _:
            return judge(ref, context, instruction)


def _may(ref: Referee, frame: ResolveLine, op: MayOp) -> None:
    choice = frame.take_choice()
    if choice is None:
        seat = _next_to_choose(ref, frame, op.who)
        if seat is None:
            _go_behind(ref, frame, op.skip)
            return
        if not would_change(ref, context_of(ref, frame), op.sentence[0], _could_be):
            _decline(ref, frame, op)
            return
        told = _as_told(context_of(ref, frame), seat, (op.sentence,))
        ref.ask(
            seat, QuestionKind.YES_NO, msg("{card}: do this? {effect}", card=title(frame.title), effect=told),
            Topic.MAY, _YES_NO, cause=frame.title, subject=frame.title, quoted=told.message,
        )  # fmt: skip
        return
    if choice == ["yes"]:
        frame.pc += 1
    else:
        _decline(ref, frame, op)


_YES_NO = (
    Offered("yes", msg("Yes"), verb=OptionVerb.YES),
    Offered("no", msg("No"), verb=OptionVerb.NO),
)


def _as_told(context: EffectContext, seat: int, effect: tree.Effect) -> Message:
    """Return the words of an effect for the player who is asked about it: "you" is always the one who reads."""
    return line(print_effect(effect if seat == context.seat else from_the_other_side(effect)))


def _decline(ref: Referee, frame: ResolveLine, op: MayOp) -> None:
    if op.who is tree.Player.EACH:
        frame.undone = True
        end_turn(frame)
    else:
        frame.did = False
        _go_behind(ref, frame, op.skip)


def _go_behind(ref: Referee, frame: ResolveLine, pc: int) -> None:
    """Go on behind a part of which `did` says whether it was done; the sentence that goes on there takes that along."""
    frame.pc = pc
    frame.undone = is_within(program_of(ref, frame), pc) and (frame.undone or not frame.did)


def is_within(ops: Program, pc: int) -> bool:
    """Return whether a sentence ends at `pc`, or a repeat: what was done before is then a part of something."""
    while pc < len(ops) and isinstance(op := ops[pc], JumpOp) and op.to > pc:
        pc = op.to
    return pc < len(ops) and isinstance(ops[pc], DoneOp | LoopEndOp)


def _done(ref: Referee, frame: ResolveLine) -> None:
    """A sentence has been carried out. Within another one, that one says whether all of it was done (R60)."""
    ops = program_of(ref, frame)
    frame.pc += 1
    if frame.pc < len(ops) and isinstance(op := ops[frame.pc], JumpOp) and op.to < frame.pc:
        return  # A turn of each player: see `_jump`.
    if not is_within(ops, frame.pc):
        frame.did, frame.undone = not frame.undone, False


def _jump(frame: ResolveLine, to: int) -> None:
    """Go on at `to`; back there, it is the turn of the next player."""
    if to < frame.pc:
        end_turn(frame)
    frame.pc = to


def _next_to_choose(ref: Referee, frame: ResolveLine, who: tree.Player) -> int | None:
    """Return who is asked by an option or a choice; None if there is nobody (left).

    It can be called again, and then it is the same one: it is another's turn only when this one has had theirs.
    """
    if who is not tree.Player.EACH:
        return next(iter(ref.players(context_of(ref, frame), who)), None)
    turns = frame.turns
    if not turns or turns[-1][0] != frame.pc:
        begin_turns(frame, ref.players(context_of(ref, frame), who))
    seat = turns[-1][1]
    if seat >= 0:
        return seat
    turns.pop()
    _speak_of_all(frame)
    return None


def _speak_of_all(frame: ResolveLine) -> None:
    """From now on "it" and "that many" are what all players did in their turns."""
    its = [it for _, it, _ in frame.by_turn if it is not None]
    numbers = [n for _, _, n in frame.by_turn if n is not None]
    if its:
        frame.it = [card for it in its for card in it]
    if numbers:
        frame.n = sum(numbers)
    frame.by_turn = []


def _if(ref: Referee, frame: ResolveLine, op: IfOp) -> None:
    if holds(ref, context_of(ref, frame), op.condition):
        frame.pc += 1
    else:
        frame.did = False
        if op.skip < len(ops := program_of(ref, frame)) and isinstance(ops[op.skip - 1], JumpOp):
            frame.pc = op.skip  # What happens otherwise.
        else:
            _go_behind(ref, frame, op.skip)


def _modes(ref: Referee, frame: ResolveLine, op: ModesOp) -> None:
    choice = frame.take_choice()
    if choice is not None:
        frame.pc = op.starts[int(choice[0])]
        return
    seat = _next_to_choose(ref, frame, op.who)
    if seat is None:
        _go_behind(ref, frame, op.skip)
        return
    context = context_of(ref, frame)
    public = [i for i, mode in enumerate(op.modes) if would_change(ref, context, mode[0], _could_be)]
    if not public:
        fail(ref, frame)
        return
    if len(public) == 1:
        frame.pc = op.starts[public[0]]
        return
    open_modes = [i for i in public if would_change(ref, context, op.modes[i][0])] or public
    told = {i: _as_told(context, seat, (op.modes[i],)) for i in open_modes}
    options = tuple(Offered(str(i), text, subject=text.message) for i, text in told.items())
    ref.ask(
        seat,
        QuestionKind.ONE,
        msg("{card}: choose one.", card=title(frame.title)),
        Topic.MODE,
        options,
        cause=frame.title,
        subject=frame.title,
    )


def _loop(ref: Referee, frame: ResolveLine, op: LoopOp) -> None:
    times = count(ref, context_of(ref, frame), op.filter)
    if times == 0:
        frame.did = False
        _go_behind(ref, frame, op.skip)
        return
    frame.loops.append(times)
    frame.named_before.append(len(frame.named))
    frame.pc += 1


def _loop_end(frame: ResolveLine, start: int) -> None:
    loops = frame.loops
    loops[-1] -= 1
    if loops[-1] > 0:
        frame.pc = start
        frame.named = frame.named[: frame.named_before[-1]]
    else:
        loops.pop()
        frame.named_before.pop()
        frame.pc += 1


def control(ref: Referee, frame: ResolveLine, op: ControlOp) -> None:
    """Perform an operation that is no instruction of its own."""
    match op:
        case DoneOp():
            _done(ref, frame)
        case DidOp(wanted, skip):
            frame.pc = frame.pc + 1 if (frame.did is True) == wanted else skip
        case MayOp():
            _may(ref, frame, op)
        case IfOp():
            _if(ref, frame, op)
        case ModesOp():
            _modes(ref, frame, op)
        case LoopOp():
            _loop(ref, frame, op)
        case LoopEndOp(start):
            _loop_end(frame, start)
        case JumpOp(to):
            _jump(frame, to)
