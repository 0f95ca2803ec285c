"""The running bot: logging in, heartbeats, and an orderly end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

import aiohttp
import discord
import msgspec
import structlog
from discord.utils import MISSING
from structlog.contextvars import bind_contextvars

from bot.app.handover import Handover
from bot.app.monitor import Monitor
from bot.app.rehearsal import Rehearsal
from bot.app.roles import Role
from bot.app.web import Web
from bot.delivery.outbox import Outbox
from bot.discord.client import VoidreamClient
from bot.discord.commands.registration import EVERY
from bot.discord.permissions import invitation
from bot.discord.reach import CLOSED, UNKNOWN_TOKEN, ask_anything, is_passing
from bot.errors import Busy, StartError, Unwritable
from bot.installation import Services
from bot.maintenance.application import recognise
from bot.maintenance.backups import Backups
from bot.maintenance.file_guard import EVERY as LOOK_EVERY
from bot.maintenance.file_guard import FileGuard
from bot.maintenance.health import Heartbeat
from bot.maintenance.membership import Membership
from bot.match.missing_players import LOOK
from bot.platform import logs
from bot.platform.clock import Clock
from bot.platform.worker import Worker
from bot.store import Store
from bot.store.clocks import ALIVE
from bot.time.alarms import Alarms
from bot.time.reach import Reach, follow_marks

_log = structlog.stdlib.get_logger(__name__)

AWAY = 20_000
"""Milliseconds without a connection that are reported as a problem. Shorter interruptions are normal."""
WRITING = 5.0
"""Seconds after which a test write is given up and reported as a problem."""
GRACE = 1.5
"""Seconds that a stopping bot waits for answers, announcements and alarms in flight, concurrently."""
LONG_GRACE = 15.0
"""The same for one of several processes, which no one waits to restart."""
LOOK_AROUND = 1_000
"""Milliseconds between checks for tasks left by other processes."""
FOLLOW = 5_000
"""Milliseconds between a process's checks whether other processes answer people."""
LOOKING = 1.0
"""Seconds within which the database must answer for a process to be ready."""
GOODBYE = 0.75
"""Seconds for closing the Discord connection, and again for cancelling the rest."""


class Bot(msgspec.Struct):
    """Everything that runs: the client, the outbox that sends through it, the alarms, and the heartbeat.

    The `role` decides which parts run.
    """

    services: Services
    client: VoidreamClient
    outbox: Outbox
    alarms: Alarms
    clock: Clock
    store: Store
    sign: Path | None
    """The heartbeat file; one of several processes has none."""
    feature_workers: Sequence[Worker]
    """The workers of features."""
    reach: Reach
    membership: Membership
    wake: Callable[[], None] = lambda: None
    """Wakes all workers."""
    role: Role = Role.RUN
    backups: Backups | None = None
    guard: FileGuard | None = None
    web: Web | None = None
    handover: Handover | None = None
    monitor: Monitor | None = None
    rehearse: Rehearsal | None = None
    """An optional warm-up before the bot answers, so that no one waits for first-time work."""
    stopping: asyncio.Event = msgspec.field(default_factory=asyncio.Event)
    """Set when nothing new may start."""
    is_open: asyncio.Event = msgspec.field(default_factory=asyncio.Event)
    """Set once interactions can come over HTTP, if there is an endpoint."""

    async def serve(
        self, token: str, stop: asyncio.Event, *, invites: bool = False, adopt: bool = False
    ) -> None:
        """Run until `stop` is set, then finish the work in flight, and end in time whatever Discord does.

        `invites`: log the link that invites the bot to a server. `adopt`: the database may have been used by another
        application. Raises StartError if Discord refuses the token, can't be reached, or closes the connection for
        good; if the database's file was replaced; and if the HTTP port can't be used.
        """
        logs.hide(token)
        pulse = Heartbeat(self.sign, self.clock, self.problems)
        stopping = asyncio.create_task(stop.wait(), name="stop")
        working: list[asyncio.Task[object]] = [stopping]
        bind_contextvars(role=str(self.role), worker=self.membership.id)
        try:
            await self._open_pages()
            entering = asyncio.create_task(
                self._enter(token, stop, invites=invites, adopt=adopt), name="login"
            )
            working.append(entering)
            await asyncio.wait({entering, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not entering.done():
                return
            is_registered = await entering
            if stop.is_set():
                return
            await self.membership.join()
            if self.handover is not None:
                await self.handover.begin()
                if self.rehearse is not None and self.handover.is_successor:
                    rehearsing = asyncio.create_task(self.rehearse(), name="rehearsal")
                    working.append(rehearsing)
                    await asyncio.wait({rehearsing, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if self.role is Role.DELIVER:
                await follow_marks(self.reach, self.store, self.clock.now())
            for worker in (self.membership, *self.workers):
                worker.start()
            ends = {stopping, asyncio.create_task(self._open(stop), name="connection")}
            if self.handover is not None:
                handing = self.handover.run(stop, self.client.readied)
                ends.add(asyncio.create_task(handing, name="handover"))
            working += [
                asyncio.create_task(self._mark_changes(), name="reach"),
                asyncio.create_task(self._beat(pulse, stop), name="pulse"),
                asyncio.create_task(self._register(stop, is_registered), name="commands"),
            ]
            if self.role.listens:
                working += [
                    asyncio.create_task(watcher.run(self.client), name=type(watcher).__name__)
                    for watcher in self.client.watchers
                ]
                working.append(asyncio.create_task(self.client.access.run(), name="access"))
            if self.role is Role.DELIVER:
                working.append(asyncio.create_task(self._follow_others(stop), name="others"))
            if self.backups is not None:
                working.append(asyncio.create_task(self.backups.run(stop), name="backups"))
            if self.guard is not None:
                ends.add(asyncio.create_task(self._watch_file(self.guard, stop), name="file"))
            working += ends
            done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for ended in done - {stopping}:
                if not ended.cancelled():
                    await ended
        finally:
            await self._wind_down(working)
            if self.handover is None or not self.handover.is_over:
                pulse.end()

    async def _open_pages(self) -> None:
        """Start the HTTP servers. Raises StartError if a port can't be used."""
        if self.monitor is not None:
            await self.monitor.open()
            self.monitor.start()
        if self.web is not None:
            await self.web.open()

    async def _enter(self, token: str, stop: asyncio.Event, *, invites: bool, adopt: bool) -> bool:
        """Log in and register the commands; return False if registering must be tried again."""
        if self.rehearse is not None and self.handover is None:
            await self.rehearse()
        await self._log_in(token, stop)
        if stop.is_set():
            return False
        if self.client.application_id is not None:
            await recognise(self.store, self.client.application_id, self.clock.now(), adopt=adopt)
        application = self.client.application
        if (
            self.role is Role.RUN
            and self.web is None
            and application
            and application.interactions_endpoint_url
        ):
            raise StartError(
                f"Discord posts what people press to {application.interactions_endpoint_url}, and not here. Remove this "
                "Interactions Endpoint URL in the developer portal, or start with --port to be reached there."
            )
        if invites and self.client.application_id is not None:
            _log.info("invite the bot with this link", link=invitation(self.client.application_id))
        return await self._try_to_register()

    async def _log_in(self, token: str, stop: asyncio.Event) -> None:
        """Log in, retrying with a growing delay during failures of Discord, until `stop` is set."""
        for attempt in count(1):
            try:
                await self.client.login(token)
                return
            except discord.LoginFailure:
                await self.client.close()
                raise StartError(UNKNOWN_TOKEN) from None
            except (discord.HTTPException, discord.RateLimited) as error:
                # The next attempt opens its own connector.
                await self.client.http.close()
                self.client.http.connector = MISSING
                if isinstance(error, discord.HTTPException) and not is_passing(error):
                    await self.client.close()
                    raise StartError(f"Discord refused the login: {error.text or error.status}.") from None
                await self._rest("Discord can't log the bot in now", error, attempt, stop)
                if stop.is_set():
                    return
            except (OSError, aiohttp.ClientError) as error:
                await self.client.close()
                raise StartError(f"Discord can't be reached: {error}.") from None

    @property
    def workers(self) -> Sequence[Worker]:
        """The background workers of its role."""
        return (self.outbox, self.alarms, *self.feature_workers) if self.role.delivers else ()

    async def _open(self, stop: asyncio.Event) -> None:
        """Accept interactions until `stop` is set. Raises StartError if Discord refuses for good."""
        if self.web is not None:
            self.web.begin()
        connecting = None
        if self.role.listens:
            connecting = asyncio.create_task(self._connect(stop), name="gateway")
        else:
            if self.role.answers:
                self.reach.connected()
            self.client.away.clear()
            self.client.readied.set()
            _log.info("ready", role=self.role)
        self.is_open.set()
        try:
            if self.web is not None:
                await self.web.announce(stop)
            await (connecting or stop.wait())
        finally:
            if connecting is not None:
                connecting.cancel()

    async def _connect(self, stop: asyncio.Event) -> None:
        """Stay connected until `stop` is set. Raises StartError if Discord refuses for good."""
        for attempt in count(1):
            try:
                await self.client.prepare()
                break
            except discord.HTTPException as error:
                if error.status == 401:
                    raise StartError(CLOSED[4004]) from None
                await self._rest("Discord didn't return a gateway address", error, attempt, stop)
            except (discord.RateLimited, OSError, aiohttp.ClientError) as error:
                await self._rest("Discord can't be reached now", error, attempt, stop)
            if stop.is_set():
                return
        try:
            await self.client.connect()
        except discord.PrivilegedIntentsRequired:
            raise StartError(CLOSED[4014]) from None
        except discord.ConnectionClosed as closed:
            if closed.code not in CLOSED:
                raise
            raise StartError(CLOSED[closed.code]) from None

    async def _register(self, stop: asyncio.Event, is_registered: bool) -> None:
        """Register the commands, retrying until it succeeds, and check every minute that they are current.

        A process that doesn't deliver registers none, and checks until another has.
        """
        failures = 0
        while not (is_registered and not self.role.delivers):
            if is_registered:
                failures = 0
                await self.clock.wait(stop, self.clock.now() + EVERY)
            else:
                failures += 1
                consequence = "the commands will be registered again" if self.role.delivers else ""
                await self._rest(consequence, None, failures, stop)
            if stop.is_set():
                return
            is_registered = await self._try_to_register()

    async def _try_to_register(self) -> bool:
        """Register the commands if they have changed; return False if that must be tried again."""
        failed = f"commands could not be {'registered' if self.role.delivers else 'looked up'}"
        try:
            if not self.role.delivers:
                return await self.client.learn_commands()
            await self.client.settle_commands()
        except discord.HTTPException as error:
            # One invalid command makes Discord refuse all of them. The previous ones then stay, and all
            # buttons work.
            _log.error(failed, status=error.status, error=str(error))
            return not is_passing(error)
        except (discord.RateLimited, Unwritable, OSError, aiohttp.ClientError) as error:
            _log.error(failed, error=str(error))
            return False
        return True

    async def _rest(self, what: str, error: Exception | None, attempt: int, stop: asyncio.Event) -> None:
        """Wait 5 s, then 10, 20 …, at most 10 minutes, or until `stop` is set. Log `what` is waiting, if given."""
        seconds = min(5 * 2 ** min(attempt - 1, 10), 600)
        if what:
            _log.warning(what, again_in_seconds=seconds, **({"error": str(error)} if error else {}))
        await self.clock.wait(stop, self.clock.now() + 1000 * seconds)

    async def _wind_down(self, working: Sequence[asyncio.Task[object]]) -> None:
        """Finish the work in flight, close, and cancel the rest. Nothing is lost: it waits in the database."""
        _log.info("stopping")
        self.stopping.set()
        grace = GRACE if self.role is Role.RUN else LONG_GRACE
        await asyncio.gather(
            self._drained(grace), *(worker.stop(grace) for worker in self.workers), self._mark()
        )
        # Only now: the process must count as alive while anything it has leased is in flight.
        await self.membership.stop(GRACE)
        if self.monitor is not None:
            await self.monitor.stop(GRACE)
        self.client.boundary.give_up()
        for task in working:
            task.cancel()
        closing = asyncio.create_task(self.client.close(), name="goodbye")
        leaving = asyncio.create_task(self._leave(), name="leaving")
        await asyncio.wait([closing, leaving], timeout=GOODBYE)
        closing.cancel()
        leaving.cancel()
        await asyncio.wait([closing, leaving, *working], timeout=GOODBYE)

    async def _leave(self) -> None:
        await self.membership.leave()
        if self.role.delivers:
            with suppress(Unwritable):
                await self.client.leave_commands()

    async def _drained(self, grace: float) -> None:
        if self.web is not None:
            await self.web.end()
        try:
            async with asyncio.timeout(grace):
                await self.client.boundary.drained()
        except TimeoutError:
            _log.warning("some answers were still in progress")

    async def _beat(self, pulse: Heartbeat, stop: asyncio.Event) -> None:
        while not stop.is_set():
            if not self.reach.is_answered:
                await ask_anything(self.client)
            await self.clock.wait(stop, await pulse.beat())

    async def _mark_changes(self) -> None:
        """Store immediately when the bot becomes reachable or unreachable."""
        if not self.role.answers:
            return
        changed = asyncio.Event()
        self.reach.on_change = changed.set
        with suppress(Busy):
            # The alarm then repeats daily, in whichever process.
            async with self.store.write() as tx:
                await tx.alarms.set(LOOK, 0, 0, self.clock.now())
        while True:
            await changed.wait()
            changed.clear()
            await self._mark()

    async def _mark(self) -> None:
        """Store the end of the bot's presence. If that fails, the next heartbeat stores it."""
        try:
            async with asyncio.timeout(GRACE):
                await self._write_mark()
        except Exception as error:
            _log.warning("the bot's availability could not be stored", error=str(error))

    async def _write_mark(self) -> None:
        """Write to the database: the last reachable time, if this process answers people."""
        async with self.store.write() as tx:
            if self.role.answers:
                await tx.key_values.store(ALIVE, self.reach.mark())

    async def _follow_others(self, stop: asyncio.Event) -> None:
        """Check regularly for tasks left by other processes, and whether they answer people."""
        looked = self.clock.now()
        while not stop.is_set():
            await self.clock.wait(stop, self.clock.now() + LOOK_AROUND)
            self.services.renewal.is_under_way = True
            self.wake()
            if self.clock.now() - looked >= FOLLOW:
                looked = self.clock.now()
                with suppress(Unwritable):  # Reported by the health check.
                    await follow_marks(self.reach, self.store, looked)

    async def _watch_file(self, guard: FileGuard, stop: asyncio.Event) -> None:
        """Watch the database's file until `stop` is set. Raises StartError once it has been replaced."""
        is_marked = False
        while not stop.is_set():
            if not is_marked:
                with suppress(Unwritable):  # Retried, and reported by the health check.
                    await guard.mark(self.store)
                    is_marked = True
            await self.clock.wait(stop, self.clock.now() + LOOK_EVERY)
            if why := await asyncio.to_thread(guard.check):
                raise StartError(why)

    async def obstacle(self) -> str:
        """Return the reason why this process should get no new work now; "" if it is ready."""
        if self.stopping.is_set():
            return "it is stopping"
        # Interactions over HTTP don't need the gateway.
        has_begun = self.is_open if self.role.answers else self.client.readied
        if not has_begun.is_set():
            return "it is starting"
        reads = self.store.reads
        try:
            async with asyncio.timeout(LOOKING), self.store.read() as reading:
                await reading.key_values.of(ALIVE)
        except Exception:
            # Under load this read waits behind others. A process that is only busy must stay: if all left, none would answer.
            return "" if self.store.reads > reads else "the database does not answer"
        return ""

    async def problems(self) -> list[str]:
        """Return the current problems. Each is retried, so that it can disappear at any time."""
        messages: list[str] = []
        now, shards = self.clock.now(), self.client.shard_count or 1
        for shard, since in sorted(self.client.away.items()):
            if now - since >= AWAY:
                shard_name = f" by shard {shard} of {shards}" if shards > 1 else ""
                messages.append(
                    f"there has been no connection to Discord{shard_name} for {(now - since) // 1000} s"
                )
        try:
            async with asyncio.timeout(WRITING):
                await self._write_mark()
        except TimeoutError:
            messages.append("nothing can be stored: the database doesn't respond")
        except Exception as error:
            messages.append(f"nothing can be written down: {error}")
        workers = (self.membership, *self.workers)
        messages += filter(None, [self.client.starts.problem, *(worker.problem for worker in workers)])
        if self.backups is not None and self.backups.problem:
            messages.append(self.backups.problem)
        return messages
