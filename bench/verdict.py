"""The end of a measurement that is judged."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NoReturn

from rich.console import Console


def end_with(lines: Iterable[str], verdict: str) -> NoReturn:
    """Print what was measured, and end with 1 if there is a verdict: what was missed, "" if nothing was."""
    console = Console(highlight=False, soft_wrap=True)
    for line in (*lines, verdict):
        console.print(line)
    sys.exit(1 if verdict else 0)
