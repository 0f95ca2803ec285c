"""The tools of Dreamweavers for its authors, on the command line."""

from __future__ import annotations

from pathlib import Path

from bot.games.author_tools import Authoring, CardFiles, Scenarios
from bot.games.dreamweavers.balance import BALANCE
from bot.games.dreamweavers.gallery import GALLERY
from cards.dreamweavers.library import LIBRARY
from engine.dreamweavers.players.fitted import FITTED
from engine.dreamweavers.scenario import coverage, play, read_scenarios

AUTHORING = Authoring(
    card_files=CardFiles(count=lambda: len(LIBRARY.files()), check=LIBRARY.check_mine),
    gallery=GALLERY,
    scenarios=Scenarios(
        rulebook=Path("tests", "rules", "dreamweavers"), read=read_scenarios, play=play, coverage=coverage
    ),
    balance=BALANCE,
    fitted=FITTED,
)
