"""A simulated process of the bot: the real services, workers and store, composed as in `bot.app`."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from bot.app.bot import GRACE, LOOK_AROUND
from bot.app.composition import composed
from bot.app.roles import Role
from bot.app.searches import works
from bot.delivery.request_meter import RequestMeter
from bot.games.playable import Games
from bot.installation import Services
from bot.maintenance.membership import Membership
from bot.platform.clock import SystemClock
from bot.platform.worker import Worker
from bot.search.pool import LocalPool
from bot.search.queued_pool import QueuedPool
from bot.search.thinkers import Thinkers
from bot.settings import Settings
from bot.store import Store
from bot.views.pictures import PictureService
from engine.kernel.chance import Chance
from tests.bot.search.workers import AtOnce
from tests.simulation.database import Database
from tests.simulation.loop import Process, SeededLoop, current_process
from tests.simulation.receiver import Receiver

T = TypeVar("T")


class PlacesByProcess:
    """Stands in for the table of work places by event loop: here, processes with separate places share a loop."""

    def get(self, loop: object) -> Any:
        return vars(current_process()).get("places")

    def __setitem__(self, loop: object, places: Any) -> None:
        vars(current_process())["places"] = places


@dataclass
class Machine:
    """A machine on which processes of the bot run one after another, in one role."""

    name: str
    loop: SeededLoop
    database: Database
    receiver: Receiver
    games: Games
    settings: Settings
    chance: Random
    role: Role = Role.RUN
    process: Process | None = None
    services: Services | None = None
    membership: Membership | None = None
    workers: Sequence[Worker] = ()
    has_begun: bool = False
    is_stopping: bool = False
    """Whether the process is stopping: it accepts nothing new."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the process was killed, or asked to stop."""
    starts: int = 0

    @property
    def worker(self) -> str:
        """The id of the process's worker."""
        return "" if self.membership is None else self.membership.id

    @property
    def is_up(self) -> bool:
        """Whether the process runs."""
        return self.process is not None and self.process.is_alive and self.has_begun

    @property
    def answers(self) -> bool:
        """Whether presses can be delivered here now."""
        return self.is_up and self.role.answers and not self.is_stopping

    async def start(self) -> None:
        """Start a process. Raises Died if it is killed before it is up."""
        self.starts += 1
        self.services, self.process = None, Process(f"{self.name}.{self.starts}")
        self.has_begun, self.is_stopping, self.over = False, False, asyncio.Event()
        self.process.on_death.append(self.over.set)
        await self.loop.ask(self.process, self._begin)
        self.has_begun = True

    def tell_to_stop(self) -> None:
        """Send the process SIGTERM."""
        self.is_stopping = True
        self.over.set()

    async def stop(self) -> None:
        """Stop the process in order. Raises Died if it is killed before."""
        assert self.process is not None
        await self.loop.ask(self.process, self._end)
        self.process.kill()

    async def _end(self) -> None:
        assert self.membership is not None
        await asyncio.gather(asyncio.sleep(GRACE), *(worker.stop(GRACE) for worker in self.workers))
        await self.membership.stop(GRACE)
        await self.membership.leave()
        if self.services is not None:
            await self.services.practice_matches.stop()

    async def ask(self, request: Callable[[Services], Coroutine[Any, Any, T]]) -> T:
        """Make a request to the process. Raises Died if it is killed before it has responded."""
        assert self.process is not None and self.services is not None
        has = self.services
        return await self.loop.ask(self.process, lambda: request(has))

    async def _begin(self) -> None:
        chance = Random(f"{self.chance.random()} {self.starts}")
        store = await self.database.open(lambda: chance.getrandbits(48))
        clock = SystemClock(self._now, self._now)
        own = LocalPool(AtOnce, clock)
        if self.role is Role.THINK:
            await self._think(store, clock, own)
            return

        def quick() -> int:
            return chance.randrange(4_000, 40_000)

        def lot() -> Chance:
            return Chance(f"{chance.getrandbits(64)}")

        of = composed(
            store,
            self.games,
            self.settings,
            clock,
            PictureService(1, 1 << 20),
            own if self.role is Role.RUN else QueuedPool(store, clock, works(self.games), own),
            RequestMeter(),
            role=self.role,
            version="1",
            seed=lambda: f"{chance.getrandbits(64):x}",
            reply_delay=quick,
            random_source=lot,
        )
        self.membership, self.workers = of.membership, ()
        current_process().on_death.append(of.membership.end)
        await of.membership.join()
        of.membership.start()
        if self.role.delivers:
            self.workers = of.outbox(self.receiver), of.alarms, *of.feature_workers
            for worker in self.workers:
                worker.start()
        if self.role is Role.DELIVER:
            asyncio.create_task(_look_around(clock, of.wake_all), name="others")  # noqa: RUF006 - it ends with the process
        self.services = of.services

    async def _think(self, store: Store, clock: SystemClock, pool: LocalPool) -> None:
        """Run the searches of other processes, like `bot.app.searches`."""
        self.membership = Membership(
            store,
            clock,
            secrets.token_hex(8),
            role=Role.THINK,
            version="1",
            on_freed=lambda: None,
        )
        self.workers = (Thinkers(store, clock, works(self.games), pool, self.membership.id),)
        current_process().on_death.append(self.membership.end)
        await self.membership.join()
        for worker in (self.membership, *self.workers):
            worker.start()

    def _now(self) -> int:
        return int(self.loop.time() * 1000)


async def _look_around(clock: SystemClock, wake: Callable[[], None]) -> None:
    """Check repeatedly for work left by other processes."""
    never = asyncio.Event()
    while True:
        await clock.wait(never, clock.now() + LOOK_AROUND)
        wake()
