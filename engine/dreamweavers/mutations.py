"""Mutations of the table: moving and tapping cards, and the tracker. Each emits its events with their audience.

Triggers are collected before a card leaves, so that it sees cards leaving together with it (DW65), and afterwards for
all other events.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from cards.dreamweavers.language.triggers import TriggerType
from cards.dreamweavers.language.words import Ban
from engine.dreamweavers.facts.cards import (
    Drew,
    Entered,
    Forgotten,
    PutIntoPile,
    ReturnedToHand,
    Shuffled,
    Tapped,
    TookIntoHand,
    Untapped,
)
from engine.dreamweavers.facts.turns import TrackerMoved
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.position import (
    EGO,
    END_OF_GAUGE,
    FEELINGS,
    HAND,
    ID,
    IN_PLAY,
    MIND,
    REVEALED,
    THOUGHTS,
    DepartedCard,
)
from engine.dreamweavers.queries.characteristics import enters_tapped, is_forbidden
from engine.dreamweavers.queries.filters import power
from engine.dreamweavers.queries.trigger_matching import hear, hear_leaving
from engine.dreamweavers.referee import Referee
from engine.kernel.cards.state import EVERYBODY, WATCHERS
from engine.kernel.events.event import Fact

TOP = "top"
BOTTOM = "bottom"
_OPEN = (ID, THOUGHTS, FEELINGS, REVEALED)


# ------------------------------------------------------------------------------------------------------------- moving


def move(ref: Referee, card: CardId, zone: str, *, place: str = BOTTOM, known: int | None = None) -> None:
    """Move a card to another zone of its owner. This isn't an event and triggers nothing.

    It is a new card there, untapped and with its printed power (DW18). `known` are the seats that know it in its new
    place; None: everyone in a public zone, in other zones those who knew it before.
    """
    state = ref.cards[card]
    was_in_play = state.zone in IN_PLAY
    if was_in_play:
        ref.position.gone.append(DepartedCard(card, state.tag, power(ref, card), state.tapped))
    if ref.position.lasting:
        _end_effects_on(ref, card)
    if state.zone != REVEALED:
        ref.zone(state.owner, state.zone).remove(card)
    ref.position.tags += 1
    state.zone, state.tag = zone, ref.position.tags
    state.tapped = state.stays_tapped = state.settled = False
    state.attacks = state.entered = 0
    state.used = []
    state.known = EVERYBODY if zone in _OPEN else state.known if known is None else known
    if zone != REVEALED:
        cards = ref.zone(state.owner, zone)
        if zone in (HAND, ID):  # The order of a hand has no meaning, so it may not reveal anything (DW15).
            insort(cards, card, key=ref.title)
        elif place == TOP:
            cards.insert(0, card)
        else:
            cards.append(card)
    if was_in_play or zone in IN_PLAY:
        ref.texts_changed()
    else:
        ref.changed()


def _end_effects_on(ref: Referee, card: CardId) -> None:
    """End effects on a card that leaves play.

    It becomes a new card, and unused effects must not pile up (DW18, DW70).
    """
    position, leaving = ref.position, ref.ref(card)
    for effect in position.lasting:
        if effect.cards is not None and leaving in effect.cards:
            effect.cards.remove(leaving)
    position.lasting = [effect for effect in position.lasting if effect.cards is None or effect.cards]


def _who_knows(
    ref: Referee, cards: Sequence[CardId], fact: Fact, count_only: Fact
) -> tuple[Fact, dict[int, Fact]]:
    """Return the public fact about cards, and the private facts for seats that know all of them."""
    common = EVERYBODY
    for card in cards:
        common &= ref.cards[card].known
    if common & WATCHERS:
        return fact, {}
    return count_only, {seat: fact for seat in range(ref.seat_count) if common >> seat & 1}


def _leave_unseen(ref: Referee, seat: int, cards: Sequence[CardId]) -> None:
    """Update knowledge before cards leave a hand unseen: others are no longer certain of any card in it.

    Exception: everyone can follow a hand of a single card (DW16).
    """
    hand = ref.seats[seat].hand
    if len(cards) == len(hand) == 1:
        return
    for card in hand:
        ref.cards[card].known &= 1 << seat


def forget(ref: Referee, cards: Sequence[CardId], *, how: str = "forgotten", cause: str = "") -> None:
    """Move cards of one owner and zone to the Id simultaneously (DW20, DW65)."""
    if not cards:
        return
    state = ref.cards[cards[0]]
    owner, source = state.owner, state.zone
    if source in IN_PLAY:
        hear_leaving(ref, cards, is_destroyed=how == "destroyed")
    for card in cards:
        move(ref, card, ID)
    ref.emit(Forgotten(owner, ref.titles(list(cards)), source, how), cause)
    if source == HAND:
        for card in cards:
            hear(ref, TriggerType.DISCARDS, owner, [card], is_shield=how == "shield")


def forget_together(
    ref: Referee, cards: Sequence[CardId], *, how: str = "forgotten", cause: str = ""
) -> None:
    """Forget cards in play, of either player and both sections, simultaneously (DW65)."""
    if cards:
        hear_leaving(ref, cards, is_destroyed=how == "destroyed")
    groups: dict[tuple[int, str], list[CardId]] = {}
    for card in cards:
        groups.setdefault((ref.cards[card].owner, ref.cards[card].zone), []).append(card)
    for (owner, source), group in groups.items():
        for card in group:
            move(ref, card, ID)
        ref.emit(Forgotten(owner, ref.titles(group), source, how), cause)


def destroy(ref: Referee, cards: Sequence[CardId], cause: str = "") -> list[CardId]:
    """Destroy Thoughts simultaneously, unless they can't be destroyed (DW20). Return the destroyed ones."""
    destroyed = [card for card in cards if not is_forbidden(ref, card, Ban.DESTROYED)]
    forget_together(ref, destroyed, how="destroyed", cause=cause)
    return destroyed


def draw(ref: Referee, seat: int, count: int, cause: str = "") -> list[CardId]:
    """Draw cards for a player, as many as there are (DW101). Return them."""
    state = ref.seats[seat]
    cards = state.mind[:count]
    for card in cards:
        move(ref, card, HAND, known=ref.cards[card].known | 1 << seat)
    if cards:
        emit_known(ref, cards, Drew(seat, len(cards), ref.titles(cards)), Drew(seat, len(cards)), cause)
    return cards


def emit_known(ref: Referee, cards: Sequence[CardId], fact: Fact, count_only: Fact, cause: str) -> None:
    """Emit an event about cards: `fact` to those who know all of them, `count_only` to others."""
    public, private = _who_knows(ref, cards, fact, count_only)
    ref.emit(public, cause, private=private)


def return_to_hand(ref: Referee, cards: Sequence[CardId], cause: str = "") -> None:
    """Return public cards to their owners' hands, simultaneously."""
    in_play = [card for card in cards if ref.is_in_play(card)]
    groups: dict[tuple[int, str], list[CardId]] = {}
    for card in cards:
        groups.setdefault((ref.cards[card].owner, ref.cards[card].zone), []).append(card)
    for card in cards:
        move(ref, card, HAND, known=EVERYBODY)
    for (owner, source), group in groups.items():
        ref.emit(ReturnedToHand(owner, ref.titles(group), source), cause)
    if in_play:
        ref.texts_changed()


def take_into_hand(ref: Referee, seat: int, cards: Sequence[CardId], cause: str = "") -> None:
    """Move cards from a mind or an Ego to their owner's hand. This is neither drawing nor damage (DW98)."""
    if not cards:
        return
    source = ref.cards[cards[0]].zone
    for card in cards:
        move(ref, card, HAND, known=ref.cards[card].known | 1 << seat)
    count = len(cards)
    emit_known(
        ref,
        cards,
        TookIntoHand(seat, count, source, ref.titles(list(cards))),
        TookIntoHand(seat, count, source),
        cause,
    )


def put_into_pile(ref: Referee, cards: Sequence[CardId], pile: str, place: str, cause: str = "") -> None:
    """Put cards of one owner and zone face down on the top or bottom of the owner's mind or Ego, in this order.

    From a hand, only its player knows them; from other zones, those who knew them before (DW16).
    """
    if not cards:
        return
    state = ref.cards[cards[0]]
    owner, source = state.owner, state.zone
    if source == HAND:
        _leave_unseen(ref, owner, cards)
    for card in reversed(cards) if place == TOP else cards:
        move(ref, card, pile, place=place)
    count = len(cards)
    emit_known(
        ref,
        cards,
        PutIntoPile(owner, count, source, pile, place, ref.titles(list(cards))),
        PutIntoPile(owner, count, source, pile, place),
        cause,
    )
    if pile == EGO:
        for card in cards:
            hear(ref, TriggerType.PUT_INTO_EGO, owner, [card])


def enter(
    ref: Referee, card: CardId, *, tapped: bool = False, is_played: bool = False, cause: str = ""
) -> None:
    """Put a card into its section (DW39, DW44). A played card was announced when it was played."""
    state = ref.cards[card]
    source = state.zone
    section = THOUGHTS if ref.printed(card).is_thought else FEELINGS
    is_tapped = section == THOUGHTS and (tapped or enters_tapped(ref, card, is_played=is_played))
    if source == HAND and not is_played:
        _reveal_from_hand(ref, card)
    move(ref, card, section)
    state.tapped = is_tapped
    state.entered = ref.position.turn
    state.settled = not is_played
    ref.texts_changed()
    if not is_played:
        ref.emit(Entered(state.owner, state.title, source, is_tapped), cause)
    elif is_tapped:
        ref.emit(Tapped([state.title]), cause)
    hear(ref, TriggerType.ENTERS, state.owner, [card])


def _reveal_from_hand(ref: Referee, card: CardId) -> None:
    """Update knowledge before a card of a hand becomes public. No other card becomes uncertain."""
    ref.cards[card].known = EVERYBODY


def settle(ref: Referee, card: CardId) -> None:
    """End the fleeting effect of a Feeling: from now on its lingering effect applies (DW42)."""
    state = ref.cards[card]
    if not state.settled:
        state.settled = True
        ref.texts_changed()


def shuffle_mind(ref: Referee, seat: int, cause: str = "", *, with_id: bool = False) -> None:
    """Shuffle a mind, optionally with the cards of the Id. No one knows the order afterwards (DW105)."""
    state = ref.seats[seat]
    id_cards = list(state.id) if with_id else []
    for card in id_cards:
        move(ref, card, MIND)
    # The old order must not influence the new one, so the cards are sorted by title before shuffling.
    state.mind.sort(key=ref.title)
    ref.position.chance.shuffle(state.mind)
    for card in state.mind:
        ref.cards[card].known = 0
    ref.emit(Shuffled(seat, len(id_cards)), cause)
    ref.changed()


# ------------------------------------------------------------------------------------------------------------ tapping


def tap(ref: Referee, cards: Sequence[CardId], cause: str = "") -> list[CardId]:
    """Tap Thoughts. Return those that weren't tapped before."""
    changed = [card for card in cards if not ref.cards[card].tapped and ref.cards[card].zone == THOUGHTS]
    for card in changed:
        ref.cards[card].tapped = True
    if changed:
        ref.changed()
        ref.emit(Tapped(ref.titles(changed)), cause)
    return changed


def untap(ref: Referee, cards: Sequence[CardId], cause: str = "") -> list[CardId]:
    """Untap Thoughts. Return those that were tapped before."""
    changed = [card for card in cards if ref.cards[card].tapped]
    for card in changed:
        ref.cards[card].tapped = False
    if changed:
        ref.changed()
        ref.emit(Untapped(ref.titles(changed)), cause)
    return changed


# ---------------------------------------------------------------------------------------------------------- the gauge


def set_tracker(ref: Referee, seat: int, number: int, why: str, cause: str = "") -> None:
    """Move the tracker to a number: positive on the seat's side, negative on the other, within the gauge's ends."""
    position = ref.position
    before_side, old_number = ref.side, abs(position.tracker)
    number = max(-END_OF_GAUGE, min(END_OF_GAUGE, number))
    position.tracker = number if seat == 0 else -number
    ref.changed()
    if (before_side, old_number) != (ref.side, abs(position.tracker)) or why in ("refresh", "start"):
        ref.emit(TrackerMoved(seat, why, before_side, old_number, ref.side, abs(position.tracker)), cause)


def pay(ref: Referee, seat: int, amount: int, cause: str = "") -> None:
    """Pay memory: move the tracker toward the opponent (DW24). Raises ValueError if the gauge has no room (DW25)."""
    if not amount:
        return
    old_number = ref.stand(seat)
    if amount > ref.payable(seat):
        raise ValueError("no one can pay beyond the end of the gauge")
    set_tracker(ref, seat, old_number - amount, "pay", cause)
    new_number = ref.stand(seat)
    if new_number == 0:
        hear(ref, TriggerType.LANDS_ON_ZERO, seat)
    elif new_number < 0 <= old_number:
        hear(ref, TriggerType.CROSSES, seat)


def change_memory(ref: Referee, seat: int, amount: int, cause: str = "") -> None:
    """Gain memory, or lose it with a negative amount, at most to the end of the gauge (DW26)."""
    set_tracker(ref, seat, ref.stand(seat) + amount, "gain" if amount > 0 else "lose", cause)
