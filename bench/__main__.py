"""`make bench`: measure the performance targets, print each result, and exit with 1 if one is missed.

Ratios are measured within one run, alternating between both sides, so that they mean the same on every machine.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from bench import counts, flood, illustrations, outbox, pictures, play, search_latency, start, store, table
from bot.games.voidream import voidream
from bot.platform.logs import set_up

MEGABYTE = 1 << 20
MEMORY_DISK = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - files there need no fsync


@dataclass(frozen=True, slots=True)
class Measurement:
    """A measured value, with its lower or upper limit, or without a limit."""

    what: str
    value: float
    target: float | None
    unit: str = ""
    at_least: bool = True

    @property
    def holds(self) -> bool:
        """Whether it is within its limits."""
        if self.target is None:
            return True
        return self.value >= self.target if self.at_least else self.value <= self.target

    def row(self) -> tuple[str, str, str, str]:
        """Return the name, the figure, the target, and whether it is met, as text."""
        unit = f" {self.unit}" if self.unit else ""
        if self.target is None:
            return self.what, f"{self.value:.3g}{unit}", "–", "–"
        word = "at least" if self.at_least else "at most"
        return (
            self.what,
            f"{self.value:.3g}{unit}",
            f"{word} {self.target:g}{unit}",
            "yes" if self.holds else "NO",
        )


def figures() -> Iterator[Measurement]:
    """Measure everything, one after the other."""
    yield from _counts()
    speeds = play.speeds()
    yield Measurement(
        "random play: answers a second, in moves of python-chess's random playouts", speeds.answer_ratio, None
    )
    yield Measurement("the same with save and load at every answer", speeds.saved_ratio, None)
    yield Measurement(
        "copying a position (pack and resume), in times of chess.Board.copy()", play.copy_ratio(), None
    )
    with TemporaryDirectory(ignore_cleanup_errors=True, dir=MEMORY_DISK) as folder:
        rate = asyncio.run(store.moves_ratio(voidream(), Path(folder)))
    name = "moves a second through the store, in commits of the same rows by bare aiosqlite"
    # The cost of fsync depends on the disk, so this ratio has no target. The counts below do.
    yield Measurement(f"{name}, on {'a memory' if MEMORY_DISK else 'this'} disk", rate.ratio, None)
    with TemporaryDirectory(ignore_cleanup_errors=True, dir=MEMORY_DISK) as folder:
        ratio = asyncio.run(outbox.claim_ratio(Path(folder) / "few", Path(folder) / "many"))
    yield Measurement(
        "claiming 24 notes of 40,000 that wait, in times of claiming 24 of 400", ratio, 2, at_least=False
    )
    drawn, first = pictures.drawing()
    yield Measurement(
        "drawing a board, in times that Pillow takes to encode one 1,600 pixels high",
        drawn.ratio,
        2,
        at_least=False,
    )
    yield Measurement("the same for the first board of a match", first.ratio, None)
    full = pictures.full_board()
    yield Measurement(
        "a full board with all pictures new, in times of encoding one 1,600 pixels high",
        full.new_ratio,
        4,
        at_least=False,
    )
    yield Measurement("the same again, its pictures kept", full.cached_ratio, 1.5, at_least=False)
    yield Measurement("the largest board", drawn.largest / 1000, 400, "KB", at_least=False)
    yield from _illustrations()
    yield Measurement(
        "importing everything and reading all cards, in times of importing discord.py", start.start_ratio(), 2.4,
        at_least=False,
    )  # fmt: skip
    alone, waits = table.percentile(table.bare_waits(), 50), table.waits()
    yield Measurement(
        "50 matches at once: slash command to first answer, p99, in median answers of a bare bot to one person",
        table.percentile(waits.first, 99) / alone, 25, at_least=False,
    )  # fmt: skip
    yield Measurement("the same, the longest", max(waits.first) / alone, 100, at_least=False)
    yield Measurement(
        "the same, to the words that are read, 50 people answering without a pause: median",
        table.percentile(waits.words, 50), None, "s",
    )  # fmt: skip
    beside = search_latency.waits()
    yield Measurement(
        "the same for one after the other, while the bot thinks: p95, in that of the same without", beside.ratio(95), search_latency.TARGET,
        at_least=False,
    )  # fmt: skip
    yield Measurement("the same, the median", beside.ratio(50), None)
    flooded = flood.flooded()
    yield Measurement(
        "one person uses each command 20 times at once: another's answer, median, in that without", flooded.ratio, 2,
        at_least=False,
    )  # fmt: skip
    beside_floods = list(flooded.beside.values())
    yield Measurement("the same, the median", table.percentile(beside_floods, 50), 0.3, "s", at_least=False)
    yield Measurement("the same, the longest", max(beside_floods), 1, "s", at_least=False)
    grown = store.memory_in_a_process_of_its_own() / MEGABYTE
    yield Measurement("5,000 open matches at rest, above an empty bot", grown, 50, "MB", at_least=False)


def _counts() -> Iterator[Measurement]:
    """Count calls and statements, which are the same on every machine.

    The limits are some 5 % above what the cards and panels of today need, so that a slower engine or store shows.
    """
    yield Measurement(
        "random play: calls an answer", counts.calls_of_an_answer(saving=False), 600, at_least=False
    )
    yield Measurement(
        "the same with save and load at every answer",
        counts.calls_of_an_answer(saving=True),
        720,
        at_least=False,
    )
    move = counts.moves_through_the_store()
    yield Measurement(
        "a move through the store: trips to the database's thread", move.trips, 3, at_least=False
    )
    yield Measurement("the same, statements", move.statements, 15, at_least=False)
    # Over half of them build what the person sees next, in the same trip.
    yield Measurement("the same, calls", move.calls, 4400, at_least=False)
    press = counts.presses()
    yield Measurement(
        "a typed answer to the whole bot, until all is delivered: matches loaded",
        press.loads,
        2,
        at_least=False,
    )
    yield Measurement("the same, statements", press.statements, 130, at_least=False)
    yield Measurement("the same, trips to the database's threads", press.trips, 52, at_least=False)


def _illustrations() -> Iterator[Measurement]:
    """Measure the pictures of the cards."""
    cards = illustrations.set_painting()
    name = "painting a card at 600 × 450, in times of encoding it in full colour"
    yield Measurement(name, cards.mean, 1.2, at_least=False)
    yield Measurement("the same, the slowest card", cards.worst, 2.5, at_least=False)
    derived = illustrations.derived_painting()
    yield Measurement("the same for invented titles without a recipe", derived.mean, 1.2, at_least=False)
    yield Measurement("of 500 such titles painted and not empty", derived.painted, 500)
    alike = illustrations.likeness()
    yield Measurement(f"the two most alike cards ({alike.who}): mean difference", alike.colour, 15, "of 255")
    yield Measurement("the same in grey", alike.grey, 10, "of 255")
    yield Measurement(
        "the largest picture of a card", illustrations.largest_card() / 1000, 220, "KB", at_least=False
    )
    yield Measurement(
        "the largest of some finales", pictures.largest_finale() / 1e6, 2.5, "MB", at_least=False
    )
    yield Measurement("the largest of a deck", illustrations.largest_deck() / 1000, 250, "KB", at_least=False)


def main() -> int:
    """Print each figure when it is measured, then all of them as a table. Return the exit code."""
    set_up("WARNING", "text")
    console = Console(highlight=False, soft_wrap=True)
    measured: list[Measurement] = []
    for figure in figures():
        step, value, target, holds = figure.row()
        console.print(f"{step}: {value} ({target}: {holds})")
        measured.append(figure)
    table = Table("what", "measured", "promised", "holds")
    for figure in measured:
        table.add_row(*figure.row(), style="" if figure.holds else "red")
    Console(highlight=False, width=120).print(table)
    return 0 if all(figure.holds for figure in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
