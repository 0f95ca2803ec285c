"""Processes sharing a database, under seeds: nothing is lost or doubled, for all orders, delays and kills.

`make simulate SEEDS=10000` runs more of them. Seeds that have found an error are listed in `FOUND`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.roles import Role
from bot.store.postgres.connection import PostgresConnection
from tests.postgres import Server, programs, serving
from tests.simulation.faults import FAULTS
from tests.simulation.postgres import SETTINGS, PostgresDatabase
from tests.simulation.simulation import SHORT_RUNS, Plan, simulate

SEEDS, CHUNK = 200, 25
FOUND = (40000, 40077)
"""Seeds that found an error: a delivery outlived its lease after slow leasing."""
WITHIN = 40
"""The number of seeds that must find a planted fault; `python -m tests.simulation --faults` uses ten ranges of them."""
FINDERS = {"questions_are_known_later": 31, "short_lease": 6, "lost_wake_up": 1}
"""The first seeds that found a fault. They are tried first, because others take seconds and find nothing."""


def test_seeds_that_found_something(tmp_path: Path) -> None:
    assert [run for seed in FOUND if (run := simulate(seed, _folder(tmp_path, seed))).wrong] == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_nothing_is_lost_or_doubled_under_kills(tmp_path: Path, first: int) -> None:
    runs = [simulate(seed, _folder(tmp_path, seed), SHORT_RUNS) for seed in range(first, first + CHUNK)]
    assert [run for run in runs if run.wrong] == []
    assert sum(run.kills for run in runs) >= CHUNK and sum(run.accepted for run in runs) >= 5 * CHUNK


@pytest.mark.slow
def test_processes_with_one_role_each(tmp_path: Path) -> None:
    plan = Plan(roles=(Role.ANSWER, Role.ANSWER, Role.DELIVER, Role.DELIVER, Role.THINK))
    runs = [simulate(seed, _folder(tmp_path, seed), plan) for seed in range(8)]
    assert [run for run in runs if run.wrong] == []
    assert sum(run.deliveries for run in runs) > 100


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A PostgreSQL server; without one these tests cannot run."""
    if programs() is None:
        pytest.skip("there is no PostgreSQL on this machine")
    with serving(**SETTINGS) as running:
        yield running


@pytest.mark.slow
def test_on_postgresql_nothing_is_lost_or_doubled_either(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Missing locks in transactions would be found."""

    async def hold(*args: object) -> None:
        pass

    plan = replace(SHORT_RUNS, database=lambda path: PostgresDatabase(server, path.parent))
    runs = [simulate(seed, _folder(tmp_path, seed), plan) for seed in range(6)]
    assert [run for run in runs if run.wrong] == []
    assert sum(run.kills for run in runs) >= 6 and sum(run.accepted for run in runs) >= 30
    monkeypatch.setattr(PostgresConnection, "hold", hold)
    assert any(simulate(seed, _folder(tmp_path, 100 + seed), plan).wrong for seed in range(12))


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_found(tmp_path: Path, fault: str) -> None:
    seeds = sorted(range(WITHIN), key=lambda seed: seed != FINDERS.get(fault))
    with FAULTS[fault]():
        assert any(simulate(seed, _folder(tmp_path, seed)).wrong for seed in seeds)


@pytest.mark.slow
def test_a_seed_is_the_same_run_in_another_process(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from tests.simulation.simulation import Plan, simulate; "
        "runs = [simulate(int(one), Path(at), Plan(traced=True)) for one, at in zip(sys.argv[1::2], sys.argv[2::2])]; "
        "print(*(run.trace for run in runs))"
    )
    seeds = (3, 4)
    arguments = [text for seed in seeds for text in (str(seed), str(_folder(tmp_path, seed)))]
    output = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "17"},
    ).stdout.split()
    ours = [simulate(seed, _folder(tmp_path, 10 + seed), Plan(traced=True)).trace for seed in seeds]
    assert ours == output
    assert ours[0] != ours[1]


def _folder(tmp_path: Path, seed: int) -> Path:
    folder = tmp_path / str(seed)
    folder.mkdir()
    return folder
