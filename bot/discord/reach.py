"""Reachability of Discord, and instructions for connections that Discord closes for good.

Events show that the gateway is reachable, and the results of requests show the same for REST.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import aiohttp
import discord
from discord.http import Route

from bot.time.reach import Reach

PATIENCE = 5.0
"""Seconds to wait for a reply."""
UNKNOWN_TOKEN = "DISCORD_TOKEN: Discord does not know this token. Copy it again from the developer portal."  # noqa: S105
CLOSED: Mapping[int, str] = {
    4004: "DISCORD_TOKEN: Discord no longer accepts this token. It was reset, by you or, after too many sessions in a "
    "day, by Discord: copy the new one from the developer portal.",
    4010: "Discord rejected the number of shards (4010). Restart the bot: it asks Discord how many to use when it starts.",
    4011: "The bot is on too many servers for its shards (4011). Restart it: it asks Discord how many to use when it "
    "starts.",
    4012: "Discord no longer accepts the version of its gateway that this bot uses (4012). Install a newer version of "
    "the bot.",
    4013: "Discord rejected this bot's gateway intents (4013). Install a newer version of the bot.",
    4014: "Discord refused this bot's gateway intents (4014). The bot needs no privileged intents: check in the developer "
    "portal, under Bot, whether the application is restricted or awaits verification.",
}
"""Instructions for connections that Discord closes for good, by close code."""


def follow_gateway(client: discord.AutoShardedClient, reach: Reach, event: str, *args: Any) -> None:
    """Record that a client's shard has connected or disconnected."""
    if event not in ("shard_connect", "shard_resumed", "shard_disconnect"):
        return
    (shard,) = args
    reach.count(client.shard_count or 1)
    if event == "shard_disconnect":
        reach.disconnected(shard, _silence(client, shard))
    else:
        reach.connected(shard)


def _silence(client: discord.AutoShardedClient, shard: int) -> int:
    """Return the milliseconds of silence before a gateway connection was given up; 0 if it was closed."""
    untyped_client: Any = client
    shards: dict[int, Any] = getattr(untyped_client, "_AutoShardedClient__shards", {})
    alive = getattr(getattr(shards.get(shard), "ws", None), "_keep_alive", None)
    if alive is None:
        return 0
    silent = time.perf_counter() - alive._last_recv
    # discord.py gives up a connection only after this much silence.
    return int(silent * 1000) if silent > alive.heartbeat_timeout else 0


async def ask_anything(client: discord.Client) -> None:
    """Send Discord a request, to learn whether it answers again. The result is recorded like any other's."""
    with suppress(discord.DiscordException, OSError, aiohttp.ClientError):
        async with asyncio.timeout(PATIENCE):
            await client.http.request(Route("GET", "/gateway"))


def is_passing(error: discord.HTTPException) -> bool:
    """Return whether Discord's refusal is temporary."""
    return error.status >= 500 or error.status in (408, 429)
