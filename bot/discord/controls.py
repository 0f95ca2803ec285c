"""Buttons, menus and forms: each is routed by its id to the feature that handles its act."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache, wraps
from typing import Protocol, TypeVar, cast, runtime_checkable

import discord
from msgspec import Struct

from bot.command_keys import with_commands
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId, Submitted, read, read_submission
from bot.discord.components.replies import Reply
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction_data import Interaction
from bot.errors import Refusal
from cards.i18n import msg

Handler = Callable[[Reply, CustomId, Submitted], Awaitable[None]]
"""Handles a press on a control, or a form, with its submitted values."""


@runtime_checkable
class HasControls(Protocol):
    """A feature with buttons, menus or forms in its messages."""

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act (`bot.discord.components.custom_ids`)."""
        ...


M = TypeVar("M", bound=Callable[..., Awaitable[None]])


def pressed(*acts: str, first: Callable[[Reply], Awaitable[None]] | None = None) -> Callable[[M], M]:
    """Return a decorator that makes a method of `PressHandlers` the handler of controls with these acts.

    `first` defers the reply: `Reply.later` or `Reply.in_place`. A form can't be shown after that.
    """

    def mark(method: M) -> M:
        @wraps(method)
        async def handle(self: object, reply: Reply, control: CustomId, values: Submitted) -> None:
            if first is not None:
                await first(reply)
            await method(self, reply, control, values)

        handle.__dict__["acts"] = acts
        return cast(M, handle)

    return mark


class PressHandlers(Struct, frozen=True):
    """A part of a feature whose methods, marked with `pressed`, handle presses."""

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {act: getattr(self, name) for act, name in _handler_names(type(self)).items()}


@cache
def _handler_names(kind: type[PressHandlers]) -> Mapping[str, str]:
    """Return the names of the methods marked with `pressed`, by act."""
    return {act: name for name in dir(kind) for act in getattr(getattr(kind, name), "acts", ())}


@runtime_checkable
class WatchesServers(Protocol):
    """A feature that acts on the servers that the bot has joined."""

    def on_guild(self, guild: discord.Guild) -> None:
        """Note that the bot is on a server: it has just joined, or the server is reachable again."""
        ...

    def changed(self, guild: discord.Guild) -> None:
        """Note that the bot's permissions on a server may have changed."""
        ...

    async def run(self, client: discord.Client) -> None:
        """Do the pending work, until cancelled."""
        ...


class Controls:
    """Routes presses and forms. `answers` are the handlers for questions by act; all others come from `features`.

    `has_been` returns whether a match was ever at a control's revision; if not, it has replied to the press.
    Raises ValueError if two features have the same act.
    """

    def __init__(
        self,
        boundary: ErrorBoundary,
        has_been: Callable[[Reply, CustomId], Awaitable[bool]],
        answers: Mapping[str, Handler],
        features: Iterable[HasControls],
    ) -> None:
        self._boundary = boundary
        self._has_been = has_been
        self.answers = answers
        self.others: dict[str, Handler] = {}
        for feature in features:
            handlers = feature.handlers
            if doubled := handlers.keys() & self.others.keys():
                raise ValueError(f"{type(feature).__name__} has acts of another feature: {sorted(doubled)}")
            self.others |= handlers

    async def handle(self, interaction: Interaction) -> None:
        """Handle a press on a button or menu, or a submitted form."""
        async with self._boundary.answering(interaction) as reply:
            custom_id, values = read_submission(interaction)
            control = read(custom_id)
            if control is None:
                raise Refusal(
                    with_commands(msg("This button no longer works. Find your matches with `{/matches}`."))
                )
            handler = (self.answers if control.question else self.others).get(control.act)
            if handler is None:
                raise Refusal(UNKNOWN_CONTROL)
            # The revision of a question's control is checked later, when the match is read anyway.
            if control.question or not control.match or await self._has_been(reply, control):
                await handler(reply, control, values)
