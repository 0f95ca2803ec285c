"""Measure whether many simultaneous requests for a hard opponent all get their turn.

Run `python -m bench.hard_opponents`.

Two processes search, one answers and one delivers, on one PostgreSQL. Other people play their own matches meanwhile,
and half-way a searching process is killed: another takes over its jobs. Presses before and after are compared with
those during the load.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bench.__main__ import MEMORY_DISK
from bench.load import Crowd, question_in
from bench.processes import Balancer, Processes, all_sent, rows_of
from bench.progress import progress
from bench.table import percentile
from bench.verdict import end_with
from bot.local_discord.records import Channel, Interaction, User, WorldChange
from bot.local_discord.server import LocalTable
from bot.settings import PostgresAddress
from bot.store.match_status import MatchStatus
from tests.postgres import serving

ROLES = ("think", "think", "answer", "deliver")
LONGEST = 900.0
"""Seconds within which everyone must have a question."""
PATIENCE = 15.0
"""Seconds after which people repeat an unanswered press."""
AT_A_TIME = 2.0
"""Seconds between two checks who has a question."""
PROMISED = 1.05
"""The maximum 95th percentile of the first answer during searches, relative to that before and after."""
_DECKS = ("First Light", "The Unwritten")


class Askers:
    """People who each challenge the bot in their direct messages, and wait for a question."""

    def __init__(self, table: LocalTable, count: int) -> None:
        self._table = table
        self.asked: dict[int, float] = {}
        """The moments of first questions, by channel."""
        self.repeated = 0
        """The number of commands that failed and were repeated."""
        self._people: list[tuple[User, Channel]] = []
        self._sent: dict[int, Interaction] = {}
        """The last command of each person, by channel."""
        for number in range(count):
            person = table.world.add_person(f"Eve {number}")
            table.world.join(person, table.guild)
            self._people.append((person, table.world.direct_channel(person)))
        self._channels = {channel.id for _, channel in self._people}
        table.world.listen(self._note)

    def _note(self, change: WorldChange) -> None:
        message = change.message
        if message is not None and message.channel_id in self._channels and question_in(message):
            self.asked.setdefault(message.channel_id, time.perf_counter())

    def ask(self) -> None:
        """Make everyone who hasn't challenged the bot, or got no answer, do so at once."""
        for person, channel in self._people:
            sent = self._sent.get(channel.id)
            if sent is None or sent.state == "failed":
                self.repeated += sent is not None
                given = {"user": self._table.world.bot, "deck": _DECKS[0], "level": "hard"}
                self._sent[channel.id] = self._table.acting.slash(
                    person, channel, "voidream challenge", given
                )

    @property
    def are_answered(self) -> bool:
        """Whether all commands are answered."""
        return all(sent.state in ("answered", "failed") for sent in self._sent.values())

    @property
    def waiting(self) -> int:
        """The number of people without a question so far."""
        return len(self._channels) - len(self.asked)


async def measure(
    database: PostgresAddress, people: int, matches: int, pace: float, rest: float
) -> list[str]:
    """Measure. Return the results line by line; the last line is empty if all targets are met."""
    table = LocalTable(limited=False)
    await table.start()
    with TemporaryDirectory(ignore_cleanup_errors=True, dir=MEMORY_DISK) as name, progress(people) as show:
        processes = Processes(table, Path(name), database)
        crowd, askers, rows = Crowd(table, matches, "hard"), Askers(table, people), rows_of(database)
        crowd.patience = PATIENCE
        async with Balancer(processes).served():
            try:
                await asyncio.gather(*(processes.start(role) for role in ROLES))
                await crowd.begin(_DECKS)
                show(0, "presses before")
                await crowd.play(rest, pace)
                began, first = time.perf_counter(), len(crowd.load.first)
                commands: int | None = None
                askers.ask()
                has_killed = False
                while askers.waiting and time.perf_counter() < began + LONGEST:
                    await crowd.play(AT_A_TIME, pace)
                    if commands is None and askers.are_answered:
                        commands = len(crowd.load.first)
                    askers.ask()
                    asked_count = people - askers.waiting
                    show(
                        asked_count,
                        f"{asked_count} of {people} were asked, {len(crowd.load.first) - first} presses",
                    )
                    if not has_killed and askers.waiting <= people / 2:
                        has_killed = True
                        await processes.kill(next(one for one in processes.workers if one.role == "think"))
                took, last = time.perf_counter() - began, len(crowd.load.first)
                show(people, "presses after")
                await crowd.play(rest, pace)
                await all_sent(rows, PATIENCE)
            finally:
                await processes.stop()
                await table.stop()
    crowd.check(rows)
    begun = rows(f"SELECT count(*) FROM matches WHERE standing = '{MatchStatus.PLAYING}'")[0][0]  # noqa: S608
    left = rows("SELECT count(*) FROM thoughts")[0][0]
    load, failed = crowd.load, crowd.load.failed + crowd.given_up
    beside, alone = load.first[first:last], load.first[:first] + load.first[last:]
    ratio = percentile(beside, 95) / percentile(alone, 95)
    searching = load.first[last if commands is None else commands : last] or beside
    waits = sorted(moment - began for moment in askers.asked.values()) or [0.0]
    bad = (
        askers.waiting
        or askers.repeated
        or failed
        or load.lost
        or load.doubled
        or load.errors
        or ratio > PROMISED
    )
    return [
        f"{people} people asked for a hard opponent at once; {len(askers.asked)} were asked their first question within {took:.0f} s: "
        f"the first after {waits[0]:.1f} s, half of them after {percentile(waits, 50):.1f} s; not asked: {askers.waiting} (goal: 0)",
        f"a process that thinks was killed {'half-way' if has_killed else 'NEVER'}; {begun} matches are under way, {left} searches left",
        f"first answers of {len(alone)} presses before and after: median {percentile(alone, 50) * 1000:.0f} ms, "
        f"p95 {percentile(alone, 95) * 1000:.0f} ms; of {len(beside)} meanwhile: median {percentile(beside, 50) * 1000:.0f} ms, "
        f"p95 {percentile(beside, 95) * 1000:.0f} ms, {ratio:.2f} × (goal: at most {PROMISED}); once the {people} commands were answered: "
        f"{percentile(searching, 95) / percentile(alone, 95):.2f} ×",
        f"failed {failed}, lost {load.lost}, doubled {load.doubled}; failed commands of those who asked: {askers.repeated} (goal: 0)",
        *load.errors,
        "not as promised" if bad else "",
    ]  # fmt: skip


@click.command()
@click.option("--people", default=100, show_default=True)
@click.option("--matches", default=12, show_default=True, help="Matches of others, who press meanwhile.")
@click.option("--pace", default=1.0, show_default=True, help="Seconds between two presses in each of these.")
@click.option(
    "--rest", default=60.0, show_default=True, help="Seconds of presses before, and again after it."
)
def main(people: int, matches: int, pace: float, rest: float) -> None:
    """Measure. Exit with 1 if someone gets no question, or if other people wait longer."""
    with serving(max_connections="100") as server:
        *lines, verdict = asyncio.run(measure(server.laid_out(), people, matches, pace, rest))
    end_with(lines, verdict)


if __name__ == "__main__":
    main()
