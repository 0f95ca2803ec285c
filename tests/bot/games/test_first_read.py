"""First reads by several threads at once: each gets the whole result, and the process survives."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import run
from threading import Barrier

import pytest

from bot.games.registry import games
from engine.kernel.match import Match

ROOT = Path(__file__).parents[3]
THREADS = 4


@pytest.mark.parametrize("name", games().games)
def test_threads_that_read_the_first_position_together(name: str) -> None:
    """In a separate process, because the bug was a segmentation fault, in about half of the runs."""
    result = run([sys.executable, __file__, name], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "read\n"), result.stderr


def read_together(name: str) -> None:
    game = games().find(name)
    decks = [deck.content for deck in game.decks.values()][:1] if game.has_decks else [None]
    match, _ = Match.begin(game.kernel, game.kernel.setup(decks * game.seats.start), "together")
    packed = game.kernel.pack(match.machine)
    barrier = Barrier(THREADS)

    def read(_: int) -> bytes:
        barrier.wait()
        return game.kernel.pack(game.kernel.resume(match.record.setup, packed))

    # Switch threads after every few steps, so that they read the same class at the same time.
    sys.setswitchinterval(1e-6)
    with ThreadPoolExecutor(THREADS) as threads:
        assert set(threads.map(read, range(THREADS))) == {packed}
    print("read")  # noqa: T201


if __name__ == "__main__":
    read_together(sys.argv[1])
