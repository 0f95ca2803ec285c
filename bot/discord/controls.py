"""Buttons, menus and forms: each is understood from its id alone and handed to the feature whose act it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping

from bot.command_keys import with_commands
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId, read
from bot.discord.components.replies import Interaction, Reply
from bot.discord.components.submitted import given
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.feature import Handler, HasControls
from bot.errors import Refusal
from cards.i18n import msg


class Controls:
    """Answers presses and forms. `answers` is what controls of a question do, by act; all others are of `features`.

    `has_been` returns whether a match has been where a control was made; else it has answered the press.
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
        """Answer a press on a button or menu, or a form that was sent."""
        async with self._boundary.answering(interaction) as reply:
            custom_id, values = given(interaction, reply.translate)
            control = read(custom_id)
            if control is None:
                raise Refusal(
                    with_commands(msg("This button no longer works. Find your matches with `{/matches}`."))
                )
            handler = (self.answers if control.question else self.others).get(control.act)
            if handler is None:
                raise Refusal(UNKNOWN_CONTROL)
            # Controls of a question are checked where the match is read anyway.
            if control.question or not control.match or await self._has_been(reply, control):
                await handler(reply, control, values)
