"""Naming in advance: the choices of an effect are made as it is put on standby (DW59 to DW62)."""

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
"""In place of a mode, where none could be chosen."""


def _program(ref: Referee, frame: NameInAdvance) -> Program:
    return ref.pool.program(frame.effect.title, frame.effect.line)


def _context(frame: NameInAdvance) -> EffectContext:
    """Return from whose point of view the line is read, with what has been named for it so far."""
    effect = frame.effect
    named = [one for pc in sorted(effect.named) for one in effect.named[pc]]
    last = effect.named[max(effect.named)] if effect.named else effect.it
    return EffectContext(effect.seat, effect.card, effect.tag, effect.title, list(last), [*effect.it, *named])


def look_for_choice(ref: Referee, frame: NameInAdvance) -> None:
    """Go through the effect up to the next thing that its player is asked; what can't be chosen otherwise is named at once."""
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
    """Return whether the part before this place will not be done, since its player has said no to it or could do nothing."""
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
    rest = [card for card in pick.cards if card not in _leaving(ref, frame, program)]
    if rest and len(rest) < len(pick.cards):
        return pick_among(ref, op, rest, seat)
    return pick


_MOVING = Discard | Forget | ReturnToHand | PutIntoPlay | Put
"""Instructions after which a card of a hand or an Id lies elsewhere."""


def _leaving(ref: Referee, frame: NameInAdvance, program: Program) -> set[CardId]:
    """Return the cards of hands and Ids that the effect will have moved by now: to name them again would change nothing (DW62)."""
    return {
        card
        for pc, named in frame.effect.named.items()
        if isinstance(program.ops[pc], _MOVING)
        for card, _ in named
        if ref.cards[card].zone in (HAND, ID)
    }


def _name(ref: Referee, frame: NameInAdvance, cards: list[CardId]) -> None:
    frame.effect.named[frame.pc] = [ref.ref(card) for card in cards]


def ask_name(ref: Referee, frame: NameInAdvance) -> None:
    """Ask what the line lets its player choose at this place."""
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
    """Keep what was chosen, and go on behind it."""
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
    """Store the mode, and announce it at once, because the next question reveals it."""
    effect = frame.effect
    effect.modes[frame.pc] = mode
    if mode != NO_MODE:
        text = in_words(_context(frame), effect.seat, (op.modes[mode],))
        ref.emit(ModeChosen(effect.seat, effect.title, text), effect.title)


def put_on_standby(ref: Referee, frame: NameInAdvance) -> None:
    """Put the effect on standby, and announce the public cards named for it (DW59)."""
    effect = frame.effect
    named = [card for pc in sorted(effect.named) for card in _in_the_open(ref, effect.named[pc])]
    if named:
        ref.emit(Named(effect.seat, effect.title, ref.titles(list(dict.fromkeys(named)))), effect.title)
    ref.position.standby.append(effect)


def _in_the_open(ref: Referee, named: list[Ref]) -> Iterator[CardId]:
    return (card for card, _ in named if ref.cards[card].zone in (*IN_PLAY, ID))


NAME = Procedure[Referee](NameInAdvance, look_for_choice, ask_name, hear_name, put_on_standby)
"""Naming in advance."""


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
    line = next(number for number, one in text.programs.items() if one is program)
    prices = text.abilities[line].prices if line in text.abilities else ()
    return any(
        all(any(is_filled(ref, op, context, paid) for op in alternatives) for alternatives in demanded)
        for paid in payments(ref, context, prices)
    )


@lru_cache(maxsize=4096)
def demands(program: Program) -> tuple[tuple[CardAct, ...], ...]:
    """Return the instructions that demand a card; of several together, one must get it."""
    found: list[tuple[CardAct, ...]] = []
    ops, pc = program.ops, 0
    while pc < len(ops):
        op = ops[pc]
        match op:
            case MayOp(_, skip) | LoopOp(_, skip) | DidOp(_, skip):
                pc = skip
            case IfOp(_, skip):
                before = ops[skip - 1]
                pc = before.to if isinstance(before, JumpOp) else skip
            case ModesOp(_, starts, skip):
                firsts = [first for start in starts if _demands(first := ops[start])]
                if len(firsts) == len(starts):
                    found.append(tuple(first for first in firsts if isinstance(first, CardAct)))
                pc = skip
            case _:
                if pc not in late(program) and isinstance(op, CardAct) and _demands(op):
                    found.append((op,))
                pc += 1
    return tuple(found)


def _demands(op: Op) -> bool:
    """Return whether the player of an effect must name a card for an instruction."""
    if not isinstance(op, CardAct) or getattr(op, "who", Player.YOU) not in (Player.YOU, Player.EACH):
        return False
    selection = selection_of(op)
    if not isinstance(selection, Chosen) or (isinstance(op, Discard) and op.random):
        return False
    return selection.at_least > 0


def is_filled(ref: Referee, op: CardAct, context: EffectContext, paid: Payment) -> bool:
    """Return whether there is a card for an instruction when this has been paid."""
    selection = selection_of(op)
    assert isinstance(selection, Chosen)
    filter = selection.filter
    if any(card not in paid.moved for card in candidates(ref, op, context.seat, context)):
        return True
    if Trait.TAPPED in filter.traits:
        traits = tuple(trait for trait in filter.traits if trait is not Trait.TAPPED)
        untapped = _without_traits(filter, traits)
        if any(card not in paid.moved and matches(ref, card, untapped, context) for card in paid.tapped):
            return True
    zone = {Zone.ID: ID, Zone.HAND: HAND}.get(filter.zone)
    return zone is not None and any(
        to == zone and matches(ref, card, filter, context, anywhere=True) for card, to in paid.moved.items()
    )


def _without_traits(filter: Filter, traits: tuple[Trait, ...]) -> Filter:
    return Filter(
        filter.noun, traits, filter.notion, filter.power, filter.cost, filter.keyword, filter.who,
        filter.pile, filter.pile_of, filter.zone, filter.whose,
    )  # fmt: skip
