"""Execution of effects, operation by operation (DW54, DW60 to DW62, DW90).

An effect is a frame: its place, a program counter, and the value of "it". Cards named in advance come from the effect
on standby and are checked again. All other choices are asked when they come up. Abilities triggered in the meantime
wait until the effect is over; the procedure that started the effect resolves them.
"""

from __future__ import annotations

from cards.dreamweavers.language.instructions import TakeOne
from engine.dreamweavers.effects.advance_choices import NO_MODE
from engine.dreamweavers.effects.card_verbs import CardAct
from engine.dreamweavers.effects.choices import (
    ask_cards,
    ask_order,
    chosen,
    in_words,
    ordered,
    purpose_of,
)
from engine.dreamweavers.effects.effect_stages import CARDS, ORDER, context_of, ops_of
from engine.dreamweavers.effects.instructions import (
    instruct,
    order_of,
    pick_of,
    purpose_of_taking,
)
from engine.dreamweavers.effects.rules import RULES
from engine.dreamweavers.facts.plays import ModeChosen
from engine.dreamweavers.frames import ResolveEffect
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.kernel.effects.control import NO, YES, Option, apply_answer, ask, chooser, control, do_no_mode
from engine.kernel.effects.program import ControlOp, MayOp, ModesOp
from engine.kernel.machine import Procedure


def go_through(ref: Referee, frame: ResolveEffect) -> None:
    """Perform operations until a player is asked, another procedure runs first, or the effect is over."""
    ops = ops_of(ref, frame)
    while frame.pc < len(ops):
        op = ops[frame.pc]
        goes_on = _control(ref, frame, op) if isinstance(op, ControlOp) else instruct(ref, frame, op)
        if not goes_on:
            return
    frame.step = ""


def _control(ref: Referee, frame: ResolveEffect, op: ControlOp) -> bool:
    """Perform a control sentence, using choices made in advance. Return False if a seat must be asked."""
    advance_choices = frame.effect
    match op:
        case MayOp() if advance_choices is not None and frame.pc in advance_choices.agreed:
            apply_answer(ref, frame, op, [YES if advance_choices.agreed[frame.pc] else NO], RULES)
            return True
        case ModesOp() if advance_choices is not None and frame.pc in advance_choices.modes:
            mode = advance_choices.modes[frame.pc]
            if mode == NO_MODE:
                do_no_mode(ref, frame, op, RULES)
            else:
                apply_answer(ref, frame, op, [str(mode)], RULES)
            return True
        case _:
            return control(ref, frame, op, RULES) is None


def ask_choice(ref: Referee, frame: ResolveEffect) -> None:
    """Ask for the choice of the current operation: an option, a mode, cards, or their order."""
    op = ops_of(ref, frame)[frame.pc]
    if isinstance(op, Option):
        ask(ref, frame, op, RULES)
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
        purpose, quoted = purpose_of(op, seat, context_of(ref, frame))
    pick = pick_of(ref, frame, op)
    ask_cards(ref, frame, seat, pick, purpose, Topic.CARDS, cause=frame.title, quoted=quoted)


def hear_choice(ref: Referee, frame: ResolveEffect) -> None:
    """Apply the answer, and continue with the operation."""
    op = ops_of(ref, frame)[frame.pc]
    stage, frame.stage = frame.stage, ""
    frame.step = "go_through"
    if isinstance(op, Option):
        choice = frame.take_answer()
        if isinstance(op, ModesOp):
            _tell_mode(ref, frame, op, int(choice[0]))
        apply_answer(ref, frame, op, choice, RULES)
    elif stage == ORDER:
        frame.picked = ordered(frame)
    else:
        assert stage == CARDS
        frame.picked = chosen(frame)


def _tell_mode(ref: Referee, frame: ResolveEffect, op: ModesOp, mode: int) -> None:
    seat = chooser(ref, frame, op, RULES)
    text = in_words(context_of(ref, frame), seat, (op.modes[mode],))
    ref.emit(ModeChosen(seat, frame.title, text), frame.title)


RESOLVE = Procedure[Referee](ResolveEffect, go_through, ask_choice, hear_choice)
"""The procedure of resolving an effect."""
