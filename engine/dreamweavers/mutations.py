"""Mutations of the table: moving and tapping cards, and the tracker. Each emits its events with their audience.

Triggers are collected before a card leaves, so that it sees cards leaving with it (DW65), and after everything else.
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
    place; None: everyone in a public zone, elsewhere those who knew it before.
    """
    held = ref.cards[card]
    was_in_play = held.zone in IN_PLAY
    if was_in_play:
        ref.position.gone.append(DepartedCard(card, held.tag, power(ref, card), held.tapped))
    if ref.position.lasting:
        _end_effects_on(ref, card)
    if held.zone != REVEALED:
        ref.zone(held.owner, held.zone).remove(card)
    ref.position.tags += 1
    held.zone, held.tag = zone, ref.position.tags
    held.tapped = held.stays_tapped = held.settled = False
    held.attacks = held.entered = 0
    held.used = []
    held.known = EVERYBODY if zone in _OPEN else held.known if known is None else known
    if zone != REVEALED:
        cards = ref.zone(held.owner, zone)
        if zone in (HAND, ID):  # Their order means nothing, and must tell nothing (DW15).
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
    """End effects on a card as it leaves: it will be a new card, and a turn must not gather what says nothing (DW18, DW70)."""
    position, leaving = ref.position, ref.ref(card)
    for effect in position.lasting:
        if effect.cards is not None and leaving in effect.cards:
            effect.cards.remove(leaving)
    position.lasting = [effect for effect in position.lasting if effect.cards is None or effect.cards]


def _who_knows(ref: Referee, cards: Sequence[CardId], fact: Fact, none: Fact) -> tuple[Fact, dict[int, Fact]]:
    """Return the public fact about cards, and the private ones for seats that know all of them."""
    known = EVERYBODY
    for card in cards:
        known &= ref.cards[card].known
    if known & WATCHERS:
        return fact, {}
    return none, {seat: fact for seat in range(ref.seat_count) if known >> seat & 1}


def _leave_unseen(ref: Referee, seat: int, cards: Sequence[CardId]) -> None:
    """Update knowledge before cards leave a hand unseen: others are no longer certain of any card in it.

    Except for a hand of a single card, which everyone can track (DW16).
    """
    hand = ref.seats[seat].hand
    if len(cards) == len(hand) == 1:
        return
    for card in hand:
        ref.cards[card].known &= 1 << seat


def forget(ref: Referee, cards: Sequence[CardId], *, how: str = "forgotten", cause: str = "") -> None:
    """Move cards of one owner and zone to the Id, together (DW20, DW65)."""
    if not cards:
        return
    held = ref.cards[cards[0]]
    owner, source = held.owner, held.zone
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
    """Forget cards in play, of any player and both sections, simultaneously (DW65)."""
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
    """Destroy Thoughts, together; those that can't be destroyed stay (DW20). Return those that were."""
    gone = [card for card in cards if not is_forbidden(ref, card, Ban.DESTROYED)]
    forget_together(ref, gone, how="destroyed", cause=cause)
    return gone


def draw(ref: Referee, seat: int, count: int, cause: str = "") -> list[CardId]:
    """Draw for a player, as far as there are any cards (DW101). Return them."""
    state = ref.seats[seat]
    drawn = state.mind[:count]
    for card in drawn:
        move(ref, card, HAND, known=ref.cards[card].known | 1 << seat)
    if drawn:
        emit_known(ref, drawn, Drew(seat, len(drawn), ref.titles(drawn)), Drew(seat, len(drawn)), cause)
    return drawn


def emit_known(ref: Referee, cards: Sequence[CardId], fact: Fact, none: Fact, cause: str) -> None:
    """Tell something of cards: as `fact` to those who know all of them, as `none` to others."""
    public, private = _who_knows(ref, cards, fact, none)
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
    """Put cards of one owner and zone face down on top of or under the owner's mind or Ego, in this order.

    From a hand, only its player knows which they are; from elsewhere, those who knew them before (DW16).
    """
    if not cards:
        return
    held = ref.cards[cards[0]]
    owner, source = held.owner, held.zone
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
    held = ref.cards[card]
    source = held.zone
    section = THOUGHTS if ref.printed(card).is_thought else FEELINGS
    is_tapped = section == THOUGHTS and (tapped or enters_tapped(ref, card, is_played=is_played))
    if source == HAND and not is_played:
        _leave_open(ref, card)
    move(ref, card, section)
    held.tapped = is_tapped
    held.entered = ref.position.turn
    held.settled = not is_played
    ref.texts_changed()
    if not is_played:
        ref.emit(Entered(held.owner, held.title, source, is_tapped), cause)
    elif is_tapped:
        ref.emit(Tapped([held.title]), cause)
    hear(ref, TriggerType.ENTERS, held.owner, [card])


def _leave_open(ref: Referee, card: CardId) -> None:
    """Update knowledge before a card of a hand becomes public, which makes nothing uncertain."""
    ref.cards[card].known = EVERYBODY


def settle(ref: Referee, card: CardId) -> None:
    """The fleeting effect of a Feeling is over: what lingers is in force from now on (DW42)."""
    held = ref.cards[card]
    if not held.settled:
        held.settled = True
        ref.texts_changed()


def shuffle_mind(ref: Referee, seat: int, cause: str = "", *, with_id: bool = False) -> None:
    """Shuffle a mind, optionally with the cards of the Id. No one knows the order afterwards (DW105)."""
    state = ref.seats[seat]
    added = list(state.id) if with_id else []
    for card in added:
        move(ref, card, MIND)
    # The old order must not influence the new one, so sort by title before shuffling.
    state.mind.sort(key=ref.title)
    ref.position.chance.shuffle(state.mind)
    for card in state.mind:
        ref.cards[card].known = 0
    ref.emit(Shuffled(seat, len(added)), cause)
    ref.changed()


# ------------------------------------------------------------------------------------------------------------ tapping


def tap(ref: Referee, cards: Sequence[CardId], cause: str = "") -> list[CardId]:
    """Tap Thoughts; those that are tapped already stay so. Return those that were not."""
    changed = [card for card in cards if not ref.cards[card].tapped and ref.cards[card].zone == THOUGHTS]
    for card in changed:
        ref.cards[card].tapped = True
    if changed:
        ref.changed()
        ref.emit(Tapped(ref.titles(changed)), cause)
    return changed


def untap(ref: Referee, cards: Sequence[CardId], cause: str = "") -> list[CardId]:
    """Untap Thoughts; return those that were tapped."""
    changed = [card for card in cards if ref.cards[card].tapped]
    for card in changed:
        ref.cards[card].tapped = False
    if changed:
        ref.changed()
        ref.emit(Untapped(ref.titles(changed)), cause)
    return changed


# ---------------------------------------------------------------------------------------------------------- the gauge


def set_tracker(ref: Referee, seat: int, stand: int, why: str, cause: str = "") -> None:
    """Move the tracker to a number, seen from a seat: above 0 on its side, below 0 on the other. The gauge has two ends."""
    position = ref.position
    before_side, before = ref.side, abs(position.tracker)
    stand = max(-END_OF_GAUGE, min(END_OF_GAUGE, stand))
    position.tracker = stand if seat == 0 else -stand
    ref.changed()
    if (before_side, before) != (ref.side, abs(position.tracker)) or why in ("refresh", "start"):
        ref.emit(TrackerMoved(seat, why, before_side, before, ref.side, abs(position.tracker)), cause)


def pay(ref: Referee, seat: int, amount: int, cause: str = "") -> None:
    """Pay memory: move the tracker toward the opponent (DW24). Raises ValueError for more than the gauge holds (DW25)."""
    if not amount:
        return
    before = ref.stand(seat)
    if amount > ref.payable(seat):
        raise ValueError("nobody can pay beyond the end of the gauge")
    set_tracker(ref, seat, before - amount, "pay", cause)
    after = ref.stand(seat)
    if after == 0:
        hear(ref, TriggerType.LANDS_ON_ZERO, seat)
    elif after < 0 <= before:
        hear(ref, TriggerType.CROSSES, seat)


def change_memory(ref: Referee, seat: int, amount: int, cause: str = "") -> None:
    """Gain memory, or lose it below 0, as far as the gauge goes (DW26)."""
    set_tracker(ref, seat, ref.stand(seat) + amount, "gain" if amount > 0 else "lose", cause)
