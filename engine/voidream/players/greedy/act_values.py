"""The value for the player of actions on one card, in the points of `conflict_estimate`."""

from __future__ import annotations

from cards.voidream.language import tree
from cards.voidream.language.tree import Ban, KeywordName, Stat
from engine.voidream.players.greedy.board_summary import CHARGE, VEILED, BoardSummary, SeenCard
from engine.voidream.players.greedy.conflict_estimate import plain, standing
from engine.voidream.players.greedy.hand import change_of_arcana

OFFERING = 0.7
"""The value of another offering in the player's Void."""

RATES = {Stat.DAWN: 0.75, Stat.STABILITY: 0.35, Stat.DUSK: -0.3}
"""The value of a point of each number on an entity in play."""


def held(card: SeenCard) -> float:
    """Return the value of a card on the table to its controller."""
    if card.kind == "entity":
        return plain(card) + 0.5 * len(card.face.text if card.face else ())
    if card.kind == VEILED:
        return 2.5
    if card.kind == CHARGE:
        return 0.5
    return 1.5 if card.kind == "memory" else 0.5 + 0.6 * card.stability


def removed(
    board: BoardSummary, you: int, part: tree.Void | tree.Discard, card: SeenCard, arcanum_value: float
) -> float:
    """Return the value of a card being voided or discarded. `arcanum_value` is the value of an arcanum itself."""
    mine = board.sign(card.seat)
    if card.kind != "arcanum":
        offering = OFFERING * board.sign(you) if isinstance(part, tree.Void) and part.offering else 0.0
        on_table = card.zone in ("play", "attached", "deck")
        return offering - mine * (held(card) if on_table else 0.2)
    if isinstance(part, tree.Void):
        in_hand = card.zone == "hand"
        change = change_of_arcana(board, card.seat, -in_hand, in_hand - 1)
    else:
        change = change_of_arcana(board, card.seat, -1, 1)
    return mine * (change - arcanum_value)


def turned(board: BoardSummary, card: SeenCard, *, exhaust: bool, is_lasting: bool) -> float:
    """Return the value of a card being exhausted or readied. `is_lasting`: at any time, rather than now."""
    conflict = board.view.conflict
    mine = board.sign(card.seat) * (-1 if exhaust else 1)
    if not is_lasting and card.exhausted == exhaust:
        return 0.0
    if card.kind != "entity":
        return 0.3 * mine
    if is_lasting or conflict is None or not conflict.kind:
        return mine * (0.2 + 0.45 * max(0, card.dawn))
    if not card.role:
        return mine * (0.1 + 0.2 * max(0, card.dawn))
    number = card.dawn if conflict.kind == "dawn" else -card.dusk
    change = -number if exhaust else number
    own, their_value = (change, 0) if card.seat == board.me else (0, change)
    return standing(board, own, their_value) - standing(board)


def damaged(board: BoardSummary, card: SeenCard, points: float) -> float:
    """Return the value of dealing damage to a card."""
    mine = board.sign(card.seat)
    if card.kind != "entity" or card.has(KeywordName.INDESTRUCTIBLE):
        return -mine * 0.1
    return -mine * (held(card) if points >= card.room else 0.15 * points)


def modified(board: BoardSummary, card: SeenCard, stat: Stat, number: float, *, is_lasting: bool) -> float:
    """Return the value of a change of an entity's number, permanent if it `is_lasting`, otherwise for a phase."""
    mine = board.sign(card.seat)
    if stat is Stat.STABILITY and number < 0 and card.room + number <= 0:
        return -mine * held(card)
    return mine * RATES[stat] * number * (1.0 if is_lasting else 0.5)


def barred(board: BoardSummary, card: SeenCard, ban: Ban) -> float:
    """Return the value of a prohibition for a card."""
    mine = board.sign(card.seat)
    match ban:
        case Ban.DESTROYED:
            return mine * 0.3 * plain(card)
        case Ban.EXHAUST:
            return mine * 0.2
        case _:
            return -mine * 0.3 * max(0.3, card.dawn)
