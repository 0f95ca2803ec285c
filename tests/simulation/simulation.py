"""One simulated run: two processes, three people or more, one database, and a seed that determines the rest."""

from __future__ import annotations

import asyncio
import secrets
from asyncio import TimerHandle
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unittest.mock import patch

from msgspec.structs import replace
from structlog.testing import capture_logs

from bot.app.roles import Role
from bot.errors import StartError, Unwritable
from bot.games.playable import Games, PlayableGame
from bot.games.voidream.game import voidream
from bot.platform import places
from bot.store.person import Person
from tests.bot.kit import OFTEN
from tests.games import registry
from tests.games.vigil.search import VIGIL_THINKING
from tests.simulation import checks
from tests.simulation.bot import Machine, PlacesByProcess
from tests.simulation.database import Database, SqliteDatabase
from tests.simulation.loop import Died, Process, SeededLoop, task_of
from tests.simulation.people import Player, World, begun
from tests.simulation.receiver import Receiver
from tests.simulation.weather import End, Weather

PEOPLE = (Person(11, "Ada"), Person(12, "Bo"), Person(13, "Cy"), Person(14, "Di"))
WORKERS = ("announcements", "alarms", "signs of life", "others", "analyses", "searches")
"""The names of the workers' tasks."""
SHORT = 0.2
"""The virtual seconds in which nothing is checked, because someone may wait for the database."""
LONG = 5.0
"""The virtual seconds without anything due that are skipped at once, with all heartbeats in them."""
HOUSE = Person(77, "Voidream", is_bot=True, is_this_bot=True)
PRACTICE = 0.5
"""The probability that a person also practises with the bot, in games that it plays."""
CLOSED = 0.15
"""The probability that a person refuses direct messages after matches have begun."""
CALM = 1_800
"""The virtual seconds of calm after which everything must be delivered."""


def _voidream() -> PlayableGame:
    """Voidream without choices before a match, because no one makes them here."""
    return replace(voidream(), pregame=None)


def _vigil() -> PlayableGame:
    """Vigil, with a bot that searches."""
    return replace(registry.vigil(), thinking=VIGIL_THINKING)


_SMALL = (_vigil, registry.bazaar, registry.parlour, registry.lanterns)
GAMES = (*_SMALL * 4, _voidream)
"""The played games: small ones, because a run of Voidream costs as much as four of them."""


@dataclass(frozen=True)
class Plan:
    """The parameters of a run: the games, one of which is chosen at random, the presses per person, and the processes' roles."""

    games: tuple[Callable[[], PlayableGame], ...] = GAMES
    presses: int = 3
    roles: tuple[Role, ...] = (Role.RUN, Role.RUN)
    database: Callable[[Path], Database] = SqliteDatabase
    traced: bool = False
    """Whether the result contains a digest of everything that has happened."""


@dataclass
class Run:
    """The result of a run."""

    seed: int
    wrong: list[str] = field(default_factory=list[str])
    trace: str = ""
    game: str = ""
    presses: int = 0
    accepted: int = 0
    busy: int = 0
    kills: int = 0
    stops: int = 0
    deliveries: int = 0
    repeats: int = 0
    steps: int = 0


USUAL = Plan()
SHORT_RUNS = Plan(_SMALL, presses=2)
"""The plan of tests: most of a run's cost is starting, waiting and delivering."""


def simulate(seed: int, folder: Path, plan: Plan = USUAL) -> Run:
    """Carry out the run of a seed, with its database in an empty folder. Never raises: errors are in the result."""
    run = Run(seed)
    chance = Random(f"simulation {seed}")
    loop, ids = SeededLoop(Random(f"order {seed}"), traced=plan.traced), Random(f"ids {seed}")
    weather = Weather(Random(f"weather {seed}"), loop.time)
    receiver = Receiver(weather, loop)
    game = chance.choice(plan.games)()
    run.game = game.name
    database = plan.database(folder / "bot.sqlite3")
    database.lay_out()
    simulation = _Simulation(run, plan, loop, weather, receiver, chance, game, database)
    with (
        capture_logs() as logs,
        database.simulated(weather.latency),
        patch.object(places, "_places", PlacesByProcess()),
        patch.object(secrets, "token_hex", lambda size: f"{ids.getrandbits(8 * size):0{2 * size}x}"),
    ):
        try:
            loop.run_until_complete(simulation.play())
        except Exception as error:
            run.wrong.append(f"it can't go on: {error!r}")
        finally:
            simulation.end()
            loop.close()
            database.close()
    run.wrong += [
        f"{record['event']}: {record.get('exc_info')!r}"
        for record in logs
        if record["log_level"] in ("error", "critical") and not isinstance(record.get("exc_info"), Unwritable)
    ]
    run.wrong += loop.failures
    run.trace, run.steps = loop.trace, loop.steps
    run.deliveries, run.repeats = receiver.asks, receiver.repeats
    return run


def _only_waits(timer: TimerHandle) -> bool:
    """Return whether a timer wakes a worker between two rounds: if nothing is due, the round is empty."""
    task = task_of(timer)
    return task is not None and task.get_name() in WORKERS


class _Simulation:
    def __init__(
        self,
        run: Run,
        plan: Plan,
        loop: SeededLoop,
        weather: Weather,
        receiver: Receiver,
        chance: Random,
        game: PlayableGame,
        database: Database,
    ) -> None:
        self.run, self.plan, self.loop, self.weather = run, plan, loop, weather
        self.receiver, self.chance, self.game, self.database = receiver, chance, game, database
        self.games = Games.of(game)
        self.machines = [
            Machine(
                "abcdef"[n], loop, database, receiver, self.games, OFTEN, Random(f"{chance.random()}"), role
            )
            for n, role in enumerate(plan.roles)
        ]
        self.world = World(loop, self.machines, Random(f"{chance.random()}"), weather.stir)
        self._ends: dict[Process, End] = {}
        loop.before_step = self._before_step
        loop.before_wait = self._before_wait

    def _before_step(self, process: Process) -> None:
        """Kill a process whose time has come, or stop it."""
        if self.weather.is_calm or self.run.kills + self.run.stops >= self.weather.deaths:
            return
        end = self._ends.get(process)
        if end is None:
            end = self._ends[process] = self.weather.end()
        if process.steps < end.steps:
            return
        if end.is_orderly:
            # If it hangs, it is killed later.
            self._ends[process] = self.weather.end(after=process.steps, is_orderly=False)
            self.run.stops += 1
            [machine] = [machine for machine in self.machines if machine.process is process]
            machine.tell_to_stop()
            return
        self.run.kills += 1
        self.loop.log(f"{process.name} is killed")
        process.kill()

    def _before_wait(self, seconds: float) -> None:
        """Check that no one sleeps who has work, and skip hours without any.

        A process that has just started finds due work anyway.
        """
        if seconds < SHORT:
            return
        now = self.loop.time()
        workers = [machine.worker for machine in self.machines if machine.is_up]
        is_whole = len(workers) == len(self.machines) and not any(
            machine.is_stopping for machine in self.machines
        )
        if seconds > checks.LATE and is_whole:
            if why := checks.asleep(self.database, self.receiver, workers, int(now * 1000)):
                self.run.wrong.append(why)
        until = self.loop.next_timer(_only_waits)
        if until is None or until - now < LONG:
            return
        if (due := checks.next_due(self.database)) is not None:
            until = min(until, due / 1000)
        if until - now >= LONG and self.database.beat(workers, int(until * 1000)):
            self.loop.skip(until, _only_waits)

    async def play(self) -> None:
        """Run everything, then check the final state."""
        caring = [asyncio.create_task(self._care(machine), name=machine.name) for machine in self.machines]
        people = PEOPLE[: self.chance.choice((3, 3, 4))]
        matches = await self._begun(list(people))
        self.receiver.closed |= {person.id for person in people if self.chance.random() < CLOSED}
        players = [
            Player(
                person,
                self.world,
                Random(f"{self.chance.random()}"),
                mine,
                self.weather.pause,
                self.plan.presses,
            )
            for person in people
            if (mine := [match_id for match_id, seated in matches if person in seated])
        ]
        living = [asyncio.create_task(player.live(), name=player.person.name) for player in players]
        await asyncio.gather(*living)
        self.weather.is_calm = True
        while not all(machine.is_up and not machine.is_stopping for machine in self.machines):
            await asyncio.sleep(1)
        until = self.loop.time() + CALM
        while self.loop.time() < until and checks.undelivered(self.database):
            await asyncio.sleep(60)
        # Any running process can show the state.
        self.run.wrong += await checks.wrong(
            self.world, self.machines, self.receiver, self.database, self.games
        )
        for task in caring:
            task.cancel()
        await asyncio.gather(*caring, return_exceptions=True)

    async def _begun(self, people: list[Person]) -> list[tuple[int, list[Person]]]:
        """Begin one match of all, or one of each pair."""
        if len(people) in self.game.seats:
            groups = [people]
        else:
            groups = [people[n : n + 2] for n in range(len(people) - 1)]
        if self.game.practice is not None and self.chance.random() < PRACTICE:
            groups.append([people[0], HOUSE])
        ids = await asyncio.gather(
            *(begun(self.world, self.game, group, Random(f"{self.chance.random()}")) for group in groups)
        )
        return list(zip(ids, groups, strict=True))

    async def _care(self, machine: Machine) -> None:
        """Start a machine's process, again each time it was killed."""
        while True:
            try:
                await machine.start()
                await machine.over.wait()
                if machine.is_stopping:
                    await machine.stop()
            except (Died, StartError):
                pass  # It is restarted, as by a supervisor.
            except Exception as error:
                self.run.wrong.append(f"{machine.name} can't be started: {error!r}")
            await asyncio.sleep(self.weather.downtime())

    def end(self) -> None:
        """End all processes, so that nothing is left behind."""
        run, answers = self.run, [answer for press in self.world.presses for answer in press.answers]
        run.presses, run.accepted, run.busy = len(answers), answers.count("done"), answers.count("busy")
        for machine in self.machines:
            if machine.process is not None and machine.process.is_alive:
                self.loop.kill(machine.process)
