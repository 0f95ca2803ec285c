"""Mutations of cards' zones: to piles, into decks, into play, under other cards (§2, §6)."""

from __future__ import annotations

from cards.voidream.language.tree import KeywordName, Stat
from cards.voidream.model import Kind
from engine.kernel.cards.state import EVERYBODY
from engine.kernel.events.event import Fact
from engine.voidream.facts.cards import (
    Attached,
    Charged,
    ChargesReturned,
    ConstructPlaced,
    Discarded,
    EnteredPlay,
    PutIntoDeck,
    ReturnedToHand,
    Veiled,
    Voided,
)
from engine.voidream.facts.deck import DreamDamageDiscards
from engine.voidream.facts.rounds import BastionPlaced
from engine.voidream.mutations.card_knowledge import lay_face_down, lose_sight_of, see, sees, uncover
from engine.voidream.mutations.deck_order import displace
from engine.voidream.position import (
    ARCANA_DISCARD,
    ATTACHED,
    DECK,
    DISCARD,
    HAND,
    PLAY,
    PLAYING,
    VOID,
    LastKnown,
)
from engine.voidream.queries.characteristics import keyword, stat
from engine.voidream.queries.nouns import is_face_down, is_open, name_of
from engine.voidream.queries.this_round import forget
from engine.voidream.referee import Referee


def _pile(ref: Referee, card: int) -> list[int] | None:
    state = ref.cards[card]
    seat = ref.seats[state.owner]
    match state.zone:
        case "deck":
            return seat.deck
        case "hand":
            return seat.hand
        case "arcana discard":
            return seat.arcana_discard
        case "discard":
            return seat.discard
        case "void":
            return seat.void
        case "play":
            return ref.seats[state.controller].play
        case "attached":
            return ref.cards[state.host].attached
        case _:
            return None


def lift(ref: Referee, card: int) -> None:
    """Remove a card from its place. Its attachments are discarded or return to the deck (§6 Attach)."""
    pile = _pile(ref, card)
    state = ref.cards[card]
    _remember_as_it_was(ref, card)
    if state.zone == DECK:
        _remove_from_looked_at(ref, card)
    elif ref.position.ongoing and state.zone in (PLAY, ATTACHED):
        _end_effects_on(ref, card)
    if pile is not None:
        pile.remove(card)
    if state.attached:
        shed(ref, card)
    spoke = state.zone in (PLAY, ATTACHED) or state.face_up
    forget(ref, card)
    state.zone = PLAYING
    state.controller = state.owner
    state.tag = 0
    state.veiled = state.face_up = state.exhausted = state.offering = False
    state.damage = 0
    state.host = -1
    state.role = ""
    ref.moved(card, spoke=spoke)
    if pile is ref.seats[state.owner].deck:
        uncover(ref, state.owner)


def set_aside(ref: Referee, card: int) -> int:
    """Set aside a card to be played while its costs are paid. Return its index in its pile."""
    pile, state = _pile(ref, card), ref.cards[card]
    assert pile is not None
    place = pile.index(card)
    owner = ref.seats[state.owner]
    if card in owner.deck[: owner.lifted]:
        owner.lifted -= 1
    pile.remove(card)
    state.zone = PLAYING
    ref.moved(card, spoke=False)
    uncover(ref, state.owner)
    return place


def lay_back(ref: Referee, card: int, zone: str, place: int) -> None:
    """Return a card that was set aside to its place."""
    ref.cards[card].zone = zone
    pile = _pile(ref, card)
    assert pile is not None
    pile.insert(place, card)
    ref.moved(card, spoke=False)


def _remember_as_it_was(ref: Referee, card: int) -> None:
    """Store the state of a face-up card that leaves play, for texts that refer to it later.

    Elsewhere the print counts (R57).
    """
    state = ref.cards[card]
    ref.position.left.pop(card, None)
    if is_face_down(ref, card) or not (
        state.zone in (PLAY, ATTACHED) or (state.zone == DECK and state.face_up)
    ):
        return
    charges = sum(not ref.cards[attachment].face_up for attachment in state.attached)
    dawn, stability, dusk = (
        stat(ref, card, stat_kind) for stat_kind in (Stat.DAWN, Stat.STABILITY, Stat.DUSK)
    )
    ref.position.left[card] = LastKnown(
        state.controller, dawn, stability, dusk, state.exhausted, state.damage, state.role, charges, len(state.attached)
    )  # fmt: skip


def _remove_from_looked_at(ref: Referee, card: int) -> None:
    """Remove a card that leaves the deck from the cards that a player looks at (R10)."""
    seat = ref.seats[ref.cards[card].owner]
    if card in seat.deck[: seat.lifted]:
        seat.lifted -= 1
    if ref.cards[card].face_up and ref.position.ongoing:
        _end_effects_on(ref, card)


def _end_effects_on(ref: Referee, card: int) -> None:
    """End effects on a card when it leaves play. If it returns, it counts as another card."""
    for effect in ref.position.ongoing:
        if effect.locked and card in effect.locked:
            effect.locked.remove(card)
            if not effect.locked:
                effect.phase = -1
    remaining = [effect for effect in ref.position.ongoing if effect.phase >= 0]
    if len(remaining) < len(ref.position.ongoing):
        ref.position.ongoing = remaining
        ref.effects_changed()


def shed(ref: Referee, host: int) -> None:
    """Remove a host's attachments: face-up ones to the discard pile, charges to the bottom in random order (R49)."""
    attached = list(ref.cards[host].attached)
    charges = [card for card in attached if not ref.cards[card].face_up]
    for card in attached:
        if ref.cards[card].face_up:
            discard(ref, card, "§6 Attach")
    if charges:
        ref.position.chance.shuffle(charges)
        for card in charges:
            lift(ref, card)
            _into_deck(ref, card, bottom=True)
        if len(charges) > 1:
            lose_sight_of(ref, charges)
        ref.emit(ChargesReturned(name_of(ref, host), len(charges)), "§6 Charge")


def discard(ref: Referee, card: int, cause: str, *, quiet: bool = False) -> None:
    """Move a card to its owner's discard pile, or a Voidbound one from play to the Void (§6, R5, R41)."""
    state = ref.cards[card]
    was_in_play = state.zone in (PLAY, ATTACHED) or (state.zone == DECK and state.face_up)
    was_veiled = is_face_down(ref, card)
    if was_in_play and not was_veiled and keyword(ref, card, KeywordName.VOIDBOUND) is not None:
        void(ref, card, cause)
        return
    old_name = name_of(ref, card)
    zone = state.zone
    lift(ref, card)
    _onto_pile(ref, card, ARCANA_DISCARD if ref.printed[card].kind is Kind.ARCANUM else DISCARD)
    if (
        was_veiled or not quiet
    ):  # The former name of a face-down card is always given, because everyone sees the card now (§7).
        ref.emit(
            Discarded(state.title, of=state.owner, source=zone, was=old_name if was_veiled else None), cause
        )


def discard_for_dream_damage(ref: Referee, seat: int, cards: list[int], cause: str) -> None:
    """Discard cards from the top of a deck by Dream damage (§4 Damage)."""
    for card in cards:
        discard(ref, card, cause, quiet=True)
    titles = [ref.title(card) for card in cards]
    ref.emit(DreamDamageDiscards(seat, titles), cause)


def void(ref: Referee, card: int, cause: str, *, offering: bool = False) -> None:
    """Move a card to its owner's Void (§6 Void)."""
    state = ref.cards[card]
    zone = state.zone
    lift(ref, card)
    _onto_pile(ref, card, VOID)
    state.offering = offering
    ref.emit(Voided(state.title, of=state.owner, source=zone, offering=offering), cause)


def _onto_pile(ref: Referee, card: int, zone: str) -> None:
    state = ref.cards[card]
    seat = ref.seats[state.owner]
    state.zone = zone
    {HAND: seat.hand, ARCANA_DISCARD: seat.arcana_discard, DISCARD: seat.discard, VOID: seat.void}[
        zone
    ].append(card)
    see(ref, [card], EVERYBODY)
    ref.moved(card, spoke=False)


def into_hand(ref: Referee, cards: list[int], cause: str) -> None:
    """Return arcana to their owner's hand."""
    for card in cards:
        lift(ref, card)
        _onto_pile(ref, card, HAND)
    if cards:
        seat = ref.cards[cards[0]].owner
        ref.emit(ReturnedToHand(seat, [ref.title(card) for card in cards]), cause)


def _into_deck(ref: Referee, card: int, *, bottom: bool) -> None:
    _lay_in_deck(ref, card, bottom=bottom)
    uncover(ref, ref.cards[card].owner)


def _lay_in_deck(ref: Referee, card: int, *, bottom: bool) -> None:
    state = ref.cards[card]
    deck = ref.seats[state.owner].deck
    state.zone = DECK
    if bottom:
        deck.append(card)
    else:
        deck.insert(0, card)
        ref.seats[state.owner].lifted = 0
    if state.face_up:
        see(ref, [card], EVERYBODY)
    ref.moved(card, spoke=state.face_up)


def into_deck(
    ref: Referee, cards: list[int], cause: str, *, bottom: bool, by: int, random: bool = False
) -> None:
    """Put cards into their owners' decks, in this order from the top: face down, except that active constructs stay active.

    Everyone sees cards that were public before they are turned over, and the value on top afterwards. The player `by` knows
    the order, unless it is `random` (R13).
    """
    public_names = [name_of(ref, card) for card in cards if is_open(ref, card)]
    public_names.sort(key=lambda name: (name.title or "", name.tag))
    names = [*public_names, *[None] * (len(cards) - len(public_names))]
    seats = sorted({ref.cards[card].owner for card in cards})
    fact = PutIntoDeck(names, len(cards), bottom, seats)
    private: dict[int, Fact] = {}
    if not random and by in (0, 1) and all(sees(ref, card, by) for card in cards):
        private[by] = PutIntoDeck(names, len(cards), bottom, seats, [ref.title(card) for card in cards])
    displace(ref, [card for card in cards if ref.cards[card].zone == DECK])
    for card in _as_they_lie(ref, cards):
        if ref.cards[card].zone == DECK and ref.cards[card].face_up:
            _lift_within_deck(ref, card)
        else:
            lift(ref, card)
    for seat in seats:
        # Only players who put several cards there, and know all of them, know the order. Backs can't be followed either.
        own_cards = [card for card in cards if ref.cards[card].owner == seat]
        if len(own_cards) > 1:
            lose_sight_of(ref, own_cards, 1 << by if private else 0)
    if random:
        cards = list(cards)
        ref.position.chance.shuffle(cards)
    for card in reversed(cards):
        _lay_in_deck(ref, card, bottom=bottom)
    if bottom and len(cards) > 1:
        _order_bottom(ref, cards)
    for seat in seats:
        uncover(ref, seat)
    ref.emit(fact, cause, private=private)


def _as_they_lie(ref: Referee, cards: list[int]) -> list[int]:
    """Return cards in an order that reveals nothing about the one in which they are put away, attachments before hosts."""
    places = {card: place for state in ref.seats for place, card in enumerate(state.deck)}
    return sorted(
        cards, key=lambda card: (ref.cards[card].zone != ATTACHED, ref.cards[card].tag, places.get(card, 0))
    )


def _lift_within_deck(ref: Referee, card: int) -> None:
    """Remove an active construct from its deck to put it elsewhere in it. It stays face up (§2)."""
    seat = ref.seats[ref.cards[card].owner]
    if card in seat.deck[: seat.lifted]:
        seat.lifted -= 1
    seat.deck.remove(card)


def _order_bottom(ref: Referee, cards: list[int]) -> None:
    for seat in {ref.cards[card].owner for card in cards}:
        deck = ref.seats[seat].deck
        own_cards = [card for card in cards if ref.cards[card].owner == seat]
        deck[-len(own_cards) :] = own_cards


def put_in_play(ref: Referee, card: int, seat: int, cause: str, *, veiled: bool = False) -> None:
    """Put a card into play on a player's side, face up or veiled."""
    came_from = ref.cards[card].zone
    lift(ref, card)
    ref.position.left.pop(card, None)
    state = ref.cards[card]
    state.zone = PLAY
    state.controller = seat
    state.veiled = veiled
    state.tag = ref.new_tag()
    ref.seats[seat].play.append(card)
    ref.moved(card, spoke=not veiled)
    if veiled:
        lay_face_down(ref, card, seat, came_from)
        name = name_of(ref, card)
        ref.emit(Veiled(seat, name), cause, private={seat: Veiled(seat, name, title=state.title)})
    else:
        see(ref, [card], EVERYBODY)
        ref.emit(EnteredPlay(seat, name_of(ref, card)), cause)


def place_construct(ref: Referee, card: int, cause: str) -> None:
    """Put a construct face up on top of its owner's deck (§2 Constructs)."""
    lift(ref, card)
    ref.position.left.pop(card, None)
    state = ref.cards[card]
    state.face_up = True
    _into_deck(ref, card, bottom=False)
    state.tag = ref.new_tag()
    ref.emit(ConstructPlaced(state.owner, name_of(ref, card)), cause)


def place_bastion(ref: Referee, card: int) -> None:
    """Put the bastion face up under the deck at the beginning of the match (§3)."""
    state = ref.cards[card]
    state.face_up = True
    state.tag = ref.new_tag()
    _into_deck(ref, card, bottom=True)
    ref.emit(BastionPlaced(state.owner, name_of(ref, card)), "§3")


def attach(ref: Referee, card: int, host: int, cause: str, *, controller: int, face_up: bool) -> None:
    """Attach a card to a host (§6 Attach, Charge; R49). A card that was in play keeps its state."""
    came_from = ref.cards[card].zone
    uses = [use for use in ref.position.used if use.card == card] if came_from in (PLAY, ATTACHED) else []
    lift(ref, card)
    if uses and face_up:
        ref.position.used += uses
    ref.position.left.pop(card, None)
    state = ref.cards[card]
    state.zone = ATTACHED
    state.host = host
    state.controller = controller
    state.face_up = face_up
    state.tag = ref.new_tag()
    ref.cards[host].attached.append(card)
    ref.moved(card, spoke=face_up)
    name, host_name = name_of(ref, card), name_of(ref, host)
    if face_up:
        see(ref, [card], EVERYBODY)
        ref.emit(Attached(name, host_name), cause)
    else:
        lay_face_down(ref, card, controller, came_from)
        ref.emit(Charged(name, host_name), cause, private={controller: Charged(name, host_name, state.title)})


def veil(ref: Referee, card: int, cause: str) -> None:
    """Turn a card in play face down. It leaves the conflict and loses its attachments (R38)."""
    state = ref.cards[card]
    title = state.title
    seat = state.controller
    shed(ref, card)
    if state.zone == ATTACHED:
        controller = state.controller
        lift(ref, card)
        state.zone = PLAY
        state.controller = controller
        ref.seats[controller].play.append(card)
    old_name = name_of(ref, card)
    forget(ref, card)
    state.veiled = True
    state.exhausted = False
    state.damage = 0
    state.role = ""
    state.tag = ref.new_tag()
    ref.moved(card, spoke=True)
    new_name = name_of(ref, card)
    ref.emit(Veiled(seat, new_name, old_name), cause, private={seat: Veiled(seat, new_name, old_name, title)})
