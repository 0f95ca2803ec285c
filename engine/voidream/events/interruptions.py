"""Changes of an event by triggers: what it is no longer done to (§7, R87, R98)."""

from __future__ import annotations

from cards.voidream.language.tree import Ban, Stat
from cards.voidream.model import Kind
from engine.voidream.event_kinds import Destroying, DreamDamagePoint, GameEvent
from engine.voidream.frame_parts import CardPlace
from engine.voidream.frames import EventWindow
from engine.voidream.position import DECK
from engine.voidream.queries.characteristics import stat
from engine.voidream.queries.prohibitions import is_banned
from engine.voidream.referee import Referee


def places_of(ref: Referee, event: GameEvent) -> list[CardPlace]:
    """Return where the cards lie that an event is about to be done to, or that will be hosts."""
    return [(card, ref.cards[card].zone, ref.cards[card].tag) for card in event.about()]


def leave_out_what_has_gone(ref: Referee, event: GameEvent, window: EventWindow) -> None:
    """Take the cards out of an event that triggers have moved away meanwhile, or saved; with none left it is prevented.

    R87; R98 for what is no longer to be destroyed because it has stability left again; R101 within a deck.
    """
    places, displaced = window.places, window.displaced
    gone = [card for card, zone, tag in places if (ref.cards[card].zone, ref.cards[card].tag) != (zone, tag)]
    gone += [card for card, zone, _ in places if zone == DECK and card in displaced and card not in gone]
    if isinstance(event, Destroying) and event.used_up:
        gone += [card for card in event.cards if card not in gone and not is_used_up(ref, card)]
    if not gone or event.prevented:
        return
    event.short = True
    event.leave_out(gone)
    event.prevented = event.gone = not event.is_about_anything()


def take_the_top(ref: Referee, event: DreamDamagePoint) -> None:
    """Apply a point of Dream damage to the top card once Before triggers have resolved (R113)."""
    event.cards = [card for card in ref.seats[event.seat].deck[:1] if not ref.cards[card].face_up]
    if not event.cards:
        event.prevented = event.gone = event.elsewhere = True


def is_used_up(ref: Referee, card: int) -> bool:
    """Return whether an entity or a construct has taken its stability, or has none left (§4, R44)."""
    damage = ref.cards[card].damage
    if not damage and ref.printed[card].kind is Kind.BASTION:
        return False
    return damage >= stat(ref, card, Stat.STABILITY) and not is_banned(ref, card, Ban.DESTROYED)
