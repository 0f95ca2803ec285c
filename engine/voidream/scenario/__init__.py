"""Scenarios: positions, answers and what is expected of them, as text that a person who knows the rulebook can write."""

from engine.voidream.scenario.coverage import Coverage, coverage
from engine.voidream.scenario.describing import NotBetweenActions, describe
from engine.voidream.scenario.model import Scenario
from engine.voidream.scenario.playing import Failure, play
from engine.voidream.scenario.reading import read_scenarios

__all__ = [
    "Coverage", "Failure", "NotBetweenActions", "Scenario", "coverage", "describe", "play", "read_scenarios",
]  # fmt: skip
