"""The gateway's protocol: opcodes, close codes and intents, sessions, and the socket of a connection."""

import asyncio
import zlib
from collections import deque
from enum import IntEnum, IntFlag

import msgspec
from aiohttp import web

_HISTORY = 4_000
"""The number of events stored for resuming; a client that missed more starts a new session."""


class Opcode(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """Gateway close codes."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    RATE_LIMITED = 4008
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Intent(IntFlag):
    """The groups of events that a session may subscribe to, as far as the table has them."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
ALL_INTENTS = (1 << 26) - 1


class Session(msgspec.Struct):
    """An identified client's session: its subscriptions, its recent events, and its socket, if connected."""

    id: str
    intents: Intent
    shard: tuple[int, int]
    sequence: int = 0
    history: deque[tuple[int, bytes]] = msgspec.field(default_factory=lambda: deque(maxlen=_HISTORY))
    socket: "Socket | None" = None

    def hears(self, guild_id: int | None) -> bool:
        """Return whether events of a server (None: direct messages) go to this session's shard."""
        number, count = self.shard
        return number == (0 if guild_id is None else (guild_id >> 22) % count)


class Socket:
    """One connection. One task writes the frames, in order, so that senders never wait."""

    def __init__(self, ws: web.WebSocketResponse, *, compressed: bool) -> None:
        self.ws = ws
        self._zlib = zlib.compressobj() if compressed else None
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: bytes) -> None:
        """Queue a frame."""
        self._frames.put_nowait(frame)

    async def close(self, code: int, reason: str = "") -> None:
        """Write the queued frames, then close with a code."""
        self._frames.put_nowait(None)
        await self._writer
        await self.ws.close(code=code, message=reason.encode())

    async def cut(self) -> None:
        """Abort the connection without a close frame, like a network failure."""
        self._writer.cancel()
        transport: object = self.ws._req.transport if self.ws._req is not None else None  # pyright: ignore[reportPrivateUsage]
        if transport is not None:
            transport.abort()

    async def done(self) -> None:
        """Stop the writer when the connection is over."""
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    async def _write(self) -> None:
        while (frame := await self._frames.get()) is not None:
            if self.ws.closed:
                return
            try:
                if self._zlib is None:
                    await self.ws.send_str(frame.decode())
                else:
                    await self.ws.send_bytes(self._zlib.compress(frame) + self._zlib.flush(zlib.Z_SYNC_FLUSH))
            except ConnectionError:
                return
