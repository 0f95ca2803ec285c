"""The execution of each event (§6). Dream damage has its own procedure, see `conflict.damage`.

If an event is only partly possible, its result is written back into it, for the procedure that requested it.
"""

from __future__ import annotations

from cards.voidream.language.tree import Ban, Prohibition
from engine.voidream import event_kinds as kinds
from engine.voidream.event_kinds import GameEvent
from engine.voidream.events.subjects import is_in_play
from engine.voidream.facts.cards import Destroyed, Sacrificed
from engine.voidream.facts.deck import CannotEvoke
from engine.voidream.mutations import deck_order, marks, moves
from engine.voidream.position import ATTACHED, DECK, PLAY
from engine.voidream.queries.nouns import name_of
from engine.voidream.queries.restrictions import is_banned, is_forbidden, who_forbids
from engine.voidream.referee import LIMIT, MIND_TOP, Referee


def perform(ref: Referee, event: GameEvent) -> None:  # noqa: C901
    """Perform an event now, as far as possible.

    Other events are performed by the procedure that announces them: their windows are only for triggers.
    """
    match event:  # The most frequent events are first.
        case kinds.TurningMind():
            _turn_mind(ref, event)
        case kinds.Rolling():
            rolled = deck_order.roll(ref, event.seat, event.cause)
            event.cards = [] if rolled is None else [rolled]
            event.result = ref.depth(event.seat)
        case kinds.Exhausting():
            _exhaust(ref, event)
        case kinds.Readying():
            _ready(ref, event)
        case kinds.Damaging():
            _damage(ref, event)
        case kinds.Destroying():
            _destroy(ref, event)
        case kinds.Sacrificing():
            _sacrifice(ref, event)
        case kinds.Discarding():
            _discard(ref, event)
        case kinds.DreamDamagePoint():
            moves.discard_for_dream_damage(ref, event.seat, event.cards, event.cause)
        case kinds.Voiding():
            for card in event.cards:
                moves.void(ref, card, event.cause, offering=event.offering)
        case kinds.ReturningToHand():
            for seat in (0, 1):
                moves.into_hand(ref, [c for c in event.cards if ref.cards[c].owner == seat], event.cause)
        case kinds.PuttingIntoDeck():
            moves.into_deck(
                ref, event.cards, event.cause, bottom=event.bottom, by=event.seat, random=event.random
            )
        case kinds.Evocation():
            # The evoke itself has its own procedure. Triggers may have made it impossible (R87).
            event.prevented = event.gone = not can_evoke(ref, event.seat)
            if event.gone:
                tell_why_not_evoked(ref, event.seat, event.cause)
        case kinds.Shuffling():
            deck_order.shuffle(ref, event.seat, event.cause)
        case kinds.Veiling():
            _veil(ref, event)
        case kinds.Charging():
            _charge(ref, event)
        case kinds.Attaching():
            for card in event.cards:
                moves.attach(ref, card, event.host, event.cause, controller=event.seat, face_up=True)
        case _:
            pass


def _exhaust(ref: Referee, event: kinds.Exhausting) -> None:
    event.cards = [
        c for c in event.cards if not ref.cards[c].exhausted and not is_banned(ref, c, Ban.EXHAUST)
    ]
    if event.cards:
        marks.exhaust(ref, event.cards, event.cause)


def _ready(ref: Referee, event: kinds.Readying) -> None:
    event.cards = [c for c in event.cards if ref.cards[c].exhausted and not is_banned(ref, c, Ban.READY)]
    if event.cards:
        marks.ready(ref, event.cards, event.cause)


def _veil(ref: Referee, event: kinds.Veiling) -> None:
    for card in event.cards:
        if ref.cards[card].zone in (PLAY, ATTACHED):
            moves.veil(ref, card, event.cause)
        else:
            moves.put_in_play(ref, card, event.seat, event.cause, veiled=True)


def _charge(ref: Referee, event: kinds.Charging) -> None:
    seat = event.seat
    event.cards = []
    for host in event.hosts:
        card = next((c for c in ref.seats[seat].deck if not ref.printed[c].is_construct), None)
        if card is not None:
            moves.attach(ref, card, host, event.cause, controller=seat, face_up=False)
            event.cards.append(host)


def _damage(ref: Referee, event: kinds.Damaging) -> None:
    dealt_by_card: dict[int, int] = {}
    for card, points in event.shares.items():
        points = min(points, LIMIT - ref.cards[card].damage)
        if points > 0 and (ref.is_entity(card) or _is_active_construct(ref, card)):
            marks.mark_damage(ref, card, points, event.cause)
            dealt_by_card[card] = points
    event.shares = dealt_by_card


def _is_active_construct(ref: Referee, card: int) -> bool:
    return ref.cards[card].zone == DECK and ref.cards[card].face_up


def _destroy(ref: Referee, event: kinds.Destroying) -> None:
    protected = [card for card in event.cards if is_banned(ref, card, Ban.DESTROYED)]
    event.cards = [card for card in event.cards if card not in protected and is_in_play(ref, card)]
    for card in event.cards:
        ref.emit(Destroyed(name_of(ref, card)), event.cause)
    event.quiet = True
    _discard(ref, event)


def _sacrifice(ref: Referee, event: kinds.Sacrificing) -> None:
    event.cards = [card for card in event.cards if is_in_play(ref, card)]
    for card in event.cards:
        ref.emit(Sacrificed(name_of(ref, card)), event.cause)
    event.quiet = True
    _discard(ref, event)


def _discard(ref: Referee, event: kinds.EventOfDiscarding) -> None:
    copies = event.copies or {}
    for card in event.cards:
        copy = copies.get(card)
        if copy is None:
            moves.discard(ref, card, event.cause, quiet=event.quiet)
        else:
            moves.discard(ref, copy, "§6 Unique")
            marks.heal(ref, card)
    event.cards = [card for card in event.cards if card not in copies]


def _turn_mind(ref: Referee, event: kinds.TurningMind) -> None:
    """Turn a mind by the intended difference, from its current number after triggers (R87)."""
    count = ref.seats[event.seat].mind
    new_number = max(0, min(MIND_TOP, count + event.after - event.before))
    event.before, event.after = count, new_number
    event.prevented = event.gone = new_number == count
    marks.set_mind(ref, event.seat, new_number, event.cause)


def can_evoke(ref: Referee, seat: int) -> bool:
    """Return whether a player can evoke: no active construct is on top, and no effect forbids it (§2, R7)."""
    deck = ref.seats[seat].deck
    supposed = ref.supposed_depth
    is_supposed = supposed is not None and supposed[0] == seat
    return (
        bool(deck)
        and (is_supposed or not ref.cards[deck[0]].face_up)
        and not is_forbidden(ref, seat, Prohibition.EVOKE)
    )


def tell_why_not_evoked(ref: Referee, seat: int, cause: str) -> None:
    """Emit the reason why a player can't evoke, as in `can_evoke`; nothing for an empty deck."""
    forbidding = who_forbids(ref, seat, Prohibition.EVOKE)
    if forbidding is not None:
        ref.emit(CannotEvoke(seat, by=forbidding.title), cause)
    elif deck := ref.seats[seat].deck:
        ref.emit(CannotEvoke(seat, name_of(ref, deck[0])), cause)
