"""Scenarios of Voidream: positions, answers and what is expected of them, as text that a person who knows the rulebook can write."""

from engine.voidream.scenario.format import coverage, play, read_scenarios
from engine.voidream.scenario.model import VoidreamScenario

__all__ = ["VoidreamScenario", "coverage", "play", "read_scenarios"]
