"""What the formula of Dreamweavers is fitted to: greedy players, who draft and choose their Intents by lot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.players.features import WORDS, features_of
from engine.dreamweavers.players.greedy import Greedy
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.views.build import glance
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.chance import Chance
from engine.kernel.machine import AnyMachine
from engine.kernel.thinking.matches import Fitted


def _setup(chance: Chance) -> bytes:
    return DREAMWEAVERS.setup([None, None])


def _values(machine: AnyMachine, seat: int) -> Sequence[float]:
    return features_of(cast("Referee", machine), seat)


def _look(machine: AnyMachine, seat: int) -> DreamweaversView:
    return glance(cast("Referee", machine), seat)


FITTED = Fitted(
    game=DREAMWEAVERS,
    package="engine.dreamweavers.players",
    features=tuple(WORDS),
    values=_values,
    setup=_setup,
    player=Greedy,
    look=_look,
    matches=2500,
    penalty=15.0,  # Of each notion and each Intent few matches tell.
)
"""What `voidream value --game dreamweavers` fits."""
