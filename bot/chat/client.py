"""The bot as Discord sees it: one client, no member or message cache, everything by ids."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import aiohttp
import discord
import structlog

from bot.alarms import Alarms
from bot.chat.boundary import Boundary
from bot.chat.commands import Tree
from bot.chat.commands.translating import Translator
from bot.chat.core import Core
from bot.chat.health import Pulse
from bot.chat.presses import handle
from bot.clock import Clock
from bot.errors import StartError
from bot.outbox import Outbox
from bot.store import Store

_log = structlog.stdlib.get_logger(__name__)

COMMANDS = "commands"
"""The fact in the store that says which commands were registered: application and hash."""
GRACE = 8.0
"""Seconds for what is in flight when the bot is stopped; Docker waits ten."""


class VoidreamClient(discord.Client):
    """Receives interactions and hands them to the boundary. It knows nothing of matches."""

    def __init__(self, core: Core, store: Store, *, guild_ready_timeout: float = 2.0) -> None:
        # There is nothing to hear or to say, so nobody needs to be told that voice is missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            guild_ready_timeout=guild_ready_timeout,
        )
        self.boundary = Boundary(core)
        self.tree = Tree(self, core, self.boundary)
        self.readied = asyncio.Event()
        """Set once the bot is connected for the first time."""
        self._core = core
        self._store = store

    async def setup_hook(self) -> None:
        """Register the commands, if they are not those that are registered already."""
        await self.tree.set_translator(Translator())
        try:
            await self.register()
        except discord.HTTPException as error:
            # One wrong command makes Discord refuse them all. Those from before stay then, and so do all buttons.
            _log.error("commands could not be registered", status=error.status, error=str(error))

    async def register(self) -> bool:
        """Register the commands if they have changed; return whether they had. Discord allows 200 a day."""
        state = f"{self.application_id}:{await fingerprint(self.tree)}"
        async with self._store.read() as reading:
            if await reading.fact(COMMANDS) == state:
                return False
        await self.tree.sync()
        async with self._store.write() as tx:
            await tx.set_fact(COMMANDS, state)
        _log.info("commands registered", hash=state)
        return True

    async def on_ready(self) -> None:
        """Say in the log that the bot can be used."""
        self.readied.set()
        _log.info("ready", user=str(self.user), servers=len(self.guilds))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer buttons, menus and forms, also those from before a restart; commands go to the tree by themselves."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await handle(self._core, self.boundary, interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log what goes wrong outside of interactions."""
        _log.exception("event failed", during=event_method)


async def fingerprint(tree: discord.app_commands.CommandTree[Any]) -> str:
    """Return the hash of all commands as they would be registered, in every language."""
    payloads = await payloads_of(tree)
    commands = sorted(payloads, key=lambda command: str(command["name"]))
    return sha256(json.dumps(commands, sort_keys=True, default=str).encode()).hexdigest()[:32]


async def payloads_of(tree: discord.app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Return all commands as they are registered: with their translations, if the tree has a translator."""
    own, commands = tree.translator, tree.get_commands()
    if own is None:
        return [dict(command.to_dict(tree)) for command in commands]
    return [dict(await command.get_translated_payload(tree, own)) for command in commands]


@dataclass(frozen=True, slots=True)
class Bot:
    """Everything that runs: the client, the outbox that sends through it, the alarms, and the sign of life."""

    core: Core
    client: VoidreamClient
    outbox: Outbox
    alarms: Alarms
    clock: Clock
    pulse: Pulse

    async def serve(self, token: str, stop: asyncio.Event) -> None:
        """Run until `stop` is set; then finish what is in flight, and end.

        Raises StartError when Discord refuses the token or can't be reached.
        """
        await self._log_in(token)
        self.outbox.start()
        self.alarms.start()
        connection = asyncio.create_task(self.client.connect(), name="gateway")
        beating = asyncio.create_task(self._beat(stop), name="pulse")
        stopping = asyncio.create_task(stop.wait(), name="stop")
        try:
            await asyncio.wait({connection, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            beating.cancel()
            stopping.cancel()
            await self._wind_down(connection)
            await asyncio.gather(beating, stopping, return_exceptions=True)

    async def _log_in(self, token: str) -> None:
        try:
            await self.client.login(token)
        except discord.LoginFailure:
            await self.client.close()
            raise StartError(
                "DISCORD_TOKEN: Discord does not know this token. Copy it again from the developer portal."
            ) from None
        except (OSError, aiohttp.ClientError) as error:
            await self.client.close()
            raise StartError(f"Discord can't be reached: {error}.") from None

    async def _wind_down(self, connection: asyncio.Task[None]) -> None:
        _log.info("stopping")
        try:
            async with asyncio.timeout(GRACE):
                await self.client.boundary.drained()
        except TimeoutError:
            _log.warning("some answers were still under way")
        await self.alarms.stop()
        await self.outbox.stop(GRACE)
        await self.client.close()
        self.pulse.end()
        await connection

    async def _beat(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await self.clock.wait(stop, self.pulse.beat())
