"""Tests in forked processes are reported as they are in one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

from tests.processes import chunks

ROOT = Path(__file__).parent.parent
CONFTEST = "from tests.processes import replace_xdist as pytest_configure"
SETTINGS = "[pytest]\nasyncio_default_fixture_loop_scope = function"
TESTS = """
import os, signal, warnings
from pathlib import Path
import pytest

@pytest.fixture(scope="session", autouse=True)
def watched(tmp_path_factory):
    yield
    Path(f"ended-{os.getpid()}").touch()

@pytest.mark.parametrize("number", range(8))
def test_passes(number, tmp_path):
    (tmp_path / "file").touch()

def test_fails():
    os.system("echo output of a program")
    assert 2 + 2 == 5

def test_dies():
    os.kill(os.getpid(), signal.SIGKILL)

def test_skipped():
    pytest.skip("a reason")

def test_warns():
    warnings.warn("careful")

def test_first_of_process_after_death():
    pass
"""


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests in two processes."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text(SETTINGS)
    (folder / "test_some.py").write_text(TESTS)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:hypothesispytest",
        "-n",
        "2",
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.run(
        [*command, *options],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


def test_all_tests_are_reported_though_a_process_dies(tmp_path: Path) -> None:
    done = run(tmp_path, "--junitxml=report.xml", "--basetemp=files", "-rs")
    assert done.stdout.splitlines()[-1].strip("= ").startswith("2 failed, 10 passed, 1 skipped, 1 warning in")
    for text in (
        "output of a program",
        "assert (2 + 2) == 5",
        "exit code -9",
        "UserWarning: careful",
        "a reason",
    ):
        assert text in done.stdout
    assert done.returncode == 1 and done.stderr == ""
    cases = [case.get("name") for case in ElementTree.parse(tmp_path / "report.xml").iter("testcase")]
    assert len(cases) == len({*cases}) == 13
    assert [*tmp_path.glob("ended-*")]


def test_the_first_failure_can_end_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, "-x", "-k", "fails or passes")
    assert done.returncode == 1 and "stopping after 1 failures" in done.stdout
    assert len([*tmp_path.glob("ended-*")]) >= 1


def items(*files: tuple[str, int, str]) -> list[Any]:
    """Return tests in files, each given by its name, the number of its tests and a marker."""
    return [
        SimpleNamespace(
            path=Path(name), get_closest_marker=lambda wanted, marker=marker: wanted == marker or None
        )
        for name, number, marker in files
        for _ in range(number)
    ]


def test_chunks_are_of_one_file_and_become_smaller() -> None:
    tests = items(("a", 3, "slow"), ("b", 200, ""), ("c", 10, ""), ("d", 100, ""))
    divided = chunks(tests, 2)
    assert [position for part in divided for position in part] == [*range(len(tests))]
    assert [len(part) for part in divided[:4]] == [1, 1, 1, 38]
    assert all(len({tests[position].path for position in part}) == 1 for part in divided)
    assert len(divided[-1]) == 1


def test_one_process_runs_all_tests_in_a_browser() -> None:
    tests = items(("a", 30, "browser"), ("b", 20, "browser"), ("c", 10, ""))
    assert chunks(tests, 2)[0] == range(50)
