"""Test files run in a different order each day, and in the same order for the same seed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.conftest import shuffled

TESTS: list[Any] = [
    SimpleNamespace(path=Path(f"test_{file}.py"), number=number) for file in range(20) for number in range(3)
]


def test_the_tests_of_a_file_stay_together_and_in_order() -> None:
    numbers = [test.number for test in shuffled(TESTS, "2026-12-24")]
    assert numbers == [0, 1, 2] * 20


def test_no_test_is_lost() -> None:
    assert sorted(map(id, shuffled(TESTS, "2026-12-24"))) == sorted(map(id, TESTS))


def test_the_order_depends_on_the_seed_alone() -> None:
    files = [test.path for test in shuffled(TESTS, "2026-12-24")]
    assert files == [test.path for test in shuffled([*TESTS[30:], *TESTS[:30]], "2026-12-24")]
    assert files != [test.path for test in shuffled(TESTS, "2026-12-25")]
