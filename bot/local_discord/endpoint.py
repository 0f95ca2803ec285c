"""The interactions endpoint: the address to which the table posts signed interactions instead of the gateway.

Like Discord, the table verifies an address before it accepts it, with a ping and with invalid signatures, and again
from time to time. If the bot accepts an invalid signature, the address is removed and interactions are sent over the
gateway again. The table waits three seconds for a response.
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
from bot.local_discord.json_codec import NotJson, as_object, decoded
from bot.local_discord.records import Interaction, WorldChange
from bot.local_discord.rest import RestCall
from bot.local_discord.validate.described import check_request
from bot.local_discord.validate.form import FormErrors
from bot.local_discord.world import World

_log = logging.getLogger(__name__)

PATIENCE = 3.0
"""The timeout for a response, in seconds."""
TRIED_EVERY = 100
"""The number of interactions after which the address is verified again."""
PING = 1
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
"""The route of the first response; a response by HTTP has its form."""


class Endpoint:
    """The interactions endpoint of the bot's application ("" for none), and the key that signs interactions.

    Tests may set `patience`, `tried_every`, `duplicates` (the number of times the next interaction is posted again)
    and `now` (the time of the timestamps, in seconds since 1970).
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
        """The statuses of the responses to posted interactions; 0 for no response in time."""
        self._posted = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._session: aiohttp.ClientSession | None = None
        world.listen(self._on_change)

    @property
    def key(self) -> str:
        """The application's public key, in hexadecimal."""
        return self._key.verify_key.encode().hex()

    async def check(self, call: RestCall) -> None:
        """Verify the address in a request that changes the application.

        Raises:
            ApiError: 400/50035 if Discord would refuse it.
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
        """Return the reason why Discord would refuse an address; "" if it wouldn't. Only posts to this machine."""
        if not is_loopback(url):
            return "it is on another machine"
        ping = msgspec.json.encode(payloads.ping(self._world))
        status, answer = await self._post(url, ping)
        if status != 200 or as_object(answer).get("type") != PING:
            return f"it answers a ping with {status}"
        for signature in (bytes(64), self._key.sign(b"of something else").signature):
            status, _ = await self._post(url, ping, signature)
            if status != 401:
                return f"it answers a wrong signature with {status}"
        return ""

    async def send(self, interaction: Interaction, url: str) -> int:
        """Post an interaction to an address. Return the response's status, 0 if there was none in time."""
        payload = payloads.interaction(self._world, self._interactions.base, interaction)
        status, answer = await self._post(url, msgspec.json.encode(payload))
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
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Cancel everything that is being posted."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def _on_change(self, change: WorldChange) -> None:
        if change.kind != "interaction" or change.interaction is None or not self.url:
            return
        times = 1 + self.duplicates
        self.duplicates = 0
        for _ in range(times):
            self._begin(self._send(change.interaction, self.url))

    async def _send(self, interaction: Interaction, url: str) -> None:
        await self.send(interaction, url)
        self._posted += 1
        if (
            self._posted % self.tried_every == 0
            and (objection := await self.objection(url))
            and self.url == url
        ):
            _log.warning("The interactions endpoint was removed: %s", objection)
            self.url = ""

    def _begin(self, posting: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(posting)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _post(self, url: str, body: bytes, signature: bytes | None = None) -> tuple[int, object]:
        """Post a body, signed by default. Return status and JSON, (0, None) if no response came in time."""
        timestamp = str(int(self.now()))
        if signature is None:
            signature = self._key.sign(timestamp.encode() + body).signature
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
            "X-Signature-Ed25519": signature.hex(),
            "X-Signature-Timestamp": timestamp,
        }
        if self._session is None:
            self._session = aiohttp.ClientSession()
        try:
            async with (
                asyncio.timeout(self.patience),
                self._session.post(url, data=body, headers=headers, allow_redirects=False) as response,
            ):
                content = await response.read()
                is_json = response.content_type == "application/json"
                return response.status, decoded(content) if is_json and content else None
        except (OSError, aiohttp.ClientError, TimeoutError, NotJson):
            return 0, None
