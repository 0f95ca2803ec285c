"""The table verifies an interactions endpoint like Discord, posts to it, and removes it if the bot becomes careless."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.http import Route
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.local_discord.server import HOST, LocalTable
from tests.bot.local_discord.sample import Sample
from tests.table.actor import Actor

Answer = Callable[[web.Request, bytes, bool], web.Response]


def careful(request: web.Request, body: bytes, is_signed: bool) -> web.Response:
    """Respond correctly, and answer an interaction at once with a message."""
    if not is_signed:
        return web.Response(status=401)
    if json.loads(body)["type"] == 1:
        return web.json_response({"type": 1})
    return web.json_response({"type": 4, "data": {"content": "by HTTP"}})


@dataclass
class Address:
    """An address whose response a test determines."""

    table: LocalTable
    url: str = ""
    answer: Answer = careful
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        signed = request.headers["X-Signature-Timestamp"].encode() + body
        try:
            key = VerifyKey(bytes.fromhex(self.table.endpoint.key))
            key.verify(signed, bytes.fromhex(request.headers["X-Signature-Ed25519"]))
            is_signed = True
        except BadSignatureError:
            is_signed = False
        await self.gate.wait()
        return self.answer(request, body, is_signed)


@pytest.fixture
async def address(table: LocalTable) -> AsyncGenerator[Address]:
    endpoint = Address(table)
    endpoint.gate.set()
    app = web.Application()
    app.router.add_post("/", endpoint.take)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, HOST, 0).start()
    endpoint.url = f"http://{HOST}:{runner.addresses[0][1]}/"
    yield endpoint
    endpoint.gate.set()
    await runner.cleanup()


async def set_address(bot: Sample, url: str | None) -> Any:
    """Set the application's interactions endpoint."""
    return await bot.http.request(
        Route("PATCH", "/applications/@me"), json={"interactions_endpoint_url": url}
    )


def everything(status: int, content: Any = None) -> Answer:
    """Give the same response to everything."""
    return lambda request, body, is_signed: web.json_response(content, status=status)


@pytest.mark.parametrize(
    "answer",
    [
        everything(200, {"type": 1}),
        everything(200, {"type": 4}),
        everything(202),
        everything(401),
        everything(500),
        everything(302),
        lambda request, body, is_signed: web.Response(text="pong" if is_signed else "", status=200 if is_signed else 401),
        lambda request, body, is_signed: web.json_response({"type": 1}, status=200 if is_signed else 400),
    ],
)  # fmt: skip
async def test_an_address_with_a_wrong_response_is_refused(
    table: LocalTable, address: Address, bot: Sample, answer: Answer
) -> None:
    address.answer = answer
    with pytest.raises(discord.HTTPException, match="could not be verified"):
        await set_address(bot, address.url)
    assert not table.endpoint.url


async def test_an_address_without_a_response_is_refused(table: LocalTable, address: Address) -> None:
    address.gate.clear()
    table.endpoint.patience = 0.05
    assert await table.endpoint.objection(address.url) == "it answers a ping with 0"
    assert await table.endpoint.objection(f"http://{HOST}:1/") == "it answers a ping with 0"
    assert await table.endpoint.objection("https://discord.com/") == "it is on another machine"


async def test_posted_interactions_are_not_sent_over_the_gateway(
    table: LocalTable, address: Address, bot: Sample, alice: Actor
) -> None:
    edited = await set_address(bot, address.url)
    assert edited["interactions_endpoint_url"] == address.url == table.endpoint.url
    assert (await alice.slash("act")).text == "by HTTP"
    assert not bot.interactions
    await set_address(bot, None)

    async def answer(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("by the gateway")

    bot.on_act = answer
    assert (await alice.slash("act")).text == "by the gateway"


@pytest.mark.parametrize("status", [0, 200, 204, 401, 500])
async def test_an_invalid_response_counts_as_none(
    table: LocalTable, address: Address, bot: Sample, alice: Actor, status: int
) -> None:
    """No response in time, an invalid one, and refusals: the person sees that the bot did not respond."""
    table.endpoint.url = address.url
    if status:
        address.answer = everything(status, {})
    else:
        address.gate.clear()
        table.endpoint.patience = 0.05
    assert (await alice.slash("act")).failed


async def test_a_careless_bot_loses_the_address(
    table: LocalTable, address: Address, bot: Sample, alice: Actor
) -> None:
    table.endpoint.url = address.url
    table.endpoint.tried_every = 2
    address.answer = lambda request, body, is_signed: careful(request, body, True)
    assert (await alice.slash("act")).text == "by HTTP"
    assert table.endpoint.url
    await alice.slash("act")
    await table.endpoint.settled()
    assert not table.endpoint.url
