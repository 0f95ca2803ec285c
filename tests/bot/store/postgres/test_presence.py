"""Workers on one machine: a death is detected immediately, and no living worker is considered dead."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store.postgres.presence import MachinePresence

_WORKER = """
import sys
from bot.store.postgres.presence import MachinePresence
kept = MachinePresence("a database", "killed")
print("here", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_a_killed_process_is_detected_once(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _WORKER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(folder)},
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == b"here\n"
        own, elsewhere = MachinePresence("a database", "own"), MachinePresence("another", "own")
        assert own.ended() == [] and not own.is_alone()
        process.kill()
        process.wait()
    assert elsewhere.ended() == []
    assert own.ended() == ["killed"]
    assert own.ended() == []
    ends, leaves = MachinePresence("a database", "ends"), MachinePresence("a database", "leaves")
    ends.end(), leaves.leave()
    assert own.ended() == ["ends"], "a worker that left is not reported"
    own.leave(), elsewhere.leave()


def test_another_users_folder_is_not_used(tmp_path: Path) -> None:
    MachinePresence("a database", "first").leave()
    [folder] = tmp_path.iterdir()
    folder.rename(tmp_path / "moved")
    folder.symlink_to(tmp_path / "moved")
    with pytest.raises(OSError, match="belongs to another"):
        MachinePresence("a database", "second")
