"""The address to which the table posts interactions, signed, instead of telling them over the gateway.

As Discord does, the table tries an address before it takes it, with a ping and with wrong signatures, and again now and
then: a bot that accepts a wrong signature loses the address, and presses come over the gateway again. It waits three seconds for
an answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine

import aiohttp
import msgspec
from nacl.signing import SigningKey

from bot.local_discord import payloads
from bot.local_discord.connect import is_loopback
from bot.local_discord.errors import ApiError
from bot.local_discord.interactions import Interactions
from bot.local_discord.records import Interaction, WorldChange
from bot.local_discord.rest import RestCall
from bot.local_discord.validate.described import check_request
from bot.local_discord.validate.form import FormErrors
from bot.local_discord.wire import NotJson, as_object, decoded
from bot.local_discord.world import World

_log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds within which an address has to answer."""
TRIED_EVERY = 100
"""Interactions after which an address is tried again."""
PING = 1
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
"""The route of a first answer, which an answer by HTTP has the form of."""


class Endpoint:
    """The address of the bot's application for interactions, "" for none, and the key with which they are signed.

    What a test may turn: `patience`, `tried_every`, `duplicates` (how often the next interaction is posted again), `now`
    (the time of the stamps, in seconds since 1970).
    """

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions
        self._key = SigningKey.generate()
        self.url = ""
        self.patience = PATIENCE
        self.tried_every = TRIED_EVERY
        self.duplicates = 0
        self.now: Callable[[], float] = lambda: world.clock.now().timestamp()
        self.statuses: list[int] = []
        """The answers to interactions that were posted, by status; 0 for nothing in time."""
        self._posted = 0
        self._posting: set[asyncio.Task[None]] = set()
        self._session: aiohttp.ClientSession | None = None
        world.listen(self._hear)

    @property
    def key(self) -> str:
        """The public key of the application, in hexadecimal digits."""
        return self._key.verify_key.encode().hex()

    async def check(self, call: RestCall) -> None:
        """Try the address that a request sets for the application.

        Raises:
            ApiError: 400/50035 if Discord would not take it.
        """
        url = call.form.get("interactions_endpoint_url")
        if url and await self.objection(str(url)):
            form = FormErrors()
            form.wrong(
                ("interactions_endpoint_url",),
                "APPLICATION_INTERACTIONS_ENDPOINT_INVALID",
                "The specified interactions endpoint url could not be verified.",
            )
            form.finish()

    async def objection(self, url: str) -> str:
        """Return why Discord would not take an address; "" if it would. The table posts to this machine only."""
        if not is_loopback(url):
            return "it is on another machine"
        ping = msgspec.json.encode(payloads.ping(self._world))
        status, answer = await self._post(url, ping)
        if status != 200 or as_object(answer).get("type") != PING:
            return f"it answers a ping with {status}"
        for wrong in (bytes(64), self._key.sign(b"of something else").signature):
            status, _ = await self._post(url, ping, wrong)
            if status != 401:
                return f"it answers a wrong signature with {status}"
        return ""

    async def send(self, interaction: Interaction, url: str) -> int:
        """Post an interaction to an address; return what it answers, 0 for nothing in time."""
        told = payloads.interaction(self._world, self._interactions.base, interaction)
        status, answer = await self._post(url, msgspec.json.encode(told))
        if status == 200:
            try:
                check_request("POST", CALLBACK, answer)
                self._interactions.answer(interaction.id, interaction.token, as_object(answer), {})
            except ApiError:
                status = 0
        if status not in (200, 202):
            self._interactions.fail(interaction)
        self.statuses.append(status)
        return status

    async def settled(self) -> None:
        """Wait until nothing is being posted."""
        while self._posting:
            await asyncio.wait(self._posting)

    async def close(self) -> None:
        """Post nothing more."""
        for task in tuple(self._posting):
            task.cancel()
        await asyncio.gather(*self._posting, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def _hear(self, change: WorldChange) -> None:
        if change.kind != "interaction" or change.interaction is None or not self.url:
            return
        times = 1 + self.duplicates
        self.duplicates = 0
        for _ in range(times):
            self._begin(self._send(change.interaction, self.url))

    async def _send(self, interaction: Interaction, url: str) -> None:
        await self.send(interaction, url)
        self._posted += 1
        if self._posted % self.tried_every == 0 and (why := await self.objection(url)) and self.url == url:
            _log.warning("The address for interactions is removed: %s", why)
            self.url = ""

    def _begin(self, posting: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(posting)
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    async def _post(self, url: str, body: bytes, signature: bytes | None = None) -> tuple[int, object]:
        """Post a body, signed or with a wrong signature; return status and JSON, (0, None) if nothing comes in time."""
        stamp = str(int(self.now()))
        if signature is None:
            signature = self._key.sign(stamp.encode() + body).signature
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
            "X-Signature-Ed25519": signature.hex(),
            "X-Signature-Timestamp": stamp,
        }
        if self._session is None:
            self._session = aiohttp.ClientSession()
        try:
            async with (
                asyncio.timeout(self.patience),
                self._session.post(url, data=body, headers=headers, allow_redirects=False) as answered,
            ):
                content = await answered.read()
                is_json = answered.content_type == "application/json"
                return answered.status, decoded(content) if is_json and content else None
        except (OSError, aiohttp.ClientError, TimeoutError, NotJson):
            return 0, None
