"""A process with a worker that never finishes and never asks whether it should."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

from bot.search.worker import ProcessWorker


def spin(is_wanted: Callable[[], bool]) -> None:
    """Work forever."""
    sys.stdout.write("spinning\n")
    sys.stdout.flush()
    while True:
        pass


async def main() -> None:
    """Start the work and wait."""
    ProcessWorker().begin(spin, (), lambda end: None)
    await asyncio.Event().wait()


if __name__ == "__main__":
    # The worker looks the function up in a module that it can import.
    from tests.bot.search.orphan import main as imported

    asyncio.run(imported())
