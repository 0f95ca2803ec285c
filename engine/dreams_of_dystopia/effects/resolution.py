"""Execution of lines, operation by operation (DD42).

A line is a frame with a program counter and the meaning of "it". It continues as long as its player is in, whatever
its instructions cause (DD38).
"""

from __future__ import annotations

from cards.language.nodes import Player
from cards.language.records import Node
from engine.dreams_of_dystopia.effects import choices
from engine.dreams_of_dystopia.effects.rules import RULES, effect_text, players, program_of
from engine.dreams_of_dystopia.effects.verbs import VERBS, WAITS, performers
from engine.dreams_of_dystopia.facts.turns import MasterUsed, ModeChosen, OpponentNamed
from engine.dreams_of_dystopia.frames import RunLine, RunLines
from engine.dreams_of_dystopia.referee import Referee
from engine.kernel.effects.control import Option, apply_answer, ask, control
from engine.kernel.effects.line import leave_instruction
from engine.kernel.effects.program import ControlOp, MayOp, ModesOp
from engine.kernel.machine import Procedure


def next_line(m: Referee, frame: RunLines) -> None:
    """Begin the next line, unless it is of a fighter or helper whose Combat is over (DD69)."""
    if not frame.todo:
        return
    line = frame.todo[0]
    is_of_master = line.card in m.seat(frame.seat).master
    if not is_of_master and m.position.combat is not None and not m.combat_continues():
        return
    del frame.todo[0]
    frame.step = "next_line"
    running = RunLine(seat=frame.seat, source=line.card, title=line.title, line=line.line)
    if is_of_master:
        m.emit(MasterUsed(frame.seat, line.title, master_text(m, running)), line.title)
        # A player who uses a line that begins with "You may" has already said yes.
        if line.line in m.pool.sides[line.title].once and isinstance(program_of(m, running).ops[0], MayOp):
            running.pc = 1
    m.push(running)


def master_text(m: Referee, frame: RunLine) -> str:
    """Return the effect of a Master's line without its prefix."""
    printed = m.pool.sides[frame.title].printed[frame.line]
    text = printed.partition(": ")[2] if frame.line in m.pool.sides[frame.title].once else ""
    return text or printed


LINES = Procedure[Referee](RunLines, next_line)


def go_through(m: Referee, frame: RunLine) -> None:
    """Perform operations until a player is asked, another procedure comes first, or the line is over."""
    ops = program_of(m, frame).ops
    stack = m.position.stack
    while frame.pc < len(ops):
        op = ops[frame.pc]
        if isinstance(op, ControlOp):
            is_done = control(m, frame, op, RULES) is None
            if isinstance(op, ModesOp) and is_done and frame.pc in op.starts:
                _tell_mode(m, frame, op, op.starts.index(frame.pc))
        else:
            is_done = _instruct(m, frame, op)
        if not any(each is frame for each in stack):
            return  # Its player is out, or the match is over.
        if stack[-1] is not frame:
            frame.step = "go_through"
            return
        if not is_done:
            return
    frame.step = ""


def _instruct(m: Referee, frame: RunLine, op: Node) -> bool:
    """Perform an instruction. Return False if it waits."""
    who = performers(op)
    if who is Player.OPPONENT and frame.opponent < 0 and not _know_opponent(m, frame):
        frame.stage = choices.OPPONENT
        return False
    if frame.todo is None:
        if frame.pc in program_of(m, frame).begins:
            frame.undone = False
        frame.todo = list(players(m, frame, who))
    seats = [seat for seat in frame.todo if not m.position.is_out(seat)]
    if VERBS[type(op)](m, frame, op, seats) is WAITS:
        return False
    frame.stage, frame.picked = "", None
    leave_instruction(frame)
    return True


def _know_opponent(m: Referee, frame: RunLine) -> bool:
    """Set the player whom the text calls your opponent, if that needs no choice. Return whether it is set (DD44)."""
    opposing, others = m.opposing(frame.seat), m.opponents(frame.seat)
    if opposing is not None:
        frame.opponent = opposing.seat
    elif len(others) == 1:
        frame.opponent = others[0]
    return frame.opponent >= 0


def _tell_mode(m: Referee, frame: RunLine, op: ModesOp, number: int) -> None:
    """Announce a mode, even one that wasn't asked for: silence would reveal that no other is possible (DD128)."""
    text = effect_text(frame, frame.seat, (op.modes[number],))
    m.emit(ModeChosen(frame.seat, frame.title, text), frame.title)


def ask_choice(m: Referee, frame: RunLine) -> None:
    """Ask for the choice that the operation waits for: an option, a mode, cards, or a player."""
    op = program_of(m, frame).ops[frame.pc]
    if isinstance(op, Option):
        # A sampled position in which this isn't asked is invalid.
        assert not isinstance(op, MayOp) or RULES.may_be_done(m, frame, op, frame.seat)
        assert not isinstance(op, ModesOp) or len(RULES.open_modes(m, frame, op, frame.seat)) > 1
        ask(m, frame, op, RULES)
        return
    assert isinstance(op, Node)
    choices.ask_for(m, frame, op, effect_text(frame, frame.seat, ((op,),)))


def hear_choice(m: Referee, frame: RunLine) -> None:
    """Take the answer and continue the operation."""
    op = program_of(m, frame).ops[frame.pc]
    choice, keys, stage = frame.choice, frame.keys, frame.stage
    frame.choice, frame.keys, frame.step = [], {}, "go_through"
    if isinstance(op, Option):
        if isinstance(op, ModesOp):
            _tell_mode(m, frame, op, int(choice[0]))
        apply_answer(m, frame, op, choice, RULES)
        return
    assert isinstance(op, Node)
    frame.stage = ""
    if stage == choices.CARDS:
        frame.picked = [keys[key] for key in choice if key in keys]
    elif stage == choices.SEARCH:
        found_cards = choices.found_in_deck(m, frame, op)
        frame.picked = [card for card in found_cards if m.called(card) == choice[0]][:1]
    elif stage == choices.OPPONENT:
        frame.opponent = choices.seat_of_key(choice[0])
        m.emit(OpponentNamed(frame.seat, frame.opponent, frame.title), frame.title)
    else:
        frame.player = choices.seat_of_key(choice[0])


RUN_LINE = Procedure[Referee](RunLine, go_through, ask_choice, hear_choice)
