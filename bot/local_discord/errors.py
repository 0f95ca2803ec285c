"""Errors in Discord's format: an HTTP status, a numeric code, a sentence, and for forms a tree of errors."""

import math
from functools import partial

from bot.local_discord.json_codec import Payload


class ApiError(Exception):
    """A request was refused. Contains the response's status and body."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: Payload | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.headers = headers or {}
        self.extra: Payload = {}

    def body(self) -> Payload:
        """Return the response's JSON body."""
        body: Payload = {"message": self.message, "code": self.code, **self.extra}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class CannotDo(Exception):
    """Someone at the table tried something that Discord's client doesn't allow. The message is one sentence."""


class NotOffered(Exception):
    """The bot requested a part of Discord that the table doesn't have. The table never fakes a response."""


def too_many(
    seconds: float, *, everywhere: bool = False, code: int = 0, message: str = "You are being rate limited."
) -> ApiError:
    """Return 429 with a wait in seconds, for this kind of request or `everywhere`.

    Clients distinguish it from a ban by the `Via` header.
    """
    headers = {"Retry-After": str(math.ceil(seconds)), "Via": "1.1 google"}
    headers |= {"X-RateLimit-Scope": "global" if everywhere else "user"}
    error = ApiError(
        429, code, message, headers=headers | ({"X-RateLimit-Global": "true"} if everywhere else {})
    )
    error.extra = {"retry_after": seconds, "global": everywhere}
    return error


OLD_EDITS = "Maximum number of edits to messages older than 1 hour reached. Try again later."
too_many_edits = partial(too_many, code=30046, message=OLD_EDITS)
unauthorized = partial(ApiError, 401, 0, "401: Unauthorized")
unknown_channel = partial(ApiError, 404, 10003, "Unknown Channel")
unknown_guild = partial(ApiError, 404, 10004, "Unknown Guild")
unknown_member = partial(ApiError, 404, 10007, "Unknown Member")
unknown_message = partial(ApiError, 404, 10008, "Unknown Message")
"""The message doesn't exist, was deleted, or was shown to one person only."""
unknown_user = partial(ApiError, 404, 10013, "Unknown User")
unknown_webhook = partial(ApiError, 404, 10015, "Unknown Webhook")
"""The interaction was not answered yet, or its token was never issued."""
unknown_interaction = partial(ApiError, 404, 10062, "Unknown interaction")
"""The interaction was never sent, or not answered within three seconds."""
unknown_command = partial(ApiError, 404, 10063, "Unknown application command")
too_large = partial(ApiError, 413, 40005, "Request entity too large")
"""A file, or the whole request, is too large."""
too_many_follow_ups = partial(
    ApiError, 400, 40094, "This interaction has reached its maximum number of follow up messages"
)
"""Applies only where the bot isn't a member of the server (`interactions.FOLLOW_UPS`)."""
already_acknowledged = partial(ApiError, 400, 40060, "Interaction has already been acknowledged.")
missing_access = partial(ApiError, 403, 50001, "Missing Access")
"""The bot cannot see this."""
not_the_author = partial(ApiError, 403, 50005, "Cannot edit a message authored by another user")
empty_message = partial(ApiError, 400, 50006, "Cannot send an empty message")
direct_messages_closed = partial(ApiError, 403, 50007, "Cannot send messages to this user")
"""This person doesn't accept direct messages from the bot."""
missing_permissions = partial(ApiError, 403, 50013, "Missing Permissions")
dead_token = partial(ApiError, 401, 50027, "Invalid Webhook Token")
"""The interaction's fifteen minutes are over."""
thread_locked = partial(ApiError, 400, 160005, "Thread is locked")
"""Only moderators of threads may write here."""
thread_archived = partial(ApiError, 400, 50083, "Thread is archived")
