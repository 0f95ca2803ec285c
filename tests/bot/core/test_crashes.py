"""`kill -9` between any two steps: no answer lost or doubled, no announcement missing, doubled, or to the wrong people.

`python -m tests.bot.core.mortal FOLDER 1 1 0` does it at every single step.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(("first", "every", "again"), [(1, 41, 0), (15, 59, 30)])
def test_killed_at_many_steps_and_gone_on(tmp_path: Path, first: int, every: int, again: int) -> None:
    program = [
        sys.executable,
        "-m",
        "tests.bot.core.mortal",
        str(tmp_path),
        str(first),
        str(every),
        str(again),
    ]
    report = json.loads(subprocess.run(program, check=True, capture_output=True).stdout)
    assert report["kills"] > 12
    assert report["wrong"] == []
    kinds = [what.split()[0] for _, what in report["expected"]]
    assert {"ended", "status", "panel"} <= set(kinds)
    assert ["threads", "1"] in report["expected"]
