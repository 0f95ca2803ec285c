"""The tools of Voidream for its authors, on the command line."""

from __future__ import annotations

from pathlib import Path

from bot.games.author_tools import Authoring, Scenarios
from bot.games.voidream.balance import BALANCE
from bot.games.voidream.card_files import CARD_FILES
from bot.games.voidream.gallery import GALLERY
from engine.voidream.players.fitted import FITTED
from engine.voidream.scenario import coverage, play, read_scenarios

AUTHORING = Authoring(
    card_files=CARD_FILES,
    gallery=GALLERY,
    scenarios=Scenarios(
        rulebook=Path("tests", "rules", "voidream"), read=read_scenarios, play=play, coverage=coverage
    ),
    balance=BALANCE,
    fitted=FITTED,
)
