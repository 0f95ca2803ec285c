"""The HTTP API behind the table's web page: several people in several tabs, each seeing only their own things.

Ids are strings. Errors are `{"error": "one plain sentence"}` with status 400 (and `"details"`, Discord's error tree,
where one exists) or 404. Every POST must have `Content-Type: application/json`.

`GET /` and `/app.js`, `/base.css`, …
    The page's files, from the package's folder `page`.

`GET /ui/boot?person=ID`
    `{"bot": person, "people": [person], "guild": {"id", "name", "locale", "roles": [{"id", "name"}]}, "channels":
    [channel], "commands": [command], "menus": [name of a command in a person's menu], "now": time}`. A person is
    `{"id", "name", "username", "bot"}`. `channels` are the server's text channels; threads and direct conversations
    come with the stream. `commands` are the registered ones (with `person`: those they may use), in Discord's shape:
    `{"id", "name", "description", "options": [option]}`; an option is `{"type", "name", "description", "required",
    "choices": [{"name", "value"}], "autocomplete", "min_value", "max_value", "min_length", "max_length", "options"}`
    where `type` is 1 subcommand, 2 group, 3 text, 4 whole number, 5 true/false, 6 person, 7 channel, 8 role, 10
    number. `description` may have a `description_localizations` by locale beside it, a choice's `name` a
    `name_localizations`.

`GET /ui/stream?person=ID`
    Server-sent events, one JSON object per `data:` line (a `: beat` comment every 15 seconds). By `type`:

    - `snapshot` (first): `person` (with `locale`, `direct_messages_open`), `people`, `channels`, `messages` by channel
      id (oldest first), open `modals`, `now`. It replaces everything before; after a lost connection the browser
      reconnects by itself and gets a new one.
    - `message`: `channel` id, `message`. New, or changed if its id is known. In Discord's shape with `ephemeral` ("only
      you can see this") and `loading` ("is thinking…"); `author.id`, `content` (Discord's markdown), `embeds`,
      `attachments` [{`url`, `filename`, `content_type`, `description` = alt text, `width`, `height`}], `components`,
      `flags` (bit 15: consists of components only), `timestamp`, `edited_timestamp`, `interaction_metadata`
      (`user`, `name` = command), `message_reference.message_id`, `thread` (channel) if one was started from it.
      Where components refer to files, their `media.url` can be loaded.
    - `message_delete`: `channel` id, `message` id.
    - `channel`: `channel`. New or changed: `{"id", "type", "name", "parent_id", "thread", "archived", "locked",
      "recipients", …}`; `type` 0 text channel, 1 direct, 11 public thread, 12 private thread.
    - `channel_delete`: `channel` id (deleted, or no longer visible).
    - `people`: `people`.
    - `typing`: `channel` id, `person` id.
    - `interaction`: `interaction` id, `state` ("sent", "deferred" = the bot is working on it, "answered", "failed" =
      "the application did not respond"), `channel` id, `command`, `custom_id`, `message` id (whose component it was).
      Only this person's own interactions.
    - `modal`: `interaction` id, `channel` id, `title`, `custom_id`, `components`: a form to open.
    - `commands`: the commands were registered again; request `/ui/boot` again.
    - `clock`: `now`.

`POST /ui/act` with `person` and `kind`:
    - `slash`: `channel`, `command` ("voidream challenge"), `options` {name: value} → `{"interaction": id}`
    - `menu`: `channel`, `command` ("Profile"), `target` (person id): from a person's context menu →
      `{"interaction": id}`
    - `autocomplete`: as `slash`, and `focused` (option name) → `{"choices": [{"name", "value"}]}` once the bot has
      responded, or `{"choices": [], "failed": true}`
    - `component`: `message` id, `channel` id, `custom_id`, for menus `values` [value] → `{"interaction": id}`
    - `modal`: `interaction` (which the modal answered), `fields` {custom_id: text, [values] or true/false} →
      `{"interaction": id}`
    - `message`: `channel`, `content` → `{"message": id}`
    - `settings`: `direct_messages_open` and/or `locale`, and `server_locale` for the server's language →
      `{"person": person, "guild": {"id", "name", "locale"}}`
    - `conversation`: opens the direct conversation with the bot → `{"channel": id}`

`POST /ui/people` `{"name": text, "locale": text}`
    Join as a new person (name of 1 to 32 characters) with the browser's language → `{"person": person}`. A known name
    returns the existing person, so that a reload keeps its place. The first person manages the server.

`GET /ui/clock`
    The table's time → `{"now": time}`.

`POST /ui/clock` `{"seconds": number}`
    Move the table's clock forward → `{"now": time}`.

`GET /cdn/attachments/…`
    A file, by the address in a message.
"""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import Protocol, cast

import msgspec
from aiohttp import web

from bot.local_discord import payloads
from bot.local_discord.client_rules import USER_MENU, ClientRules
from bot.local_discord.errors import ApiError, CannotDo
from bot.local_discord.interactions import Interactions
from bot.local_discord.json_codec import NotJson, Payload, as_id, as_list, as_object, decoded
from bot.local_discord.permissions import Permission, may_use
from bot.local_discord.records import Channel, Guild, Interaction, User, WorldChange
from bot.local_discord.rest import answer
from bot.local_discord.routes.registration import RegistrationRoutes
from bot.local_discord.stream import Stream, channel_shape, people_shapes, person_shape
from bot.local_discord.validate.described import locales
from bot.local_discord.world import World

_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_HEARTBEAT_SECONDS = 15.0
_LONGEST_NAME = 32


class PageTable(Protocol):
    """The table's interface for the page (`bot.local_discord.server`)."""

    world: World
    guild: Guild
    acting: ClientRules
    interactions: Interactions
    registration: RegistrationRoutes
    pages: set[Callable[[], None]]
    """Functions that close the open pages, one per page."""

    def person(self, name: str, locale: str = "en-US") -> User:
        """Return the person of this name on the server. A new person joins it now, with that language."""
        ...

    def stream(self, person: User, on_event: Callable[[Payload], None]) -> Stream:
        """Call `on_event` with every event that a person can see from now on, starting with a snapshot."""
        ...

    async def settled(self, interaction: Interaction) -> None:
        """Wait until an interaction was answered or failed."""
        ...


class PageApi:
    """Serves the page and its API for one table."""

    def __init__(self, table: PageTable) -> None:
        self._table = table

    def add(self, app: web.Application) -> None:
        """Add the API's routes."""
        app.router.add_get("/ui/boot", self._guarded(self._boot))
        app.router.add_get("/ui/stream", self._stream)
        app.router.add_post("/ui/act", self._guarded(self._act))
        app.router.add_post("/ui/people", self._guarded(self._join))
        app.router.add_get("/ui/clock", self._guarded(self._time))
        app.router.add_post("/ui/clock", self._guarded(self._clock))
        app.router.add_get("/cdn/attachments/{key:.+}", self._file)
        app.router.add_get("/{name:[a-z0-9_-]*(?:\\.[a-z]+)?}", self._page)

    def _guarded(
        self, action: Callable[[web.Request], Awaitable[Payload]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handler(request: web.Request) -> web.Response:
            try:
                return answer(200, await action(request))
            except CannotDo as refusal:
                return answer(400, {"error": _sentence(str(refusal))})
            except ApiError as error:
                return answer(400, {"error": _sentence(error.message), "details": error.errors})

        return handler

    async def _boot(self, request: web.Request) -> Payload:
        table, world = self._table, self._table.world
        guild = table.guild
        return {
            "bot": person_shape(world.bot),
            "people": people_shapes(world),
            "guild": _guild_shape(guild),
            "channels": [channel_shape(world, world.channels[each]) for each in guild.channels],
            "commands": self._commands(request.query.get("person")),
            "menus": [each["name"] for each in self._usable(request.query.get("person"), USER_MENU)],
            "now": payloads.timestamp(world.clock.now()),
        }

    def _commands(self, identity: str | None) -> list[Payload]:
        """Return the server's commands; for a person, those shown to them."""
        return self._usable(identity, 1)

    def _usable(self, identity: str | None, kind: int) -> list[Payload]:
        guild = self._table.guild
        usable = [each for each in self._table.registration.usable(guild.id) if each["type"] == kind]
        if identity is None:
            return usable
        person = self._person(identity)
        allowed = self._table.world.guild_permissions(person, guild)
        return [each for each in usable if may_use(each, guild, person.id, allowed)]

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        try:
            person = self._person(request.query.get("person"))
        except CannotDo as refusal:
            return answer(404, {"error": _sentence(str(refusal))})
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        await response.prepare(request)
        events: asyncio.Queue[Payload | None] = asyncio.Queue()
        stream = self._table.stream(person, events.put_nowait)
        hang_up = functools.partial(events.put_nowait, None)
        self._table.pages.add(hang_up)
        try:
            await response.write(b"retry: 1000\n\n")
            while True:
                try:
                    event = await asyncio.wait_for(events.get(), _HEARTBEAT_SECONDS)
                except TimeoutError:
                    await response.write(b": beat\n\n")
                    continue
                if event is None:
                    return response
                await response.write(b"data: " + msgspec.json.encode(event) + b"\n\n")
        except (ConnectionError, asyncio.CancelledError):
            return response
        finally:
            stream.close()
            self._table.pages.discard(hang_up)

    async def _act(self, request: web.Request) -> Payload:
        body = await _json(request)
        person = self._person(body.get("person"))
        acting = self._table.acting
        match body.get("kind"):
            case "slash":
                channel = self._channel(person, body.get("channel"))
                interaction = acting.slash(
                    person, channel, str(body.get("command")), _fields(body, "options")
                )
                return {"interaction": str(interaction.id)}
            case "menu":
                channel = self._channel(person, body.get("channel"))
                target = self._person(body.get("target"))
                interaction = acting.menu(person, channel, str(body.get("command")), target)
                return {"interaction": str(interaction.id)}
            case "autocomplete":
                return await self._autocomplete(person, body)
            case "component":
                channel = self._channel(person, body.get("channel"))
                message = channel.messages.get(as_id(body.get("message")))
                if message is None or not self._table.world.sees(person, message):
                    raise CannotDo("this message is no longer there")
                values = as_list(body.get("values"))
                interaction = acting.use(person, message, str(body.get("custom_id")), values)
                return {"interaction": str(interaction.id)}
            case "modal":
                opened = self._table.interactions.find(as_id(body.get("interaction")))
                if opened is None:
                    raise CannotDo("this form is out of date")
                interaction = acting.submit(person, opened, _fields(body, "fields"))
                return {"interaction": str(interaction.id)}
            case "message":
                channel = self._channel(person, body.get("channel"))
                return {"message": str(acting.say(person, channel, str(body.get("content") or "")).id)}
            case "settings":
                if "direct_messages_open" in body:
                    person.direct_messages_open = bool(body["direct_messages_open"])
                if "locale" in body:
                    person.locale = _locale_of(str(body["locale"]))
                guild = self._table.guild
                if "server_locale" in body:
                    guild.locale = _locale_of(str(body["server_locale"]))
                return {"person": person_shape(person), "guild": _guild_shape(guild)}
            case "conversation":
                return {"channel": str(self._table.world.direct_channel(person).id)}
            case other:
                raise CannotDo(
                    f"{other!r} is nothing that can be done; slash, menu, autocomplete, component, modal, message, "
                    "settings and conversation are"
                )

    async def _autocomplete(self, person: User, body: Payload) -> Payload:
        channel = self._channel(person, body.get("channel"))
        interaction = self._table.acting.autocomplete(
            person, channel, str(body.get("command")), _fields(body, "options"), str(body.get("focused"))
        )
        await self._table.settled(interaction)
        if interaction.state == "failed":
            return {"choices": [], "failed": True}
        return {"choices": list(interaction.choices)}

    async def _join(self, request: web.Request) -> Payload:
        body = await _json(request)
        name = " ".join(str(body.get("name") or "").split())
        if not 1 <= len(name) <= _LONGEST_NAME:
            raise CannotDo(f"a name has 1 to {_LONGEST_NAME} characters")
        person = self._table.person(name, _locale_of(str(body.get("locale") or "")))
        self._ensure_manager(person)
        return {"person": person_shape(person)}

    def _ensure_manager(self, person: User) -> None:
        """Make a person manage the server, if no other person does."""
        world, guild = self._table.world, self._table.guild
        people = [member.person for member in guild.members.values() if not member.person.bot]
        if not any(world.guild_permissions(person_, guild) & Permission.MANAGE_GUILD for person_ in people):
            keepers = world.add_role(guild, "Keepers of the table", Permission.MANAGE_GUILD)
            guild.members[person.id].roles.append(keepers.id)

    async def _time(self, request: web.Request) -> Payload:
        return {"now": payloads.timestamp(self._table.world.clock.now())}

    async def _clock(self, request: web.Request) -> Payload:
        seconds: object = (await _json(request)).get("seconds")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= 1e8:
            raise CannotDo("the clock can be moved forward by a number of seconds")
        world = self._table.world
        world.clock.advance(seconds)
        world.publish(WorldChange("clock"))
        return {"now": payloads.timestamp(world.clock.now())}

    async def _file(self, request: web.Request) -> web.Response:
        key = request.match_info["key"]
        files = self._table.world.attachments
        file = files.read(key) if request.query.get("hm") == files.signature(key) else None
        if file is None:
            return web.Response(status=404, text="This content is no longer available.")
        content, kind = file
        headers = {"Content-Type": kind, "Cache-Control": "private, max-age=86400, immutable"}
        return web.Response(body=content, headers=headers)

    async def _page(self, request: web.Request) -> web.Response:
        name = request.match_info["name"] or "index.html"
        file = resources.files("bot.local_discord") / "page" / name
        kind = next((kind for end, kind in _TYPES.items() if name.endswith(end)), None)
        if kind is None or not file.is_file():
            return web.Response(status=404, text="There is no such page.")
        return web.Response(
            body=file.read_bytes(), content_type=kind, charset="utf-8", headers={"Cache-Control": "no-cache"}
        )

    def _person(self, identity: object) -> User:
        person = self._table.world.people.get(as_id(identity))
        if person is None or person.bot:
            raise CannotDo("no one here has that id")
        return person

    def _channel(self, person: User, identity: object) -> Channel:
        channel = self._table.world.channels.get(as_id(identity))
        if channel is None or not self._table.world.sees_channel(person, channel):
            raise CannotDo("there is no such channel")
        return channel


async def _json(request: web.Request) -> Payload:
    # Web pages of other origins cannot send this type without a preflight request, which the table never allows.
    if request.content_type != "application/json":
        raise CannotDo("the request must be application/json")
    try:
        body = decoded(await request.read())
    except NotJson as error:
        raise CannotDo(f"the request is {error}") from None
    if isinstance(body, dict):
        return cast(Payload, body)
    raise CannotDo("the request must be a JSON object")


def _fields(body: Payload, name: str) -> Payload:
    if not isinstance(body.get(name, {}), dict):
        raise CannotDo(f"{name} must be a JSON object")
    return as_object(body.get(name))


def _guild_shape(guild: Guild) -> Payload:
    roles = [{"id": str(role.id), "name": role.name} for role in guild.roles.values()]
    return {"id": str(guild.id), "name": guild.name, "locale": guild.locale, "roles": roles}


def _locale_of(browser: str) -> str:
    """Return the Discord language nearest to a browser's: "es" becomes "es-ES"."""
    spoken = browser.split("-")[0]
    near = sorted(each for each in locales() if each.split("-")[0] == spoken)
    usual = {"en": "en-US", "es": "es-ES"}.get(spoken, near[0] if near else "en-US")
    return browser if browser in locales() else usual


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
