"""Rate limits like Discord's: by kind of request and place, announced in headers, 429 for clients that don't wait."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import discord
import pytest

from bot.local_discord.clock import TableClock
from bot.local_discord.errors import ApiError
from bot.local_discord.rates import GLOBAL, RENAMING, Rates
from bot.local_discord.server import LocalTable
from tests.bot.local_discord.sample import Sample
from tests.table.actor import Actor

SEND = ("POST", "/channels/{channel_id}/messages")
CHANGE = ("PATCH", "/channels/{channel_id}")


class Passing:
    """The time as measured by the client."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def passing() -> Passing:
    return Passing()


@pytest.fixture
def clock() -> TableClock:
    return TableClock(datetime(2026, 1, 1, tzinfo=UTC), running=False)


def refused(rates: Rates, request: tuple[str, str], channel: str = "1", body: object = None) -> ApiError:
    with pytest.raises(ApiError) as refusal:
        rates.meet(*request, {"channel_id": channel}, body)
    return refusal.value


def test_excess_requests_are_refused_until_the_window_ends(clock: TableClock):
    rates = Rates(clock)
    remaining = [rates.meet(*SEND, {"channel_id": "1"}, None)["X-RateLimit-Remaining"] for _ in range(5)]
    assert remaining == ["4", "3", "2", "1", "0"]
    clock.advance(2)
    error = refused(rates, SEND)
    assert (error.status, error.body()["retry_after"], error.headers["Retry-After"]) == (429, 3, "3")
    assert "Via" in error.headers
    rates.meet(*SEND, {"channel_id": "2"}, None)
    clock.advance(3)
    rates.meet(*SEND, {"channel_id": "1"}, None)


def test_with_a_stopped_clock_a_short_wait_suffices(clock: TableClock, passing: Passing):
    rates = Rates(clock, pace=0.001, passing=passing)
    for _ in range(5):
        headers = rates.meet(*SEND, {"channel_id": "1"}, None)
    assert float(headers["X-RateLimit-Reset-After"]) == 0.005
    refused(rates, SEND)
    passing.now = 0.0049
    refused(rates, SEND)
    passing.now = 0.0051
    rates.meet(*SEND, {"channel_id": "1"}, None)
    assert rates.waited == {"send": 5}


def test_a_third_rename_in_ten_minutes_is_refused_without_headers(clock: TableClock):
    rates = Rates(clock)
    for _ in range(RENAMING.count):
        rates.meet(*CHANGE, {"channel_id": "1"}, {"name": "x"})
    assert refused(rates, CHANGE, body={"name": "x"}).body()["retry_after"] == 600
    rates.meet(*CHANGE, {"channel_id": "1"}, {"archived": True})
    rates.meet(*CHANGE, {"channel_id": "2"}, {"name": "x"})


def test_fifty_requests_a_second_without_interaction_responses(clock: TableClock):
    rates = Rates(clock)
    for channel in range(GLOBAL.count):
        rates.meet(*SEND, {"channel_id": str(channel)}, None)
    error = refused(rates, SEND, channel="51")
    assert error.body()["global"] and error.headers["X-RateLimit-Global"] == "true"
    answers = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
    rates.meet(*answers, {"interaction_id": "1", "interaction_token": "t"}, None)


async def test_the_bot_waits_by_itself_and_nothing_is_lost(alice: Actor, bot: Sample, table: LocalTable):
    async def act(interaction: discord.Interaction[discord.Client]) -> None:
        await interaction.response.defer()
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        await asyncio.gather(*(channel.send(str(n)) for n in range(12)))
        await interaction.followup.send("done")

    bot.on_act = act
    assert (await alice.slash("act")).text == "done"
    contents = [message.content for message in table.channel.messages.values() if message.content.isdecimal()]
    assert sorted(contents, key=int) == [str(n) for n in range(12)]
    assert table.rates is not None and table.rates.waited["send"] == 10
