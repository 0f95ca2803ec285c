"""Ten thousand open matches: `python -m bench.open_matches` measures whether people still get their answers in time.

Two processes answer and one delivers, on one PostgreSQL. In some of the matches people press the buttons of their
direct messages at the local table; the others are only stored. The maximum number of presses per second is measured
first, then people press at half that rate.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import psycopg

from bench.__main__ import MEMORY_DISK
from bench.forks import forking
from bench.load import PATIENCE, Crowd, too_few
from bench.processes import Balancer, Processes, Rows, all_sent, rows_of
from bench.store import INTERACTIONS, PEOPLE, begin, services_of
from bench.table import percentile
from bench.verdict import end_with
from bot.delivery.notes import PublicKind
from bot.games.voidream import voidream
from bot.local_discord.server import LocalTable
from bot.match.start import new_seed
from bot.settings import PostgresAddress
from bot.store import open_store
from bot.store.sqlite.schema import TableShape, shapes
from tests.postgres import serving

ROLES = ("answer", "answer", "deliver")
OFFERED = (10, 15, 22, 33, 50, 75, 110, 160)
"""The presses per second that are tried in turn to find the maximum."""
TRYING = 12.0
"""Seconds of presses per step."""
TOO_LATE = 1.0
"""The 95th percentile of the first answer, in seconds, above which the bot counts as overloaded."""
MORE = 1.1
"""The share of the maximum so far below which the search ends."""
FIRST, OLDEST = 0.3, 5.0
"""The maximum 99th percentile of the first answer, and the longest wait of a note, in seconds."""
FILM = PublicKind.ROUND
"""Notes with animations, which are drawn when nothing else is due. Their waits are counted separately."""
BEGUN = 200
"""The approximate number of matches that the bot begins. The others are copies with their own ids."""
CHANNEL = 1_000_000
"""The channel of the first match. Each match has its own."""


_UNDELIVERED = """
SELECT id, kind, match_id, person_id,
       CASE WHEN leased_until IS NOT NULL THEN 'attempt ' || attempts
            WHEN not_before > EXTRACT(EPOCH FROM clock_timestamp()) * 1000 THEN 'put off'
            WHEN ready = 0 THEN 'behind others' ELSE 'due' END
FROM outbox WHERE done_at IS NULL
"""
"""All undelivered notes, with their state."""


async def lay_out(database: PostgresAddress, matches: int, begun: int = BEGUN) -> None:
    """Begin matches of people who aren't at the table, and mark their announcements as sent.

    All rows of the matches that the bot has begun are copied until there are at least `matches`.
    """
    store, game = await open_store(database), voidream()
    times = max(matches // begun, 1)
    begun = -(-matches // times)
    services = services_of(store, game, new_seed)
    for number in range(begun):
        await begin(services, game, number, channel=CHANNEL + number)
    await store.close()
    await asyncio.to_thread(_multiply, database, times, begun)


def _multiply(database: PostgresAddress, times: int, begun: int) -> None:
    """Multiply all matches and people, on a separate connection that waits longer than the bot's."""
    with psycopg.connect(database.reveal()) as connection:

        def execute(sql: str) -> psycopg.Cursor:
            return connection.execute(sql.encode())

        execute("UPDATE outbox SET done_at = 1, result = 'sent' WHERE done_at IS NULL")
        notes = execute("SELECT MAX(id) FROM outbox").fetchall()[0][0]
        for table in shapes():
            if copied := _copied(table, times - 1, begun, notes):
                execute(copied)
        for table in ("matches", "outbox"):
            execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), MAX(id)) FROM {table}")  # noqa: S608
        # A server in use does this by itself. One for tests is configured not to.
        execute("ANALYZE")


def _copied(table: TableShape, copies: int, begun: int, notes: int) -> str | None:
    """Return the statement that copies the rows of matches and people; None for other tables.

    Ids grow with each copy, as if the bot had begun more matches. 0 means no person and no channel.
    """
    shifts = {"match_id": begun, "channel_id": begun, "place": begun}
    shifts |= {"person_id": PEOPLE * begun, "interaction_id": INTERACTIONS * begun}
    shifts |= {"id": {"matches": begun, "people": PEOPLE * begun}.get(table.name, notes)}
    if table.name not in ("matches", "people") and not {"match_id", "person_id"} & set(table.columns):
        return None
    values = {column: column for column in table.columns} | {
        column: f"CASE {column} WHEN 0 THEN 0 ELSE {column} + CAST({shift} AS BIGINT) * n END"
        for column, shift in shifts.items()
        if column in table.columns
    }
    if table.name == "outbox":
        for key in ("dedupe_key", "coalesce_key"):
            named = f"REPLACE({key}, ':' || person_id, ':' || {values['person_id']})"
            values[key] = f"{values['match_id']} || SUBSTR({named}, LENGTH(CAST(match_id AS TEXT)) + 1)"
        values["nonce"] = f"SUBSTR(MD5({values['dedupe_key']}), 1, 16) || SUBSTR(nonce, 17)"
    names = ", ".join(table.columns)
    return (
        f"INSERT INTO {table.name} ({names}) SELECT {', '.join(values.values())} "  # noqa: S608 - assembled from constants only
        f"FROM {table.name}, generate_series(1, {copies}) AS n"
    )


@dataclass
class Wait:
    """A note in the outbox: when it was first seen, and the seconds until it reached each state."""

    name: str
    since: float
    states: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])

    def __str__(self) -> str:
        return f"{self.name}: " + ", ".join(f"{state} after {at:.1f} s" for state, at in self.states)


class NoteWaits:
    """The note that was in the outbox longest, and its history. Films are counted separately."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._seen: dict[int, Wait] = {}
        self.longest = dict[bool, tuple[float, str]]()
        """The seconds and the note, by whether it is a film."""

    async def watch(self) -> None:
        """Poll the undelivered notes, whether due or postponed."""
        began = time.perf_counter()
        while True:
            rows_now = await asyncio.to_thread(self._rows, _UNDELIVERED)
            now, seen = time.perf_counter(), dict[int, Wait]()
            for number, kind, match, person, state in rows_now:
                wait = self._seen.get(number) or Wait(
                    f"{kind} of match {match} to {person}, {now - began:.0f} s from the start", now
                )
                seen[number], waited = wait, now - wait.since
                if not wait.states or wait.states[-1][0] != state:
                    wait.states.append((state, waited))
                if waited >= self.longest.get(kind == FILM, (0.0, ""))[0]:
                    self.longest[kind == FILM] = waited, str(wait)
            self._seen = seen
            await asyncio.sleep(0.5)


async def carried(crowd: Crowd, matches: int, rows: Rows) -> float:
    """Return the maximum presses per second. The rate grows until answers come too late, or no more are answered.

    The time until the last note is sent counts. A rate at which notes wait longer than promised isn't sustained: later
    notes of a match replace earlier ones then, so the presses per second look better than they are.
    """
    most = 0.0
    for offered in OFFERED:
        presses, first, began = crowd.load.presses, len(crowd.load.first), time.perf_counter()
        await crowd.play(TRYING, matches / offered)
        played = time.perf_counter()
        await all_sent(rows, PATIENCE)
        ended = time.perf_counter()
        rate, rest = (crowd.load.presses - presses) / (ended - began), ended - played
        late = percentile(crowd.load.first[first:] or [PATIENCE], 95)
        click.echo(
            f"{offered} presses/s offered: {rate:.1f} carried, p95 {late * 1000:.0f} ms, the last note {rest:.1f} s later",
            err=True,
        )
        if rest > OLDEST and most:
            return most
        if late > TOO_LATE or rate < MORE * most:
            return max(most, rate)
        most = rate
    return most


async def measure(database: PostgresAddress, matches: int, live: int, seconds: float) -> list[str]:
    """Measure. Return the results line by line; the last line is empty if all targets are met."""
    await lay_out(database, matches - live)
    table = LocalTable(limited=False)
    await table.start()
    with TemporaryDirectory(ignore_cleanup_errors=True, dir=MEMORY_DISK) as name:
        async with forking() as launch:
            processes = Processes(table, Path(name), database, launch=launch)
            crowd, rows = Crowd(table, live, "open matches"), rows_of(database)
            waits = NoteWaits(rows)
            async with Balancer(processes).served():
                try:
                    await asyncio.gather(*(processes.start(role) for role in ROLES))
                    await crowd.begin(("First Light", "The Unwritten"))
                    rate = await carried(crowd, live, rows)
                    # Ignore presses that failed during overload.
                    paced, overloaded = len(crowd.load.first), crowd.load.failed
                    watching = asyncio.create_task(waits.watch())
                    for minute in range(ceil(seconds / 60)):
                        pressed = len(crowd.load.first)
                        await crowd.play(min(60.0, seconds - minute * 60), live / (rate / 2))
                        late = percentile(crowd.load.first[pressed:] or [PATIENCE], 99)
                        longest, _ = waits.longest.get(False, (0.0, ""))
                        click.echo(
                            f"minute {minute + 1}: p99 {late * 1000:.0f} ms, longest wait so far {longest:.1f} s",
                            err=True,
                        )
                    watching.cancel()
                    await asyncio.gather(watching, return_exceptions=True)
                    await all_sent(rows, PATIENCE)
                finally:
                    await processes.stop()
                    await table.stop()
    crowd.check(rows)
    load, first = crowd.load, crowd.load.first[paced:]
    late = percentile(first, 99)
    (oldest, note), (film, _) = (waits.longest.get(is_film, (0.0, "none")) for is_film in (False, True))
    errors = [*load.errors, *too_few(len(first), seconds * rate / 2, "meanwhile")]
    failed = load.failed - overloaded
    bad = failed + load.lost + load.doubled + len(errors)
    return [
        f"{matches} open matches, people in {live} of them; {rate:.1f} presses a second are carried",
        f"{len(first)} presses in {seconds:.0f} s: first answer median {percentile(first, 50) * 1000:.0f} ms, "
        f"p99 {late * 1000:.0f} ms (goal: at most {FIRST * 1000:.0f})",
        f"longest wait of a note: {oldest:.1f} s (goal: at most {OLDEST:.0f}), {note}; of moving pictures: {film:.1f} s",
        f"failed {failed}, lost {load.lost}, doubled {load.doubled} (goal: 0); failed by overload before: {overloaded}",
        *errors,
        "" if not bad and late <= FIRST and oldest <= OLDEST else "not as promised",
    ]


@click.command()
@click.option("--matches", default=10_000, show_default=True)
@click.option("--live", default=300, show_default=True, help="Matches in which people press.")
@click.option("--seconds", default=600.0, show_default=True)
def main(matches: int, live: int, seconds: float) -> None:
    """Measure. Exit with 1 if people or notes wait too long."""
    # As on a server in use. Without it, each read of the outbox scans everything that was ever delivered.
    with serving(max_connections="100", autovacuum="on") as server:
        *lines, verdict = asyncio.run(measure(server.laid_out(), matches, live, seconds))
    end_with(lines, verdict)


if __name__ == "__main__":
    main()
