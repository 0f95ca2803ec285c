"""Scenarios of Voidream: positions, answers and what is expected of them, as text that a person who knows the rulebook can write."""

from engine.voidream.scenario.model import VoidreamScenario
from engine.voidream.scenario.reading import coverage, play, read_scenarios

__all__ = ["VoidreamScenario", "coverage", "play", "read_scenarios"]
