"""Whether Discord is in reach: the gateway by its events, REST by the results of requests."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import aiohttp
import discord
from discord.http import Route

from bot.time.reach import Reach

PATIENCE = 5.0
"""Seconds for which an answer is waited for."""


def follow_gateway(client: discord.AutoShardedClient, reach: Reach, event: str, *args: Any) -> None:
    """Take into account an event of a client's: that a shard is connected, or is not any more."""
    if event not in ("shard_connect", "shard_resumed", "shard_disconnect"):
        return
    (shard,) = args
    reach.count(client.shard_count or 1)
    if event == "shard_disconnect":
        reach.disconnected(shard, _silence(client, shard))
    else:
        reach.connected(shard)


def _silence(client: discord.AutoShardedClient, shard: int) -> int:
    """Return for how many milliseconds a gateway that is given up had sent nothing; 0 if it was closed."""
    known: Any = client
    shards: dict[int, Any] = getattr(known, "_AutoShardedClient__shards", {})
    alive = getattr(getattr(shards.get(shard), "ws", None), "_keep_alive", None)
    if alive is None:
        return 0
    silent = time.perf_counter() - alive._last_recv
    # discord.py gives a connection up that is silent for so long, and only then.
    return int(silent * 1000) if silent > alive.heartbeat_timeout else 0


async def ask_anything(client: discord.Client) -> None:
    """Send Discord a request, to learn whether it answers again. Its result is recorded like that of any other."""
    with suppress(discord.DiscordException, OSError, aiohttp.ClientError):
        async with asyncio.timeout(PATIENCE):
            await client.http.request(Route("GET", "/gateway"))
