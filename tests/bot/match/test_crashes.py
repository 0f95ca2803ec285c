"""`kill -9` between any two steps: no answer lost or doubled, no announcement missing, doubled or to the wrong people, and
every clock, reminder, offer, order, vacation and rating as if nothing had happened.

`VOIDREAM_KILLS` says how often the bot is killed at least (40 if it is not set: once in every step of the script).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.bot.match.lifetime import STEPS

KILLS = int(os.environ.get("VOIDREAM_KILLS", "40"))


def test_killed_in_every_step_and_gone_on(tmp_path: Path) -> None:
    lives = -(-KILLS // len(STEPS))
    program = [sys.executable, "-m", "tests.bot.match.mortal", str(tmp_path), str(lives), f"{KILLS} kills"]
    report = json.loads(subprocess.run(program, check=True, capture_output=True).stdout)
    assert report["wrong"] == []
    assert report["kills"] >= KILLS
    assert {step.name for step in STEPS} <= {place.partition(":")[0] for place in report["died"]}
    kinds = {what.split()[0] for where, what in report["expected"] if where in ("thread", "channel")}
    assert {"status", "ping", "remind", "time", "offer", "ended", "result"} <= kinds
    assert ["threads", "4"] in report["expected"]
    kept = {where for where, _ in report["expected"]}
    assert {"acts", "clocks", "reminders", "orders", "requests", "watching", "rated", "interventions"} <= kept
