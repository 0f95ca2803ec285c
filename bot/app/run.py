"""Runs the bot: builds it from its settings, and ends it in an orderly way on SIGTERM and SIGINT."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from pathlib import Path

import structlog

from bot.app.bot import Bot
from bot.app.composition import Composition, client, composed, sender
from bot.app.database_clock import database_clock
from bot.app.handover import Handover
from bot.app.monitor import Monitor
from bot.app.rehearsal import Rehearsal, rehearsal
from bot.app.roles import Address, Role
from bot.app.searches import works
from bot.app.web import Web
from bot.delivery.request_meter import NO_LIMIT, RequestMeter
from bot.errors import StartError
from bot.games.playable import Games
from bot.maintenance.backups import HOUR, Backups, Schedule
from bot.maintenance.file_guard import FileGuard
from bot.maintenance.health import sign_of_life
from bot.match.prompts import ReplyDelay, random_reply_delay
from bot.match.start import new_seed
from bot.platform import metrics
from bot.platform.clock import Clock, SystemClock
from bot.platform.randomness import RandomSource, fresh_rng
from bot.search.pool import LocalPool
from bot.search.queued_pool import QueuedPool
from bot.search.worker import ProcessWorker, SearchWorker
from bot.settings import Settings
from bot.store import open_store
from bot.store.budgets import PER_SECOND
from bot.store.clocks import ALIVE
from bot.store.random_values import Draw, draw
from bot.store.schema import scripts
from bot.time.reach import Reach
from bot.views.pictures import PictureService

log = structlog.stdlib.get_logger(__name__)

CLOSING = 1.0
"""Seconds for closing the database."""
LAST_RESORT = 4.6
"""Seconds after a signal at which the process exits even if something hangs."""
LONG_LAST_RESORT = 25.0
"""The same for a process behind a load balancer, or one of several, which first finishes its work."""


@asynccontextmanager
async def opened(  # noqa: PLR0913
    settings: Settings,
    games: Games,
    *,
    clock: Clock | None = None,
    seed: Callable[[], str] = new_seed,
    reply_delay: ReplyDelay = random_reply_delay,
    random_source: RandomSource = fresh_rng,
    draw: Draw = draw,
    worker: Callable[[], SearchWorker] = ProcessWorker,
    guild_ready_timeout: float = 2.0,
    paced: bool = False,
    role: Role = Role.RUN,
    address: Address | None = None,
    rehearse: Rehearsal | None = None,
) -> AsyncGenerator[Bot]:
    """Yield a bot that is ready to `serve`, with its database open. Raises StartError.

    It plays one `role`, and serves HTTP at `address`, if given. `worker` creates the search process.
    `guild_ready_timeout` is how many seconds discord.py waits for the list of servers. `paced`: whether it
    keeps Discord's limits itself, on requests per second and connections per day; a local table needs
    neither. `rehearse`, if given, runs before it is ready.
    """
    store = await open_store(settings.database, draw=draw)
    following = AsyncExitStack()
    if clock is None and isinstance(settings.database, Path):
        clock = SystemClock()
    elif clock is None:
        clock = await following.enter_async_context(database_clock(store))
    async with store.read() as reading:
        mark = await reading.key_values.of(ALIVE) or ""
    reach = Reach(store.absences, clock, mark, records=role.answers)
    store.absences.is_shared = role is not Role.RUN
    if role is not Role.RUN:
        # HTTP counts as one connection, whatever the earlier number of shards.
        reach.count(1)
    elif isinstance(clock, SystemClock):
        clock.on_jump = reach.jumped
    pictures = PictureService(settings.picture_workers, settings.picture_cache_mb << 20)
    local_pool = LocalPool(worker, clock)
    pool = local_pool if role is Role.RUN else QueuedPool(store, clock, works(games), local_pool)
    meter = RequestMeter(PER_SECOND if paced else NO_LIMIT)

    composition: Composition | None = None
    try:
        composition = composed(
            store,
            games,
            settings,
            clock,
            pictures,
            pool,
            meter,
            role=role,
            version=version("voidream"),
            seed=seed,
            reply_delay=reply_delay,
            random_source=random_source,
        )
        discord_client = client(
            composition.services,
            composition.parts,
            reach,
            meter,
            guild_ready_timeout=guild_ready_timeout,
            paced=paced,
        )
        guard, backups = _of_the_file(settings, clock, role)
        # Several processes on one file would delete each other's heartbeat.
        has_sign = role is Role.RUN or not isinstance(settings.database, Path)
        sign = sign_of_life(settings.database) if has_sign else None
        handover = (
            Handover(store, clock, composition.services.worker, discord_client.time.now)
            if role is Role.RUN and address is None
            else None
        )
        discord_client.is_ours = handover.is_ours if handover else lambda interaction: role.answers

        bot = Bot(
            composition.services,
            discord_client,
            composition.outbox(sender(composition.services, composition.parts, discord_client)),
            composition.alarms,
            clock,
            store,
            sign,
            composition.feature_workers,
            reach,
            composition.membership,
            composition.wake_all,
            role,
            backups,
            guard,
            handover=handover,
            rehearse=rehearse,
        )
        if address is not None:
            bot.web = Web(address, discord_client, clock, bot.obstacle, answers=role.answers)
        if settings.metrics is not None:
            kind = "sqlite" if isinstance(settings.database, Path) else "postgresql"
            metrics.BUILD_INFO.labels(version("voidream"), str(len(scripts())), role.value, kind).set(1)
            bot.monitor = Monitor(
                settings.metrics, store, discord_client, pool, clock, delivers=role.delivers
            )
        yield bot
    finally:
        pool.close()
        if composition is not None:
            await composition.services.practice_matches.stop()
        pictures.close()
        await following.aclose()
        closing = asyncio.create_task(store.close(), name="closing")
        await asyncio.wait([closing], timeout=CLOSING)
        if closing.done():
            await closing
        else:
            # Another process locks the database. Everything committed is in it, and nothing else was promised.
            log.warning("the database could not be closed cleanly")


def _of_the_file(settings: Settings, clock: Clock, role: Role) -> tuple[FileGuard | None, Backups | None]:
    """Return the guard of the database's file, and its backup task.

    PostgreSQL has its own backup tools, and no file to be replaced under a running bot.
    """
    if not isinstance(settings.database, Path):
        return None, None
    guard = FileGuard(settings.database)
    if settings.backup_folder is None or role is not Role.RUN:
        return guard, None
    schedule = Schedule(settings.backup_folder, settings.backup_every_hours * HOUR, settings.backups_kept)
    return guard, Backups(settings.database, schedule, clock)


async def serve(
    settings: Settings,
    games: Games,
    stop: asyncio.Event,
    *,
    adopt: bool = False,
    role: Role = Role.RUN,
    address: Address | None = None,
) -> None:
    """Play a role on Discord with the configured token until `stop` is set; `adopt` as in `Bot.serve`.

    Raises StartError.
    """
    if settings.discord_token is None:
        raise StartError("DISCORD_TOKEN: not set. Logging in to Discord needs a token.")
    async with opened(
        settings,
        games,
        paced=True,
        role=role,
        address=address,
        rehearse=rehearsal(settings, games, role),
    ) as bot:
        await bot.serve(settings.discord_token.get_secret_value(), stop, invites=role.listens, adopt=adopt)


def run(
    settings: Settings,
    games: Games,
    *,
    adopt: bool = False,
    role: Role = Role.RUN,
    address: Address | None = None,
) -> None:
    """Play a role on Discord until SIGTERM or SIGINT; `adopt` as in `Bot.serve`. Raises StartError."""
    until_stopped(
        lambda stop: serve(settings, games, stop, adopt=adopt, role=role, address=address),
        within=last_resort(role, address),
    )


def last_resort(role: Role, address: Address | None) -> float:
    """Return the seconds after a signal at which a process exits even if something hangs."""
    return LAST_RESORT if role is Role.RUN and address is None else LONG_LAST_RESORT


def _give_up() -> None:
    log.warning("stopped before all tasks ended; every stored decision is safe")
    logging.shutdown()
    os._exit(0)


def until_stopped(
    main: Callable[[asyncio.Event], Coroutine[object, object, None]], *, within: float = LAST_RESORT
) -> None:
    """Run `main` in a new event loop, with an event that SIGTERM and SIGINT set.

    The process exits `within` seconds after such a signal, whatever still hangs in any thread.
    """
    threads_before = set(threading.enumerate())
    exit_timer = threading.Timer(within, _give_up)
    exit_timer.daemon = True

    async def guarded() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()

        def on_signal() -> None:
            if not stop.is_set():
                exit_timer.start()
            stop.set()

        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, on_signal)
        try:
            await main(stop)
        finally:
            for sign in (signal.SIGTERM, signal.SIGINT):
                loop.remove_signal_handler(sign)

    with asyncio.Runner() as runner:
        runner.run(guarded())
    if not any(not thread.daemon for thread in set(threading.enumerate()) - threads_before):
        exit_timer.cancel()
