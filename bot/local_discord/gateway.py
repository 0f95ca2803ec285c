"""The gateway: the socket that sends events to the bot, with resumable sessions.

Text frames by default; zlib-stream if the table is configured for it and the client asks for it.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
from aiohttp import WSMsgType, web

from bot.local_discord import payloads
from bot.local_discord.gateway_protocol import ALL_INTENTS, PRIVILEGED, Close, Intent, Opcode, Session, Socket
from bot.local_discord.json_codec import NotJson, Payload, as_object, decoded
from bot.local_discord.records import Channel, WorldChange
from bot.local_discord.world import World

HEARTBEAT_MILLISECONDS = 41_250
_ROUND_TRIP = 0.2
"""Seconds until a heartbeat is acknowledged, as over a real network. discord.py notes in another thread that it has
sent one, and takes an acknowledgement that is there before that for one of the heartbeat before: “41.3s behind”."""
_SENDS_PER_MINUTE = 120
_IDENTIFY_EVERY = timedelta(seconds=5)


_ENDING_CODES = (1000, 1001)
"""The close codes that also end the session: it can't be resumed."""


class StartLimit(msgspec.Struct):
    """The limits for session starts: per day, and at the same time within 5 seconds (by shard, in buckets)."""

    total: int = 1000
    used: int = 0
    concurrency: int = 1
    resets: datetime | None = None


class Gateway:
    """The table's gateway.

    Tests may set `compress`, `acknowledge`, `privileged`, `duplicates`, `shards` (the recommended number),
    `least_shards` (clients with fewer are refused) and `starts`. `exhausted` is called when a session exceeds the
    daily limit: Discord then resets the token.
    """

    def __init__(self, world: World, token: str, exhausted: Callable[[], None] = lambda: None) -> None:
        self._world = world
        self.token = token
        self._exhausted = exhausted
        self.shards = 1
        self.least_shards = 1
        self.starts = StartLimit()
        self._last_starts: dict[int, datetime] = {}
        """The time of the last session start, by bucket."""
        self.sessions: dict[str, Session] = {}
        self._sockets: set[Socket] = set()
        self.base = ""
        self.url = ""
        self.compress = False
        self.acknowledge = True
        self.privileged = Intent(0)
        self.duplicates = 0
        self.tells_interactions: Callable[[], bool] = lambda: True
        """Whether interactions are sent here rather than posted to an endpoint."""
        self.identifies: list[Payload] = []
        self.resumes: list[Payload] = []
        world.listen(self._on_change)

    @property
    def connected(self) -> int:
        """The number of sessions with a listening client."""
        return sum(each.socket is not None for each in self.sessions.values())

    # Connections

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        ws = web.WebSocketResponse(max_msg_size=1 << 20)
        await ws.prepare(request)
        compressed = self.compress and request.query.get("compress") == "zlib-stream"
        socket = Socket(ws, compressed=compressed)
        self._sockets.add(socket)
        try:
            if request.query.get("v") != "10":
                await socket.close(Close.INVALID_VERSION, "Invalid API version.")
                return ws
            _send(socket, Opcode.HELLO, {"heartbeat_interval": HEARTBEAT_MILLISECONDS, "_trace": []})
            await self._converse(socket)
        finally:
            self._sockets.discard(socket)
            for each in tuple(self.sessions.values()):
                if each.socket is socket:
                    each.socket = None
                    if ws.close_code in _ENDING_CODES:
                        del self.sessions[each.id]
            await socket.done()
            self._world.publish(WorldChange("gateway"))
        return ws

    async def _converse(self, socket: Socket) -> None:
        session: Session | None = None
        loop = asyncio.get_running_loop()
        frame_times: deque[float] = deque(maxlen=_SENDS_PER_MINUTE)
        async for frame in socket.ws:
            if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break
            if len(frame_times) == _SENDS_PER_MINUTE and loop.time() - frame_times[0] < 60:
                await socket.close(Close.RATE_LIMITED, "You are being rate limited.")
                break
            frame_times.append(loop.time())
            try:
                body = as_object(decoded(frame.data))
                op, data = Opcode(body["op"]), as_object(body.get("d"))
            except (NotJson, KeyError, TypeError):
                await socket.close(Close.DECODE_ERROR, "Error while decoding payload.")
                break
            except ValueError:
                await socket.close(Close.UNKNOWN_OPCODE, "Unknown opcode.")
                break
            match op:
                case Opcode.HEARTBEAT:
                    if self.acknowledge:
                        loop.call_later(_ROUND_TRIP, _send, socket, Opcode.HEARTBEAT_ACK, None)
                case Opcode.IDENTIFY if session is not None:
                    await socket.close(Close.ALREADY_AUTHENTICATED, "Already authenticated.")
                case Opcode.IDENTIFY:
                    session = await self._identify(socket, data)
                case Opcode.RESUME:
                    session = await self._resume(socket, data) or session
                case _ if session is None:
                    await socket.close(Close.NOT_AUTHENTICATED, "Not authenticated.")
                case Opcode.REQUEST_MEMBERS:
                    self._send_members(session, data)
                case Opcode.PRESENCE | Opcode.VOICE:
                    pass
                case _:
                    await socket.close(Close.UNKNOWN_OPCODE, "Unknown opcode.")

    async def _identify(self, socket: Socket, data: Payload) -> Session | None:
        self.identifies.append({key: value for key, value in data.items() if key != "token"})
        if data.get("token") == self.token and not self._may_start():
            self._exhausted()
        if data.get("token") != self.token:
            await socket.close(Close.AUTHENTICATION_FAILED, "Authentication failed.")
            return None
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~ALL_INTENTS:
            await socket.close(Close.INVALID_INTENTS, "Invalid intent(s).")
            return None
        if intents & PRIVILEGED & ~self.privileged:
            await socket.close(Close.DISALLOWED_INTENTS, "Disallowed intent(s).")
            return None
        shard = _shard(data.get("shard", [0, 1]))
        if shard is None:
            await socket.close(Close.INVALID_SHARD, "Invalid shard.")
            return None
        number, count = shard
        if count < self.least_shards:
            await socket.close(Close.SHARDING_REQUIRED, "Sharding required.")
            return None
        if self._is_too_soon(number):
            _send(socket, Opcode.INVALID_SESSION, False)
            return None
        for old in [each for each in self.sessions.values() if each.socket is None]:
            if old.shard == (number, count):
                del self.sessions[old.id]
        session = Session(secrets.token_hex(16), Intent(intents), (number, count), socket=socket)
        self.sessions[session.id] = session
        world = self._world
        guilds = [
            guild
            for guild in world.guilds.values()
            if world.bot.id in guild.members and session.hears(guild.id)
        ]
        self._send_event(
            session,
            "READY",
            {
                "v": 10,
                "user": payloads.me(world.bot),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self.url,
                "shard": [number, count],
                "application": {"id": str(world.bot.id), "flags": 0},
                "private_channels": [],
                "presences": [],
                "relationships": [],
                "user_settings": {},
                "geo_ordered_rtc_regions": [],
                "guild_join_requests": [],
                "auth": {},
                "_trace": [],
            },
        )
        if session.intents & Intent.GUILDS:
            for guild in guilds:
                self._send_event(session, "GUILD_CREATE", payloads.guild(world, guild))
        world.publish(WorldChange("gateway"))
        return session

    def start_limit(self) -> Payload:
        """Return the limits for session starts, and the number of sessions left."""
        starts, now = self.starts, self._world.clock.now()
        if starts.resets is None or now >= starts.resets:
            starts.resets, starts.used = None, 0
        return {
            "total": starts.total,
            "remaining": max(0, starts.total - starts.used),
            "reset_after": 0 if starts.resets is None else (starts.resets - now) // timedelta(milliseconds=1),
            "max_concurrency": starts.concurrency,
        }

    def _may_start(self) -> bool:
        """Count a session start. Return whether it was within the daily limit."""
        remaining: int = self.start_limit()["remaining"]
        self.starts.resets = self.starts.resets or self._world.clock.now() + timedelta(days=1)
        self.starts.used += 1
        return remaining > 0

    def _is_too_soon(self, shard: int) -> bool:
        """Return whether another session of the shard's bucket was started less than 5 s ago.

        Always False if the clock isn't running.
        """
        if not self._world.clock.running:
            return False
        now, bucket = self._world.clock.now(), shard % self.starts.concurrency
        last = self._last_starts.get(bucket)
        if last is not None and now - last < _IDENTIFY_EVERY:
            return True
        self._last_starts[bucket] = now
        return False

    async def _resume(self, socket: Socket, data: Payload) -> Session | None:
        self.resumes.append({key: value for key, value in data.items() if key != "token"})
        if data.get("token") != self.token:
            await socket.close(Close.AUTHENTICATION_FAILED, "Authentication failed.")
            return None
        session = self.sessions.get(str(data.get("session_id")))
        if session is None:
            _send(socket, Opcode.INVALID_SESSION, False)
            return None
        last_sequence = int(data.get("seq") or 0)
        if last_sequence > session.sequence:
            await socket.close(Close.INVALID_SEQUENCE, "Invalid seq.")
            return None
        if session.history and session.history[0][0] > last_sequence + 1:
            _send(socket, Opcode.INVALID_SESSION, False)
            return None
        session.socket = socket
        for sequence, frame in session.history:
            if sequence > last_sequence:
                socket.send(frame)
        self._send_event(session, "RESUMED", {"_trace": []})
        self._world.publish(WorldChange("gateway"))
        return session

    # Controls for tests

    async def drop(self, *, code: int | None = None, shard: int | None = None) -> None:
        """Drop all connections, or one shard's: silently, or closed with a code. Sessions can be resumed."""
        shards = {each.socket: each.shard[0] for each in self.sessions.values() if each.socket is not None}
        for socket in tuple(self._sockets):
            if shard is not None and shards.get(socket) != shard:
                continue
            if code is None:
                await socket.cut()
            else:
                await socket.close(code)

    def ask_to_reconnect(self) -> None:
        """Send every client a request to reconnect and resume (op 7)."""
        for socket in self._sockets:
            _send(socket, Opcode.RECONNECT, None)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Invalidate every client's session (op 9). Unless resumable, the session is deleted."""
        for session in tuple(self.sessions.values()):
            if session.socket is not None:
                _send(session.socket, Opcode.INVALID_SESSION, resumable)
                session.socket = None
            if not resumable:
                del self.sessions[session.id]

    async def close(self) -> None:
        """Close every connection."""
        for socket in tuple(self._sockets):
            await socket.close(1001)

    # Events

    def tell(self, event: str, data: Payload, *, intents: Intent, guild_id: int | None) -> None:
        """Send an event to every session that subscribed to it and whose shard it belongs to."""
        for session in self.sessions.values():
            if (not intents or session.intents & intents) and session.hears(guild_id):
                self._send_event(session, event, data)

    def _send_event(self, session: Session, event: str, data: Payload) -> None:
        session.sequence += 1
        frame = msgspec.json.encode({"op": 0, "t": event, "s": session.sequence, "d": data})
        session.history.append((session.sequence, frame))
        if session.socket is not None:
            session.socket.send(frame)

    def _send_members(self, session: Session, data: Payload) -> None:
        guild = self._world.guilds[int(data["guild_id"])]
        user_ids = {int(each) for each in data.get("user_ids") or ()}
        members = [each for each in guild.members.values() if not user_ids or each.person.id in user_ids]
        self._send_event(
            session,
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": str(guild.id),
                "members": [payloads.full_member(each) for each in members],
                "chunk_index": 0,
                "chunk_count": 1,
                "not_found": [str(each) for each in user_ids if each not in guild.members],
                "nonce": data.get("nonce"),
            },
        )

    def _on_change(self, change: WorldChange) -> None:
        world, channel, guild = self._world, change.channel, change.guild
        match change.kind:
            case "interaction" if not self.tells_interactions():
                pass
            case "interaction" if change.interaction is not None and channel is not None:
                data = payloads.interaction(world, self.base, change.interaction)
                count = 1 + self.duplicates
                self.duplicates = 0
                for _ in range(count):
                    self.tell("INTERACTION_CREATE", data, intents=Intent(0), guild_id=channel.guild_id)
            case "message" | "message_update" | "message_delete":
                self._send_message_event(change)
            case "channel" | "channel_update" | "channel_delete" if channel is not None:
                self._send_channel_event(change.kind, channel)
            case "thread_members" if channel is not None and change.person is not None:
                self._send_thread_members(channel, change.person.id)
            case "guild" if guild is not None:
                data = payloads.guild(world, guild)
                del data["unavailable"]  # only servers that were available at the start have it
                self.tell("GUILD_CREATE", data, intents=Intent.GUILDS, guild_id=guild.id)
            case "guild_delete" if guild is not None:
                self.tell("GUILD_DELETE", {"id": str(guild.id)}, intents=Intent.GUILDS, guild_id=guild.id)
            case "person" if guild is not None and change.person is not None and not change.person.bot:
                joined = guild.members.get(change.person.id)
                data = {"guild_id": str(guild.id), "user": payloads.user(change.person)}
                if joined is not None:
                    data = {**payloads.full_member(joined), **data}
                event = "GUILD_MEMBER_REMOVE" if joined is None else "GUILD_MEMBER_ADD"
                self.tell(event, data, intents=Intent.GUILD_MEMBERS, guild_id=guild.id)
            case _:
                pass

    def _send_channel_event(self, kind: str, channel: Channel) -> None:
        if channel.guild_id is None:
            return
        name = "THREAD" if channel.is_thread else "CHANNEL"
        verb = {"channel": "CREATE", "channel_update": "UPDATE", "channel_delete": "DELETE"}[kind]
        data = payloads.channel(self._world, channel)
        if channel.is_thread and kind == "channel":
            data["newly_created"] = True
        elif channel.is_thread and kind == "channel_delete":
            data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
        self.tell(f"{name}_{verb}", data, intents=Intent.GUILDS, guild_id=channel.guild_id)

    def _send_thread_members(self, channel: Channel, person_id: int) -> None:
        thread = channel.thread
        if thread is None or person_id != self._world.bot.id:
            return  # other members' changes require a privileged intent
        data: Payload = {
            "id": str(channel.id),
            "guild_id": str(channel.guild_id),
            "member_count": min(len(thread.members), 50),
        }
        if person_id in thread.members:
            data["added_members"] = [payloads.thread_member(self._world, channel, person_id)]
        else:
            data["removed_member_ids"] = [str(person_id)]
        self.tell("THREAD_MEMBERS_UPDATE", data, intents=Intent.GUILDS, guild_id=channel.guild_id)

    def _send_message_event(self, change: WorldChange) -> None:
        channel, message, world = change.channel, change.message, self._world
        if channel is None or message is None or (message.ephemeral and message.author_id != world.bot.id):
            return
        direct = channel.guild_id is None
        intents = Intent.DIRECT_MESSAGES if direct else Intent.GUILD_MESSAGES
        if not any(each.intents & intents for each in self.sessions.values()):
            return
        guild_field: Payload = {} if direct else {"guild_id": str(channel.guild_id)}
        if change.kind == "message_delete":
            data: Payload = {"id": str(message.id), "channel_id": str(channel.id), **guild_field}
            self.tell("MESSAGE_DELETE", data, intents=intents, guild_id=channel.guild_id)
            return
        data = {**payloads.message(world, self.base, message), **guild_field}
        guild = world.guilds.get(channel.guild_id or 0)
        author = guild.members.get(message.author_id) if guild is not None else None
        if author is not None:
            data["member"] = payloads.member(author)
        for session in self.sessions.values():
            if not session.intents & intents or not session.hears(channel.guild_id):
                continue
            sees_content = (
                direct
                or session.intents & Intent.MESSAGE_CONTENT
                or message.author_id == world.bot.id
                or world.bot.id in message.mentions
            )
            hidden: Payload = (
                {} if sees_content else {"content": "", "embeds": [], "attachments": [], "components": []}
            )
            event = "MESSAGE_CREATE" if change.kind == "message" else "MESSAGE_UPDATE"
            self._send_event(session, event, {**data, **hidden})


def _shard(value: object) -> tuple[int, int] | None:
    """Return a shard's number and the shard count; None for anything else."""
    match value:
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
        case _:
            return None


def _send(socket: Socket, op: Opcode, data: object) -> None:
    socket.send(msgspec.json.encode({"op": int(op), "d": data, "s": None, "t": None}))
