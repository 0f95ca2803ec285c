"""Kills on PostgreSQL: `python -m bench.kills` checks that nothing is lost, doubled or out of order.

People play at a local table, with two processes that answer, two that deliver and one that searches. At random
moments one of them is killed and replaced. Every tenth kill also hits connections of PostgreSQL, and every
twenty-fifth PostgreSQL itself, which restarts.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Collection
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from bench.__main__ import MEMORY_DISK
from bench.forks import forking
from bench.load import PATIENCE, Crowd, match_in, question_in, too_few
from bench.processes import Balancer, Processes, ServedProcess, all_sent, rows_of
from bench.verdict import end_with
from bot.games.voidream import voidream
from bot.local_discord.records import Message, WorldChange
from bot.local_discord.server import LocalTable
from bot.settings import PostgresAddress
from bot.store import open_store
from engine.kernel.match import Match, replay
from tests.postgres import Server, serving

ROLES = ("answer", "answer", "deliver", "deliver", "think")
AT_A_TIME = 4.0
"""Seconds of play between two checks whether the measurement is done."""
GIVE_UP = 8.0
"""Seconds after which people repeat an unanswered press."""
PRESSES = 4
"""The minimum presses per kill, even on a busy machine."""
ENDS, RESTARTS = 10, 25
"""Kills between two cuts of connections, and between two restarts of PostgreSQL, which is stopped without warning."""


class Lanes:
    """Questions in direct messages, in order of arrival."""

    def __init__(self, table: LocalTable, channels: Collection[int]) -> None:
        """Create it for the players' direct channels."""
        self._asked: defaultdict[tuple[int, int], list[tuple[int, Message]]] = defaultdict(list)
        """New messages with their questions, by channel and match."""
        self._channels = channels
        self.replies = 0
        """Questions in replies to presses whose message was deleted meanwhile. They aren't announcements."""
        table.world.listen(self._note)

    def _note(self, change: WorldChange) -> None:
        message = change.message
        if change.kind == "message" and message is not None and message.channel_id in self._channels:
            asked = question_in(message)
            if asked and message.ephemeral:
                self.replies += 1
            elif asked:
                control = asked[0]["custom_id"]
                question = int(control.split(":")[2].partition("-")[0])
                self._asked[message.channel_id, match_in(control)].append((question, message))

    @property
    def messages(self) -> int:
        """The number of messages with a question."""
        return sum(map(len, self._asked.values()))

    @property
    def out_of_order(self) -> int:
        """The number of messages that came after one with a later question."""
        return sum(
            later[0] < earlier[0] for lane in self._asked.values() for earlier, later in pairwise(lane)
        )

    @property
    def doubled(self) -> list[str]:
        """A sentence for each message that repeats an earlier question."""
        sentences = list[str]()
        for (_, match), lane in self._asked.items():
            first = dict[int, Message]()
            for question, message in lane:
                earlier = first.setdefault(question, message)
                if message is not earlier:
                    both = " and ".join(
                        f"{one.id} at {one.created:%X} with {one.nonce}{', deleted' * one.deleted}"
                        for one in (earlier, message)
                    )
                    sentences.append(f"question {question} of match {match} came twice: {both}")
        return sentences


class Killer:
    """Kills processes, connections and the database, and replaces them."""

    def __init__(self, processes: Processes, server: Server, chance: Random) -> None:
        self._processes = processes
        self._server = server
        self._chance = chance
        self._starting: set[asyncio.Task[bool]] = set()
        self.killed: Counter[str] = Counter()

    async def kill(self, kills: int, pause: float) -> None:
        """Kill `kills` times, with a mean pause of `pause` seconds."""
        for number in range(1, kills + 1):
            await asyncio.sleep(self._chance.uniform(0, 2 * pause))
            victim = self._chance.choice(self._processes.workers)
            self.killed[victim.role if victim.is_ready else f"{victim.role} at its start"] += 1
            await self._processes.kill(victim)
            await self._begin(victim.role)
            if number % RESTARTS == 0:
                self.killed["PostgreSQL"] += 1
                await asyncio.to_thread(self._restart)
            elif number % ENDS == 0:
                self.killed["connections"] += 1
                await asyncio.to_thread(self._end_connections)
            if number % 20 == 0:
                click.echo(f"{number} kills", err=True)
        await asyncio.gather(*self._starting)

    async def _begin(self, role: str) -> None:
        starting = asyncio.create_task(self._readied(await self._processes.begin(role)))
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)

    async def _readied(self, worker: ServedProcess) -> bool:
        while not await self._processes.readied(worker):
            if worker not in self._processes.workers:
                return False
            # It found no database. Its supervisor starts another.
            self._processes.workers.remove(worker)
            await asyncio.sleep(0.2)
            worker = await self._processes.begin(worker.role)
        return True

    def _restart(self) -> None:
        self._server.stop()
        time.sleep(self._chance.uniform(0, 2))
        self._server.start()

    def _end_connections(self) -> None:
        self._server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname <> 'postgres' AND random() < 0.5"
        )


async def _other_positions(database: PostgresAddress) -> list[int]:
    """Return the matches whose position differs from that of the engine after the same answers."""
    kernel, wrong = voidream().kernel, list[int]()
    store = await open_store(database)
    numbers = [
        int(row[0])
        for row in rows_of(database)("SELECT id FROM matches WHERE standing IN ('playing', 'over')")
    ]
    for number in numbers:
        async with store.read() as reading:
            row = await reading.matches.match(number, data=True)
        assert row is not None and row.data is not None
        match = Match.load(kernel, row.data, row.setup)
        record = match.record
        again = replay(kernel, record.setup, record.seed, record.answers)
        if again.save(apart=row.setup is not None) != row.data:
            wrong.append(number)
    await store.close()
    return wrong


def _failures(folder: Path) -> list[str]:
    """Return the log lines with a reference code."""
    logs = [log.read_text(errors="replace") for log in folder.glob("log-*")]
    return [line for log in logs for line in log.splitlines() if "reference=" in line]


async def measure(
    server: Server, matches: int, kills: int, pace: float, pause: float, seed: int
) -> list[str]:
    """Play and kill. Return the results line by line; the last line is empty if all targets are met."""
    table, database = LocalTable(limited=False), server.laid_out()
    await table.start()
    with TemporaryDirectory(ignore_cleanup_errors=True, dir=MEMORY_DISK) as name:
        async with forking() as launch:
            processes = Processes(table, Path(name), database, launch=launch)
            crowd = Crowd(table, matches, f"kills {seed}")
            crowd.patience = GIVE_UP
            # Keep trying an address that doesn't answer for a moment.
            table.endpoint.tried_every = sys.maxsize
            lanes = Lanes(table, crowd.channels_of_people)
            killer, rows = Killer(processes, server, Random(seed)), rows_of(database)
            async with Balancer(processes).served():
                try:
                    await asyncio.gather(*(processes.start(role) for role in ROLES))
                    await crowd.begin(("First Light", "The Unwritten"))
                    killing = asyncio.create_task(killer.kill(kills, pause))
                    while not killing.done():
                        await crowd.play(AT_A_TIME, pace)
                    await killing
                    await crowd.play(AT_A_TIME, pace)
                    await all_sent(rows, PATIENCE)
                finally:
                    await processes.stop()
                    await table.stop()
        crowd.check(rows)
        wrong = await _other_positions(database)
        failures = _failures(Path(name))
        answers = rows("SELECT count(*) FROM acts WHERE kind = 'answer'")[0][0]
        load = crowd.load
        few = too_few(load.presses, PRESSES * kills, "for this many kills")
        errors = [*load.errors, *few, *lanes.doubled, *table.record.failures[:5], *failures[:20]]
        bad = load.lost + load.doubled + lanes.out_of_order + len(wrong) + len(errors)
        return [
            f"{sum(killer.killed.values())} kills: {', '.join(f'{n} × {what}' for what, n in sorted(killer.killed.items()))}",
            f"{load.presses} presses, of which {load.failed + crowd.given_up} were never answered, since the process was killed; "
            f"{answers} answers kept, {load.matches_over} matches over",
            f"lost {load.lost}, doubled {load.doubled} (goal: 0)",
            f"{lanes.messages} questions by direct message: doubled {len(lanes.doubled)}, out of order {lanes.out_of_order} (goal: 0); "
            f"shown again by a reply to a press: {lanes.replies}",
            f"positions other than the engine's alone: {len(wrong)} (goal: 0)",
            f"internal failures that people read as a reference code: {len(failures)} (goal: 0)",
            *errors,
            "not as promised" if bad else "",
        ]


@click.command()
@click.option("--kills", default=300, show_default=True)
@click.option("--matches", default=24, show_default=True)
@click.option("--pace", default=1.5, show_default=True, help="Seconds between two presses in a match.")
@click.option("--pause", default=3.0, show_default=True, help="Seconds between two kills, on average.")
@click.option("--seed", default=1, show_default=True)
def main(kills: int, matches: int, pace: float, pause: float, seed: int) -> None:
    """Kill processes under load. Exit with 1 if anything was lost, doubled or out of order."""
    # Every acknowledged commit must be on disk when PostgreSQL is stopped.
    with serving(synchronous_commit="on", max_connections="200") as server:
        *lines, verdict = asyncio.run(measure(server, matches, kills, pace, pause, seed))
    end_with(lines, verdict)


if __name__ == "__main__":
    main()
