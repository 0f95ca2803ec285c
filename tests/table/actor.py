"""A scripted user of the local table, for tests, load tests and demonstrations.

An actor can do and see exactly the same as a person in a browser, through the same code. All waits are for events,
never for a duration; the time limit only ends waits that would hang forever.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from typing import Literal, cast

import msgspec

from bot.local_discord.errors import CannotDo
from bot.local_discord.json_codec import Payload
from bot.local_discord.records import CallbackType, Channel, Interaction, Message, User
from bot.local_discord.server import LocalTable
from tests.table import transcript

PATIENCE = 120.0
"""The timeout for the bot, in real seconds."""

Wait = Literal["answer", "first", "no"]
"""The end of a wait: the text that the person will read, the first response, or no wait at all."""


class UploadedFile(msgspec.Struct, frozen=True):
    """A file that an actor sends with a slash command."""

    name: str
    content: bytes


class InteractionOutcome:
    """The result of an actor's act. The messages are live: they show later changes."""

    def __init__(self, table: LocalTable, interaction: Interaction) -> None:
        self._table = table
        self.interaction = interaction

    @property
    def failed(self) -> bool:
        """Whether the bot did not respond in time ("the application did not respond")."""
        return self.interaction.state == "failed"

    @property
    def messages(self) -> list[Message]:
        """The responses that were not deleted, the first one first."""
        messages_by_id = self.interaction.channel.messages
        return [messages_by_id[each] for each in self.interaction.messages if each in messages_by_id]

    @property
    def reply(self) -> Message:
        """The first response.

        Raises:
            CannotDo: if there is none.
        """
        if not self.messages:
            raise CannotDo(f"the bot gave no message; the interaction is {self.interaction.state}")
        return self.messages[0]

    @property
    def text(self) -> str:
        """The text of all responses."""
        return "\n".join(transcript.text(each) for each in self.messages)

    @property
    def modal(self) -> Payload:
        """The form sent in response.

        Raises:
            CannotDo: if the response isn't a form.
        """
        if self.interaction.modal is None:
            raise CannotDo(f"the bot opened no form; the interaction is {self.interaction.state}")
        return self.interaction.modal

    async def settled(self) -> InteractionOutcome:
        """Wait until the text for the person is there, or the bot has failed."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._table.settled(self.interaction)
        except TimeoutError:
            raise CannotDo(_hanging(self.interaction)) from None
        return self

    async def acknowledged(self) -> InteractionOutcome:
        """Wait for the first response, or the bot's failure."""
        interaction = self.interaction
        try:
            async with asyncio.timeout(PATIENCE):
                await self._table.until(lambda: interaction.state != "sent")
        except TimeoutError:
            raise CannotDo(_hanging(interaction)) from None
        return self


class Actor:
    """A person at the table. `transcript` contains every event of their page (None: not recorded)."""

    def __init__(self, table: LocalTable, name: str, *, keep_transcript: bool = True) -> None:
        self.table = table
        self.person = table.person(name)
        self.transcript: list[Payload] | None = [] if keep_transcript else None
        self._stream = None if self.transcript is None else table.stream(self.person, self.transcript.append)
        self._form: Interaction | None = None

    # Actions

    async def slash(
        self, path: str, *, channel: Channel | None = None, wait: Wait = "answer", **options: object
    ) -> InteractionOutcome:
        """Use a slash command, as `slash("voidream challenge", user=bob, deck="Ember")`.

        Raises:
            CannotDo: if Discord's client would not send it, or the bot hangs.
        """
        values = {name: _value(value) for name, value in options.items()}
        interaction = self.table.acting.slash(self.person, channel or self.table.channel, path, values)
        return await self._watch(interaction, wait)

    async def menu(
        self, name: str, target: Actor | User, *, channel: Channel | None = None, wait: Wait = "answer"
    ) -> InteractionOutcome:
        """Use a command from a person's context menu, as `menu("Challenge", bob)`.

        Raises:
            CannotDo: if the menu has no such command, or the bot hangs.
        """
        interaction = self.table.acting.menu(
            self.person,
            channel or self.table.channel,
            name,
            target.person if isinstance(target, Actor) else target,
        )
        return await self._watch(interaction, wait)

    async def autocomplete(
        self, path: str, focused: str, typed: str = "", *, channel: Channel | None = None, **options: object
    ) -> list[str]:
        """Return the names that the bot suggests for option `focused` with `typed` in it.

        Raises:
            CannotDo: if there is no such option, or the bot does not respond in time.
        """
        return [
            str(each["name"]) for each in await self.choices(path, focused, typed, channel=channel, **options)
        ]

    async def choices(
        self, path: str, focused: str, typed: str = "", *, channel: Channel | None = None, **options: object
    ) -> list[Payload]:
        """Return the choices that the bot suggests for option `focused`, with their names and values."""
        values = {name: _value(value) for name, value in options.items()} | {focused: typed}
        interaction = self.table.acting.autocomplete(
            self.person, channel or self.table.channel, path, values, focused
        )
        outcome = await self._watch(interaction, "answer")
        if outcome.failed:
            raise CannotDo("the bot offered nothing in time")
        return list(interaction.choices)

    async def click(
        self,
        message: Message,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        wait: Wait = "answer",
    ) -> InteractionOutcome:
        """Press a button of a message, by its label or custom id.

        Raises:
            CannotDo: if this person cannot press it, or the bot hangs.
        """
        if custom_id is None:
            custom_id = transcript.button(message, label or "").get("custom_id")
        return await self._watch(self.table.acting.use(self.person, message, custom_id or ""), wait)

    async def select(
        self, message: Message, *values: object, menu: str | None = None, wait: Wait = "answer"
    ) -> InteractionOutcome:
        """Choose in a message's menu (`menu`: words of its placeholder), by the options' labels or values.

        Raises:
            CannotDo: if this person cannot choose that, or the bot hangs.
        """
        custom_id = str(transcript.menu(message, menu)["custom_id"])
        chosen = [_value(each) for each in values]
        return await self._watch(self.table.acting.use(self.person, message, custom_id, chosen), wait)

    async def submit(
        self,
        fields: dict[str, object] | None = None,
        *,
        form: InteractionOutcome | None = None,
        wait: Wait = "answer",
    ) -> InteractionOutcome:
        """Send a form (by default the last one opened), with its fields by label or custom id.

        Raises:
            CannotDo: if there is no form, it is filled in wrongly, or the bot hangs.
        """
        opened = self._form if form is None else form.interaction
        if opened is None or opened.modal is None:
            raise CannotDo("no form is open")
        labels = transcript.fields(opened.modal)
        values = {labels.get(name, name): _value(value) for name, value in (fields or {}).items()}
        return await self._watch(self.table.acting.submit(self.person, opened, values), wait)

    def say(self, text: str, *, channel: Channel | None = None) -> Message:
        """Send a message."""
        return self.table.acting.say(self.person, channel or self.table.channel, text)

    def close_direct_messages(self) -> None:
        """Refuse direct messages from now on."""
        self.person.direct_messages_open = False

    def open_direct_messages(self) -> None:
        """Accept direct messages again."""
        self.person.direct_messages_open = True

    # Visibility

    @property
    def direct(self) -> Channel:
        """The direct conversation with the bot."""
        return self.table.world.direct_channel(self.person)

    def sees(self, channel: Channel | None = None) -> list[Message]:
        """Return the messages of a channel that this person can see, oldest first."""
        return self.table.world.visible_messages(self.person, channel or self.table.channel)

    def threads(self) -> list[Channel]:
        """Return the threads that this person can see, oldest first."""
        return [each for each in self.table.world.visible_channels(self.person) if each.is_thread]

    def was_shown(self, words: str) -> bool:
        """Return whether these words were ever in anything that reached this person: texts, ids, names, alt texts."""
        if self.transcript is None:
            raise CannotDo(f"no transcript is kept for {self.person.display_name}")
        return words in msgspec.json.encode(self.transcript).decode()

    async def gets(
        self,
        words: str = "",
        *,
        channel: Channel | None = None,
        where: Callable[[Message], bool] | None = None,
    ) -> Message:
        """Wait for a visible message that contains these words, and return the latest one.

        `channel` None means the table's first channel; `where` adds a condition.

        Raises:
            CannotDo: if it does not come; the error lists the existing messages.
        """
        place = channel or self.table.channel

        matching: list[Message] = []

        def look() -> bool:
            matching[:] = [
                message
                for message in self.sees(place)
                if not message.loading
                and words in transcript.text(message)
                and (where is None or where(message))
            ][-1:]
            return bool(matching)

        try:
            async with asyncio.timeout(PATIENCE):
                await self.table.until(look)
        except TimeoutError:
            last_texts = [transcript.text(each)[:200] for each in self.sees(place)[-3:]]
            raise CannotDo(f"no message with {words!r} came; the last ones are {last_texts}") from None
        return matching[0]

    async def until(self, holds: Callable[[], bool], what: str = "it") -> None:
        """Wait until `holds` returns true. It is called at every change at the table.

        Raises:
            CannotDo: if it never does.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                await self.table.until(holds)
        except TimeoutError:
            raise CannotDo(f"{what} did not happen") from None

    def leave(self) -> None:
        """Close the page: the transcript ends. The person stays on the server."""
        if self._stream is not None:
            self._stream.close()

    async def _watch(self, interaction: Interaction, wait: Wait) -> InteractionOutcome:
        outcome = InteractionOutcome(self.table, interaction)
        if wait == "first":
            await outcome.acknowledged()
        elif wait == "answer":
            await outcome.settled()
        if interaction.callback is CallbackType.MODAL:
            self._form = interaction
        return outcome


def _value(value: object) -> object:
    if isinstance(value, Actor):
        return value.person
    if isinstance(value, User | Channel):
        return value
    if isinstance(value, UploadedFile):
        return {"filename": value.name, "content": base64.b64encode(value.content).decode()}
    if isinstance(value, list | tuple):
        return [_value(each) for each in cast(list[object], value)]
    return value


def _hanging(interaction: Interaction) -> str:
    if interaction.callback is CallbackType.DEFERRED_UPDATE:
        return "the bot acknowledged, and then changed nothing; wait='first' is for that"
    return f"the bot hangs: the interaction is still {interaction.state!r} after {PATIENCE:.0f} seconds"
