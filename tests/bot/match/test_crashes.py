"""`kill -9` between any two steps: no answer lost or doubled, no announcement missing, doubled or to the wrong people, and
every clock, reminder, offer, order, vacation and rating as if nothing had happened.

`VOIDREAM_KILLS` says how often the bot is killed at least (40 if it is not set: once in every step of the script), and
`DREAMWEAVERS_KILLS` the same for a match of Dreamweavers (4 if it is not set), `ABSENT_KILLS` for one in which the house plays on
for a player (3 if it is not set), `BAZAAR_KILLS` for one of three with sheets, sittings and time that runs out (4 if it is not
set), and `DYSTOPIA_KILLS` for one of Dreams of Dystopia (4 if it is not set). Large numbers want `-o faulthandler_timeout=0`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bot.match import absence, bazaar_life, dreams, dystopia_life
from tests.bot.match.lifetime import STEPS

pytestmark = pytest.mark.sqlite
KILLS = int(os.environ.get("VOIDREAM_KILLS", "40"))
DREAMWEAVERS_KILLS = int(os.environ.get("DREAMWEAVERS_KILLS", "4"))
ABSENT_KILLS = int(os.environ.get("ABSENT_KILLS", "3"))
BAZAAR_KILLS = int(os.environ.get("BAZAAR_KILLS", "4"))
DYSTOPIA_KILLS = int(os.environ.get("DYSTOPIA_KILLS", "4"))


def lived(script: str, folder: Path, kills: int, steps: int) -> Any:
    """Let bots live through a script until they have died so often, and return what came of it."""
    lives, most = -(-kills // steps), steps if kills > steps // 2 else kills
    program = [
        sys.executable,
        "-m",
        "tests.bot.match.mortal",
        script,
        str(folder),
        str(lives),
        f"{kills} kills",
        str(most),
    ]
    report = json.loads(subprocess.run(program, check=True, capture_output=True).stdout)
    assert report["wrong"] == []
    assert report["kills"] >= kills
    return report


@pytest.mark.slow
def test_killed_in_every_step_and_gone_on(tmp_path: Path) -> None:
    report = lived("lanterns", tmp_path, KILLS, len(STEPS))
    assert {step.name for step in STEPS} <= {place.partition(":")[0] for place in report["died"]}
    kinds = {what.split()[0] for where, what in report["expected"] if where in ("thread", "channel")}
    assert {"status", "ping", "remind", "time", "offer", "ended", "result"} <= kinds
    assert ["threads", "5"] in report["expected"]
    kept = {where for where, _ in report["expected"]}
    assert {"acts", "clocks", "reminders", "orders", "requests", "watching", "rated", "interventions"} <= kept


def test_killed_in_a_match_of_dreamweavers_with_orders_and_gone_on(tmp_path: Path) -> None:
    report = lived("dreamweavers", tmp_path, DREAMWEAVERS_KILLS, len(dreams.SCRIPT.steps))
    assert {"acts", "orders", "clocks"} <= {where for where, _ in report["expected"]}


def test_killed_while_the_house_takes_a_seat_over(tmp_path: Path) -> None:
    report = lived("absent", tmp_path, ABSENT_KILLS, len(absence.SCRIPT.steps))
    kept = [what for where, what in report["expected"] if where == "acts"]
    assert sum("taken over" in one for one in kept) == 2 and sum("'back'" in one for one in kept) == 1


def test_killed_in_sheets_and_sittings_and_while_time_runs_out(tmp_path: Path) -> None:
    """What is held back in a sitting is told once, and not before; who lets time run out is answered for once."""
    report = lived("bazaar", tmp_path, BAZAAR_KILLS, len(bazaar_life.SCRIPT.steps))
    kept = [what for where, what in report["expected"] if where == "acts"]
    assert sum("'lapsed'" in one for one in kept) == 3 and sum("'time'" in one for one in kept) == 1


def test_killed_in_the_middle_of_a_block_of_dystopia(tmp_path: Path) -> None:
    report = lived("dystopia", tmp_path, DYSTOPIA_KILLS, len(dystopia_life.SCRIPT.steps))
    kept = [what for where, what in report["expected"] if where == "acts"]
    assert sum("'lapsed'" in one for one in kept) == 2
