"""A few malformed files of every kind. `python -m tests.fuzz` runs any number."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.fuzz.kinds import KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_malformed_input_is_refused_with_a_sentence(kind: str, tmp_path: Path) -> None:
    """A reader raises only its documented errors."""
    for number in range(25):
        KINDS[kind](Random(f"0:{kind}:{number}"), tmp_path)()
