"""Instructions on cards: whether they would change a card (DW62), and their execution."""

from __future__ import annotations

from collections.abc import Sequence

from cards.dreamweavers.language.continuous_effects import CannotBe, Gain, Modify, StaysTapped
from cards.dreamweavers.language.instructions import (
    Destroy,
    Discard,
    DoFleeting,
    Forget,
    LookAt,
    Put,
    PutIntoPlay,
    ReturnToHand,
    Reveal,
    Take,
    Tap,
    Untap,
)
from cards.dreamweavers.language.selections import All, Attacker, Chosen, Hand, Selection, TopOf
from cards.dreamweavers.language.words import Ban, Duration, Place
from cards.language.nodes import It, This
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.look import by_place, look, reveal
from engine.dreamweavers.effects.temporary import lay_on, stay_tapped
from engine.dreamweavers.frames import CardId, ResolveEffect
from engine.dreamweavers.mutations import (
    BOTTOM,
    TOP,
    destroy,
    enter,
    forget,
    forget_together,
    put_into_pile,
    return_to_hand,
    take_into_hand,
    tap,
    untap,
)
from engine.dreamweavers.position import EGO, FEELINGS, HAND, ID, MIND, THOUGHTS
from engine.dreamweavers.program import PLAYED
from engine.dreamweavers.queries.characteristics import is_forbidden
from engine.dreamweavers.queries.filters import PILES, attack_going_on, has, keywords, modification, power
from engine.dreamweavers.queries.owners import players
from engine.dreamweavers.queries.room import has_room
from engine.dreamweavers.referee import Referee

CardAct = (
    Discard | LookAt | Reveal | Tap | Untap | Destroy | Forget | ReturnToHand | PutIntoPlay | Put | Take
    | DoFleeting | Modify | Gain | CannotBe | StaysTapped
)  # fmt: skip
"""The instructions that affect the cards of a selection."""


def selection_of(op: CardAct) -> Selection:
    """Return the selection of an instruction. Without a subject, it is the card with the text."""
    match op:
        case Modify(to=to) | Gain(to=to):
            return This() if to is None else to
        case _:
            return op.what


# ------------------------------------------------------------------------------------------------------- expected changes


def would_change(ref: Referee, op: CardAct, card: CardId, seat: int, context: EffectContext) -> bool:
    """Return whether an instruction, performed by a seat, would change a card in its current state (DW62)."""
    state = ref.cards[card]
    match op:
        case Tap():
            return state.zone == THOUGHTS and not state.tapped
        case Untap():
            return state.tapped
        case Destroy():
            return state.zone == THOUGHTS and not is_forbidden(ref, card, Ban.DESTROYED)
        case Forget():
            return state.zone != ID
        case Discard():
            return state.zone == HAND and state.owner == seat
        case ReturnToHand(owner=to_owner):
            return state.zone != HAND and (to_owner or state.owner == seat)
        case Take():
            return state.zone != HAND and state.owner == seat
        case PutIntoPlay():
            section = THOUGHTS if ref.printed(card).is_thought else FEELINGS
            return not ref.is_in_play(card) and has_room(ref, state.owner, section)
        case Put(whose=owner):
            return state.owner in players(ref, owner, context)
        case Modify() | Gain() | CannotBe() | StaysTapped():
            return _would_begin(ref, op, card, context)
        case DoFleeting():
            return (
                PLAYED in ref.printed(card).text.programs
                and not _is_resolving(ref, card)
                and not (card == context.card and _does_fleeting(ref, card))
            )
        case LookAt() | Reveal():
            return True


def _would_begin(
    ref: Referee, op: Modify | Gain | CannotBe | StaysTapped, card: CardId, context: EffectContext
) -> bool:
    """Return whether a lasting effect would change a card in its current state."""
    state = ref.cards[card]
    match op:
        case Modify(duration=duration):
            number = modification(ref, op, context)
            return (
                state.zone == THOUGHTS
                and (number > 0 or (number < 0 and power(ref, card) > 0))
                and (duration is not Duration.ATTACK or attack_going_on(ref) is not None)
            )
        case Gain(keyword=keyword):
            gained = has(ref, card, keyword.name) and keywords(ref, card)[keyword.name] >= keyword.x
            return ref.is_in_play(card) and not gained
        case CannotBe(ban=ban):
            return ref.is_in_play(card) and not is_forbidden(ref, card, ban)
        case StaysTapped():
            return state.zone == THOUGHTS and not state.stays_tapped


def can_be_done(ref: Referee, op: CardAct, card: CardId, seat: int, context: EffectContext) -> bool:
    """Return whether an instruction can be performed on a card in its current state, even without a visible change.

    Power is a sum that is shown as 0 when negative (DW68), so that reducing it below 0 matters if it rises again.
    A keyword or prohibition for a turn can outlast another text with the same content.
    """
    match op:
        case Modify(duration=duration):
            return (
                ref.cards[card].zone == THOUGHTS
                and modification(ref, op, context) != 0
                and (duration is not Duration.ATTACK or attack_going_on(ref) is not None)
            )
        case Gain() | CannotBe():
            return ref.is_in_play(card)
        case _:
            return would_change(ref, op, card, seat, context)


def _does_fleeting(ref: Referee, card: CardId) -> bool:
    """Return whether the fleeting effect of a card repeats other fleeting effects.

    Repeating itself would never end.
    """
    return any(isinstance(op, DoFleeting) for op in ref.printed(card).text.programs[PLAYED].ops)


def _is_resolving(ref: Referee, card: CardId) -> bool:
    """Return whether the fleeting effect of a card is resolving now. It can't repeat itself."""
    return any(
        isinstance(frame, ResolveEffect) and frame.card == card and frame.line == PLAYED
        for frame in ref.position.stack
    )


# ----------------------------------------------------------------------------------------------------------------- doing


def perform(
    ref: Referee,
    op: CardAct,
    seat: int,
    cards: Sequence[CardId],
    context: EffectContext,
    at: tuple[str, int, int],
) -> list[CardId]:
    """Perform an instruction on cards. Return the affected ones, without those that can't be changed (DW62).

    `at` is the place of the instruction: title, line and number of the operation. `DoFleeting` is performed elsewhere.
    """
    able = [card for card in cards if can_be_done(ref, op, card, seat, context)]
    cause = context.title
    match op:
        case Tap():
            return tap(ref, able, cause)
        case Untap():
            return untap(ref, able, cause)
        case Destroy():
            return destroy(ref, able, cause)
        case Forget() | Discard():
            _forget(ref, able, cause)
        case ReturnToHand() | Take():
            return_cards(ref, able, cause)
        case PutIntoPlay(tapped=tapped):
            return _enter(ref, op, able, seat, context, tapped=tapped)
        case Put(place=place, pile=pile):
            for group in by_place(ref, able):
                put_into_pile(ref, group, PILES[pile], TOP if place is Place.TOP else BOTTOM, cause)
        case Modify() | Gain() | CannotBe():
            lay_on(ref, op, able, context, at)
        case StaysTapped():
            stay_tapped(ref, able, cause)
        case LookAt():
            look(ref, seat, able, cause)
        case Reveal():
            reveal(ref, able, cause)
        case DoFleeting():
            pass
    return able


def _forget(ref: Referee, cards: list[CardId], cause: str) -> None:
    """Forget cards from any zones: those in play leave it simultaneously (DW65)."""
    in_play = [card for card in cards if ref.is_in_play(card)]
    forget_together(ref, in_play, cause=cause)
    for group in by_place(ref, [card for card in cards if card not in in_play]):
        how = "discarded" if ref.cards[group[0]].zone == HAND else "forgotten"
        forget(ref, group, how=how, cause=cause)


def return_cards(ref: Referee, cards: Sequence[CardId], cause: str) -> None:
    """Return cards to their owners' hands. Players who knew a card in a mind or an Ego still know it (DW98)."""
    hidden = [card for card in cards if ref.cards[card].zone in (MIND, EGO)]
    for group in by_place(ref, hidden):
        take_into_hand(ref, ref.cards[group[0]].owner, group, cause)
    return_to_hand(ref, [card for card in cards if card not in hidden], cause)


def _enter(
    ref: Referee, op: PutIntoPlay, cards: list[CardId], seat: int, context: EffectContext, *, tapped: bool
) -> list[CardId]:
    """Put cards into play as long as there is room."""
    entered: list[CardId] = []
    for card in cards:
        if would_change(ref, op, card, seat, context):
            enter(ref, card, tapped=tapped, cause=context.title)
            entered.append(card)
    return entered


def needed_count(selection: Selection) -> int:
    """Return the number of cards for which a selection counts as done completely ("if you do", DW62).

    One is enough for "up to" and "as many as available" (DW102).
    """
    match selection:
        case Chosen(at_least=at_least):
            return max(1, at_least)
        case All() | Hand() | TopOf() | This() | It() | Attacker():
            return 1
