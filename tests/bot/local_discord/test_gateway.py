"""The gateway: identifying, heartbeats, resuming with replay, reconnecting, invalid sessions, refusals."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.local_discord.connect import connected
from bot.local_discord.gateway_protocol import Close, Intent
from bot.local_discord.server import LocalTable
from tests.bot.local_discord.sample import Sample
from tests.table import transcript
from tests.table.actor import Actor


async def answer(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(f"answer {interaction.id}", ephemeral=True)


async def test_identifying_returns_the_bot_and_its_servers(bot: Sample, table: LocalTable) -> None:
    assert bot.user is not None and bot.user.id == table.world.bot.id
    assert [each.name for each in bot.guilds] == [table.guild.name]
    guild = bot.guilds[0]
    assert guild.me.id == table.world.bot.id and guild.text_channels[0].id == table.channel.id
    assert table.gateway.identifies[0]["intents"] == discord.Intents(guilds=True).value
    assert "token" not in table.gateway.identifies[0]


async def test_dropped_socket_is_resumed_and_nothing_is_missed(
    bot: Sample, table: LocalTable, alice: Actor
) -> None:
    bot.on_act = answer
    await alice.slash("act")
    await table.gateway.drop()
    missed = [await alice.slash("act", wait="no") for _ in range(3)]
    for each in missed:
        assert (await each.settled()).text == f"answer {each.interaction.id}"
    assert len(table.gateway.resumes) == 1 and len(table.gateway.identifies) == 1
    assert [each.id for each in bot.interactions[1:]] == [each.interaction.id for each in missed]


async def test_reconnect_on_request_resumes(bot: Sample, table: LocalTable, alice: Actor) -> None:
    bot.on_act = answer
    table.gateway.ask_to_reconnect()
    async with asyncio.timeout(60):
        await bot.resumed.wait()
    assert not (await alice.slash("act")).failed
    assert len(table.gateway.identifies) == 1


async def test_an_invalid_session_identifies_again(bot: Sample, table: LocalTable, alice: Actor) -> None:
    bot.on_act = answer
    bot.readied.clear()
    table.gateway.invalidate()
    async with asyncio.timeout(60):
        await bot.readied.wait()
    assert len(table.gateway.identifies) == 2 and table.gateway.resumes == []
    assert not (await alice.slash("act")).failed
    assert len(bot.interactions) == 1


async def test_interaction_is_delivered_twice_on_request(
    bot: Sample, table: LocalTable, alice: Actor
) -> None:
    bot.on_act = answer
    table.gateway.duplicates = 1
    await alice.slash("act")
    await alice.until(lambda: len(table.record.calls) > 0 and table.record.calls[-1].status == 400)
    assert len(bot.interactions) == 2 and bot.interactions[0].id == bot.interactions[1].id
    assert len(alice.sees()) == 1


async def test_compressed_stream(table: LocalTable, alice: Actor) -> None:
    table.gateway.compress = True
    bot = Sample()
    bot.on_act = answer
    with connected(table.address, table.token) as token:
        async with bot:
            running = asyncio.create_task(bot.start(token))
            async with asyncio.timeout(60):
                await bot.readied.wait()
            assert not (await alice.slash("act")).failed
        await running


class Sharded(discord.AutoShardedClient):
    """A bot that answers everything with the number of its shards."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05, shard_count=1)
        self.readied = asyncio.Event()

    async def on_ready(self) -> None:
        self.readied.set()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"shards: {self.shard_count}")


async def test_sharded_bot_has_direct_messages_on_its_first_shard(table: LocalTable, alice: Actor) -> None:
    with connected(table.address, table.token) as token:
        async with Sample() as registering:
            await registering.login(token)
        async with Sharded() as client:
            running = asyncio.create_task(client.start(token))
            async with asyncio.timeout(60):
                await client.readied.wait()
            assert (await alice.slash("act", channel=alice.direct)).text == "shards: 1"
        await running
    assert table.gateway.identifies[-1]["shard"] == [0, 1]


async def test_messages_come_only_with_their_intent(table: LocalTable, alice: Actor) -> None:
    received: list[str] = []

    class Listening(Sample):
        async def on_message(self, message: discord.Message) -> None:
            received.append(message.content)

    bot = Listening(intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True))
    with connected(table.address, table.token) as token:
        async with bot:
            running = asyncio.create_task(bot.start(token))
            async with asyncio.timeout(60):
                await bot.readied.wait()
                event = bot.wait_for("message")
                alice.say("in public")
                await event
                event = bot.wait_for("message")
                alice.say("in private", channel=alice.direct)
                await event
        await running
    # without the privilege of reading content, it is empty outside direct messages
    assert received == ["", "in private"]


@pytest.mark.parametrize(
    ("intents", "token", "code"),
    [
        (discord.Intents(guilds=True, message_content=True), None, Close.DISALLOWED_INTENTS),
        (discord.Intents(guilds=True), "local-table-wrong", None),
    ],
)
async def test_fatal_refusals(
    table: LocalTable, intents: discord.Intents, token: str | None, code: int | None
) -> None:
    bot = Sample(intents=intents)
    with connected(table.address, table.token):
        async with bot:
            if code is None:
                with pytest.raises(discord.LoginFailure):
                    await bot.start(token or "")
            else:
                with pytest.raises(discord.PrivilegedIntentsRequired):
                    await bot.start(table.token)


# Without the library: things that it never does


Send = Callable[[Any], Any]


@pytest.fixture
async def raw(table: LocalTable) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A bare connection that has received the greeting."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{table.gateway.url}?v=10&encoding=json") as ws,
    ):
        assert (await ws.receive_json())["op"] == 10
        yield ws


async def closing(ws: aiohttp.ClientWebSocketResponse) -> int | None:
    async with asyncio.timeout(60):
        while not ws.closed:
            await ws.receive()
    return ws.close_code


def identify(table: LocalTable, **parts: Any) -> dict[str, Any]:
    return {"op": 2, "d": {"token": table.token, "intents": 1, "properties": {}, **parts}}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("nonsense", Close.DECODE_ERROR),
        ({"op": 99}, Close.UNKNOWN_OPCODE),
        ({"op": 3, "d": {}}, Close.NOT_AUTHENTICATED),
        ({"op": 2, "d": {"token": "wrong", "intents": 1}}, Close.AUTHENTICATION_FAILED),
        ({"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 1}}, Close.AUTHENTICATION_FAILED),
    ],
)
async def test_close_codes(raw: aiohttp.ClientWebSocketResponse, frame: Any, code: int) -> None:
    await raw.send_str(frame if isinstance(frame, str) else json.dumps(frame))
    assert await closing(raw) == code


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"intents": 1 << 40}, Close.INVALID_INTENTS),
        ({"intents": int(Intent.MESSAGE_CONTENT)}, Close.DISALLOWED_INTENTS),
        ({"intents": int(Intent.GUILD_MEMBERS)}, Close.DISALLOWED_INTENTS),
        ({"shard": [1, 1]}, Close.INVALID_SHARD),
        ({"shard": [-1, 1]}, Close.INVALID_SHARD),
        ({"shard": ["0", 1]}, Close.INVALID_SHARD),
        ({"shard": 7}, Close.INVALID_SHARD),
    ],
)
async def test_refused_identify(
    table: LocalTable, raw: aiohttp.ClientWebSocketResponse, parts: dict[str, Any], code: int
) -> None:
    await raw.send_json(identify(table, **parts))
    assert await closing(raw) == code


async def test_too_few_shards_are_refused(table: LocalTable, raw: aiohttp.ClientWebSocketResponse) -> None:
    table.gateway.least_shards = 2
    await raw.send_json(identify(table, shard=[0, 1]))
    assert await closing(raw) == Close.SHARDING_REQUIRED


async def test_sessions_are_counted_and_exceeding_the_limit_resets_the_token(
    table: LocalTable, raw: aiohttp.ClientWebSocketResponse
) -> None:
    table.gateway.starts.total, old = 1, table.token
    assert table.gateway.start_limit()["remaining"] == 1
    await raw.send_json(identify(table))
    await raw.receive()
    assert table.gateway.start_limit() == {
        "total": 1, "remaining": 0, "reset_after": 86_400_000, "max_concurrency": 1
    }  # fmt: skip
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{table.gateway.url}?v=10&encoding=json") as again,
    ):
        await again.send_json(identify(table))
        assert await closing(again) == Close.AUTHENTICATION_FAILED
    assert table.token != old
    table.world.clock.advance(86_400)
    assert table.gateway.start_limit()["remaining"] == 1


async def test_sessions_of_a_bucket_start_five_seconds_apart() -> None:
    table = LocalTable()
    await table.start()
    try:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{table.gateway.url}?v=10&encoding=json") as ws,
            session.ws_connect(f"{table.gateway.url}?v=10&encoding=json") as again,
        ):
            for socket, event in ((ws, "READY"), (again, None)):
                await socket.receive_json()
                await socket.send_json(identify(table))
                frame = await socket.receive_json()
                assert frame.get("t") == event
            assert frame["op"] == 9 and frame["d"] is False
            table.clock.advance(5)
            await again.send_json(identify(table))
            assert (await again.receive_json())["t"] == "READY"
    finally:
        await table.stop()


async def test_identifying_twice(table: LocalTable, raw: aiohttp.ClientWebSocketResponse) -> None:
    await raw.send_json(identify(table))
    await raw.send_json(identify(table))
    assert await closing(raw) == Close.ALREADY_AUTHENTICATED


async def test_too_many_frames(table: LocalTable, raw: aiohttp.ClientWebSocketResponse) -> None:
    for _ in range(121):
        await raw.send_json({"op": 1, "d": None})
    assert await closing(raw) == Close.RATE_LIMITED


async def test_resuming_an_unknown_session_is_invalid(
    table: LocalTable, raw: aiohttp.ClientWebSocketResponse
) -> None:
    await raw.send_json({"op": 6, "d": {"token": table.token, "session_id": "gone", "seq": 3}})
    assert await raw.receive_json() == {"op": 9, "d": False, "s": None, "t": None}


async def test_a_session_that_missed_too_much_starts_again(
    table: LocalTable, raw: aiohttp.ClientWebSocketResponse
) -> None:
    await raw.send_json(identify(table))
    ready = await raw.receive_json()
    history = table.gateway.sessions[ready["d"]["session_id"]].history
    while history[0][0] <= 2:
        table.world.change_channel(table.channel)
    again = {"token": table.token, "session_id": ready["d"]["session_id"], "seq": 1}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{table.gateway.url}?v=10&encoding=json") as ws,
    ):
        await ws.receive_json()
        await ws.send_json({"op": 6, "d": again})
        assert (await ws.receive_json())["op"] == 9


async def test_resuming_ahead_of_the_session(table: LocalTable, raw: aiohttp.ClientWebSocketResponse) -> None:
    await raw.send_json(identify(table))
    ready = await raw.receive_json()
    again = {"token": table.token, "session_id": ready["d"]["session_id"], "seq": 99}
    await raw.send_json({"op": 6, "d": again})
    assert await closing(raw) == Close.INVALID_SEQUENCE


async def test_other_api_version(table: LocalTable) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{table.gateway.url}?v=9") as ws:
        assert await closing(ws) == Close.INVALID_VERSION


async def test_heartbeat_is_acknowledged_by_default(
    table: LocalTable, raw: aiohttp.ClientWebSocketResponse
) -> None:
    await raw.send_json({"op": 1, "d": None})
    assert (await raw.receive_json())["op"] == 11
    table.gateway.acknowledge = False
    await raw.send_json({"op": 1, "d": None})
    await raw.send_json(identify(table))
    assert (await raw.receive_json())["t"] == "READY"


async def test_zlib_stream_is_one_stream(table: LocalTable) -> None:
    table.gateway.compress = True
    url = f"{table.gateway.url}?v=10&encoding=json&compress=zlib-stream"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as ws:
        inflate = zlib.decompressobj()
        first = json.loads(inflate.decompress(await ws.receive_bytes()))
        await ws.send_json({"op": 1, "d": None})
        second = json.loads(inflate.decompress(await ws.receive_bytes()))
    assert (first["op"], second["op"]) == (10, 11)


async def test_two_sessions_of_one_shard_receive_the_same_events(
    table: LocalTable, raw: aiohttp.ClientWebSocketResponse, bot: Sample, alice: Actor
) -> None:
    bot.on_act = answer
    await raw.send_json(identify(table))
    session = (await raw.receive_json())["d"]["session_id"]
    assert (await raw.receive_json())["t"] == "GUILD_CREATE"
    assert table.gateway.connected == 2
    outcome = await alice.slash("act")
    frame = await raw.receive_json()
    assert (frame["t"], frame["d"]["id"]) == ("INTERACTION_CREATE", str(outcome.interaction.id))
    await raw.close()
    await alice.until(lambda: table.gateway.connected == 1)
    assert session not in table.gateway.sessions, "it can't be resumed"


async def test_events_during_a_disconnection_wait_for_the_session(
    table: LocalTable, raw: aiohttp.ClientWebSocketResponse, alice: Actor
) -> None:
    await raw.send_json(identify(table))
    ready = await raw.receive_json()
    created = await raw.receive_json()
    assert created["t"] == "GUILD_CREATE"
    await raw.close(code=4000)
    await alice.until(lambda: table.gateway.connected == 0)
    table.world.add_channel(table.guild, "second")
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{ready['d']['resume_gateway_url']}?v=10&encoding=json") as ws,
    ):
        await ws.receive_json()
        resume = {"token": table.token, "session_id": ready["d"]["session_id"], "seq": created["s"]}
        await ws.send_json({"op": 6, "d": resume})
        frames = [await ws.receive_json(), await ws.receive_json()]
    assert [(each["t"], each["s"]) for each in frames] == [("CHANNEL_CREATE", 3), ("RESUMED", 4)]
    assert frames[0]["d"]["name"] == "second"
    assert transcript.text(alice.say("x")) == "x"
