"""Scenarios of Dreamweavers: positions, answers and expectations, as text that anyone who knows the rules can write."""

from engine.dreamweavers.scenario.format import coverage, play, read_scenarios
from engine.dreamweavers.scenario.model import DreamweaversScenario

__all__ = ["DreamweaversScenario", "coverage", "play", "read_scenarios"]
