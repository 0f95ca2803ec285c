"""The connection to Discord: shards, limits for session starts, and close codes that end the bot."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from bot.app.bot import AWAY, Bot
from bot.app.run import serve
from bot.errors import StartError
from bot.games.playable import Games
from bot.local_discord.connect import connected
from bot.local_discord.gateway_protocol import Close
from bot.local_discord.server import LocalTable
from bot.maintenance.session_starts import DAY, FREE, LONGEST_WAIT, SessionStartLimit, SessionStarts
from bot.settings import Settings
from bot.store import open_store
from tests.bot.discord.kit import Room, begin_match, play_by_typing
from tests.bot.kit import HandClock, lay_out
from tests.bot.stores import STORES
from tests.games.registry import parlour
from tests.table.actor import Actor

FATAL = (
    Close.AUTHENTICATION_FAILED,
    Close.INVALID_SHARD,
    Close.SHARDING_REQUIRED,
    Close.INVALID_VERSION,
    Close.INVALID_INTENTS,
    Close.DISALLOWED_INTENTS,
)


@pytest.mark.parametrize("code", FATAL)
async def test_a_final_close_logs_one_sentence_with_the_remedy(lobby: Room, code: Close) -> None:
    assert lobby.running is not None
    running, lobby.running = lobby.running, None
    await lobby.table.gateway.drop(code=code)
    with pytest.raises(StartError) as refused:
        await running.task
    assert len(str(refused.value).splitlines()) == 1 and len(str(refused.value)) < 250
    assert refused.value.__cause__ is None and refused.value.__suppress_context__


async def test_a_token_that_is_reset_ends_the_bot(lobby: Room) -> None:
    assert lobby.running is not None
    running, lobby.running = lobby.running, None
    old = lobby.table.token
    await lobby.table.reset_token()
    with pytest.raises(StartError, match="copy the new one from the developer portal") as refused:
        await running.task
    assert old not in str(refused.value)


async def test_a_bot_with_too_few_shards_is_asked_to_restart(tmp_path: Path) -> None:
    """Discord recommends one shard but requires two, as when the bot grows while it starts."""
    table = LocalTable()
    await table.start()
    table.gateway.least_shards = 2
    settings = Settings(database=tmp_path / "bot.sqlite3", discord_token=SecretStr(table.token))
    try:
        with connected(table.address, table.token), pytest.raises(StartError, match="how many to use"):
            await serve(settings, Games.of(parlour()), asyncio.Event())
        assert len(table.gateway.identifies) == 1, "one attempt, without a retry per shard"
    finally:
        await table.stop()


async def test_a_closed_gateway_is_retried_less_and_less_often(lobby: Room) -> None:
    assert lobby.running is not None
    await lobby.running.end()
    lobby.running = None
    gateway, begun = lobby.table.gateway, len(lobby.table.gateway.identifies)
    gateway.url = "ws://127.0.0.1:1/gateway"
    up: asyncio.Future[Bot] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    with capture_logs() as logs:

        def waits() -> list[int]:
            return [record["again_in_seconds"] for record in logs if "the gateway" in record["event"]]

        serving = asyncio.create_task(lobby._run(up, stop))
        async with asyncio.timeout(60):
            while len(waits()) < 4:
                await lobby.clock.move(1)
                await asyncio.sleep(0)
        stop.set()
        await serving
    assert waits()[:4] == [5, 10, 20, 40]
    assert not any("exc_info" in record for record in logs)
    assert len(gateway.identifies) == begun, "this uses no session start"


async def test_an_outdated_gateway_version_is_logged_once(
    lobby: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord closes the connection before its first frame."""
    assert lobby.running is not None
    await lobby.running.end()
    lobby.running = None
    monkeypatch.setattr("discord.http.INTERNAL_API_VERSION", 6)
    with pytest.raises(StartError, match="newer version"):
        await lobby.begin()


async def begin_with_shards(lobby: Room, shards: int) -> None:
    """Restart the bot with this many shards, all in one bucket; each waits for the one before."""
    assert lobby.running is not None
    await lobby.running.end()
    lobby.table.gateway.shards = lobby.table.gateway.least_shards = shards
    begun = len(lobby.table.gateway.identifies)
    starting = asyncio.create_task(lobby.begin())
    for number in range(1, shards):
        await lobby.table.until(lambda so_far=number: len(lobby.table.gateway.identifies) == begun + so_far)
        await lobby.clock.move(5)
    await starting


async def test_a_match_is_played_with_two_shards_as_with_one(lobby: Room, ada: Actor, bo: Actor) -> None:
    before = lobby.clock.now()
    await begin_with_shards(lobby, 2)
    assert [identify["shard"] for identify in lobby.table.gateway.identifies[-2:]] == [[0, 2], [1, 2]]
    assert lobby.clock.now() - before >= 5_000, "Discord requires 5 s between them"
    assert lobby.running is not None
    client = lobby.running.bot.client
    assert client.shard_count == 2 and not client.away and len(client.guilds) == 1
    # The server belongs to one shard; direct messages go to the first.
    duel = await begin_match(lobby, ada, bo)
    await play_by_typing(duel)
    assert await duel.is_over()


async def test_an_offline_shard_is_named(lobby: Room) -> None:
    await begin_with_shards(lobby, 2)
    assert lobby.running is not None
    bot = lobby.running.bot
    assert await bot.problems() == []
    await bot.client.on_shard_disconnect(1)
    await lobby.clock.move(AWAY / 1000)
    assert await bot.problems() == ["there has been no connection to Discord by shard 1 of 2 for 20 s"]
    assert bot.client.away_since == lobby.clock.now() - AWAY
    await bot.client.on_shard_disconnect(0)
    await bot.client.on_shard_resumed(1)
    assert set(bot.client.away) == {0}


async def test_one_shard_comes_back_while_the_other_stays(lobby: Room, ada: Actor) -> None:
    await begin_with_shards(lobby, 2)
    assert lobby.running is not None
    client = lobby.running.bot.client
    resumes = len(lobby.table.gateway.resumes)
    await lobby.table.gateway.drop(shard=1)
    await lobby.table.until(lambda: len(lobby.table.gateway.resumes) > resumes)
    assert "challenge" in (await ada.slash("help")).text
    assert not client.away
    assert len(lobby.table.gateway.resumes) == resumes + 1, "only the disconnected shard"


# -- session start limits


async def test_sessions_are_started_less_and_less_often(tmp_path: Path) -> None:
    clock = HandClock()
    await lay_out(tmp_path / "bot.sqlite3")
    store = await open_store(STORES.at(tmp_path / "bot.sqlite3"))

    async def start() -> int:
        """Start a session in a separate process; return the seconds that it waited."""
        session = SessionStarts(store, clock, paced=True)
        session.update(1, SessionStartLimit())
        waits = max(0, await session._allowed_at(0) - clock.now()) // 1000
        await clock.move(waits)
        await session.wait(0)
        await session.begin(0)
        return waits

    waited = [await start() for _ in range(FREE + 9)]
    assert waited[:FREE] == [0] * FREE
    assert waited[FREE : FREE + 7] == [5, 10, 20, 40, 80, 160, 320]
    assert max(waited) <= LONGEST_WAIT // 1000
    await clock.move(7200)
    assert await start() == 0, "after two hours it doesn't wait"
    day, count = clock.now() + DAY, 0
    while clock.now() < day:
        await start()
        count += 1
    assert count < 200, "a container that ends immediately, for a whole day"
    await store.close()


@pytest.mark.parametrize(
    ("remaining", "shards", "waits"),
    [(1000, 1, 0), (101, 1, 0), (99, 1, 36), (9, 1, 360), (0, 1, 3600), (1, 2, 3600), (9, 2, 720)],
)
async def test_session_starts_wait_for_the_reset_if_too_few_remain(
    tmp_path: Path, remaining: int, shards: int, waits: int
) -> None:
    clock = HandClock()
    await lay_out(tmp_path / "bot.sqlite3")
    store = await open_store(STORES.at(tmp_path / "bot.sqlite3"))
    session = SessionStarts(store, clock)
    session.update(shards, SessionStartLimit(remaining=remaining, reset_after=3_600_000))
    assert (await session._allowed_at(0)) == (clock.now() + waits * 1000 if waits else 0)
    waiting = asyncio.create_task(session.wait(0))
    if waits:
        await clock.asleep.wait()
        assert (
            session.problem == f"the bot was started too often of late, and connects to Discord in {waits} s"
        )
        await clock.move(waits)
    await waiting
    assert not session.problem
    await store.close()


async def test_exceeding_the_session_limit_resets_the_token(tmp_path: Path) -> None:
    """The table is as strict as Discord; the bot waits for the next day before it exceeds the limit."""
    table = LocalTable()
    await table.start()
    table.gateway.starts.total = 1
    settings = Settings(database=tmp_path / "bot.sqlite3", discord_token=SecretStr(table.token))
    table.gateway._may_start()
    stop = asyncio.Event()
    try:
        with connected(table.address, table.token):
            serving = asyncio.create_task(serve(settings, Games.of(parlour()), stop))
            await table.until(lambda: any(call.path == "/gateway/bot" for call in table.record.calls))
            for _ in range(50):
                await asyncio.sleep(0)
            assert not table.gateway.identifies
            stop.set()
            await serving
    finally:
        await table.stop()
