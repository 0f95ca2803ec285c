"""Options of the test run, and what keeps one run like the other."""

from __future__ import annotations

import asyncio
import functools
import gc
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import structlog
from hypothesis import HealthCheck, settings

# The same examples in every run, however busy the machine is; `--hypothesis-profile default` draws others.
settings.register_profile(
    "alike", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("alike")


def plain_logs() -> None:
    """Write tracebacks as the program does: rich would draw every variable of every frame in a box, for seconds."""
    structlog.reset_defaults()
    console = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], console])


plain_logs()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store_true",
        help="play the whole matches with hundreds of kills, for a quarter of an hour (with -o faulthandler_timeout=0)",
    )


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Let a test that waits for something that never comes fail where it waits, in half the time that any test may take."""
    patience = float(config.getini("faulthandler_timeout")) / 2
    for item in items:
        if patience and isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.obj = _with_patience(item.obj, patience)


def pytest_collection_finish() -> None:
    """Spare the garbage collector eleven thousand tests, of which none is ever garbage, each time it looks round."""
    gc.collect()
    gc.freeze()


def _with_patience(test: Callable[..., Awaitable[None]], seconds: float) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def patient(*args: Any, **named: Any) -> None:
        async with asyncio.timeout(seconds):
            await test(*args, **named)

    return patient
