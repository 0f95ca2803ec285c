"""Inspection and registration of commands from the command line, without a connection, beside a running bot."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
import discord

from bot.app.run import opened
from bot.discord.commands.registration import Differences
from bot.discord.reach import UNKNOWN_TOKEN
from bot.errors import StartError
from bot.games.playable import Games
from bot.settings import Settings


async def registered(settings: Settings, games: Games, *, sync: bool = False) -> Differences:
    """Compare Discord's commands with those of these games; with `sync`, register these first.

    Raises StartError.
    """
    if settings.discord_token is None:
        raise StartError("DISCORD_TOKEN: not set. Logging in to Discord needs a token.")
    # Commands don't depend on stored data, and the database may be in use.
    with TemporaryDirectory(prefix="voidream-") as folder:
        bot_settings = settings.model_copy(
            update={"database": Path(folder) / "none.sqlite3", "backup_folder": None}
        )
        async with opened(bot_settings, games) as bot:
            try:
                await bot.client.login(settings.discord_token.get_secret_value())
                if sync:
                    await bot.client.register(anyway=True)
                return await bot.client.compare_commands()
            except discord.LoginFailure:
                raise StartError(UNKNOWN_TOKEN) from None
            except discord.HTTPException as error:
                raise StartError(f"Discord refused it: {error.text or error.status}.") from None
            except discord.RateLimited as error:
                raise StartError(
                    f"Discord's rate limit is reached. Try again in {error.retry_after:.0f} s."
                ) from None
            except (OSError, aiohttp.ClientError) as error:
                raise StartError(f"Discord can't be reached: {error}.") from None
            finally:
                await bot.client.close()
