"""A bot process for tests that kill it, with a given table address, token and database."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.app.run import opened, until_stopped
from bot.games.playable import Games
from bot.local_discord.connect import connected
from bot.settings import Settings
from engine.kernel.chance import Chance
from tests.bot.discord.kit import SEED
from tests.bot.kit import TURN
from tests.games.registry import parlour


def main(address: str, token: str, database: str) -> None:
    async def run(stop: asyncio.Event) -> None:
        settings = Settings(database=Path(database), picture_cache_mb=1)
        async with opened(
            settings,
            Games.of(parlour()),
            seed=lambda: SEED,
            reply_delay=lambda: TURN,
            random_source=lambda: Chance("drawn"),
            guild_ready_timeout=0.02,
        ) as bot:
            await bot.serve(token, stop)

    with connected(address, token):
        until_stopped(run)


if __name__ == "__main__":
    main(*sys.argv[1:])
