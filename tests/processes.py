"""Runs tests in processes forked from one that has collected them: `-n` without xdist's workers.

Each of those imports and collects all tests, and sends six messages for each test. These collect nothing, and send one.
"""

from __future__ import annotations

import mmap
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any

import pytest
from _pytest.junitxml import xml_key

_FORK = get_context("fork")
_NUMBER = 4
"""The size of a number in the pipe of chunks, in bytes. A read of a few bytes is never divided among processes."""
_LONGEST = 40
"""The largest number of tests that a process takes at once."""


def chunks(items: Sequence[pytest.Item], processes: int) -> list[range]:
    """Divide tests into those that one process runs one after another: tests of one file, fewer towards the end.

    Tests in a browser are one chunk, so that only one process starts a browser; other slow tests are one each.
    """
    found: list[range] = []

    def kind(position: int) -> object:
        item = items[position]
        if item.get_closest_marker("browser"):
            return "browser"
        return position if item.get_closest_marker("slow") else item.path

    for key, group in groupby(range(len(items)), kind):
        positions = [*group]
        first, end = positions[0], positions[-1] + 1
        while first < end:
            even = (len(items) - first) // (4 * processes)
            size = end - first if key == "browser" else max(1, min(_LONGEST, even))
            found.append(range(first, min(end, first + size)))
            first += size
    return found


@dataclass
class _Running:
    """A process, seen by its parent."""

    process: ForkProcess
    output: Connection
    taken: list[int] = field(default_factory=list[int])
    """The tests that it has taken and not reported."""


class ForkedTests:
    """A plugin that runs the collected tests in a number of processes."""

    def __init__(self, config: pytest.Config, processes: int) -> None:
        self._config = config
        self._processes = processes
        self._is_stopped = mmap.mmap(-1, 1)
        """Whether processes end after their current test: one byte that all of them share."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed or self._config.option.collectonly or not session.items:
            return None
        # Files take turns, so their names say nothing.
        terminal: Any = self._config.pluginmanager.getplugin("terminalreporter")
        terminal.showfspath = False
        waiting = [*range(len(session.items))]
        # If a process dies, the tests that it had taken are left for another round.
        while waiting:
            reported = self._round(session, waiting)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)
            assert reported, "processes end before their first test"
            waiting = [position for position in waiting if position not in reported]
        return True

    def _round(self, session: pytest.Session, waiting: Sequence[int]) -> set[int]:
        """Run tests, given by their positions. Return those that were reported."""
        parts = chunks([session.items[position] for position in waiting], self._processes)
        taking, giving = os.pipe()
        # The pipe is filled before anyone reads, and ends when it is empty.
        os.write(giving, b"".join(number.to_bytes(_NUMBER, "little") for number in range(len(parts))))
        os.close(giving)
        running: list[_Running] = []
        reported: set[int] = set()
        self._config.get_terminal_writer().flush()
        folder = self._config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        try:
            for number in range(min(self._processes, len(parts))):
                output, sending = _FORK.Pipe(duplex=False)
                child = _Child(session, waiting, parts, taking, sending, self._is_stopped)
                process = _FORK.Process(
                    target=child.run,
                    args=(folder / f"process-{number}", [one.output for one in running]),
                )
                process.start()
                sending.close()
                running.append(_Running(process, output))
            while running:
                for output in wait([one.output for one in running]):
                    [one] = (one for one in running if one.output is output)
                    try:
                        self._receive(session, one, one.output.recv(), reported)
                    except EOFError:
                        running.remove(one)
                        self._ended(session, one, reported)
        finally:
            os.close(taking)
            for one in running:
                one.process.terminate()
                one.process.join()
        return reported

    def _receive(self, session: pytest.Session, one: _Running, message: Any, reported: set[int]) -> None:
        match message:
            case ("taken", positions):
                one.taken += positions
            case ("warning", warning):
                self._config.hook.pytest_warning_recorded.call_historic(kwargs=warning)
            case (position, reports):
                one.taken.remove(position)
                reported.add(position)
                for report in reports:
                    if isinstance(report, dict):
                        report = self._config.hook.pytest_report_from_serializable(
                            config=self._config, data=report
                        )
                    self._log(session, report)

    def _log(self, session: pytest.Session, report: pytest.TestReport) -> None:
        self._config.hook.pytest_runtest_logreport(report=report)
        self._is_stopped[0] = bool(session.shouldfail or session.shouldstop)

    def _ended(self, session: pytest.Session, one: _Running, reported: set[int]) -> None:
        """Report the test during which a process has died, if it has."""
        one.process.join()
        if one.process.exitcode == 0:
            return
        reason = f"the process ended with exit code {one.process.exitcode}"
        if not one.taken:
            raise RuntimeError(f"{reason} outside of a test")
        position = one.taken[0]
        item = session.items[position]
        reported.add(position)
        self._log(session, pytest.TestReport(item.nodeid, item.location, {}, "failed", reason, "call"))


class _Child:
    """The plugin of a forked process."""

    def __init__(
        self,
        session: pytest.Session,
        waiting: Sequence[int],
        parts: Sequence[range],
        taking: int,
        sending: Connection,
        is_stopped: mmap.mmap,
    ) -> None:
        self._session, self._config = session, session.config
        self._waiting, self._parts = waiting, parts
        self._taking, self._sending, self._is_stopped = taking, sending, is_stopped
        self._reports: list[Any] = []
        self._has_begun = False

    def run(self, folder: Any, others: Sequence[Connection]) -> None:
        """Run tests as long as there are any, with temporary files in a new folder."""
        for other in others:
            other.close()
        plugins, config = self._config.pluginmanager, self._config
        # Only the parent writes reports.
        for writer in (plugins.getplugin("terminalreporter"), config.stash.get(xml_key, None)):
            if writer is not None:
                plugins.unregister(writer)
        plugins.register(self)  # This repeats earlier warnings.
        self._has_begun = True
        # The parent's capturing writes to files that all processes would share.
        capturing: Any = plugins.getplugin("capturemanager")
        capturing.stop_global_capturing()
        capturing.start_global_capturing()
        capturing.suspend_global_capture()
        folder.mkdir(mode=0o700, exist_ok=True)
        config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined]
        try:
            self._run_tests()
        finally:
            self._session._setupstate.teardown_exact(None)

    def _run_tests(self) -> None:
        positions = self._taken()
        position = next(positions, None)
        items = self._session.items
        while position is not None:
            following = next(positions, None)
            self._reports = []
            self._config.hook.pytest_runtest_protocol(
                item=items[position], nextitem=None if following is None else items[following]
            )
            self._sending.send((position, self._reports))
            if self._is_stopped[0]:
                return
            position = following

    def _taken(self) -> Iterator[int]:
        while number := os.read(self._taking, _NUMBER):
            positions = [self._waiting[place] for place in self._parts[int.from_bytes(number, "little")]]
            self._sending.send(("taken", positions))
            yield from positions

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = None
        if not report.passed:
            data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._reports.append(data or report)

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: Any
    ) -> None:
        if not self._has_begun:
            return
        # Arguments of the warning itself may be impossible to send.
        message = warnings.WarningMessage(
            str(warning_message.message),
            warning_message.category,
            warning_message.filename,
            warning_message.lineno,
        )
        where = {"when": when, "nodeid": nodeid, "location": location}
        self._sending.send(("warning", {"warning_message": message, **where}))


def replace_xdist(config: pytest.Config) -> None:
    """Run the tests of `-n` in forked processes where that is safe; xdist runs them elsewhere."""
    option = config.option
    if option.tx and option.numprocesses and sys.platform == "linux" and not option.collectonly:
        option.tx, option.dist = [], "no"
        config.pluginmanager.register(ForkedTests(config, option.numprocesses), "forked")
