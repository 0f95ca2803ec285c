"""The tools of Dreams of Dystopia for its authors, on the command line."""

from __future__ import annotations

from pathlib import Path

from bot.games.author_tools import Authoring, CardFiles, Scenarios
from bot.games.dreams_of_dystopia.balance import BALANCE
from bot.games.dreams_of_dystopia.gallery import GALLERY
from cards.dreams_of_dystopia.library import LIBRARY
from engine.dreams_of_dystopia.ai.fitted import FITTED
from engine.dreams_of_dystopia.scenario.format import coverage, play, read_scenarios

AUTHORING = Authoring(
    card_files=CardFiles(count=lambda: len(LIBRARY.files()), check=LIBRARY.check_mine),
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
