"""The table only accepts this machine and its own token; a real token can never be sent to it."""

import asyncio
import logging
import socket
from contextlib import suppress

import aiohttp
import discord
import discord.gateway
import discord.http
import pytest

from bot.local_discord.connect import TOKEN_PREFIX, LoopbackOnly, connected
from bot.local_discord.server import HOST, LocalTable
from tests.bot.local_discord.sample import Sample

# It has the format of a real token, but belongs to no one.
REAL = ".".join(["MTE" + "x" * 23, "Gabcde", "y" * 38])


@pytest.mark.parametrize(
    "address",
    [
        "https://discord.com",
        "http://192.168.0.5:8000",
        "http://0.0.0.0:8000",
        "http://127.0.0.1.evil.test:8000",
        "https://127.0.0.1:8000",
        "ws://127.0.0.1:8000",
        "127.0.0.1:8000",
        "",
    ],
)
def test_only_addresses_of_this_machine(address: str) -> None:
    before = discord.http.Route.BASE
    with pytest.raises(LoopbackOnly, match="a local table is at"), connected(address, TOKEN_PREFIX + "x"):
        pass
    assert before == discord.http.Route.BASE


def test_real_token_cannot_be_pointed_at_a_table_and_is_not_repeated() -> None:
    with pytest.raises(LoopbackOnly) as error, connected("http://127.0.0.1:8000", REAL):
        pass
    assert "real Discord token" in str(error.value) and REAL[:6] not in str(error.value)


def test_the_tables_tokens_differ_from_discords() -> None:
    assert LocalTable().token.startswith(TOKEN_PREFIX) and "." not in LocalTable().token
    assert LocalTable().token != LocalTable().token
    with pytest.raises(LoopbackOnly):
        LocalTable(token=REAL)


async def test_real_token_is_refused_by_the_table(
    table: LocalTable, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {REAL}"}) as session:
        async with session.get(f"{table.address}/api/v10/users/@me") as response:
            assert response.status == 401
            assert await response.json() == {"message": "401: Unauthorized", "code": 0}
        async with session.post(f"{table.address}/api/v10/channels/{table.channel.id}/messages") as response:
            assert response.status == 401
    assert table.channel.messages == {} and table.record.calls.maxlen and not table.record.calls
    assert REAL not in caplog.text and not any(REAL in each for each in table.record.failures)


async def test_the_library_is_restored_afterwards(table: LocalTable) -> None:
    route, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    with pytest.raises(RuntimeError), connected(table.address, table.token):
        assert f"{table.address}/api/v10" == discord.http.Route.BASE
        raise RuntimeError
    assert discord.http.Route.BASE == route == "https://discord.com/api/v10"
    assert gateway == discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY


async def test_table_serves_on_loopback_only(table: LocalTable) -> None:
    for host in ("0.0.0.0", "", "::", "192.168.0.5", "localhost"):
        with pytest.raises(LoopbackOnly, match=r"serves on 127\.0\.0\.1 only"):
            await LocalTable().start(host=host)
    port = int(table.address.rpartition(":")[2])
    outside = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # every address of 127/8 is this machine, but the table listens on one of them only
    assert outside.connect_ex(("127.0.0.2", port)) != 0
    outside.close()


async def test_foreign_pages_cannot_talk_to_it(table: LocalTable) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{table.address}/ui/boot", headers={"Host": "evil.test"}) as response:
            assert response.status == 403
        person = {"person": str(table.person("Alice").id), "kind": "message", "content": "x"}
        async with session.post(f"{table.address}/ui/act", data=person) as response:
            assert response.status == 400
        foreign = {"Origin": "http://evil.test"}
        async with session.post(f"{table.address}/ui/act", json=person, headers=foreign) as response:
            assert response.status == 403
    assert table.channel.messages == {}


async def test_port_can_be_chosen_and_a_taken_one_is_an_error(table: LocalTable) -> None:
    port = int(table.address.rpartition(":")[2])
    with pytest.raises(OSError):
        await LocalTable().start(port)


async def test_stopping_ends_everything(table: LocalTable, bot: Sample) -> None:
    await table.stop()
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(f"{table.address}/ui/boot")


@pytest.mark.parametrize("turns", range(6))
async def test_connections_during_the_stop_are_closed(turns: int) -> None:
    table, loop = LocalTable(), asyncio.get_running_loop()
    await table.start()
    come = [socket.create_connection((HOST, int(table.address.rpartition(":")[2]))) for _ in range(3)]
    for _ in range(turns):
        await asyncio.sleep(0)
    await table.stop()
    for connection in come:
        with connection:
            connection.setblocking(False)
            async with asyncio.timeout(60):
                with suppress(ConnectionResetError):
                    assert await loop.sock_recv(connection, 1) == b""


async def test_every_response_protects_the_page(table: LocalTable) -> None:
    """Responses with files and refusals forbid framing, and guessing of content types."""
    async with aiohttp.ClientSession() as session:
        for path in ("/", "/app.js", "/ui/boot", "/nothing", "/cdn/attachments/x", "/api/v10/gateway"):
            async with session.get(table.address + path) as answer:
                assert answer.headers["X-Content-Type-Options"] == "nosniff", path
                policy = answer.headers["Content-Security-Policy"]
                assert "frame-ancestors 'none'" in policy and "default-src 'none'" in policy
