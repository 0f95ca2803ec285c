"""Options of the test run, and what keeps one run like the other."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run, however busy the machine is; `--hypothesis-profile default` draws others.
settings.register_profile(
    "alike", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("alike")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store_true",
        help="play the whole matches with hundreds of kills, for a quarter of an hour",
    )
