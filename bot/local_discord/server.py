"""The local table: one server on a loopback port that stands in for Discord, with a page for browsers.

It cannot be reached from another machine (it binds to 127.0.0.1 only). It answers only requests whose `Host` is its
own (so pages of other origins can't use it under another name). It accepts only the token it has issued, which is not
a Discord token: a bot with a real one is refused, and can't be connected (`connect`).
"""

import asyncio
import secrets
import socket
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.local_discord.attachments import Attachments
from bot.local_discord.client_rules import ClientRules
from bot.local_discord.clock import TableClock
from bot.local_discord.connect import TOKEN_PREFIX, LoopbackOnly
from bot.local_discord.endpoint import CALLBACK, Endpoint
from bot.local_discord.faults import Faults
from bot.local_discord.gateway import Gateway
from bot.local_discord.gateway_protocol import Close
from bot.local_discord.interactions import Interactions
from bot.local_discord.json_codec import Payload
from bot.local_discord.page_api import PageApi
from bot.local_discord.rates import Rates
from bot.local_discord.records import Interaction, User, WorldChange
from bot.local_discord.rest import PREFIX, RequestRecord, Rest, RestCall, answer
from bot.local_discord.routes.answers import AnswerRoutes
from bot.local_discord.routes.channels import ChannelRoutes
from bot.local_discord.routes.people import PeopleRoutes
from bot.local_discord.routes.registration import RegistrationRoutes
from bot.local_discord.stream import Stream
from bot.local_discord.world import World

HOST = "127.0.0.1"
LARGEST_REQUEST = 25 << 20
"""The maximum size of a request in bytes, as on Discord."""
PROTECTION = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every response: the page runs only its own scripts, can't be framed, and content types are final."""
ENTERING = 3
"""Iterations of the event loop from accepting a connection until the server knows it."""


class LocalTable:
    """A table with one server and one channel at first. `start` it, point the bot at it, `stop` it.

    Its `world` is the state; `acting` the actions of people. Tests use `faults` to inject faults, `gateway` to
    control the bot's connection, and `record` to inspect the bot's requests. `limited=False` disables rate limits.
    The argument `world` is the state of an earlier table, used instead of a new server and channel.
    """

    def __init__(
        self,
        *,
        clock: TableClock | None = None,
        guild: str = "The Local Table",
        channel: str = "voidream",
        attachments: Attachments | None = None,
        token: str | None = None,
        limited: bool = True,
        world: World | None = None,
    ) -> None:
        self.world = world or World(clock or TableClock(), attachments)
        self.clock = self.world.clock
        # If the clock isn't running, a client can't wait by it, and waits only for a moment.
        self.rates = Rates(self.clock, pace=1.0 if self.clock.running else 1e-4) if limited else None
        self.guild = next(iter(self.world.guilds.values()), None) or self.world.add_guild(guild)
        first = (
            self.guild.channels[0] if self.guild.channels else self.world.add_channel(self.guild, channel).id
        )
        self.channel = self.world.channels[first]
        self.token = token or _new_token()
        if not self.token.startswith(TOKEN_PREFIX):
            raise LoopbackOnly(
                f"the table's token must begin with {TOKEN_PREFIX!r}: it is never one of Discord's"
            )
        self.faults = Faults()
        self.record = RequestRecord()
        self.gateway = Gateway(self.world, self.token, self._give_new_token)
        self.interactions = Interactions(self.world)
        self.endpoint = Endpoint(self.world, self.interactions)
        self.gateway.tells_interactions = lambda: not self.endpoint.url
        self.registration = RegistrationRoutes(self.world, self.gateway, self.endpoint)
        self.acting = ClientRules(self.world, self.interactions, self.registration)
        self.pages: set[Callable[[], None]] = set()
        self.address = ""
        self._open: dict[int, Interaction] = {}
        self._runner: web.AppRunner | None = None
        self._listening_socket: socket.socket | None = None
        self.world.listen(self._remember_modals)

    # Start and stop

    async def start(self, port: int = 0, *, host: str = HOST) -> str:
        """Serve on a loopback port (0: a free one). Return the address, as "http://127.0.0.1:PORT".

        Raises:
            LoopbackOnly: if `host` isn't 127.0.0.1.
            OSError: if the port is taken.
        """
        if host != HOST:
            raise LoopbackOnly(f"the table serves on {HOST} only, not on {host!r}")
        app = web.Application(middlewares=[self._own_host_only], client_max_size=LARGEST_REQUEST)
        app.on_response_prepare.append(_protect)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, handler_cancellation=True)
        # Routes contain the address in their responses, so the port must be taken first.
        listening = socket.create_server((HOST, port))
        port = listening.getsockname()[1]
        self.address = f"http://{HOST}:{port}"
        self.gateway.url = f"ws://{HOST}:{port}/gateway"
        self.gateway.base = self.interactions.base = self.address
        self._add_routes(app)
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()
        self._listening_socket = listening
        return self.address

    async def stop(self) -> None:
        """Close every connection and stop serving."""
        self.clock.close()
        for hang_up in tuple(self.pages):
            hang_up()
        await self.gateway.close()
        await self.endpoint.close()
        if self._listening_socket is not None:
            # A connection arriving while the server is closed would otherwise stay open forever.
            asyncio.get_running_loop().remove_reader(self._listening_socket)
            for _ in range(ENTERING):
                await asyncio.sleep(0)
        if self._runner is not None:
            await self._runner.cleanup()
        self._runner = self._listening_socket = None

    # The bot's application

    async def reset_token(self) -> str:
        """Issue a new token for the bot, like the developer portal. Clients with the old one are disconnected."""
        self._give_new_token()
        await self.gateway.drop(code=Close.AUTHENTICATION_FAILED)
        return self.token

    async def replace_application(self) -> str:
        """Replace the bot's application with one that has a new token and no commands. Return the token."""
        self._give_new_token()
        await self.gateway.drop(code=Close.AUTHENTICATION_FAILED)
        self.gateway.sessions.clear()
        self.registration.commands.clear()
        self.world.replace_bot()
        return self.token

    def _give_new_token(self) -> None:
        self.token = self.gateway.token = _new_token()

    # People

    def person(self, name: str, locale: str = "en-US") -> User:
        """Return the person of this name on the server. A new person joins it now, with that language."""
        for person in self.world.people.values():
            if person.display_name == name and not person.bot:
                return person
        person = self.world.add_person(name, locale=locale)
        self.world.join(person, self.guild)
        return person

    def stream(self, person: User, on_event: Callable[[Payload], None]) -> Stream:
        """Call `on_event` with every event that a person can see from now on, starting with a snapshot."""
        return Stream(
            self.world,
            self.address,
            person,
            lambda: [each for each in self._open.values() if each.person is person],
            on_event,
        )

    async def settled(self, interaction: Interaction) -> None:
        """Wait until an interaction was answered or failed."""
        await self.until(lambda: interaction.state in ("answered", "failed"))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until `holds` returns true. It is called at every change at the table and every request of the bot."""
        if holds():
            return
        satisfied = asyncio.get_running_loop().create_future()

        def check_condition(_: WorldChange | RestCall) -> None:
            if not satisfied.done() and holds():
                satisfied.set_result(None)

        stop = self.world.listen(check_condition)
        self.record.observers.append(check_condition)
        try:
            await satisfied
        finally:
            stop()
            self.record.observers.remove(check_condition)

    def rest(self) -> Rest:
        """Return the table's Discord routes without a web server."""
        return self._add_routes(web.Application())

    def check(self) -> None:
        """Raise AssertionError if the bot requested something that the table doesn't have, or an observer failed."""
        if self.record.failures:
            raise AssertionError("\n".join(self.record.failures))

    def _remember_modals(self, change: WorldChange) -> None:
        if change.kind == "modal" and change.interaction is not None:
            self._open[change.interaction.id] = change.interaction
        for each in [i for i in self._open.values() if i.modal_used or self.interactions.find(i.id) is None]:
            del self._open[each.id]

    # Serving

    @web.middleware
    async def _own_host_only(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        port = self.address.rpartition(":")[2]
        own = (f"{HOST}:{port}", f"localhost:{port}")
        origin = request.headers.get("Origin")
        if request.host not in own or (origin is not None and origin.removeprefix("http://") not in own):
            return answer(403, {"message": "the table answers only under its own address", "code": 0})
        return await handler(request)

    def _add_routes(self, app: web.Application) -> Rest:
        rest = Rest(self.clock, lambda: self.token, self.faults, self.record, self.rates)
        registration, people = self.registration, PeopleRoutes(self.world)
        channels = ChannelRoutes(self.world, self.address)
        answers = AnswerRoutes(self.world, self.interactions)
        rest.add(app, "GET", "/users/@me", registration.me)
        rest.add(app, "GET", "/oauth2/applications/@me", registration.application)
        rest.add(app, "GET", "/applications/@me", registration.application)
        rest.add(
            app, "PATCH", "/applications/@me", registration.change_application, before=self.endpoint.check
        )
        rest.add(app, "GET", "/gateway", registration.gateway)
        rest.add(app, "GET", "/gateway/bot", registration.gateway_bot)
        for scope in ("/applications/{application_id}", "/applications/{application_id}/guilds/{guild_id}"):
            rest.add(app, "PUT", f"{scope}/commands", registration.register)
            rest.add(app, "GET", f"{scope}/commands", registration.list_commands)
            rest.add(app, "GET", f"{scope}/commands/{{command_id}}", registration.one_command)
            rest.add(app, "DELETE", f"{scope}/commands/{{command_id}}", registration.one_command)
        rest.add(app, "POST", "/users/@me/channels", people.open_conversation)
        rest.add(app, "GET", "/users/{user_id}", people.user)
        rest.add(app, "GET", "/guilds/{guild_id}", people.guild)
        rest.add(app, "GET", "/guilds/{guild_id}/channels", people.channels)
        rest.add(app, "GET", "/guilds/{guild_id}/roles", people.roles)
        rest.add(app, "GET", "/guilds/{guild_id}/members/{user_id}", people.member)
        rest.add(app, "GET", "/guilds/{guild_id}/threads/active", people.active_threads)
        channel = "/channels/{channel_id}"
        rest.add(app, "GET", channel, channels.read)
        rest.add(app, "PATCH", channel, channels.change)
        rest.add(app, "DELETE", channel, channels.delete)
        rest.add(app, "POST", f"{channel}/typing", channels.typing)
        rest.add(app, "GET", f"{channel}/messages/pins", channels.pins)
        rest.add(app, "PUT", f"{channel}/messages/pins/{{message_id}}", channels.pin)
        rest.add(app, "DELETE", f"{channel}/messages/pins/{{message_id}}", channels.pin)
        rest.add(app, "PUT", f"{channel}/pins/{{message_id}}", channels.pin)
        rest.add(app, "DELETE", f"{channel}/pins/{{message_id}}", channels.pin)
        rest.add(app, "GET", f"{channel}/messages", channels.history)
        rest.add(app, "POST", f"{channel}/messages", channels.send)
        rest.add(app, "GET", f"{channel}/messages/{{message_id}}", channels.message)
        rest.add(app, "PATCH", f"{channel}/messages/{{message_id}}", channels.edit)
        rest.add(app, "DELETE", f"{channel}/messages/{{message_id}}", channels.unsend)
        rest.add(app, "POST", f"{channel}/threads", channels.start_thread)
        rest.add(app, "POST", f"{channel}/messages/{{message_id}}/threads", channels.start_thread)
        rest.add(app, "GET", f"{channel}/thread-members", channels.members)
        rest.add(app, "GET", f"{channel}/threads/archived/public", channels.archived)
        for member in ("@me", "{user_id}"):
            rest.add(app, "PUT", f"{channel}/thread-members/{member}", channels.add_member)
            rest.add(app, "DELETE", f"{channel}/thread-members/{member}", channels.remove_member)
        rest.add(app, "POST", CALLBACK, answers.callback, open_=True)
        webhook = "/webhooks/{webhook_id}/{webhook_token}"
        rest.add(app, "POST", webhook, answers.follow_up, open_=True)
        for message in ("@original", "{message_id}"):
            rest.add(app, "GET", f"{webhook}/messages/{message}", answers.read, open_=True)
            rest.add(app, "PATCH", f"{webhook}/messages/{message}", answers.edit, open_=True)
            rest.add(app, "DELETE", f"{webhook}/messages/{message}", answers.delete, open_=True)
        app.router.add_get("/gateway", self.gateway.connect)
        app.router.add_get("/gateway/", self.gateway.connect)
        PageApi(self).add(app)
        app.router.add_route("*", PREFIX + "/{rest:.*}", rest.unknown)
        app.router.add_route("*", "/{rest:.*}", rest.unknown)
        return rest


async def _protect(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(PROTECTION)


def _new_token() -> str:
    return f"{TOKEN_PREFIX}{secrets.token_hex(16)}"
