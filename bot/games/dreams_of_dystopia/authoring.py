"""What Dreams of Dystopia offers to those who make it, on the command line."""

from __future__ import annotations

from pathlib import Path

from bot.games.authoring import Authoring, Scenarios
from bot.games.dreams_of_dystopia.balance import BALANCE
from bot.games.dreams_of_dystopia.card_files import CARD_FILES
from bot.games.dreams_of_dystopia.gallery import GALLERY
from engine.dreams_of_dystopia.scenario.reading import coverage, play, read_scenarios
from engine.dreams_of_dystopia.thinking.fitted import FITTED

AUTHORING = Authoring(
    card_files=CARD_FILES,
    gallery=GALLERY,
    scenarios=Scenarios(
        rulebook=Path("tests", "rules", "dreams_of_dystopia"),
        read=read_scenarios,
        play=play,
        coverage=coverage,
    ),
    balance=BALANCE,
    fitted=FITTED,
)
