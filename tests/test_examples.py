"""Hypothesis generates the same examples in every run, whichever modules were loaded before."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import hypothesis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

NUMBERS = range(700_000_000, 700_000_400)
"""Constants that no module of the project has."""


def examples() -> list[int]:
    numbers: list[int] = []

    @hypothesis.seed(1)
    @settings(max_examples=300, phases=[hypothesis.Phase.generate])
    @given(st.integers(0, 2**40))
    def draw(number: int) -> None:
        numbers.append(number)

    draw()
    return numbers


def test_a_module_that_is_loaded_changes_no_examples(tmp_path: Path) -> None:
    before = examples()
    file = tmp_path / "loaded_later.py"
    file.write_text(f"NUMBERS = {list(NUMBERS)}", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("loaded_later", file)
    assert spec is not None and spec.loader is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "loaded_later", module := importlib.util.module_from_spec(spec))
        spec.loader.exec_module(module)
        after = examples()
    assert after == before
    assert not {*NUMBERS} & {*after}
