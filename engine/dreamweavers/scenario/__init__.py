"""Scenarios of Dreamweavers: positions, answers and what is expected of them, as text that a person who knows the rulebook can write."""

from engine.dreamweavers.scenario.format import coverage, play, read_scenarios
from engine.dreamweavers.scenario.model import DreamweaversScenario

__all__ = ["DreamweaversScenario", "coverage", "play", "read_scenarios"]
