"""Errors in Discord's format: an HTTP status, a numeric code, a sentence, and for forms a tree of errors."""

import math
from functools import partial

from bot.local_discord.wire import Payload


class ApiError(Exception):
    """A request was refused. Carries what the answer's status and body must say."""

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
        """Give the answer's JSON body."""
        body: Payload = {"message": self.message, "code": self.code, **self.extra}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class CannotDo(Exception):
    """Someone at the table tried what Discord's own client would not let them do; the text is one plain sentence."""


class NotOffered(Exception):
    """The bot asked for a part of Discord that the table does not have. Never answered with a pretence."""


def too_many(
    seconds: float, *, everywhere: bool = False, code: int = 0, message: str = "You are being rate limited."
) -> ApiError:
    """Return 429 with a wait in seconds, for this kind of request or `everywhere`.

    The `Via` header is how clients tell it from a ban.
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
"""No such message, no longer, or it was shown to one person only."""
unknown_user = partial(ApiError, 404, 10013, "Unknown User")
unknown_webhook = partial(ApiError, 404, 10015, "Unknown Webhook")
"""The interaction was not answered yet, or its token was never given out."""
unknown_interaction = partial(ApiError, 404, 10062, "Unknown interaction")
"""Never sent, or not answered within three seconds."""
unknown_command = partial(ApiError, 404, 10063, "Unknown application command")
too_large = partial(ApiError, 413, 40005, "Request entity too large")
"""A file, or the whole request."""
too_many_follow_ups = partial(
    ApiError, 400, 40094, "This interaction has reached its maximum number of follow up messages"
)
"""The bot isn't a member here."""
already_acknowledged = partial(ApiError, 400, 40060, "Interaction has already been acknowledged.")
missing_access = partial(ApiError, 403, 50001, "Missing Access")
"""The bot cannot see this."""
not_the_author = partial(ApiError, 403, 50005, "Cannot edit a message authored by another user")
empty_message = partial(ApiError, 400, 50006, "Cannot send an empty message")
direct_messages_closed = partial(ApiError, 403, 50007, "Cannot send messages to this user")
"""This person takes no direct messages from the bot."""
missing_permissions = partial(ApiError, 403, 50013, "Missing Permissions")
dead_token = partial(ApiError, 401, 50027, "Invalid Webhook Token")
"""The interaction's fifteen minutes are over."""
thread_locked = partial(ApiError, 400, 160005, "Thread is locked")
"""Only who manages threads may write here."""
thread_archived = partial(ApiError, 400, 50083, "Thread is archived")
