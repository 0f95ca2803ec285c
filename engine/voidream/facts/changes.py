"""Changes of a view by events of Voidream: the keys of differences, and names for several of them.

What only follows from other differences has no key: depth, dawn, stability and dusk, keywords, scores, what could be done.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.events.changes import Change
from engine.voidream.facts.terms import PublicName, Seat
from engine.voidream.position import ARCANA_DISCARD, ATTACHED, DECK, DISCARD, HAND, PLAY, VOID

OVER = Change("over")
ROUND = Change("round")
TURN = Change("turn")
"""The active player."""
CONFLICT = Change("conflict")
EFFECTS = Change("effect")
"""Effects in force for a while."""
VEILED = "veiled"


def zone(name: str, seat: Seat | None, card: str | None = None) -> list[Change]:
    """Return the changes of a zone of a player, of one card in it if it is given.

    A construct can lie face up in a deck. What lies attached is not known by its title, and may go because its host does.
    """
    match name:
        case "deck":
            return [Change(DECK, seat), Change("construct", seat, card)]
        case "hand":
            return [Change("hand count", seat), Change(HAND, seat, card)]
        case "play":
            return [Change(PLAY, None, card), Change(VEILED), EFFECTS]
        case "attached":
            return [Change(ATTACHED), Change(PLAY)]
        case "playing":
            return []
        case _:
            return [Change(name, seat, card)]


def piles(seat: Seat | None, card: str | None = None) -> list[Change]:
    """Return the changes of the discard piles of a player, or of either player."""
    return [Change(DISCARD, seat, card), Change(ARCANA_DISCARD, seat, card)]


def on_table(card: PublicName) -> list[Change]:
    """Return the changes of a card that comes into play, leaves it, or lies otherwise in it."""
    return [Change(key, card.tag) for key in (PLAY, ATTACHED, VEILED)]


def laid(card: PublicName) -> list[Change]:
    """Return the changes of a card that comes to lie on the table, from wherever it was."""
    return [
        *on_table(card),
        *zone(DECK, None, card.title),
        *(zone(PLAY, None, card.title) if card.title else ()),
    ]


def leaving(card: PublicName) -> list[Change]:
    """Return the changes of a card in play, or a construct, that leaves for its owner's discard pile, or for the Void.

    What was laid upon it ends with it.
    """
    goes = [*piles(None, card.title), Change(VOID, None, card.title)] if card.title else []
    return [*on_table(card), *zone(DECK, card.seat, card.title), *goes, EFFECTS]


def goes(card: PublicName) -> list[Change]:
    """Return what is not there any more once a card has left play, or a construct its deck."""
    return [Change(PLAY, card.tag)] if card.tag else [Change("construct", card.seat, card.title)]


UNPAID = (TURN, Change(DECK))
"""The changes when an action is not paid for."""
HIDDEN = (*zone(HAND, None), Change(ATTACHED), Change(VEILED))
"""The changes that a card known to its player alone can make."""


def marked(what: str, cards: Iterable[PublicName]) -> list[Change]:
    """Return the changes of cards that are turned, damaged, or fight; constructs have no number."""
    return [
        one for card in cards for one in (Change(what, card.tag), Change(what, card.seat, card.title or ""))
    ]
