"""The REST API: reads requests, applies injected faults, calls the routes, and responds exactly like Discord."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from email.message import Message as EmailMessage
from email.utils import format_datetime

import msgspec
from aiohttp import BodyPartReader, web
from msgspec.structs import replace

from bot.local_discord.attachments import MEBIBYTE
from bot.local_discord.clock import TableClock
from bot.local_discord.errors import ApiError, NotOffered, too_large, unauthorized
from bot.local_discord.faults import Faults
from bot.local_discord.json_codec import NotJson, Payload, as_object, decoded
from bot.local_discord.messages import Upload, Uploads
from bot.local_discord.rates import Rates
from bot.local_discord.validate.described import check_request
from bot.local_discord.validate.form import FormErrors
from cards.numerals import numeral

_log = logging.getLogger(__name__)

PREFIX = "/api/v10"
REQUEST_LIMIT = 25 * MEBIBYTE


class RestCall(msgspec.Struct, frozen=True):
    """One request, as routes and observers see it.

    `template` is Discord's route with its placeholders (`/channels/{channel_id}/messages`), `path` the concrete one
    after `/api/v10`; `body` the decoded JSON (of multipart: part `payload_json`) or None; `status` and `answer` are
    the response.
    """

    method: str
    template: str
    path: str
    body: object
    uploads: Uploads
    names: Mapping[str, str]
    query: Mapping[str, str]
    status: int = 0
    answer: object = None

    def id(self, name: str) -> int:
        """Return a snowflake in the path.

        Raises:
            ApiError: 400/50035 if it isn't a number.
        """
        value = self.names[name]
        number = numeral(value, 19)
        if number is None:
            form = FormErrors()
            form.wrong((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            form.finish()
        return number or 0

    @property
    def form(self) -> Payload:
        """The body as a JSON object; empty if there is none."""
        return as_object(self.body)


RouteAnswer = tuple[int, object]
"""The status and the JSON of the response (None: no body)."""

Route = Callable[[RestCall], RouteAnswer]
"""A route's handler."""


class RequestRecord(msgspec.Struct):
    """The bot's requests to the table: the latest ones (without their files), their observers, and failures."""

    calls: deque[RestCall] = msgspec.field(default_factory=lambda: deque(maxlen=2000))
    observers: list[Callable[[RestCall], None]] = msgspec.field(
        default_factory=list[Callable[[RestCall], None]]
    )
    failures: list[str] = msgspec.field(default_factory=list[str])

    def note(self, call: RestCall) -> None:
        """Store a call and pass it to the observers. An AssertionError of an observer is recorded as a failure."""
        self.calls.append(replace(call, uploads={}))
        for observer in tuple(self.observers):
            try:
                observer(call)
            except AssertionError as error:
                self.failures.append(f"{call.method} {call.template}: {error}")


class Rest:
    """Turns routes into handlers of the web server."""

    def __init__(
        self,
        clock: TableClock,
        token: Callable[[], str],
        faults: Faults,
        record: RequestRecord,
        rates: Rates | None,
    ) -> None:
        self._clock = clock
        self._rates = rates
        self._token = token
        self._faults = faults
        self._record = record
        self.routes: dict[tuple[str, str], Route] = {}
        """By method and template, in the order in which they were added."""

    def add(
        self,
        app: web.Application,
        method: str,
        template: str,
        route: Route,
        *,
        open_: bool = False,
        before: Callable[[RestCall], Awaitable[None]] | None = None,
    ) -> None:
        """Serve a route. With `open_` it is protected by an interaction's token in the path instead of the bot's.

        `before` is awaited first, and may raise ApiError.
        """
        self.routes[method, template] = route

        async def handler(request: web.Request) -> web.Response:
            return await self._serve(request, template, route, open_=open_, before=before)

        app.router.add_route(method, PREFIX + template, handler)

    async def unknown(self, request: web.Request) -> web.Response:
        """Refuse a route that the table does not have, with 501 and a recorded failure."""
        self._record.failures.append(f"{request.method} {request.path} is not offered by the table")
        return answer(501, {"message": "the local table does not offer this", "code": 0})

    async def _serve(
        self,
        request: web.Request,
        template: str,
        route: Route,
        *,
        open_: bool,
        before: Callable[[RestCall], Awaitable[None]] | None,
    ) -> web.Response:
        path = request.path.removeprefix(PREFIX)
        fault = self._faults.meet(request.method, path)
        # By the table's clock, like its ids.
        headers: Mapping[str, str] = {"Date": format_datetime(self._clock.now(), usegmt=True)}
        try:
            if not open_ and request.headers.get("Authorization") != f"Bot {self._token()}":
                raise unauthorized()
            if fault is not None:
                if fault.delay:
                    await self._clock.sleep(fault.delay)
                if not fault.after and fault.refusal is not None:
                    await request.read()
                    raise fault.refusal
            body, uploads = await _read(request)
            call = RestCall(request.method, template, path, body, uploads, request.match_info, request.query)
            if self._rates is not None:
                limits = self._rates.meet(request.method, template, request.match_info, body)
                headers = {**headers, **limits}
            if before is not None:
                await before(call)
            status, shape = self.ask(route, call)
            if fault is not None and fault.after and fault.refusal is not None:
                raise fault.refusal
        except ApiError as error:
            return answer(error.status, error.body(), {**headers, **error.headers})
        except NotOffered as missing:
            self._record.failures.append(f"{request.method} {template}: {missing}")
            return answer(501, {"message": str(missing), "code": 0})
        except Exception as error:
            self._record.failures.append(f"{request.method} {template}: the table failed: {error!r}")
            _log.exception("The table failed to answer %s %s", request.method, template)
            return answer(500, {"message": "500: Internal Server Error", "code": 0})
        return answer(status, shape, headers)

    def ask(self, route: Route, call: RestCall) -> RouteAnswer:
        """Run a route's handler if the call is well-formed; return the status and the response.

        Raises:
            ApiError: if Discord would refuse the request; 400/50035 for an invalid body.
            NotOffered: if the table doesn't have this.
        """
        try:
            check_request(call.method, call.template, call.body)
            status, shape = route(call)
        except ApiError as error:
            self._record.note(replace(call, status=error.status, answer=error.body()))
            raise
        self._record.note(replace(call, status=status, answer=shape))
        return status, shape


def answer(status: int, shape: object, headers: Mapping[str, str] | None = None) -> web.Response:
    """Respond with JSON. The content type is exactly `application/json`: discord.py compares it with `==`."""
    if shape is None:
        return web.Response(status=status, headers=headers)
    return web.Response(
        status=status,
        body=msgspec.json.encode(shape),
        headers={"Content-Type": "application/json", **(headers or {})},
    )


async def _read(request: web.Request) -> tuple[object, Uploads]:
    if (request.content_length or 0) > REQUEST_LIMIT:
        raise too_large()
    if not request.can_read_body:
        return None, {}
    if not request.content_type.startswith("multipart/"):
        return _decoded(await request.read()), {}
    body: object = {}
    uploads: Uploads = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read())
        name, filename = _names(part.headers.get("Content-Disposition", ""))
        if name == "payload_json":
            body = _decoded(content)
        elif name.startswith("files[") and (number := numeral(name[6:-1])) is not None:
            kind = part.headers.get("Content-Type", "application/octet-stream").split(";")[0]
            uploads[number] = Upload(filename, _content_type(filename, kind, content), content)
        await asyncio.sleep(0)
    return body, uploads


def _names(disposition: str) -> tuple[str, str]:
    """Return the name of a form's part, and its filename. aiohttp's parser is four times slower."""
    header = EmailMessage()
    header["Content-Disposition"] = disposition
    return str(header.get_param("name", "", "Content-Disposition")), header.get_filename() or "file"


def _decoded(content: bytes) -> object:
    if not content:
        return None
    try:
        return decoded(content)
    except NotJson:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


def _content_type(filename: str, declared: str, content: bytes) -> str:
    """Return a file's content type like Discord: from its content rather than from the sender's header."""
    if content.startswith(b"\x89PNG\r\n"):
        return "image/png"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    if filename.endswith((".txt", ".log", ".md")):
        return "text/plain; charset=utf-8"
    if filename.endswith(".json"):
        return "application/json"
    return declared
