"""Run malformed files of every kind.

    python -m tests.fuzz                       # 3,000 of each kind: some minutes
    python -m tests.fuzz card save --cases 20000 --seed 7
    python -m tests.fuzz --only card:7:1234    # one case again, with its traceback

Each must be refused with a sentence, in at most one second of processor time and 200 MB. Findings are counted by the
place where they are raised. The exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import structlog

from tests.fuzz.kinds import KINDS

SECONDS = 1.0
MEGABYTES = 200
_HARD = 20
"""Seconds of processor time after which a case is stopped."""


class TooLong(BaseException):
    """Raised for a case that had to be stopped."""


@contextmanager
def _stopped() -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise TooLong

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _HARD)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _resident() -> int:
    """Return the current memory of this process in megabytes."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize() >> 20


def run(kind: str, seed: int, number: int, folder: Path) -> str:
    """Run one case. Return its problem, or "". A case doesn't depend on earlier ones."""
    rng = Random(f"{seed}:{kind}:{number}")
    play = KINDS[kind](rng, folder)
    before, highest, began = _resident(), _peak(), time.process_time()
    try:
        with _stopped():
            play()
    except TooLong:
        return f"stopped after {_HARD} s"
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if ".venv" not in frame.filename][-1]
        return f"{type(error).__name__} at {Path(ours.filename).name}:{ours.lineno}: {str(error)[:100]!r}"
    took = time.process_time() - began
    if took > SECONDS:
        return "takes longer than a second"
    # Only a new peak belongs to this case.
    return f"takes more than {MEGABYTES} MB" if _peak() > max(highest, before + MEGABYTES) else ""


def _peak() -> int:
    """Return the peak memory of this process in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def main() -> int:
    """Run the requested cases, and print the findings."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--cases", type=int, default=3000, help="cases of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", help="one case, as it was named: kind:seed:number")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        folder = Path(name)
        if given.only:
            kind, seed, number = given.only.split(":")
            KINDS[kind](Random(f"{seed}:{kind}:{number}"), folder)()
            return 0
        bad = 0
        for kind in given.kinds or KINDS:
            began, failures, first = time.process_time(), Counter[str](), dict[str, int]()
            longest = 0.0
            run(kind, -1, 0, folder)  # One-time loading isn't part of any case.
            for number in range(given.cases):
                start = time.process_time()
                wrong = run(kind, given.seed, number, folder)
                longest = max(longest, time.process_time() - start)
                if wrong:
                    failures[wrong] += 1
                    first.setdefault(wrong, number)
            took = time.process_time() - began
            sys.stdout.write(
                f"{kind}: {given.cases} cases in {took:.0f} s, the longest {longest:.2f} s, {failures.total()} findings\n"
            )
            for wrong, count in failures.most_common():
                sys.stdout.write(f"  {count} × {wrong} (--only {kind}:{given.seed}:{first[wrong]})\n")
            sys.stdout.flush()
            bad += failures.total()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
