"""The players that the formula of Dreams of Dystopia is fitted to: greedy, at tables of two to four."""

from __future__ import annotations

from engine.dreams_of_dystopia.ai.features import WORDS, features_of
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.players.greedy import Greedy
from engine.dreams_of_dystopia.views.builder import build_view
from engine.kernel.ai.matches import FittedMatches
from engine.kernel.chance import Chance


def _setup(chance: Chance) -> bytes:
    """Every second match is a duel; at the larger tables a match tells of more pairs."""
    return DYSTOPIA.setup([None] * chance.pick([2, 2, 3, 4]))


FITTED = FittedMatches(
    game=DYSTOPIA,
    package="engine.dreams_of_dystopia.ai",
    features=tuple(WORDS),
    values=features_of,
    setup=_setup,
    player=Greedy,
    look=build_view,
    matches=200,
    penalty=6.0,  # Few matches tell of each.
)
"""The matches for `voidream value --game dreams-of-dystopia`."""
