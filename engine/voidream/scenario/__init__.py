"""Scenarios of Voidream: positions, answers and expectations, as text that anyone who knows the rules can write."""

from engine.voidream.scenario.format import coverage, play, read_scenarios
from engine.voidream.scenario.model import VoidreamScenario

__all__ = ["VoidreamScenario", "coverage", "play", "read_scenarios"]
