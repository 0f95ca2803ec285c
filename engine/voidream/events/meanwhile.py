"""What triggers have made of a deed meanwhile: what it is no longer done to (§7, R87, R98)."""

from __future__ import annotations

from cards.voidream.language.tree import Ban, Stat
from cards.voidream.model import Kind
from engine.kernel.position import Frame
from engine.voidream.events.events import GameEvent
from engine.voidream.position import DECK
from engine.voidream.queries.characteristics import is_banned, stat
from engine.voidream.referee import Referee

Place = tuple[int, str, int]
"""Where a card lies: (card, zone, number on the table). Whatever comes back has another number."""

_ABOUT_CARDS = frozenset((
    "exhaust", "ready", "veil", "inspire", "charge", "attach", "damage", "destroy", "sacrifice", "discard", "torn", "void",
    "to hand", "to deck",
))  # fmt: skip
"""Kinds of deeds that find their cards where they were chosen, or not at all (R87)."""


def places_of(ref: Referee, deed: GameEvent) -> list[Place]:
    """Return where the cards lie that a deed is about to be done to, or that are to be hosts."""
    if deed["kind"] not in _ABOUT_CARDS:
        return []
    cards = [*deed.get("cards", []), *deed.get("hosts", []), *(int(card) for card in deed.get("shares", {}))]
    if "host" in deed:
        cards.append(deed["host"])
    return [(card, ref.cards[card].zone, ref.cards[card].tag) for card in cards]


def leave_out_what_has_gone(ref: Referee, deed: GameEvent, window: Frame) -> None:
    """Take the cards out of a deed that triggers have moved away meanwhile, or saved; with none left it is prevented.

    R87; R98 for what is no longer to be destroyed because it has stability left again; R101 within a deck.
    """
    places: list[Place] = window.vars.get("places", [])
    displaced: list[int] = window.vars.get("displaced", [])
    gone = [card for card, zone, tag in places if (ref.cards[card].zone, ref.cards[card].tag) != (zone, tag)]
    gone += [card for card, zone, _ in places if zone == DECK and card in displaced and card not in gone]
    if deed.get("used_up"):
        gone += [card for card in deed["cards"] if card not in gone and not is_used_up(ref, card)]
    if not gone or deed.get("prevented"):
        return
    deed["short"] = True
    if deed.get("host") in gone:
        deed["cards"] = []
    elif "cards" in deed:
        deed["cards"] = [card for card in deed["cards"] if card not in gone]
    if "hosts" in deed:
        deed["hosts"] = [card for card in deed["hosts"] if card not in gone]
    if "shares" in deed:
        deed["shares"] = {card: points for card, points in deed["shares"].items() if int(card) not in gone}
    nothing_left = not any((deed.get("cards"), deed.get("hosts"), deed.get("shares")))
    deed["prevented"] = deed["gone"] = nothing_left


def take_the_top(ref: Referee, deed: GameEvent) -> None:
    """Let a point of Dream damage fall on what lies on top once Before triggers have resolved (R113)."""
    deck = ref.seats[deed["seat"]].deck
    deed["cards"] = [card for card in deck[:1] if not ref.cards[card].face_up]
    if not deed["cards"]:
        deed["prevented"] = deed["gone"] = deed["elsewhere"] = True


def is_used_up(ref: Referee, card: int) -> bool:
    """Return whether an entity or a construct has taken its stability, or has none left (§4, R44)."""
    damage = ref.cards[card].damage
    if not damage and ref.printed[card].kind is Kind.BASTION:
        return False
    return damage >= stat(ref, card, Stat.STABILITY) and not is_banned(ref, card, Ban.DESTROYED)
