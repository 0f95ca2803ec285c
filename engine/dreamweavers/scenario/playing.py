"""Playing scenarios of Dreamweavers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.dreamweavers.scenario.citations import citable
from engine.dreamweavers.scenario.layout import lay_out
from engine.dreamweavers.scenario.model import DreamweaversScenario
from engine.dreamweavers.scenario.situation import DreamweaversSituation
from engine.dreamweavers.wording.notation import DREAMWEAVERS_PHRASING
from engine.scenario import coverage as counting
from engine.scenario import playing
from engine.scenario.coverage import Coverage
from engine.scenario.model import Scenario
from engine.scenario.playing import Failure


def play(scenario: DreamweaversScenario) -> list[Failure]:
    """Play a scenario and return what does not hold, in order. After an answer that can't be given it stops."""
    match, events = lay_out(scenario)
    return playing.play(scenario, DreamweaversSituation(match, scenario.names, DREAMWEAVERS_PHRASING), events)


def coverage(scenarios: Iterable[Scenario[Any]]) -> Coverage:
    """Count what scenarios cite of Dreamweavers' rules, each scenario once for each thing that it cites."""
    return counting.coverage(scenarios, citable())
