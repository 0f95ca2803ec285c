"""Execution of control sentences: may, if, if you do, choose one, for each.

The game's part is in its `Rules`. Asking a question changes nothing, so it can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from cards.i18n import Message, line, msg, title
from cards.language.nodes import Player
from cards.language.records import Node
from engine.kernel.effects.line import (
    NOBODY,
    RunningLine,
    begin_loop,
    begin_turns,
    combine_meanings,
    end_loop,
    end_turn,
)
from engine.kernel.effects.program import (
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
    Sentence,
    after_failing,
    is_within,
)
from engine.kernel.machine import AnyMachine
from engine.kernel.question import PendingOption, QuestionKind

R = TypeVar("R", bound=AnyMachine)
F = TypeVar("F", bound=RunningLine[Any])
C = TypeVar("C")
T = TypeVar("T")

Option = MayOp | ModesOp
"""The operations in which a player chooses."""

YES, NO = "yes", "no"
"""The keys of the answers to an option."""


class Rules(msgspec.Struct, Generic[R, F, C], frozen=True, kw_only=True):
    """A game's rules for control sentences."""

    context_of: Callable[[R, F], C]
    """Return the context of the line now: its owner, and the cards it has referred to."""
    program_of: Callable[[R, F], Program[Node]]
    players: Callable[[R, C, Player], Sequence[int]]
    """Return the seats that a text refers to, in order."""
    holds: Callable[[R, C, Node], bool]
    """Return whether a condition holds now."""
    count: Callable[[R, C, Node], int]
    """Return the number of cards that a description matches now."""
    may_be_done: Callable[[R, F, MayOp, int], bool]
    """Return whether a seat is asked about an option.

    It may depend only on public information, because everyone sees the question.
    """
    open_modes: Callable[[R, F, ModesOp, int], Sequence[int]]
    """Return the modes that a seat can choose as far as public information goes. With only one, no one is asked."""
    offered_modes: Callable[[R, F, ModesOp, int], Sequence[int]]
    """Return those of the open modes that are offered to the seat."""
    does_end_line: bool
    """Whether an impossible instruction ends the line, up to "if you do". Otherwise it is skipped."""
    is_one_enough: bool
    """Whether an action of each player counts as done if one of them did it.

    An action that each player *may* do always counts in this way.
    """
    in_words: Callable[[C, int, tuple[Sentence, ...]], str]
    """Return an effect as a seat reads it, with "you" for the reader."""
    may_topic: str
    mode_topic: str
    yes_no: tuple[PendingOption, PendingOption]
    """The options `YES` and `NO`."""
    can_accept: Callable[[R, F, MayOp, int], bool] = lambda ref, frame, op, seat: True
    """Whether `YES` is offered. If not, the seat is asked only to hide from others that it has no choice."""
    called: Callable[[str], Message] = title
    """Return the name of the source of a choice: usually a card's title."""


def players_of(ref: R, frame: F, who: Player, rules: Rules[R, F, C]) -> Sequence[int]:
    """Return the seats that a line refers to.

    During the turns of each player, "each player" is the player whose turn it is.
    """
    if who is Player.YOU:
        return (frame.seat,)
    if who is Player.EACH and frame.turns:
        return (frame.turns[-1][1],)
    return rules.players(ref, rules.context_of(ref, frame), who)


def begin_instruction(ref: R, frame: F, op: Node, rules: Rules[R, F, C]) -> list[int]:
    """Begin an instruction. Return the seats that perform it, in order."""
    if frame.undone and frame.pc in rules.program_of(ref, frame).begins:
        frame.undone = False
    frame.todo = list(players_of(ref, frame, getattr(op, "who", Player.YOU), rules))
    return frame.todo


def control(ref: R, frame: F, op: ControlOp, rules: Rules[R, F, C]) -> Option | None:
    """Execute a control operation. Return the option to ask a seat about (`ask`), or None."""
    program = rules.program_of(ref, frame)
    ops = program.ops
    if frame.pc in program.begins:
        frame.undone = False
    match op:
        case DoneOp():
            frame.pc += 1
            if not is_within(ops, frame.pc):
                frame.did, frame.undone = not frame.undone, False
        case DidOp(did, skip):
            frame.pc = frame.pc + 1 if (frame.did is True) == did else skip
        case IfOp():
            _choose_branch(ref, frame, op, rules)
        case LoopOp():
            _begin_loop(ref, frame, op, rules)
        case LoopEndOp(start):
            frame.pc = start if end_loop(frame) else frame.pc + 1
        case JumpOp(to):
            _jump(frame, ops, to, rules)
        case MayOp() | ModesOp():
            return op if _must_ask(ref, frame, op, rules) else None
    return None


def _choose_branch(ref: R, frame: F, op: IfOp, rules: Rules[R, F, C]) -> None:
    ops = rules.program_of(ref, frame).ops
    if rules.holds(ref, rules.context_of(ref, frame), op.condition):
        frame.pc += 1
    elif op.skip < len(ops) and isinstance(ops[op.skip - 1], JumpOp):
        frame.did, frame.pc = False, op.skip  # The `otherwise` branch.
    else:
        _leave_out(frame, ops, op.skip)


def _begin_loop(ref: R, frame: F, op: LoopOp, rules: Rules[R, F, C]) -> None:
    times = rules.count(ref, rules.context_of(ref, frame), op.filter)
    if times:
        begin_loop(frame, times)
        frame.pc += 1
    else:
        _leave_out(frame, rules.program_of(ref, frame).ops, op.skip)


def _jump(frame: F, ops: Sequence[object], to: int, rules: Rules[R, F, C]) -> None:
    """Continue at `to`. If that is a loop over players, continue with the next player.

    A player who acts during their own turn does so once.
    """
    option = ops[to] if to < frame.pc else None
    if not isinstance(option, Option):
        frame.pc = to
    elif _has_turns(frame, to):
        frame.pc = to
        _end_turn(frame, option, rules)
    else:
        frame.pc = option.skip


def _leave_out(frame: RunningLine[T], ops: tuple[object, ...], pc: int) -> None:
    """Continue after a skipped part. Inside another part, that part decides whether all of it was done."""
    frame.pc = pc
    frame.undone = is_within(ops, pc)
    if not frame.undone:
        frame.did = False


# ------------------------------------------------------------------------------------------------- options and choices


def _has_turns(frame: RunningLine[T], pc: int) -> bool:
    """Return whether the turns in progress belong to the operation at `pc`."""
    return bool(frame.turns) and frame.turns[-1][0] == pc


def _end_turn(frame: F, op: Option, rules: Rules[R, F, C]) -> None:
    end_turn(frame, is_one_enough=rules.is_one_enough or isinstance(op, MayOp))


def chooser(ref: R, frame: F, op: Option, rules: Rules[R, F, C]) -> int:
    """Return the seat that chooses now, or `NOBODY` if none is left.

    Repeated calls return the same seat until it has chosen.
    """
    if op.who is Player.EACH and _has_turns(frame, frame.pc):
        return frame.turns[-1][1]
    return next(iter(players_of(ref, frame, op.who, rules)), NOBODY)


def _must_ask(ref: R, frame: F, op: Option, rules: Rules[R, F, C]) -> bool:
    """Return whether a seat must be asked about an option. If not, continue after it."""
    if op.who is Player.EACH and not frame.turns:
        seats = rules.players(ref, rules.context_of(ref, frame), op.who)
        begin_turns(frame, seats, did=not (rules.is_one_enough or isinstance(op, MayOp)))
    seat = chooser(ref, frame, op, rules)
    if seat == NOBODY:
        _leave_turns(ref, frame, op, rules)
        return False
    if isinstance(op, MayOp):
        if rules.may_be_done(ref, frame, op, seat):
            return True
        _decline(ref, frame, op, rules)
        return False
    modes = rules.open_modes(ref, frame, op, seat)
    if len(modes) == 1:
        frame.pc = op.starts[modes[0]]
    elif not modes:
        do_no_mode(ref, frame, op, rules)
    return len(modes) > 1


def _leave_turns(ref: R, frame: F, op: Option, rules: Rules[R, F, C]) -> None:
    """Continue after an action of each player, or one that no player can do."""
    ops = rules.program_of(ref, frame).ops
    if not _has_turns(frame, frame.pc):
        _leave_out(frame, ops, op.skip)
        return
    frame.turns.pop()
    combine_meanings(frame)
    frame.pc = op.skip
    frame.undone = is_within(ops, op.skip) and not frame.did


def _decline(ref: R, frame: F, op: MayOp, rules: Rules[R, F, C]) -> None:
    if _has_turns(frame, frame.pc):
        frame.undone = True
        _end_turn(frame, op, rules)
    else:
        _leave_out(frame, rules.program_of(ref, frame).ops, op.skip)


def do_no_mode(ref: R, frame: F, op: ModesOp, rules: Rules[R, F, C]) -> None:
    """Continue if a seat can't choose any mode."""
    if rules.does_end_line:
        end_line(frame, rules.program_of(ref, frame).ops, is_one_enough=rules.is_one_enough)
        return
    frame.undone = True
    if _has_turns(frame, frame.pc):
        _end_turn(frame, op, rules)
    else:
        frame.pc = op.skip


def end_line(frame: RunningLine[T], ops: tuple[object, ...], *, is_one_enough: bool) -> None:
    """End a line whose instruction is impossible.

    It continues at the next "If you do". A turn of each player ends separately.
    """
    if frame.turns:
        frame.undone = True
        frame.pc = frame.turns[-1][0]
        end_turn(frame, is_one_enough=is_one_enough or isinstance(ops[frame.pc], MayOp))
        return
    frame.did, frame.undone = False, False
    frame.pc = after_failing(ops, frame.pc)


# ------------------------------------------------------------------------------------------- questions and answers


def ask(ref: R, frame: F, op: Option, rules: Rules[R, F, C]) -> None:
    """Ask the seat that chooses now. Repeated in the same position, the question is the same."""
    seat = chooser(ref, frame, op, rules)
    modes = rules.offered_modes(ref, frame, op, seat) if isinstance(op, ModesOp) else ()
    is_free = isinstance(op, ModesOp) or rules.can_accept(ref, frame, op, seat)
    ask_option(ref, seat, op, modes, frame.title, rules.context_of(ref, frame), rules, can_accept=is_free)


def ask_option(
    ref: R,
    seat: int,
    op: Option,
    modes: Sequence[int],
    card: str,
    context: C,
    rules: Rules[R, F, C],
    *,
    can_accept: bool = True,
) -> None:
    """Ask a seat about an option, or about these of its modes. `card` is the title of the card that offers it."""
    if isinstance(op, MayOp):
        text = rules.in_words(context, seat, (op.sentence,))
        purpose = msg("{card}: do this? {effect}", card=rules.called(card), effect=line(text))
        if not can_accept:
            purpose = msg(
                "{card}: you can't do this now. The others don't see that. {effect}",
                card=rules.called(card),
                effect=line(text),
            )
        options = rules.yes_no if can_accept else rules.yes_no[1:]
        ref.ask(
            seat, QuestionKind.YES_NO, purpose, rules.may_topic, options, cause=card, subject=card, quoted=text
        )  # fmt: skip
        return
    texts = {mode: rules.in_words(context, seat, (op.modes[mode],)) for mode in modes}
    options = tuple(PendingOption(str(mode), line(text), subject=text) for mode, text in texts.items())
    purpose = msg("{card}: choose one.", card=rules.called(card))
    ref.ask(seat, QuestionKind.ONE, purpose, rules.mode_topic, options, cause=card, subject=card)


def apply_answer(ref: R, frame: F, op: Option, choice: Sequence[str], rules: Rules[R, F, C]) -> None:
    """Continue with the answer to an option or a choice of modes."""
    if isinstance(op, ModesOp):
        frame.pc = op.starts[int(choice[0])]
    elif choice[0] == YES:
        frame.pc += 1
    else:
        _decline(ref, frame, op, rules)
