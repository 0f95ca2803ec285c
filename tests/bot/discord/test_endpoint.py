"""Interactions over HTTP: refused requests, executed ones, and the status reported to a load balancer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohttp
import discord
import pytest
from nacl.signing import SigningKey
from structlog.testing import capture_logs

from bot.app.roles import Role
from bot.discord.endpoint import LARGEST, OLDEST, PATH, Endpoint
from bot.discord.http_server import HttpServer
from bot.errors import Busy
from bot.local_discord.permissions import Permission
from bot.local_discord.server import HOST
from tests.bot.discord.kit import Duel, Room, begin_match, play_on, room
from tests.bot.kit import HandClock
from tests.table.actor import Actor

KEY = SigningKey(b"k" * 32)
OTHER = SigningKey(b"o" * 32)
PING = b'{"type":1}'
PRESS: dict[str, Any] = {"type": 3, "id": "1", "data": {"custom_id": "x"}}


@dataclass
class Post:
    """An endpoint, a client that posts to it, and the interactions that it received."""

    session: aiohttp.ClientSession
    port: int
    clock: HandClock
    received: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    async def __call__(
        self, body: bytes, *, key: SigningKey | None = KEY, age: int = 0, **headers: str
    ) -> tuple[int, Any]:
        stamp = str((self.clock.now() - age) // 1000)
        if key is not None:
            headers.setdefault("X-Signature-Ed25519", key.sign(stamp.encode() + body).signature.hex())
        headers.setdefault("X-Signature-Timestamp", stamp)
        address = f"http://{HOST}:{self.port}{PATH}"
        async with self.session.post(address, data=body, headers=headers) as answered:
            content = await answered.read()
            return answered.status, json.loads(
                content
            ) if answered.content_type == "application/json" else content


@pytest.fixture
async def post() -> AsyncGenerator[Post]:
    server, clock = HttpServer(LARGEST, slowest=0.2), HandClock()
    async with aiohttp.ClientSession() as session:
        posted = Post(session, 0, clock)

        def receive(payload: dict[str, Any]) -> None:
            int(payload["id"])
            posted.received.append(payload)

        endpoint = Endpoint(server, receive, clock)
        posted.port = await server.open(HOST, 0)
        assert (await posted(PING))[0] == 503, "nothing can be verified yet"
        endpoint.trust(bytes(KEY.verify_key))
        yield posted
    await server.close()


async def test_a_ping_is_answered(post: Post) -> None:
    assert await post(PING) == (200, {"type": 1})
    assert not post.received


async def test_an_interaction_is_accepted_at_once_and_carried_out(post: Post) -> None:
    assert await post(json.dumps(PRESS).encode()) == (202, b"")
    assert post.received == [PRESS]


async def test_unsigned_or_old_requests_are_refused_unread(post: Post) -> None:
    body = json.dumps(PRESS).encode()
    wrong: list[dict[str, Any]] = [
        {"key": None},
        {"key": OTHER},
        {"X-Signature-Ed25519": ""},
        {"X-Signature-Ed25519": "no digits"},
        {"X-Signature-Ed25519": "00" * 63},
        {"X-Signature-Ed25519": "00" * 64},
        {"X-Signature-Timestamp": ""},
        {"X-Signature-Timestamp": "yesterday"},
        {"X-Signature-Timestamp": "9" * 30},
        {"age": OLDEST + 1000},
        {"age": -OLDEST - 1000},
    ]
    assert [(await post(body, **each))[0] for each in wrong] == [401] * len(wrong)
    stamp = str(post.clock.now() // 1000)
    of_another = KEY.sign(stamp.encode() + PING).signature.hex()
    assert (await post(body, **{"X-Signature-Ed25519": of_another}))[0] == 401
    assert not post.received
    assert (await post(body, age=OLDEST - 1000))[0] == 202


async def test_a_signed_request_that_is_not_an_interaction_is_refused(post: Post) -> None:
    wrong = [
        b"",
        b"no json",
        b"[1]",
        b'"type"',
        b"{}",
        b"\xff",
        b"[" * 50_000,
        b'{"type":true}',
        b'{"type":[3]}',
        b'{"type":6}',
        b'{"type":"3"}',
        b'{"type":3,"id":"no number"}',
    ]
    assert [(await post(body))[0] for body in wrong] == [400] * len(wrong)
    assert not post.received


async def test_a_body_that_is_too_large_is_refused(post: Post) -> None:
    assert (await post(json.dumps({**PRESS, "x": "x" * LARGEST}).encode()))[0] == 413
    almost = json.dumps({**PRESS, "x": "x" * (LARGEST - 200)}).encode()
    assert (await post(almost))[0] == 202


async def test_a_slow_client_is_disconnected_and_delays_no_one(post: Post) -> None:
    """One client never finishes its request's header, another never its body; neither delays anyone."""
    head = f"POST {PATH} HTTP/1.1\r\nHost: x\r\nX-Signature-Timestamp: {post.clock.now() // 1000}\r\n"
    whole = f"{head}X-Signature-Ed25519: {'00' * 64}\r\nContent-Length: 90\r\n\r\n{{"
    slow = [await asyncio.open_connection(HOST, post.port) for _ in range(2)]
    for (_, writer), begun in zip(slow, (head, whole), strict=True):
        writer.write(begun.encode())
        await writer.drain()
    assert (await post(PING))[0] == 200
    async with asyncio.timeout(60):
        assert await slow[0][0].read() == b"", "disconnected without a response"
        assert (await slow[1][0].read()).startswith(b"HTTP/1.1 408")
    for _, writer in slow:
        writer.close()


async def test_an_interaction_counts_although_the_balancer_disconnected(post: Post) -> None:
    """An interaction sent again, to any process, is still executed once."""
    body, stamp = json.dumps(PRESS).encode(), str(post.clock.now() // 1000)
    head = (
        f"POST {PATH} HTTP/1.1\r\nHost: x\r\nX-Signature-Timestamp: {stamp}\r\n"
        f"X-Signature-Ed25519: {KEY.sign(stamp.encode() + body).signature.hex()}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    for data in (head.encode() + body[:-1], head.encode() + body):
        _, writer = await asyncio.open_connection(HOST, post.port)
        writer.write(data)
        await writer.drain()
        writer.transport.abort() if data.endswith(body[:-1]) else writer.close()
    async with asyncio.timeout(60):
        while not post.received:  # noqa: ASYNC110 - the server is the one that gets it
            await asyncio.sleep(0)
    assert (await post(PING))[0] == 200
    assert post.received == [PRESS], "an incomplete request has no effect"


def test_the_entry_point_of_discord_py() -> None:
    """Interactions enter discord.py by one method, which the gateway calls through its table of parsers."""
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    connection: Any = client._connection
    assert connection.parsers["INTERACTION_CREATE"] == connection.parse_interaction_create


# -- at a table, as on Discord

over_http = pytest.mark.parametrize("lobby", ["http"], indirect=True)


@pytest.mark.both_stores
@pytest.mark.parametrize("lobby", ["apart"], indirect=True)
async def test_a_whole_match_over_http(lobby: Room, ada: Actor, bo: Actor) -> None:
    table = lobby.table
    assert await table.endpoint.objection(table.endpoint.url) == ""
    table.endpoint.tried_every = 5
    interactions: list[Any] = []
    tell = table.gateway.tell
    table.gateway.tell = lambda event, *rest, **more: (
        interactions.append(event),
        tell(event, *rest, **more),
    )[1]  # type: ignore[method-assign]
    duel = await begin_match(lobby, ada, bo)
    assert await play_on(duel) > 12
    assert await duel.is_over()
    assert await ada.gets("the match is over", channel=duel.ada.thread)
    assert table.endpoint.url, "it was tested with invalid signatures from time to time"
    assert set(table.endpoint.statuses) == {202}
    assert "INTERACTION_CREATE" not in interactions


@over_http
async def test_the_same_interaction_twice_is_carried_out_once(lobby: Room, duel: Duel) -> None:
    player, _ = await duel.asked()
    before = (await lobby.services.matches.table(duel.match_id)).rev
    lobby.table.endpoint.duplicates = 1
    passed = await player.actor.slash("parlour pass", channel=player.thread)
    await lobby.quiet()
    assert "You passed." in passed.text
    assert (await lobby.services.matches.table(duel.match_id)).rev == before + 1
    assert lobby.table.endpoint.statuses[-2:] == [202, 202]


@pytest.mark.parametrize("lobby", ["apart"], indirect=True)
async def test_ready_until_it_stops(lobby: Room) -> None:
    """The load balancer is told immediately; pending and later requests are answered; then the port is closed."""
    assert lobby.running is not None
    bot = lobby.running.bot
    assert bot.web is not None
    base = f"http://{HOST}:{bot.web.port}"
    async with aiohttp.ClientSession() as session:

        async def asks(path: str) -> tuple[int, str]:
            async with session.get(base + path) as answered:
                return answered.status, await answered.text()

        assert await asks("/healthz") == (200, "healthy\n")
        assert await asks("/readyz") == (200, "ready\n")
        fault = lobby.table.faults.add("PATCH", "/webhooks/*/messages/@original", delay=1)
        in_flight = await Actor(lobby.table, "Bo").slash("match list", wait="no")
        await fault.met.wait()
        lobby.running.stop.set()
        await bot.stopping.wait()
        assert await asks("/readyz") == (503, "it is stopping\n")
        assert await asks("/healthz") == (200, "healthy\n")
        # Requests are answered until the load balancer has noticed.
        assert "challenge" in (await Actor(lobby.table, "Ada").slash("help")).text
        while not lobby.running.task.done():
            await lobby.clock.move(1)
            lobby.table.clock.advance(0.1)
            await asyncio.sleep(0)
        with pytest.raises(aiohttp.ClientConnectionError):
            await asks("/readyz")
        assert (await in_flight.settled()).text


async def test_a_listening_process_answers_no_one(tmp_path: Path) -> None:
    """The process on the gateway greets a server; the process that answers doesn't send anything there."""
    roles = (Role.ANSWER, Role.DELIVER, Role.LISTEN)
    async with room(tmp_path / "bot.sqlite3", by_http=True, roles=roles) as lobby:
        table, listening = lobby.table, lobby.beside[-1].bot
        ada, world = Actor(table, "Ada"), table.world
        table.clock.advance(lobby.clock.now() / 1000 - table.clock.now().timestamp())
        world.leave(world.bot, table.guild)
        world.invite(table.guild, Permission(discord.Permissions.all().value))
        await ada.gets("Shall we play")
        assert table.gateway.connected == 1
        assert not listening.client.is_ours(1 << 60)
        assert not (await ada.slash("help")).failed
        assert await listening.obstacle() == ""


async def test_only_the_registering_process_announces_it(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with room(tmp_path / "bot.sqlite3", by_http=True, roles=(Role.ANSWER, Role.DELIVER)):
            pass
    events = [record["event"] for record in logs]
    assert "commands registered" in events
    assert "the commands will be registered again" not in events


@pytest.mark.parametrize("lobby", ["apart"], indirect=True)
@pytest.mark.parametrize("others", ["answered", "silent"])
async def test_ready_while_it_is_only_busy(lobby: Room, others: str) -> None:
    """The readiness check waits behind other reads, which the database may or may not answer."""
    assert lobby.running is not None
    bot = lobby.running.bot

    @asynccontextmanager
    async def crowded(**how: bool) -> AsyncGenerator[None]:
        patched.stop()
        if others == "answered":
            async with bot.store.read():
                pass
        raise Busy
        yield

    patched = patch.object(bot.store.database, "read", crowded)
    patched.start()
    assert await bot.obstacle() == ("" if others == "answered" else "the database does not answer")
