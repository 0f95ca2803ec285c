"""Playing scenarios of Voidream."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.scenario import coverage as counting
from engine.scenario import playing
from engine.scenario.coverage import Coverage
from engine.scenario.model import Scenario
from engine.scenario.playing import Failure
from engine.voidream.scenario.citations import citable
from engine.voidream.scenario.layout import lay_out
from engine.voidream.scenario.model import VoidreamScenario
from engine.voidream.scenario.situation import VoidreamSituation
from engine.voidream.wording.notation import VOIDREAM_PHRASING


def play(scenario: VoidreamScenario) -> list[Failure]:
    """Play a scenario and return what does not hold, in order. After an answer that can't be given it stops."""
    match, events = lay_out(scenario)
    now = VoidreamSituation(match, scenario.names, VOIDREAM_PHRASING, decks=scenario.decks)
    return playing.play(scenario, now, events)


def coverage(scenarios: Iterable[Scenario[Any]]) -> Coverage:
    """Count what scenarios cite of Voidream's rules, each scenario once for each thing that it cites."""
    return counting.coverage(scenarios, citable())
