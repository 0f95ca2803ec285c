"""Errors in Discord's format: an HTTP status, a numeric code, a sentence, and for forms a tree of errors."""

import math

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


def too_many_edits(seconds: float) -> ApiError:
    """429/30046: a message older than an hour was edited too often."""
    error = ApiError(
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
        headers={"Retry-After": str(math.ceil(seconds)), "Via": "1.1 google", "X-RateLimit-Scope": "user"},
    )
    error.extra = {"retry_after": seconds, "global": False}
    return error


def unauthorized() -> ApiError:
    """401: the token is not the table's."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown_channel() -> ApiError:
    """404/10003: there is no such channel, or no longer."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    """404/10004: there is no such server, or the bot is not on it."""
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    """404/10007: this person is not on the server."""
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    """404/10008: there is no such message, no longer, or it was shown to one person only."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    """404/10013: there is no such person."""
    return ApiError(404, 10013, "Unknown User")


def unknown_webhook() -> ApiError:
    """404/10015: the interaction was not answered yet, or its token was never given out."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """404/10062: never sent, or not answered within three seconds."""
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    """404/10063: there is no such application command."""
    return ApiError(404, 10063, "Unknown application command")


def too_large() -> ApiError:
    """413/40005: a file or the whole request is too large."""
    return ApiError(413, 40005, "Request entity too large")


def too_many_follow_ups() -> ApiError:
    """The bot isn't a member here and can't send more messages to this interaction."""
    return ApiError(400, 40094, "This interaction has reached its maximum number of follow up messages")


def already_acknowledged() -> ApiError:
    """400/40060: the interaction was answered before."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    """403/50001: the bot cannot see this."""
    return ApiError(403, 50001, "Missing Access")


def not_the_author() -> ApiError:
    """403/50005: only its author may edit a message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """400/50006: nothing to show."""
    return ApiError(400, 50006, "Cannot send an empty message")


def direct_messages_closed() -> ApiError:
    """403/50007: this person takes no direct messages from the bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    """403/50013: the bot may not do this here."""
    return ApiError(403, 50013, "Missing Permissions")


def dead_token() -> ApiError:
    """401/50027: the interaction's fifteen minutes are over."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def thread_locked() -> ApiError:
    """400/160005: only who manages threads may write here."""
    return ApiError(400, 160005, "Thread is locked")


def thread_archived() -> ApiError:
    """400/50083: the thread sleeps."""
    return ApiError(400, 50083, "Thread is archived")
