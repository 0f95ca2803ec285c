"""Scenarios of Voidream: positions, answers and what is expected of them, as text that a person who knows the rulebook can write."""

from engine.scenario.coverage import Coverage
from engine.scenario.playing import Failure
from engine.voidream.scenario.describing import NotBetweenActions, describe
from engine.voidream.scenario.model import VoidreamScenario
from engine.voidream.scenario.playing import coverage, play
from engine.voidream.scenario.reading import read_scenarios

__all__ = [
    "Coverage", "Failure", "NotBetweenActions", "VoidreamScenario", "coverage", "describe", "play", "read_scenarios",
]  # fmt: skip
