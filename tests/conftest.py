"""Options of the test run, and what keeps one run like the other."""

from __future__ import annotations

import asyncio
import atexit
import faulthandler
import functools
import gc
import inspect
import os
import pickle
import random
import signal
import sys
import time
import typing
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
import structlog
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from tests.browser import chromium, opened

if TYPE_CHECKING:
    from playwright.async_api import Browser

# The same examples in every run, however busy the machine is; `--hypothesis-profile default` draws others.
settings.register_profile(
    "alike", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("alike")
# Nor do they depend on which modules other tests have loaded: Hypothesis would draw from the constants in their source.
providers._get_local_constants = Constants  # pyright: ignore[reportPrivateUsage]


# Two slow spots of Python 3.11. Each loop that ends has everything its task returned written out, to name a signal
# handler; and each look whether an object follows a protocol collects the protocol's members again.
_as_enum = signal._int_to_enum  # type: ignore[attr-defined]
signal._int_to_enum = lambda value, kind: _as_enum(value, kind) if isinstance(value, int) else value  # type: ignore[attr-defined]
if sys.version_info < (3, 12):
    typing._get_protocol_attrs = functools.cache(typing._get_protocol_attrs)  # type: ignore[attr-defined]


CONSOLE = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
"""Writes tracebacks as the program does: rich would draw every variable of every frame in a box, for seconds."""


def plain_logs() -> None:
    """Set up the log of the tests."""
    structlog.reset_defaults()
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], CONSOLE])


plain_logs()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Fail a test that leaves another log to those after it."""
    assert structlog.get_config()["processors"][-1] is CONSOLE, "use the fixture `log_as_before`"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store_true",
        help="play the whole matches with hundreds of kills, and all matches of tests that usually play some of them, for"
        " half an hour (with -o faulthandler_timeout=0)",
    )
    parser.addoption(
        "--postgres", action="store_true", help="run all tests of the bot that open a store on PostgreSQL"
    )
    parser.addoption(
        "--order",
        metavar="SEED",
        help="the seed of the order in which files of tests are run (default: the day, so that none can lean on another)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Fix the seed of the order: workers are given the options, so that all of them order alike, at midnight, too.

    Until the tests are collected nothing becomes garbage, and looking for it takes a quarter of that time.
    """
    config.option.order = config.option.order or datetime.now(UTC).date().isoformat()
    config.pluginmanager.unregister(name="faulthandler")  # `Watchdog` does its work with the same setting.
    config.pluginmanager.register(Watchdog(float(config.getini("faulthandler_timeout"))))
    gc.disable()
    if hasattr(config, "workerinput"):
        atexit.register(_leave, os.getpid())


def _leave(worker: int) -> None:
    """End a worker without freeing its objects one by one, which takes seconds. Forked children end as usual."""
    if os.getpid() == worker:
        os._exit(0)


class Watchdog:
    """Ends the run with all tracebacks if a test hangs.

    It is reset every few seconds and not by each test as in pytest: that starts a thread each time, and waits for its end.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._stderr = os.dup((sys.__stderr__ or sys.stderr).fileno())
        self._reset = float("-inf")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, nextitem: pytest.Item | None) -> Generator[None, Any, Any]:
        now = time.monotonic()
        if self.seconds and now - self._reset > self.seconds / 60:
            faulthandler.dump_traceback_later(self.seconds, file=self._stderr, exit=True)
            self._reset = now
        result = yield
        if nextitem is None:
            faulthandler.cancel_dump_traceback_later()
        return result

    def pytest_enter_pdb(self) -> None:
        faulthandler.cancel_dump_traceback_later()

    def pytest_unconfigure(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        os.close(self._stderr)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Number the matches of a test that shows by many of them what each usual run looks for in some."""
    for marker in metafunc.definition.iter_markers("numbered"):
        usual, long = marker.args
        metafunc.parametrize("number", long if metafunc.config.getoption("--long") else usual)


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(
    report: pytest.CollectReport | pytest.TestReport,
) -> Generator[None, Any, Any]:
    """Pack the report of a passed test: xdist sends dictionaries value by value, which takes longer than many tests."""
    data = yield
    return {"packed": pickle.dumps(data)} if report.passed else data


@pytest.hookimpl(wrapper=True)
def pytest_report_from_serializable(data: dict[str, Any]) -> Generator[None, Any, Any]:
    packed = data.pop("packed", None)
    if packed is not None:
        data.update(pickle.loads(packed))
    return (yield)


def pytest_report_header(config: pytest.Config) -> str:
    """Name the seed, so that the order can be had again."""
    return f"order of files: --order={config.option.order}"


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Shuffle the files, and limit the time for which a test may wait for something that never comes.

    Slow tests come first, so that no worker is left with one of them while the other has nothing to do any longer.
    """
    items[:] = sorted(shuffled(items, config.option.order), key=lambda item: not is_slow(item))
    patience = float(config.getini("faulthandler_timeout")) / 2
    for item in items:
        if patience and isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.obj = _with_patience(item.obj, patience)


def shuffled(items: list[pytest.Item], seed: str) -> list[pytest.Item]:
    """Return the tests with their files in an order drawn by `seed`; the tests of a file stay together, and in order."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    drawn = sorted(files)
    random.Random(seed).shuffle(drawn)
    return [item for file in drawn for item in files[file]]


def is_slow(item: pytest.Item) -> bool:
    """Return whether a test is marked as one that takes seconds."""
    return any(item.get_closest_marker(name) for name in ("slow", "browser"))


def pytest_collection_finish() -> None:
    """Spare the garbage collector fourteen thousand tests, of which none is ever garbage, each time it looks round.

    It also looks round less often: with the usual thresholds that takes 6 % of the tests' processor time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 10, 20)
    gc.enable()


def _with_patience(test: Callable[..., Awaitable[None]], seconds: float) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def patient(*args: Any, **named: Any) -> None:
        async with asyncio.timeout(seconds):
            await test(*args, **named)

    return patient


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncGenerator[Browser]:
    """The Chromium of this machine, one for all tests of a worker; without one these tests cannot run."""
    program = chromium()
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    async with opened(program) as one:
        yield one
