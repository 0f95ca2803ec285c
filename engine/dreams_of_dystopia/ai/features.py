"""Features of the formula: public values of each player, minus the mean of the others still in.

A player's hand and deck together are public (DD78), so all cards of a player count, but not which of them are in hand.
Fame isn't a feature: between equal players, the one with more of it has paid for it with LP, and its use is the cards
that it brings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log1p

from cards.dreams_of_dystopia.language.words import KeywordName, Noun
from cards.i18n import Message, msg
from engine.dreams_of_dystopia.players.valuation import numbers_of
from engine.dreams_of_dystopia.position import HAND_SIZE
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.zones import HAND
from engine.kernel.ai.game_search import less_the_others

OF_A_PLAYER: Mapping[str, Message] = {
    "LP": msg("LP", "feature"),
    "strength": msg("the strength of the cards", "feature"),
    "Curses": msg("Curses", "feature"),
    "cards": msg("the number of cards", "feature"),
    "hand": msg("cards in hand", "feature"),
    "turn": msg("whose turn it is", "feature"),
    "next": msg("the next turn", "feature"),
}
"""The names of a player's features by key, in order."""

MORE_LATER = ("LP", "strength")
"""Features that are repeated with a factor for the lateness of the match."""

LATE = 10
"""The number of a player's turn with lateness 1."""

LATEST = 1.5
"""The maximum lateness."""

WORDS: Mapping[str, Message] = {**OF_A_PLAYER, **{f"late {key}": OF_A_PLAYER[key] for key in MORE_LATER}}
"""The names of all features, in order."""

_ATK, _DEF, _LINE, _ABILITY, _OF = 8, 7, 6, 14, 20
"""The weights of a card's strength in twentieths, so that sums are whole numbers and don't depend on the order."""

_LAST_LP = 4  # The additional weight of the last LP (see `players.board_summary.per_lp`).


def features_of(m: Referee, seat: int) -> Sequence[float]:
    """Return the values of the features for a seat that is still in, in the order of `WORDS`."""
    plain = less_the_others(m, seat, _player)
    late = min(LATEST, m.position.turn / m.seat_count / LATE)
    return [*plain, *[late * value for value in plain[: len(MORE_LATER)]]]


def _player(m: Referee, seat: int) -> Sequence[float]:
    state, position = m.seat(seat), m.position
    order = m.in_order()
    cards = m.owned(seat)
    size = max(1, len(cards))
    return (
        state.lp + _LAST_LP * log1p(max(0, state.lp)),
        HAND_SIZE * sum(map(_strength, cards)) / (_OF * size),
        HAND_SIZE * sum(side.noun is Noun.CURSE for side in cards) / size,
        size,
        len(m.zone(HAND, seat)),
        position.active == seat,
        order[1 % len(order)] == seat,
    )


@lru_cache(maxsize=512)
def _strength(side: CompiledSide) -> int:
    """Return a card's strength in any position: one number for several that matches alone can't separate."""
    atk, defence, _ = numbers_of(side)
    helps = _ATK * atk + _DEF * defence
    lines = _LINE * (len(side.helping) + len(side.fighting)) + _ABILITY * len(side.ability)
    if side.noun is Noun.WEAPON:
        return 2 * helps + lines
    can_attack = KeywordName.CANNOT_ATTACK not in side.keywords
    return _ATK * side.side.atk * can_attack + _DEF * side.side.defence + helps + lines
