"""The value of arcana: the number of plays left, and the number in hand (§2, §4)."""

from __future__ import annotations

from math import exp

from engine.voidream.players.greedy.board_summary import BoardSummary

MOST = 90.0
"""The maximum value of plays."""

HORIZON = 14.0
"""The approximate number of plays after which more have little value, because the match will be over."""

SMALL_HAND = 4.0
"""The cost of the small choice in a small hand, divided by the number of arcana."""

INSANE = -60.0
"""The value of having no arcanum left: the next Nightmare is the last one."""

REACH = (0.0, 0.15, 0.4, 0.75, 1.0)
"""The share of turns in which an arcanum can be played, by its value (§2 The Depth Rule)."""

FLEXIBLE = 1.5
"""The value of an arcanum within reach."""

WINDOW = 1.2
"""The value of playing an arcanum that is rarely within reach, and of keeping those that always are."""

USUAL_REACH = 0.7
"""The usual share of turns in which an arcanum can be played."""


def plays(hand: int, discarded: int) -> int:
    """Return the number of plays left to a player who inverts an arcanum or enters Nightmare when the hand is empty."""
    arcana_left = hand + discarded - 1
    return hand + arcana_left * (arcana_left + 1) // 2


def resources(hand: int, discarded: int) -> float:
    """Return the value of a number of arcana in hand and a number discarded."""
    if hand + discarded <= 0:
        return INSANE
    return MOST * (1 - exp(-(plays(hand, discarded)) / HORIZON)) - SMALL_HAND / (hand + 0.5)


def arcana(board: BoardSummary, seat: int) -> tuple[int, int]:
    """Return the numbers of arcana in a seat's hand and discard pile."""
    side = board.sides[seat]
    return len(side.hand), len(side.arcana_discard.cards)


def change_of_arcana(board: BoardSummary, seat: int, hand: int, discarded: int) -> float:
    """Return the value to a seat of these additions to its hand and its arcana discard pile."""
    current = arcana(board, seat)
    return resources(current[0] + hand, current[1] + discarded) - resources(*current)


def window(value: int) -> float:
    """Return the value of an arcanum of this value leaving the hand, instead of another."""
    return WINDOW * (USUAL_REACH - REACH[value])


def relief(board: BoardSummary) -> float:
    """Return the value of reducing the player's mind by one: with a lower mind than the opponent's, they avoid Nightmare."""
    mine, theirs = (board.sides[seat].mind.count for seat in (board.me, board.foe))
    return 0.8 if theirs <= mine <= theirs + 1 else 0.15
