"""`kill -9` between any two steps: no answer or announcement is lost, doubled or sent to the wrong people.

Every clock, reminder, offer, order, vacation and rating is as without a kill. `VOIDREAM_KILLS` is the minimum number
of kills (default 40: one in every step of the script), `DREAMWEAVERS_KILLS` that for a match of Dreamweavers (4),
`ABSENT_KILLS` for a takeover by the bot (3), `BAZAAR_KILLS` for a match of three with sheets, sittings and timeouts
(4), and `DYSTOPIA_KILLS` for Dreams of Dystopia (4). For large numbers use `-o faulthandler_timeout=0`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.bot.match import absence, bazaar_life, dreams, dystopia_life, mortal
from tests.bot.match.lifetime import STEPS
from tests.forks import FORKS

pytestmark = pytest.mark.sqlite
KILLS = int(os.environ.get("VOIDREAM_KILLS", "40"))
DREAMWEAVERS_KILLS = int(os.environ.get("DREAMWEAVERS_KILLS", "4"))
ABSENT_KILLS = int(os.environ.get("ABSENT_KILLS", "3"))
BAZAAR_KILLS = int(os.environ.get("BAZAAR_KILLS", "4"))
DYSTOPIA_KILLS = int(os.environ.get("DYSTOPIA_KILLS", "4"))


def run_lives(script: str, folder: Path, kills: int, steps: int) -> Any:
    """Run bots through a script until they have been killed this often, and return the report."""
    lives, most = -(-kills // steps), steps if kills > steps // 2 else kills
    process = FORKS.Process(target=mortal.main, args=(script, folder, lives, f"{kills} kills", most))
    process.start()
    process.join()
    assert process.exitcode == 0
    report = json.loads((folder / "report").read_text())
    assert report["wrong"] == []
    assert report["kills"] >= kills
    return report


@pytest.mark.slow
def test_a_match_survives_kills_in_every_step(tmp_path: Path) -> None:
    report = run_lives("lanterns", tmp_path, KILLS, len(STEPS))
    assert {step.name for step in STEPS} <= {place.partition(":")[0] for place in report["died"]}
    kinds = {what.split()[0] for where, what in report["expected"] if where in ("thread", "channel")}
    assert {"status", "ping", "remind", "time", "offer", "ended", "result"} <= kinds
    assert ["threads", "5"] in report["expected"]
    tables = {where for where, _ in report["expected"]}
    assert {
        "acts",
        "clocks",
        "reminders",
        "orders",
        "requests",
        "watching",
        "rated",
        "interventions",
    } <= tables


def test_a_match_of_dreamweavers_with_orders_survives_kills(tmp_path: Path) -> None:
    report = run_lives("dreamweavers", tmp_path, DREAMWEAVERS_KILLS, len(dreams.SCRIPT.steps))
    assert {"acts", "orders", "clocks"} <= {where for where, _ in report["expected"]}


def test_a_takeover_by_the_bot_survives_kills(tmp_path: Path) -> None:
    report = run_lives("absent", tmp_path, ABSENT_KILLS, len(absence.SCRIPT.steps))
    acts = [what for where, what in report["expected"] if where == "acts"]
    assert sum("taken over" in act for act in acts) == 2 and sum("'back'" in act for act in acts) == 1


def test_sheets_sittings_and_timeouts_survive_kills(tmp_path: Path) -> None:
    """Hidden answers of a sitting are announced once, and not before; each timeout is answered once."""
    report = run_lives("bazaar", tmp_path, BAZAAR_KILLS, len(bazaar_life.SCRIPT.steps))
    acts = [what for where, what in report["expected"] if where == "acts"]
    assert sum("'lapsed'" in act for act in acts) == 3 and sum("'time'" in act for act in acts) == 1


def test_a_block_of_dystopia_survives_kills(tmp_path: Path) -> None:
    report = run_lives("dystopia", tmp_path, DYSTOPIA_KILLS, len(dystopia_life.SCRIPT.steps))
    acts = [what for where, what in report["expected"] if where == "acts"]
    assert sum("'lapsed'" in act for act in acts) == 2
