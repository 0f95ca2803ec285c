"""Scenarios of Dreamweavers: positions, answers and what is expected of them, as text that a person who knows the rulebook can write."""

from engine.dreamweavers.scenario.model import DreamweaversScenario
from engine.dreamweavers.scenario.playing import coverage, play
from engine.dreamweavers.scenario.reading import read_scenarios
from engine.scenario.coverage import Coverage
from engine.scenario.playing import Failure

__all__ = ["Coverage", "DreamweaversScenario", "Failure", "coverage", "play", "read_scenarios"]
