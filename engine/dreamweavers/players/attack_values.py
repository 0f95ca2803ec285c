"""The value of attacks: the target's value, minus counterattacks, the cost of being stopped, and later exposure."""

from __future__ import annotations

from math import ceil

from cards.dreamweavers.language.words import KeywordName
from engine.dreamweavers.players.board_summary import WIN, BoardSummary, SeenCard

STOPPED = 1.0
"""The value for the attacker of a shield that the defender has to discard."""
_MEAN_SHIELD = 3.6
_SHIELD = 1.5
"""The approximate value of a shield for its owner."""
_EGO = 0.75
"""The part of damage's value that is left when what comes out of an Ego is taken off."""
_MOST = 60.0
_PRESSING = 1.4
"""The extra value of an attack beyond what it hits: pressing leaves the opponent less time to press."""
_AT_RISK, _IN_THE_WAY = 0.65, 0.3
"""The part of an attacker's value that is lost with it: another one takes its place; more so where the section is full."""
_LONG, _IMPATIENCE = 14, 0.06
"""The turn from which an attack gains value with each turn: minds run empty, and cards kept back are of no use."""


def attack(sight: BoardSummary, attacker: str, aim: str, liking: float = 1.0) -> float:
    """Return the value of a Thought attacking another one, or the Ego if `aim` is "".

    `liking` scales the player's preference for attacks.
    """
    thing = sight.find(attacker)
    if thing is None or thing.power <= 0:
        return -1.0
    own = sight.standing(thing) * (_AT_RISK if sight.has_use_of(thing) else _IN_THE_WAY)
    guards = [
        card
        for card in sight.theirs.thoughts
        if not card.tapped and card.face.title != aim and "Guardian" in card.keywords
    ]
    guard = max((card.power for card in guards), default=-1)
    lost = own if guard > thing.power else 0.0
    if not aim:
        gain = _on_ego(sight, thing, own)
    else:
        target = sight.find(aim)
        if target is None:
            return 0.0
        gain = _on_thought(sight, thing, target, own)
    if lost:
        gain = 0.4 * gain - 0.6 * lost
    elif guard == thing.power:
        gain *= 0.5
    return liking * _pressing(sight) * gain - _exposed(sight, thing, own)


def _pressing(sight: BoardSummary) -> float:
    """Return the additional value of attacking, which grows during the match."""
    return _PRESSING + _IMPATIENCE * max(0, sight.view.turn - _LONG)


def _on_ego(sight: BoardSummary, thing: SeenCard, own: float) -> float:
    points = 2 if thing.has(KeywordName.CRUSHING) else 1
    left = len(sight.theirs.ego)
    worth = min(sight.damage_worth(1 - sight.seat) + (points > 1) * (WIN if left == 1 else 1.5), WIN)
    if worth >= WIN and not sight.theirs.hand:
        return WIN
    through = _gets_through(sight, thing.power, min(worth, _MOST))
    gain = through * _EGO * min(worth, _MOST)
    if left:
        gain -= through * sight.repelled(thing.power) * own
    return gain + (1 - through) * STOPPED * ceil(thing.power / _MEAN_SHIELD)


def _on_thought(sight: BoardSummary, thing: SeenCard, target: SeenCard, own: float) -> float:
    if thing.power < target.power:
        return -own
    if thing.power == target.power:
        return -0.1
    stake = sight.standing(target)
    through = _gets_through(sight, thing.power - target.power, stake)
    relentless = sight.damage_worth(1 - sight.seat) if thing.has(KeywordName.RELENTLESS) else 0.0
    return through * (stake + 0.6 * min(relentless, _MOST)) + (1 - through) * STOPPED


def _gets_through(sight: BoardSummary, power: int, stake: float) -> float:
    """Return the probability that no shields of at least this total stop an attack."""
    thoughts = len(sight.theirs.hand) * sight.thoughts_among_unseen
    if thoughts <= 0:
        return 1.0
    needed = max(1.0, power / _MEAN_SHIELD)
    could = min(1.0, max(0.0, thoughts / needed - 0.3))
    would = min(0.9, max(0.05, 0.5 + 0.35 * (stake - _SHIELD * needed)))
    return 1.0 - could * would


def _exposed(sight: BoardSummary, thing: SeenCard, own: float) -> float:
    """Return the cost of the attacker being tapped in the opponent's turn."""
    if thing.has(KeywordName.STEADFAST) or thing.has(KeywordName.ELUSIVE):
        return 0.0
    hunters = sum(card.power > thing.power for card in sight.theirs.thoughts)
    guarding = 0.3 if thing.has(KeywordName.GUARDIAN) else 0.0
    return guarding + (0.2 * own if hunters else 0.0)
