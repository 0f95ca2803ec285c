"""How each deed happens (§6; Dream damage has a procedure of its own, see `tearing`).

A deed may be possible only in part: what became of it is written back into it, for whoever asked for it.
"""

from __future__ import annotations

from cards.voidream.language.tree import Ban, Prohibition
from engine.voidream import mutations
from engine.voidream.events import events as events_events
from engine.voidream.events.events import GameEvent
from engine.voidream.events.subjects import is_in_play
from engine.voidream.facts import Destroyed, Sacrificed
from engine.voidream.position import ATTACHED, DECK, PLAY
from engine.voidream.queries.characteristics import is_banned, is_forbidden
from engine.voidream.referee import LIMIT, MIND_TOP, Referee


def perform(ref: Referee, deed: GameEvent) -> None:
    """Let a deed happen now, as far as it can.

    What is not here is done by the procedure that announces it: its window is only there for triggers.
    """
    match deed:  # What happens most often stands first.
        case events_events.TurningMind():
            _turn_mind(ref, deed)
        case events_events.Rolling():
            rolled = mutations.roll(ref, deed.seat, deed.cause)
            deed.cards = [] if rolled is None else [rolled]
            deed.result = ref.depth(deed.seat)
        case events_events.Exhausting():
            _exhaust(ref, deed)
        case events_events.Readying():
            _ready(ref, deed)
        case events_events.Damaging():
            _damage(ref, deed)
        case events_events.Destroying():
            _destroy(ref, deed)
        case events_events.Sacrificing():
            _sacrifice(ref, deed)
        case events_events.Discarding():
            _discard(ref, deed)
        case events_events.Tearing():
            mutations.tear(ref, deed.seat, deed.cards, deed.cause)
        case events_events.Voiding():
            for card in deed.cards:
                mutations.void(ref, card, deed.cause, offering=deed.offering)
        case events_events.ReturningToHand():
            for seat in (0, 1):
                mutations.into_hand(ref, [c for c in deed.cards if ref.cards[c].owner == seat], deed.cause)
        case events_events.PuttingIntoDeck():
            mutations.into_deck(
                ref, deed.cards, deed.cause, bottom=deed.bottom, by=deed.seat, random=deed.random
            )
        case events_events.Evocation():
            # The evoke itself has a procedure of its own; triggers may have made it impossible (R87).
            deed.prevented = deed.gone = not can_evoke(ref, deed.seat)
        case events_events.Shuffling():
            mutations.shuffle(ref, deed.seat, deed.cause)
        case events_events.Veiling():
            _veil(ref, deed)
        case events_events.Charging():
            _charge(ref, deed)
        case events_events.Attaching():
            for card in deed.cards:
                mutations.attach(ref, card, deed.host, deed.cause, controller=deed.seat, face_up=True)
        case _:
            pass


def _exhaust(ref: Referee, deed: events_events.Exhausting) -> None:
    deed.cards = [c for c in deed.cards if not ref.cards[c].exhausted and not is_banned(ref, c, Ban.EXHAUST)]
    if deed.cards:
        mutations.exhaust(ref, deed.cards, deed.cause)


def _ready(ref: Referee, deed: events_events.Readying) -> None:
    deed.cards = [c for c in deed.cards if ref.cards[c].exhausted and not is_banned(ref, c, Ban.READY)]
    if deed.cards:
        mutations.ready(ref, deed.cards, deed.cause)


def _veil(ref: Referee, deed: events_events.Veiling) -> None:
    for card in deed.cards:
        if ref.cards[card].zone in (PLAY, ATTACHED):
            mutations.veil(ref, card, deed.cause)
        else:
            mutations.put_in_play(ref, card, deed.seat, deed.cause, veiled=True)


def _charge(ref: Referee, deed: events_events.Charging) -> None:
    seat = deed.seat
    deed.cards = []
    for host in deed.hosts:
        card = next((c for c in ref.seats[seat].deck if not ref.printed[c].is_construct), None)
        if card is not None:
            mutations.attach(ref, card, host, deed.cause, controller=seat, face_up=False)
            deed.cards.append(host)


def _damage(ref: Referee, deed: events_events.Damaging) -> None:
    dealt: dict[int, int] = {}
    for card, points in deed.shares.items():
        points = min(points, LIMIT - ref.cards[card].damage)
        if points > 0 and (ref.is_entity(card) or _is_active_construct(ref, card)):
            mutations.mark_damage(ref, card, points, deed.cause)
            dealt[card] = points
    deed.shares = dealt


def _is_active_construct(ref: Referee, card: int) -> bool:
    return ref.cards[card].zone == DECK and ref.cards[card].face_up


def _destroy(ref: Referee, deed: events_events.Destroying) -> None:
    spared = [card for card in deed.cards if is_banned(ref, card, Ban.DESTROYED)]
    deed.cards = [card for card in deed.cards if card not in spared and is_in_play(ref, card)]
    for card in deed.cards:
        ref.tell(Destroyed(mutations.name(ref, card)), deed.cause)
    deed.quiet = True
    _discard(ref, deed)


def _sacrifice(ref: Referee, deed: events_events.Sacrificing) -> None:
    deed.cards = [card for card in deed.cards if is_in_play(ref, card)]
    for card in deed.cards:
        ref.tell(Sacrificed(mutations.name(ref, card)), deed.cause)
    deed.quiet = True
    _discard(ref, deed)


def _discard(ref: Referee, deed: events_events.EventOfDiscarding) -> None:
    copies = deed.copies or {}
    for card in deed.cards:
        copy = copies.get(card)
        if copy is None:
            mutations.discard(ref, card, deed.cause, quiet=deed.quiet)
        else:
            mutations.discard(ref, copy, "§6 Unique")
            mutations.heal(ref, card)
    deed.cards = [card for card in deed.cards if card not in copies]


def _turn_mind(ref: Referee, deed: events_events.TurningMind) -> None:
    """Turn it by as much as was meant, from where triggers have left it (R87)."""
    count = ref.seats[deed.seat].mind
    after = max(0, min(MIND_TOP, count + deed.after - deed.before))
    deed.before, deed.after = count, after
    deed.prevented = deed.gone = after == count
    mutations.set_mind(ref, deed.seat, after, deed.cause)


def can_evoke(ref: Referee, seat: int) -> bool:
    """Return whether a player can evoke: no active construct is on top, and nothing forbids it (§2, R7)."""
    state = ref.seats[seat]
    return (
        bool(state.deck)
        and not ref.cards[state.deck[0]].face_up
        and not is_forbidden(ref, seat, Prohibition.EVOKE)
    )
