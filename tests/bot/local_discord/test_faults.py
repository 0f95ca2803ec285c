"""Injected faults: rate limits, failing servers, lost responses, slowness."""

import asyncio
from typing import Any

import discord
import pytest

from bot.local_discord.faults import Faults
from bot.local_discord.server import LocalTable
from tests.bot.local_discord.sample import Sample
from tests.table import transcript
from tests.table.actor import Actor


@pytest.fixture
def channel(bot: Sample, table: LocalTable) -> discord.TextChannel:
    channel = bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_rate_limited_request_is_retried(
    channel: discord.TextChannel, table: LocalTable, alice: Actor
) -> None:
    fault = table.faults.rate_limit("POST", "/channels/*/messages", retry_after=0.01, times=2)
    await channel.send("patience")
    assert fault.hits == 2 and [transcript.text(each) for each in alice.sees()] == ["patience"]


async def test_rate_limit_of_an_interaction_answer(bot: Sample, table: LocalTable, alice: Actor) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("patience")

    bot.on_act = act
    table.faults.rate_limit("POST", "/interactions/*/callback", retry_after=0.01, everywhere=True)
    assert (await alice.slash("act")).text == "patience"


@pytest.mark.parametrize(("status", "code"), [(503, 0), (403, 50013), (404, 10003), (400, 40003)])
async def test_injected_refusal(
    channel: discord.TextChannel, table: LocalTable, status: int, code: int
) -> None:
    table.faults.add("POST", "/channels/*/messages", status=status, code=code)
    with pytest.raises(discord.HTTPException) as error:
        await channel.send("x")
    assert (error.value.status, error.value.code, error.value.text) == (
        status,
        code,
        f"{status}: injected fault",
    )
    await channel.send("y")


async def test_a_lost_response_does_not_undo_the_request(
    channel: discord.TextChannel, table: LocalTable, alice: Actor
) -> None:
    table.faults.add("POST", "/channels/*/messages", status=503, after=True)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("once", nonce="o1")
    await channel.send("once", nonce="o1")
    assert [transcript.text(each) for each in alice.sees()] == ["once"]


async def test_delays_use_the_tables_clock(bot: Sample, table: LocalTable, alice: Actor) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("slow")

    bot.on_act = act
    fault = table.faults.add("POST", "/interactions/*/callback", delay=2.0)
    outcome = await alice.slash("act", wait="no")
    async with asyncio.timeout(60):
        await fault.met.wait()
    table.clock.advance(1.9)
    assert outcome.interaction.state == "sent"
    table.clock.advance(0.2)
    assert (await outcome.settled()).text == "slow"


async def test_slower_than_three_seconds_is_too_slow(bot: Sample, table: LocalTable, alice: Actor) -> None:
    async def act(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("slow")

    bot.on_act = act
    fault = table.faults.add("POST", "/interactions/*/callback", delay=3.5)
    outcome = await alice.slash("act", wait="no")
    async with asyncio.timeout(60):
        await fault.met.wait()
    table.clock.advance(3.5)
    async with asyncio.timeout(60):
        await bot.acted.wait()
    assert outcome.failed and isinstance(bot.errors[0], discord.NotFound)


async def test_an_unknown_route_is_501_and_recorded(bot: Sample, table: LocalTable) -> None:
    with pytest.raises(discord.HTTPException) as error:
        await bot.fetch_stage_instance(table.channel.id)
    assert error.value.status == 501
    with pytest.raises(AssertionError, match=r"GET /api/v10/stage-instances/.* is not offered"):
        table.check()
    table.record.failures.clear()


def test_faults_apply_in_order_and_as_often_as_requested() -> None:
    faults = Faults()
    faults.add("POST", "/channels/*", status=500, skip=1, times=2)
    faults.add("*", "*", status=418)
    met = [faults.meet("POST", "/channels/5/messages") for _ in range(4)]
    assert [each.refusal.status if each and each.refusal else None for each in met] == [418, 500, 500, None]
    faults.add("GET", "/users/*", status=500)
    assert faults.meet("POST", "/users/1") is None and faults.meet("GET", "/guilds/1") is None
    faults.clear()
    assert faults.meet("GET", "/users/1") is None
