"""Scenarios of Dreamweavers: positions, answers and what is expected of them, as text that a person who knows the rulebook can write."""

from engine.dreamweavers.scenario.model import DreamweaversScenario
from engine.dreamweavers.scenario.reading import coverage, play, read_scenarios

__all__ = ["DreamweaversScenario", "coverage", "play", "read_scenarios"]
