"""Scenarios of Dreamweavers, for the command line."""

from __future__ import annotations

from pathlib import Path

from bot.games.authoring import Scenarios
from engine.dreamweavers.scenario import coverage, play, read_scenarios

SCENARIOS = Scenarios(
    rulebook=Path("tests", "rules", "dreamweavers"), read=read_scenarios, play=play, coverage=coverage
)
