"""The value of attacks: the target's value, minus counterattacks, the cost of being stopped, and later exposure."""

from __future__ import annotations

from math import ceil

from cards.dreamweavers.language.words import KeywordName
from engine.dreamweavers.players.board_summary import WIN, BoardSummary, SeenCard

STOPPED = 1.0
"""The value for the attacker of each shield that the defender must discard."""
_MEAN_SHIELD = 3.6
_SHIELD = 1.5
"""The approximate value of a shield for its owner."""
_EGO = 0.75
"""The share of damage's value that remains after the value of the card given to the opponent."""
_MOST = 60.0
_PRESSING = 1.4
"""The extra factor of an attack beyond its direct result: pressure leaves the opponent less time to attack."""
_AT_RISK, _IN_THE_WAY = 0.65, 0.3
"""The share of an attacker's value that is lost with it, because another can take its place; less if the section is full."""
_LONG, _IMPATIENCE = 14, 0.06
"""The turn from which attacks gain value, and the gain per turn: minds run out, and saved cards become useless."""


def attack(board: BoardSummary, attacker: str, aim: str, liking: float = 1.0) -> float:
    """Return the value of a Thought attacking another, or the Ego if `aim` is "".

    `liking` scales the player's preference for attacks.
    """
    seen_card = board.find(attacker)
    if seen_card is None or seen_card.power <= 0:
        return -1.0
    own = board.value_in_play(seen_card) * (_AT_RISK if board.is_worth_keeping(seen_card) else _IN_THE_WAY)
    guards = [
        card
        for card in board.theirs.thoughts
        if not card.tapped and card.face.title != aim and "Guardian" in card.keywords
    ]
    guard = max((card.power for card in guards), default=-1)
    own_loss = own if guard > seen_card.power else 0.0
    if not aim:
        gain = _on_ego(board, seen_card, own)
    else:
        target = board.find(aim)
        if target is None:
            return 0.0
        gain = _on_thought(board, seen_card, target, own)
    if own_loss:
        gain = 0.4 * gain - 0.6 * own_loss
    elif guard == seen_card.power:
        gain *= 0.5
    return liking * _pressing(board) * gain - _exposed(board, seen_card, own)


def _pressing(board: BoardSummary) -> float:
    """Return the additional value of attacking, which grows during the match."""
    return _PRESSING + _IMPATIENCE * max(0, board.view.turn - _LONG)


def _on_ego(board: BoardSummary, card: SeenCard, own: float) -> float:
    points = 2 if card.has(KeywordName.CRUSHING) else 1
    remaining = len(board.theirs.ego)
    value = min(board.damage_value(1 - board.seat) + (points > 1) * (WIN if remaining == 1 else 1.5), WIN)
    if value >= WIN and not board.theirs.hand:
        return WIN
    through = _gets_through(board, card.power, min(value, _MOST))
    gain = through * _EGO * min(value, _MOST)
    if remaining:
        gain -= through * board.repel_chance(card.power) * own
    return gain + (1 - through) * STOPPED * ceil(card.power / _MEAN_SHIELD)


def _on_thought(board: BoardSummary, card: SeenCard, target: SeenCard, own: float) -> float:
    if card.power < target.power:
        return -own
    if card.power == target.power:
        return -0.1
    stake = board.value_in_play(target)
    through = _gets_through(board, card.power - target.power, stake)
    relentless = board.damage_value(1 - board.seat) if card.has(KeywordName.RELENTLESS) else 0.0
    return through * (stake + 0.6 * min(relentless, _MOST)) + (1 - through) * STOPPED


def _gets_through(board: BoardSummary, power: int, stake: float) -> float:
    """Return the probability that no shields of at least this total stop an attack."""
    thoughts = len(board.theirs.hand) * board.thoughts_among_unseen
    if thoughts <= 0:
        return 1.0
    needed = max(1.0, power / _MEAN_SHIELD)
    could = min(1.0, max(0.0, thoughts / needed - 0.3))
    would = min(0.9, max(0.05, 0.5 + 0.35 * (stake - _SHIELD * needed)))
    return 1.0 - could * would


def _exposed(board: BoardSummary, seen_card: SeenCard, own: float) -> float:
    """Return the cost of the attacker being tapped in the opponent's turn."""
    if seen_card.has(KeywordName.STEADFAST) or seen_card.has(KeywordName.ELUSIVE):
        return 0.0
    hunters = sum(card.power > seen_card.power for card in board.theirs.thoughts)
    guarding = 0.3 if seen_card.has(KeywordName.GUARDIAN) else 0.0
    return guarding + (0.2 * own if hunters else 0.0)
