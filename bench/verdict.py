"""The exit of a measurement with targets."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NoReturn

from rich.console import Console


def end_with(lines: Iterable[str], verdict: str) -> NoReturn:
    """Print the results. Exit with 1 if `verdict` is not "": it names the missed targets."""
    console = Console(highlight=False, soft_wrap=True)
    for line in (*lines, verdict):
        console.print(line)
    sys.exit(1 if verdict else 0)
