"""Execution of instructions: the performer, the affected cards, and the value of "it" afterwards (DW61, DW62)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, get_args

import msgspec

from cards.dreamweavers.language.instructions import (
    Cancel,
    ChangeMemory,
    Discard,
    DoFleeting,
    Draw,
    LookAt,
    Put,
    PutIntoPlay,
    ReturnLooked,
    ReturnToHand,
    Reveal,
    ShuffleIn,
    TakeDamage,
    TakeOne,
)
from cards.dreamweavers.language.printer import print_instruction
from cards.dreamweavers.language.selections import All, Chosen, Hand, Selection, TopOf
from cards.dreamweavers.language.triggers import TriggerType
from cards.dreamweavers.language.vocabulary import DREAMWEAVERS
from cards.i18n import Message, line, msg
from cards.language.nodes import It, Player, This
from engine.dreamweavers.effects.card_verbs import (
    CardAct,
    needed_count,
    perform,
    return_cards,
    selection_of,
    would_change,
)
from engine.dreamweavers.effects.choices import Pick, is_secret, pick_for
from engine.dreamweavers.effects.effect_stages import BEGUN, CARDS, ORDER, context_of, ops_of
from engine.dreamweavers.effects.look import arrange, only_known_to, still_there
from engine.dreamweavers.effects.rules import RULES
from engine.dreamweavers.effects.start import begin
from engine.dreamweavers.effects.temporary import OfPlayer, begin_for_player
from engine.dreamweavers.facts.plays import Cancelled
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import CardId, DealDamage, Ref, ResolveEffect
from engine.dreamweavers.mutations import BOTTOM, change_memory, draw, put_into_pile, shuffle_mind
from engine.dreamweavers.position import EGO, ID, MIND
from engine.dreamweavers.program import PLAYED, Instruction, Op
from engine.dreamweavers.queries.characteristics import can_be_named
from engine.dreamweavers.queries.filters import matches
from engine.dreamweavers.queries.selection import targets
from engine.dreamweavers.referee import Referee
from engine.kernel.effects.control import begin_instruction
from engine.kernel.effects.line import freeze_meanings, leave_instruction, set_meanings
from engine.kernel.effects.verbs import verbs_for


def instruct(ref: Referee, frame: ResolveEffect, op: Instruction) -> bool:
    """Perform the instruction at the program counter. Return False while it waits for an answer or a procedure.

    If each player performs it, the active player is first; so are the questions.
    """
    if frame.todo is None:
        begin_instruction(ref, frame, op, RULES)
        frame.undone |= not frame.todo
        # Cards looked at are stored separately (`looked`), in an order that reveals nothing.
        if not _has_one_performer(op) and not isinstance(op, TakeOne | ReturnLooked):
            freeze_meanings(frame)
    while frame.todo and frame.stage != BEGUN:
        if not VERBS[type(op)].perform(ref, frame, op, frame.todo[0]):
            return False
        frame.todo.pop(0)
        frame.stage, frame.picked, frame.some = "", None, True
    frame.stage, frame.picked = "", None
    leave_instruction(frame)
    return True


def _begin_another(frame: ResolveEffect) -> None:
    """Prepare for another procedure to perform the instruction. The effect continues after it."""
    frame.stage = BEGUN
    frame.step = "go_through"


# ---------------------------------------------------------------------------------------------------- done by a player


def _take_damage(ref: Referee, frame: ResolveEffect, op: TakeDamage, _seat: int) -> bool:
    """Deal damage; to both players simultaneously if both take it (DW85, DW97)."""
    seats = list(frame.todo or ())
    _begin_another(frame)
    ref.push(DealDamage(todo=[(seat, op.n) for seat in seats], cause=frame.title, together=len(seats) > 1))
    return False


def _draw(ref: Referee, frame: ResolveEffect, op: Draw, seat: int) -> bool:
    cards = draw(ref, seat, op.n, frame.title)
    set_meanings(frame, [ref.ref(card) for card in cards])
    frame.undone |= not cards and op.n > 0
    return True


def _change_memory(ref: Referee, frame: ResolveEffect, op: ChangeMemory, _seat: int) -> bool:
    old_tracker = ref.position.tracker
    change_memory(ref, frame.seat, -op.n if op.less else op.n, frame.title)
    frame.undone |= ref.position.tracker == old_tracker
    return True


def _shuffle_in(ref: Referee, frame: ResolveEffect, _op: ShuffleIn, seat: int) -> bool:
    frame.undone |= not ref.seats[seat].id
    shuffle_mind(ref, seat, frame.title, with_id=True)
    return True


def _begin_for_player(ref: Referee, frame: ResolveEffect, op: OfPlayer, _seat: int) -> bool:
    at = (frame.title, frame.line, frame.pc)
    frame.undone |= not begin_for_player(ref, op, context_of(ref, frame), at)
    return True


# ------------------------------------------------------------------------------------------------------ done to cards


def _perform_on_cards(ref: Referee, frame: ResolveEffect, op: CardAct, seat: int) -> bool:
    cards = _cards(ref, frame, op, seat)
    if cards is None:
        frame.stage = CARDS
        return False
    context = context_of(ref, frame)
    affected = perform(ref, op, seat, cards, context, (frame.title, frame.line, frame.pc))
    frame.undone |= len(affected) < needed_count(selection_of(op))
    _set_it(ref, frame, op, cards)
    if isinstance(op, LookAt | Reveal):
        looked = [*(frame.looked if frame.some else ()), *(ref.ref(card) for card in cards)]
        frame.looked = list(dict.fromkeys(looked))
    return True


def _do_fleeting(ref: Referee, frame: ResolveEffect, op: DoFleeting, seat: int) -> bool:
    cards = _cards(ref, frame, op, seat)
    if cards is None:
        frame.stage = CARDS
        return False
    able = [card for card in cards if would_change(ref, op, card, seat, context_of(ref, frame))]
    _set_it(ref, frame, op, cards)
    frame.undone |= not able
    if not able:
        return True
    _begin_another(frame)
    card = able[0]
    begin(ref, ref.cards[card].owner, card, ref.cards[card].tag, ref.title(card), PLAYED)
    return False


def _set_it(ref: Referee, frame: ResolveEffect, op: CardAct, cards: list[CardId]) -> None:
    """Set "it" to the cards of the instruction. Named cards don't count for "another"."""
    selection = selection_of(op)
    spoken = [ref.ref(card) for card in cards]
    if isinstance(selection, Chosen):
        frame.named = [*frame.named, *spoken]
    if spoken or not isinstance(selection, This | It):
        set_meanings(frame, spoken)


def _has_one_performer(op: Op) -> bool:
    """Return whether a single player performs an instruction."""
    return getattr(op, "who", Player.YOU) is not Player.EACH


def _cards(ref: Referee, frame: ResolveEffect, op: CardAct, seat: int) -> list[CardId] | None:
    """Return the cards of the instruction; None if the seat must be asked."""
    if frame.picked is not None:
        return frame.picked
    selection = selection_of(op)
    if isinstance(op, Discard) and op.random:
        return _at_random(ref, op, seat, frame)
    if not isinstance(selection, Chosen):
        return _cards_without_choice(ref, frame, op, selection, seat)
    advance_choice = _named(ref, frame, op, seat)
    if advance_choice is not None:
        return advance_choice
    pick = pick_for(ref, ops_of(ref, frame), frame.pc, seat, context_of(ref, frame))
    if pick.is_blind:
        cards = list(pick.cards)
        ref.position.chance.shuffle(cards)
        return cards[: pick.low or pick.high]
    if pick.is_idle and not is_secret(ref, op, seat):
        return pick.cards[: pick.low]
    return None if pick.is_asked else pick.cards


def _at_random(ref: Referee, op: Discard, seat: int, frame: ResolveEffect) -> list[CardId]:
    """Return random cards of a hand. The hand is sorted by title first, so that its order reveals nothing."""
    selection = op.what
    if not isinstance(selection, Chosen):
        return targets(ref, selection, context_of(ref, frame))
    hand = sorted(ref.seats[seat].hand, key=ref.title)
    cards = [
        card for card in hand if matches(ref, card, selection.filter, context_of(ref, frame), anywhere=True)
    ]
    ref.position.chance.shuffle(cards)
    return cards[: selection.at_least]


def _named(ref: Referee, frame: ResolveEffect, op: CardAct, seat: int) -> list[CardId] | None:
    """Return the cards named in advance that still match the text (DW61); None if naming wasn't required."""
    effect = frame.effect
    if effect is None or seat != effect.seat or frame.loops or frame.pc not in effect.named:
        return None
    selection, context = selection_of(op), context_of(ref, frame)
    assert isinstance(selection, Chosen)
    anywhere = isinstance(op, Discard)
    return [
        card
        for card, tag in effect.named[frame.pc]
        if ref.cards[card].tag == tag
        and matches(ref, card, selection.filter, context, anywhere=anywhere)
        and can_be_named(ref, card, seat)
    ]


def _cards_without_choice(
    ref: Referee, frame: ResolveEffect, op: CardAct, selection: Selection, seat: int
) -> list[CardId]:
    """Return the cards of a selection without a choice; only the performer's, if each player performs the instruction."""
    context = context_of(ref, frame)
    cards = targets(ref, selection, context)
    match selection:
        case All(filter) if Player.EACH in (filter.whose, filter.pile_of):
            return (
                cards if _has_one_performer(op) else [card for card in cards if ref.cards[card].owner == seat]
            )
        case TopOf(whose=Player.EACH) | Hand(whose=Player.EACH):
            return (
                cards if _has_one_performer(op) else [card for card in cards if ref.cards[card].owner == seat]
            )
        case It() if not _has_one_performer(op):
            return _own_of_piles(ref, cards, seat)
        case This() | It() if not cards and isinstance(op, ReturnToHand | PutIntoPlay | Put):
            return _cards_followed_to_id(ref, frame, selection)
        case _:
            return cards


def _own_of_piles(ref: Referee, cards: list[CardId], seat: int) -> list[CardId]:
    """Return the cards without those in the other player's mind or Ego, if both players have such cards."""
    owners = {ref.cards[card].owner for card in cards if ref.cards[card].zone in (MIND, EGO)}
    if len(owners) < 2:
        return cards
    return [
        card for card in cards if ref.cards[card].zone not in (MIND, EGO) or ref.cards[card].owner == seat
    ]


def _looked(ref: Referee, frame: ResolveEffect, op: TakeOne | ReturnLooked, seat: int) -> list[CardId]:
    """Return the cards that were looked at and haven't moved; only the seat's own, if each player performs the instruction."""
    cards = still_there(ref, frame.looked)
    return cards if _has_one_performer(op) else _own_of_piles(ref, cards, seat)


def _cards_followed_to_id(ref: Referee, frame: ResolveEffect, selection: This | It) -> list[CardId]:
    """Return cards in an Id that the line refers to because their move there triggered it: "When this card is destroyed"."""
    triggered = ref.text(frame.title).triggered.get(frame.line)
    if triggered is None or triggered.event.trigger_type not in (
        TriggerType.DESTROYED,
        TriggerType.FORGOTTEN,
    ):
        return []
    spoken = [(frame.card, frame.tag)] if isinstance(selection, This) else frame.it
    return [card for card, _ in spoken if card >= 0 and ref.cards[card].zone == ID]


# ------------------------------------------------------------------------------------------------- cards looked at


def _take_one(ref: Referee, frame: ResolveEffect, op: TakeOne, seat: int) -> bool:
    """Take one of the cards immediately, so that no secret is stored, then put the others on the bottom."""
    cards = _looked(ref, frame, op, seat)
    if frame.picked is None:
        if not cards:
            frame.undone = True
            return True
        if len(cards) > 1:
            frame.stage = CARDS
            return False
        frame.picked = cards
    if len(frame.picked) == 1:
        (taken,) = frame.picked
        only_known_to(ref, seat, cards)
        return_cards(ref, [taken], frame.title)
        set_meanings(frame, [ref.ref(taken)])
        frame.picked = [card for card in cards if card != taken]
        if len(frame.picked) > 1:
            frame.picked, frame.stage = [], ORDER
            return False
    put_into_pile(ref, frame.picked, MIND, BOTTOM, frame.title)
    frame.looked = (
        [entry for entry in frame.looked if ref.cards[entry[0]].owner != seat] if frame.todo else []
    )
    return True


def _return_looked(ref: Referee, frame: ResolveEffect, op: ReturnLooked, seat: int) -> bool:
    cards = _same_pile(ref, _looked(ref, frame, op, seat))
    if len(cards) > 1:
        if frame.picked is None:
            frame.stage = ORDER
            return False
        arrange(ref, seat, frame.picked, frame.title)
        frame.looked, frame.it = (_in_order(refs, frame.picked) for refs in (frame.looked, frame.it))
    frame.undone |= not cards
    return True


def _in_order(refs: list[Ref], order: list[CardId]) -> list[Ref]:
    """Return the references with those to the cards of `order` in that order.

    The old order would reveal how a player arranged the cards.
    """
    places = {card: place for place, card in enumerate(order)}
    # A card that was looked at twice has two references.
    sorted_refs = iter(sorted((ref for ref in refs if ref[0] in places), key=lambda ref: places[ref[0]]))
    return [next(sorted_refs) if card in places else (card, tag) for card, tag in refs]


def _same_pile(ref: Referee, cards: list[CardId]) -> list[CardId]:
    """Return the cards in the same mind or Ego as the first."""
    places = [(ref.cards[card].owner, ref.cards[card].zone) for card in cards]
    return [card for card, place in zip(cards, places, strict=True) if place == places[0]]


def pick_of(ref: Referee, frame: ResolveEffect, op: Op) -> Pick:
    """Return the current choice of the instruction at the program counter."""
    assert frame.todo
    if isinstance(op, TakeOne):
        return Pick(_looked(ref, frame, op, frame.todo[0]), 1, 1, is_asked=True)
    return pick_for(ref, ops_of(ref, frame), frame.pc, frame.todo[0], context_of(ref, frame))


def order_of(ref: Referee, frame: ResolveEffect, op: Op) -> tuple[list[CardId], Message]:
    """Return the cards to put in order, and the prompt."""
    assert frame.todo
    assert isinstance(op, TakeOne | ReturnLooked)
    cards = _looked(ref, frame, op, frame.todo[0])
    if isinstance(op, TakeOne):
        return cards, msg("{card}: in which order do the others go beneath?", card=card_name(frame.title))
    return (
        _same_pile(ref, cards),
        msg("{card}: return them in which order, from the top?", card=card_name(frame.title)),
    )


def purpose_of_taking(frame: ResolveEffect, op: TakeOne) -> tuple[Message, str]:
    """Return the prompt for taking one of the cards, and the instruction."""
    text = print_instruction(op)
    return msg("{card}: {effect}", card=card_name(frame.title), effect=line(text)), text


# --------------------------------------------------------------------------------------------------------------- cancelling


def _cancel(ref: Referee, frame: ResolveEffect, _op: Cancel, _seat: int) -> bool:
    """Cancel the effect to which this one responds: the one directly below it on standby (DW56)."""
    standby = ref.position.standby
    beneath = standby[-1] if standby and _was_on_standby(ref, frame) else None
    if beneath is None or beneath.is_cancelled:
        frame.undone = True
        return True
    beneath.is_cancelled = True
    ref.emit(Cancelled(beneath.seat, beneath.title), frame.title)
    return True


def _was_on_standby(ref: Referee, frame: ResolveEffect) -> bool:
    """Return whether this effect, or the effect that performs it, was on standby."""
    stack = ref.position.stack
    at = next(n for n, frame_below in enumerate(stack) if frame_below is frame)
    while at >= 0 and isinstance(frame_below := stack[at], ResolveEffect):
        if frame_below.effect is not None:
            return True
        at -= 1
    return False


# --------------------------------------------------------------------------------------------------------- all of them

I_co = TypeVar("I_co", covariant=True)
"""The instruction. Covariant although functions take one: a verb is only looked up by its instruction's class."""


class Verb(msgspec.Struct, Generic[I_co], frozen=True):
    """An instruction as performed by a seat. It returns False while it waits for an answer or another procedure."""

    perform: Callable[[Referee, ResolveEffect, I_co, int], bool]


_BY_INSTRUCTION: dict[type[Instruction], Verb[Instruction]] = {
    **dict.fromkeys(get_args(CardAct), Verb(_perform_on_cards)),
    **dict.fromkeys(get_args(OfPlayer), Verb(_begin_for_player)),
    Cancel: Verb(_cancel),
    ChangeMemory: Verb(_change_memory),
    DoFleeting: Verb(_do_fleeting),
    Draw: Verb(_draw),
    ReturnLooked: Verb(_return_looked),
    ShuffleIn: Verb(_shuffle_in),
    TakeDamage: Verb(_take_damage),
    TakeOne: Verb(_take_one),
}

VERBS = verbs_for(DREAMWEAVERS, _BY_INSTRUCTION)
"""The verbs by class of instruction."""
