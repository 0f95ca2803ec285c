"""The endpoint for signed interactions from Discord. Signatures are verified before the body is read.

Discord tests an endpoint with pings and wrong signatures before using it, and occasionally afterwards. It waits three
seconds for a reply, which is always an immediate 202; the visible reply uses the interaction's callback, as over the
gateway.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import structlog
from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.discord.http_server import HttpServer
from bot.platform import logs
from bot.platform.clock import Clock
from cards.numerals import numeral
from engine.kernel.decoder import json_reader

PATH = "/interactions"
LARGEST = 64 << 10
"""Maximum bytes of an interaction. Discord's have a few thousand."""
OLDEST = 300_000
"""Maximum difference between a request's timestamp and our time, in milliseconds."""
PING, PONG = 1, 1
KNOWN = (2, 3, 4, 5)
"""The types of interactions: command, component, autocompletion, form."""

_PAYLOAD = json_reader(dict[str, object])
_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.endpoint")


class Endpoint:
    """Accepts interactions over HTTP. `receive` starts one; without a key to `trust`, all get status 503."""

    def __init__(
        self, server: HttpServer, receive: Callable[[dict[str, object]], None], clock: Clock
    ) -> None:
        self._server = server
        self._key: VerifyKey | None = None
        self._receive = receive
        self._clock = clock
        server.app.router.add_post(PATH, self._interaction)

    def trust(self, key: bytes) -> None:
        """Accept requests signed with this public key, the application's."""
        self._key = VerifyKey(key)

    async def _interaction(self, request: web.Request) -> web.Response:
        if self._key is None:
            raise web.HTTPServiceUnavailable
        stamp, signature = self._signed(request)
        body = await self._server.body(request)
        try:
            self._key.verify(stamp + body, signature)
        except BadSignatureError:
            raise web.HTTPUnauthorized from None
        try:
            payload = _PAYLOAD.read(body)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            raise web.HTTPBadRequest from None
        kind = payload.get("type")
        if type(kind) is not int or kind not in (PING, *KNOWN):
            raise web.HTTPBadRequest
        if kind == PING:
            return web.json_response({"type": PONG})
        try:
            self._receive(payload)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            logs.failure(_log, "interaction_not_understood", error)
            raise web.HTTPBadRequest from None
        return web.Response(status=202)

    def _signed(self, request: web.Request) -> tuple[bytes, bytes]:
        """Return the stamp and signature of a request. Raises HTTPUnauthorized if they are missing or outdated."""
        stamp = request.headers.get("X-Signature-Timestamp", "")
        seconds = numeral(stamp, 12)
        if seconds is None or abs(self._clock.now() - seconds * 1000) > OLDEST:
            raise web.HTTPUnauthorized
        try:
            signature = bytes.fromhex(request.headers.get("X-Signature-Ed25519", ""))
        except ValueError:
            raise web.HTTPUnauthorized from None
        if len(signature) != 64:
            raise web.HTTPUnauthorized
        return stamp.encode(), signature
