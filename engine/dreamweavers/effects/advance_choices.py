"""Naming in advance: the choices of an effect are made when it goes on standby (DW59 to DW62)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from cards.dreamweavers.language.instructions import Discard, Forget, Put, PutIntoPlay, ReturnToHand
from cards.dreamweavers.language.selections import Chosen, Filter
from cards.dreamweavers.language.words import Trait, Zone
from cards.language.nodes import Player
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.card_verbs import CardAct, selection_of
from engine.dreamweavers.effects.choices import (
    Pick,
    ask_cards,
    candidates,
    chosen,
    in_words,
    may_happen,
    named_by,
    open_modes,
    pick_among,
    pick_for,
    purpose_of,
)
from engine.dreamweavers.effects.costs import Payment, payments
from engine.dreamweavers.effects.rules import RULES
from engine.dreamweavers.facts.plays import ModeChosen, Named
from engine.dreamweavers.frames import CardId, NameInAdvance, Ref
from engine.dreamweavers.position import HAND, ID, IN_PLAY
from engine.dreamweavers.program import Op, Program, late
from engine.dreamweavers.queries.filters import matches
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.kernel.effects.control import YES, ask_option
from engine.kernel.effects.program import DidOp, IfOp, JumpOp, LoopOp, MayOp, ModesOp
from engine.kernel.machine import Procedure

NO_MODE = -1
"""The mode number if no mode was possible."""


def _program(ref: Referee, frame: NameInAdvance) -> Program:
    return ref.pool.program(frame.effect.title, frame.effect.line)


def _context(frame: NameInAdvance) -> EffectContext:
    """Return the point of view of the line, with the cards named for it so far."""
    effect = frame.effect
    named_refs = [named for pc in sorted(effect.named) for named in effect.named[pc]]
    it = effect.named[max(effect.named)] if effect.named else effect.it
    return EffectContext(
        effect.seat, effect.card, effect.tag, effect.title, list(it), [*effect.it, *named_refs]
    )


def look_for_choice(ref: Referee, frame: NameInAdvance) -> None:
    """Continue to the next question for the effect's player. Cards without an alternative are named immediately."""
    effect, program = frame.effect, _program(ref, frame)
    ops = program.ops
    while frame.pc < len(ops):
        op = ops[frame.pc]
        match op:
            case MayOp(who, skip):
                if who is not Player.YOU or frame.pc in late(program):
                    frame.pc = skip
                elif may_happen(ref, ops, frame.pc, effect.seat, _context(frame)):
                    return
                else:
                    effect.agreed[frame.pc] = False
                    frame.pc = skip
            case ModesOp(who, starts, skip):
                if who is not Player.YOU:
                    frame.pc = skip
                    continue
                modes = open_modes(ref, op, ops, effect.seat, _context(frame))
                if len(modes) > 1:
                    return
                _choose_mode(ref, frame, op, modes[0] if modes else NO_MODE)
                frame.pc = starts[modes[0]] if modes else skip
            case LoopOp(_, skip):  # Repetitions and their choices are counted on resolution.
                frame.pc = skip
            case JumpOp(to, ends_mode=True):
                frame.pc = to
            case DidOp(True, skip) if _was_refused(frame, ops, frame.pc):
                frame.pc = skip
            case _:
                pick = _pick(ref, frame, op, program)
                if pick is not None and not pick.is_blind:
                    if pick.is_asked:
                        return
                    _name(ref, frame, pick.cards)
                frame.pc += 1
    frame.step = "put_on_standby"


def _was_refused(frame: NameInAdvance, ops: Sequence[Op], at: int) -> bool:
    """Return whether the part before this place will be skipped, because its player declined it or can't do anything."""
    for pc, op in enumerate(ops[:at]):
        match op:
            case MayOp(_, skip) if skip == at and frame.effect.agreed.get(pc) is False:
                return True
            case DidOp(_, skip) if skip == at:
                return _was_refused(frame, ops, pc)
            case _:
                pass
    return False


def _pick(ref: Referee, frame: NameInAdvance, op: Op, program: Program) -> Pick | None:
    """Return the advance choice of an instruction; None if there is none."""
    seat, context = frame.effect.seat, _context(frame)
    if frame.pc in late(program) or not isinstance(op, CardAct) or not named_by(op, seat, context):
        return None
    if getattr(op, "who", Player.YOU) not in (Player.YOU, Player.EACH):
        return None
    pick = pick_for(ref, program.ops, frame.pc, seat, context)
    others = [card for card in pick.cards if card not in _leaving(ref, frame, program)]
    if others and len(others) < len(pick.cards):
        return pick_among(ref, op, others, seat)
    return pick


_MOVING = Discard | Forget | ReturnToHand | PutIntoPlay | Put
"""Instructions that move a card of a hand or an Id to another zone."""


def _leaving(ref: Referee, frame: NameInAdvance, program: Program) -> set[CardId]:
    """Return the cards of hands and Ids that the effect moves before this place.

    Naming them again has no effect (DW62).
    """
    return {
        card
        for pc, refs in frame.effect.named.items()
        if isinstance(program.ops[pc], _MOVING)
        for card, _ in refs
        if ref.cards[card].zone in (HAND, ID)
    }


def _name(ref: Referee, frame: NameInAdvance, cards: list[CardId]) -> None:
    frame.effect.named[frame.pc] = [ref.ref(card) for card in cards]


def ask_name(ref: Referee, frame: NameInAdvance) -> None:
    """Ask for the choice that the line offers at this place."""
    effect, program = frame.effect, _program(ref, frame)
    op, context = program.ops[frame.pc], _context(frame)
    match op:
        case MayOp():
            ask_option(ref, effect.seat, op, (), effect.title, context, RULES)
        case ModesOp():
            modes = open_modes(ref, op, program.ops, effect.seat, context)
            ask_option(ref, effect.seat, op, modes, effect.title, context, RULES)
        case _:
            pick = _pick(ref, frame, op, program)
            assert pick is not None
            assert isinstance(op, CardAct)
            purpose, quoted = purpose_of(op, effect.seat, context)
            ask_cards(ref, frame, effect.seat, pick, purpose, Topic.CARDS, cause=effect.title, quoted=quoted)


def hear_name(ref: Referee, frame: NameInAdvance) -> None:
    """Store the answer, and continue after this place."""
    effect, op = frame.effect, _program(ref, frame).ops[frame.pc]
    frame.step = "look_for_choice"
    match op:
        case MayOp(_, skip):
            yes = effect.agreed[frame.pc] = frame.take_answer() == [YES]
            frame.pc = frame.pc + 1 if yes else skip
        case ModesOp(_, starts):
            mode = int(frame.take_answer()[0])
            _choose_mode(ref, frame, op, mode)
            frame.pc = starts[mode]
        case _:
            _name(ref, frame, chosen(frame))
            frame.pc += 1


def _choose_mode(ref: Referee, frame: NameInAdvance, op: ModesOp, mode: int) -> None:
    """Store the mode, and announce it immediately, because the next question reveals it."""
    effect = frame.effect
    effect.modes[frame.pc] = mode
    if mode != NO_MODE:
        text = in_words(_context(frame), effect.seat, (op.modes[mode],))
        ref.emit(ModeChosen(effect.seat, effect.title, text), effect.title)


def put_on_standby(ref: Referee, frame: NameInAdvance) -> None:
    """Put the effect on standby, and announce the public cards named for it (DW59)."""
    effect = frame.effect
    public_cards = [card for pc in sorted(effect.named) for card in _public_cards(ref, effect.named[pc])]
    if public_cards:
        ref.emit(
            Named(effect.seat, effect.title, ref.titles(list(dict.fromkeys(public_cards)))), effect.title
        )
    ref.position.standby.append(effect)


def _public_cards(ref: Referee, refs: list[Ref]) -> Iterator[CardId]:
    return (card for card, _ in refs if ref.cards[card].zone in (*IN_PLAY, ID))


NAME = Procedure[Referee](NameInAdvance, look_for_choice, ask_name, hear_name, put_on_standby)
"""The procedure of naming in advance."""


# ---------------------------------------------------------------------------------------------------- can it be named at all?


def can_fill(ref: Referee, context: EffectContext, program: Program) -> bool:
    """Return whether every card that an ability requires to be named is available once its prices are paid (DW46).

    Options and conditional parts require nothing; of modes, one must be possible. Cards from the top of a mind are
    unknown before the payment, and don't count.
    """
    demanded = demands(program)
    if not demanded:
        return True
    text = ref.text(context.title)
    line = next(number for number, other in text.programs.items() if other is program)
    prices = text.abilities[line].prices if line in text.abilities else ()
    return any(
        all(any(is_filled(ref, op, context, payment) for op in alternatives) for alternatives in demanded)
        for payment in payments(ref, context, prices)
    )


@lru_cache(maxsize=4096)
def demands(program: Program) -> tuple[tuple[CardAct, ...], ...]:
    """Return the instructions that require a card; of alternatives in one tuple, one must get it."""
    required: list[tuple[CardAct, ...]] = []
    ops, pc = program.ops, 0
    while pc < len(ops):
        op = ops[pc]
        match op:
            case MayOp(_, skip) | LoopOp(_, skip) | DidOp(_, skip):
                pc = skip
            case IfOp(_, skip):
                last_op = ops[skip - 1]
                pc = last_op.to if isinstance(last_op, JumpOp) else skip
            case ModesOp(_, starts, skip):
                firsts = [op_of_mode for start in starts if _demands(op_of_mode := ops[start])]
                if len(firsts) == len(starts):
                    required.append(
                        tuple(op_of_mode for op_of_mode in firsts if isinstance(op_of_mode, CardAct))
                    )
                pc = skip
            case _:
                if pc not in late(program) and isinstance(op, CardAct) and _demands(op):
                    required.append((op,))
                pc += 1
    return tuple(required)


def _demands(op: Op) -> bool:
    """Return whether the effect's player must name a card for an instruction."""
    if not isinstance(op, CardAct) or getattr(op, "who", Player.YOU) not in (Player.YOU, Player.EACH):
        return False
    selection = selection_of(op)
    if not isinstance(selection, Chosen) or (isinstance(op, Discard) and op.random):
        return False
    return selection.at_least > 0


def is_filled(ref: Referee, op: CardAct, context: EffectContext, payment: Payment) -> bool:
    """Return whether a card is available for an instruction after a payment."""
    selection = selection_of(op)
    assert isinstance(selection, Chosen)
    filter = selection.filter
    if any(card not in payment.moved for card in candidates(ref, op, context.seat, context)):
        return True
    if Trait.TAPPED in filter.traits:
        traits = tuple(trait for trait in filter.traits if trait is not Trait.TAPPED)
        untapped = _without_traits(filter, traits)
        if any(
            card not in payment.moved and matches(ref, card, untapped, context) for card in payment.tapped
        ):
            return True
    zone = {Zone.ID: ID, Zone.HAND: HAND}.get(filter.zone)
    return zone is not None and any(
        to == zone and matches(ref, card, filter, context, anywhere=True)
        for card, to in payment.moved.items()
    )


def _without_traits(filter: Filter, traits: tuple[Trait, ...]) -> Filter:
    return Filter(
        filter.noun, traits, filter.notion, filter.power, filter.cost, filter.keyword, filter.who,
        filter.pile, filter.pile_of, filter.zone, filter.whose,
    )  # fmt: skip
