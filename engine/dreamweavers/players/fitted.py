"""The players used to fit Dreamweavers' formula: greedy, with random drafts and Intents."""

from __future__ import annotations

from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.players.features import WORDS, features_of
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.views.builder import glance
from engine.kernel.ai.matches import FittedMatches
from engine.kernel.chance import Chance


def _setup(chance: Chance) -> bytes:
    return DREAMWEAVERS.setup([None, None])


FITTED = FittedMatches(
    game=DREAMWEAVERS,
    package="engine.dreamweavers.players",
    features=tuple(WORDS),
    values=features_of,
    setup=_setup,
    player=Greedy,
    view_of=glance,
    matches=2500,
    penalty=15.0,  # Few matches have a given notion or Intent.
)
"""The matches for `voidream value --game dreamweavers`."""
