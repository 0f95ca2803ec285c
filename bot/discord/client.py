"""The Discord client: one for all shards, without member or message caches, working with ids only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any

import aiohttp
import discord
import msgspec
import structlog
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import Route
from discord.shard import Shard

from bot.delivery.request_meter import RequestMeter
from bot.discord.access_returns import AccessReturns
from bot.discord.commands.layout import HasCommands, Offer
from bot.discord.commands.registration import Differences, NewestCommands, compared, payloads_of
from bot.discord.commands.translator import CommandTexts
from bot.discord.commands.tree import Tree
from bot.discord.components.plain import CommandLinks
from bot.discord.controls import Controls, WatchesServers
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.reach import follow_gateway
from bot.discord.request_trace import DiscordTime, keep_patiently, trace_requests
from bot.games.playable import Games
from bot.maintenance.session_starts import SessionStartLimit, SessionStarts
from bot.platform.clock import Clock, SystemClock
from bot.store import Store
from bot.time.reach import Reach
from engine.kernel.decoder import converted

_log = structlog.stdlib.get_logger(__name__)


class VoidreamClient(discord.AutoShardedClient):
    """Receives interactions and hands them to the boundary. It knows nothing about matches."""

    def __init__(  # noqa: PLR0913
        self,
        boundary: ErrorBoundary,
        features: Iterable[HasCommands],
        controls: Controls,
        games: Games,
        store: Store,
        access: AccessReturns,
        watchers: Sequence[WatchesServers],
        reach: Reach,
        meter: RequestMeter,
        clock: Clock | None = None,
        *,
        starts: SessionStarts | None = None,
        offer_games: Offer | None = None,
        guild_ready_timeout: float = 2.0,
    ) -> None:
        clock = clock or SystemClock()
        time = DiscordTime(clock)
        # The bot doesn't use voice, so discord.py's notice is irrelevant.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            guild_ready_timeout=guild_ready_timeout,
            http_trace=trace_requests(reach, meter, time),
            # Longer waits belong in the outbox, where other notes can go first.
            max_ratelimit_timeout=30.0,
        )
        keep_patiently(self.http)
        self._reach = reach
        self.boundary = boundary
        self.controls = controls
        has_lapses = any(game.kernel.lapse is not None for game in games.games.values())
        self.tree = Tree(self, boundary, features, offer_games, has_lapses=has_lapses)
        self._clock, self.time = clock, time
        self.access = access
        self.watchers = watchers
        self.readied = asyncio.Event()
        """Set once all shards are connected for the first time."""
        self.away: dict[int, int] = {0: self._clock.now()}
        """By disconnected shard: when the connection was lost, in milliseconds since 1970."""
        self.starts = starts or SessionStarts(store, self._clock)
        self._gateway: yarl.URL | None = None
        self.command_links = CommandLinks()
        self._newest = NewestCommands(store, self._clock)
        self._has_settled = False
        """Whether this process has registered its commands while no process had newer ones."""
        self._command_texts = CommandTexts(games)
        self.is_ours: Callable[[int], bool] = lambda interaction: True
        """Whether this session must answer an interaction from the gateway, by its id."""
        self._connection.parsers["INTERACTION_CREATE"] = self._on_gateway_interaction

    @property
    def away_since(self) -> int | None:
        """The time when the first shard lost its connection (ms since 1970); None while all are connected."""
        return min(self.away.values(), default=None)

    async def prepare(self) -> None:
        """Ask Discord for the gateway, the number of shards, and the remaining session starts.

        Raises Discord's exceptions.
        """
        gateway = await self.http.request(Route("GET", "/gateway/bot"))
        limit = converted(gateway["session_start_limit"], SessionStartLimit)
        self.shard_count, self._gateway = max(1, gateway["shards"]), yarl.URL(gateway["url"])
        self.starts.update(self.shard_count, limit)
        self.away = {shard: min(self.away.values()) for shard in range(self.shard_count)}
        _log.info("connecting", shards=self.shard_count, sessions_left=limit.remaining)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard as soon as it may start a session, retrying with a growing delay.

        discord.py's own method retries every five seconds for ever, even if Discord has closed the connection
        for good.
        """
        client: Any = self
        socket = await self._open(self._gateway or gateway, shard_id, initial=initial)
        shard = Shard(socket, self, client._AutoShardedClient__queue.put_nowait)
        client._AutoShardedClient__shards[shard_id] = shard
        shard.launch()

    async def _open(self, gateway: yarl.URL, shard_id: int, *, initial: bool) -> DiscordWebSocket:
        seconds = 5
        while True:
            await self.starts.wait(shard_id)
            try:
                opening = DiscordWebSocket.from_client(
                    self, initial=initial, gateway=gateway, shard_id=shard_id
                )
                return await asyncio.wait_for(opening, self.shard_connect_timeout)
            except (OSError, aiohttp.ClientError, TimeoutError, ReconnectWebSocket) as error:
                _log.warning(
                    "the gateway can't be reached", shard=shard_id, again_in_seconds=seconds, error=str(error)
                )
            await self._clock.wait(asyncio.Event(), self._clock.now() + 1000 * seconds)
            seconds = min(2 * seconds, 600)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a session may start, and count it."""
        await self.starts.begin(shard_id or 0)

    def receive(self, payload: dict[str, Any]) -> None:
        """Handle an interaction in Discord's JSON form, from the gateway or HTTP. The reply follows later.

        Raises KeyError, TypeError, ValueError or AttributeError for invalid input.
        """
        connection: Any = self._connection
        connection.parse_interaction_create(payload)

    def _on_gateway_interaction(self, payload: dict[str, Any]) -> None:
        if self.is_ours(int(payload["id"])):
            self.receive(payload)

    async def set_endpoint(self, url: str) -> None:
        """Have Discord post interactions to a URL, which it tests first. Raises Discord's exceptions."""
        # Not `AppInfo.edit`: as of discord.py 2.7 it leaves this field out.
        change = {"interactions_endpoint_url": url}
        await self.http.request(Route("PATCH", "/applications/@me"), json=change)

    async def register(self, *, anyway: bool = False) -> bool:
        """Register the commands if Discord's differ, or `anyway`. Return whether it did.

        Discord allows 200 new commands a day.
        """
        # Not `tree.sync`: it would build all commands again, with each text in each of Discord's thirty
        # languages.
        registered = await self._registered()
        differences = compared(self._payloads, registered)
        if not differences and not anyway:
            self.command_links.learn(registered)
            return False
        now_registered = await self.http.bulk_upsert_global_commands(
            self._known_application(), self._payloads
        )
        self.command_links.learn(now_registered)
        _log.info(
            "commands registered",
            changed=differences.changed,
            new=differences.missing,
            removed=differences.unknown,
        )
        return True

    async def settle_commands(self) -> None:
        """Register the commands if Discord has others, unless a process with newer ones runs. Raises Unwritable.

        Call it repeatedly while processes with other commands run, because one of them may be registering.
        """
        status = await self._newest.status(self._digest)
        if not status.is_newest:
            self._has_settled = False
            await self.learn_commands()
        elif not (self._has_settled and status.is_alone):
            await self.register()
            self._has_settled = True

    async def leave_commands(self) -> None:
        """Record that this process no longer needs its commands. Raises Unwritable."""
        await self._newest.leave(self._digest)

    @cached_property
    def _payloads(self) -> list[dict[str, Any]]:
        return payloads_of(self.tree, self._command_texts)

    @cached_property
    def _digest(self) -> str:
        return sha256(msgspec.json.encode(self._payloads, order="sorted")).hexdigest()[:16]

    async def learn_commands(self) -> bool:
        """Learn the ids of the commands at Discord. Return whether they equal ours."""
        registered = await self._registered()
        self.command_links.learn(registered)
        return not compared(self._payloads, registered)

    async def compare_commands(self) -> Differences:
        """Compare the commands with those at Discord."""
        return compared(self._payloads, await self._registered())

    async def _registered(self) -> list[dict[str, Any]]:
        """Return the commands at Discord. discord.py's own method omits their translations."""
        commands = Route(
            "GET", "/applications/{application_id}/commands", application_id=self._known_application()
        )
        return await self.http.request(commands, params={"with_localizations": "true"})

    def _known_application(self) -> int:
        if self.application_id is None:
            raise discord.app_commands.MissingApplicationID
        return self.application_id

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Hand an event to its handler, after updating whether Discord is reachable."""
        follow_gateway(self, self._reach, event, *args)
        super().dispatch(event, *args, **kwargs)

    async def on_ready(self) -> None:
        """Log that the bot can be used."""
        self.readied.set()
        _log.info("ready", user=str(self.user), servers=len(self.guilds), shards=self.shard_count)
        for guild in self.guilds:
            self._on_guild(guild)
            self.access.changed(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has just invited the bot, and continue its earlier matches."""
        self._on_guild(guild)
        self.access.joined(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Greet a server that wasn't reachable before, if that is still due."""
        self._on_guild(guild)
        self.access.changed(guild)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """Check whether there is now a channel for the greeting."""
        self._changed(channel.guild)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Check whether the bot regained permission to write."""
        self._changed(after.guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Check whether the bot regained permission to write."""
        self._changed(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Check whether the bot, the only member it receives updates about, regained permission to write."""
        self._changed(after.guild)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Check whether a match can be shown in its thread again. The only event about archived threads."""
        guild = self.get_guild(payload.guild_id)
        if guild is not None and not payload.data["thread_metadata"].get("locked"):
            self.access.unlocked(guild, payload.thread_id)

    def _on_guild(self, guild: discord.Guild) -> None:
        for watcher in self.watchers:
            watcher.on_guild(guild)

    def _changed(self, guild: discord.Guild) -> None:
        for watcher in self.watchers:
            watcher.changed(guild)
        self.access.changed(guild)

    async def on_shard_ready(self, shard: int) -> None:
        """Remember that a shard is connected."""
        self.away.pop(shard, None)

    async def on_shard_resumed(self, shard: int) -> None:
        """Remember that a shard has resumed its session."""
        self.away.pop(shard, None)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Remember that a shard has lost its connection."""
        self.away.setdefault(shard, self._clock.now())

    async def on_interaction(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Answer buttons, menus and forms, even from before a restart. discord.py passes commands to the tree."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await self.controls.handle(interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log failures outside of interactions."""
        _log.exception("event failed", during=event_method)
