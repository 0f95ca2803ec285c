"""The value of arcana: how often they can still be played, and how many of them are at hand (§2, §4)."""

from __future__ import annotations

from math import exp

from engine.voidream.players.greedy.board_summary import BoardSummary

MOST = 90.0
"""The limit of the value of plays."""

HORIZON = 14.0
"""The approximate number of plays after which another one is worth little: the match will be over."""

SMALL_HAND = 4.0
"""The cost, divided among the arcana in hand, of the small choice that few of them leave."""

INSANE = -60.0
"""The value of having no arcanum left: the next Nightmare is the last one."""

REACH = (0.0, 0.15, 0.4, 0.75, 1.0)
"""The number of plays of an arcanum, by its value (§2 The Depth Rule)."""

FLEXIBLE = 1.5
"""The value of an arcanum within reach."""

WINDOW = 1.2
"""The value of playing an arcanum that is seldom within reach now, and of keeping those that always are."""

USUAL_REACH = 0.7
"""The usual number of plays of an arcanum."""


def plays(hand: int, discarded: int) -> int:
    """Return how often a player can still play, inverting an arcanum or entering Nightmare when the hand is empty."""
    left = hand + discarded - 1
    return hand + left * (left + 1) // 2


def resources(hand: int, discarded: int) -> float:
    """Return the value of a number of arcana in hand and a number discarded."""
    if hand + discarded <= 0:
        return INSANE
    return MOST * (1 - exp(-(plays(hand, discarded)) / HORIZON)) - SMALL_HAND / (hand + 0.5)


def arcana(sight: BoardSummary, seat: int) -> tuple[int, int]:
    """Return how many arcana a seat has in hand, and how many in the discard pile."""
    side = sight.sides[seat]
    return len(side.hand), len(side.arcana_discard.cards)


def change_of_arcana(sight: BoardSummary, seat: int, hand: int, discarded: int) -> float:
    """Return the value, to a seat, of these additions to its hand and its arcana discard pile."""
    now = arcana(sight, seat)
    return resources(now[0] + hand, now[1] + discarded) - resources(*now)


def window(value: int) -> float:
    """Return the value of an arcanum of this value leaving the hand, instead of another one."""
    return WINDOW * (USUAL_REACH - REACH[value])


def relief(sight: BoardSummary) -> float:
    """Return the value of reducing one's mind by one: a lower one than the opponent's keeps Nightmare away."""
    mine, theirs = (sight.sides[seat].mind.count for seat in (sight.me, sight.foe))
    return 0.8 if theirs <= mine <= theirs + 1 else 0.15
