"""The matches to which the formula is fitted: of greedy players, with two to four seats."""

from __future__ import annotations

from engine.dreams_of_dystopia.ai.features import WORDS, features_of
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.players.greedy import Greedy
from engine.dreams_of_dystopia.views.builder import build_view
from engine.kernel.ai.matches import FittedMatches
from engine.kernel.chance import Chance


def _setup(chance: Chance) -> bytes:
    """Return the setup of a duel, or half of the time of a larger match, which has more pairs of players."""
    return DYSTOPIA.setup([None] * chance.pick([2, 2, 3, 4]))


FITTED = FittedMatches(
    game=DYSTOPIA,
    package="engine.dreams_of_dystopia.ai",
    features=tuple(WORDS),
    values=features_of,
    setup=_setup,
    player=Greedy,
    view_of=build_view,
    matches=200,
    penalty=6.0,  # Few matches inform each weight.
)
"""The matches for `voidream value --game dreams-of-dystopia`."""
