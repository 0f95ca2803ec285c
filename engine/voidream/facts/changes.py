"""What events of Voidream change of a view: the keys of differences, and what stands for several of them.

What only follows from other differences has no key: depth, dawn, stability and dusk, keywords, scores, what could be done.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.events.changes import Change
from engine.voidream.facts.terms import Named, Seat
from engine.voidream.position import ARCANA_DISCARD, ATTACHED, DECK, DISCARD, PLAY

OVER = Change("over")
ROUND = Change("round")
TURN = Change("turn")
"""Whose turn it is."""
CONFLICT = Change("conflict")
EFFECTS = Change("effect")
"""What is in force for a while."""
CONSTRUCT = "construct"


def zone(name: str, seat: Seat, card: str | None = None) -> list[Change]:
    """Return the changes of a zone, of one card in it if it is given. A construct can lie face up in a deck."""
    match name:
        case "deck":
            return [Change(DECK, seat), Change(CONSTRUCT, seat, card)]
        case "play" | "attached":
            return [Change(name, None, card)]
        case _:
            return [Change(name, seat, card)]


def piles(seat: Seat, card: str | None = None) -> list[Change]:
    """Return the changes of the discard piles of a player."""
    return [Change(DISCARD, seat, card), Change(ARCANA_DISCARD, seat, card)]


def gone(source: str, seat: Seat, card: str, was: Named | None = None) -> list[Change]:
    """Return the changes of a zone that a card has left; `was` is what it was called while it lay face down."""
    return [*zone(source, seat, card), *(on_table(was) if was else ())]


def on_table(card: Named) -> list[Change]:
    """Return the changes of a card that comes into play, leaves it, or lies otherwise in it."""
    return [Change(key, card.tag) for key in (PLAY, ATTACHED, "veiled")]


def turned(cards: Iterable[Named]) -> list[Change]:
    """Return the changes of cards that are readied or exhausted."""
    return [Change("exhausted", card.tag) for card in cards]
