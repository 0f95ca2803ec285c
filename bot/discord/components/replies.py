"""The reply to one interaction, visible only to the person who asked unless it is made public."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence

import discord
from discord import ui

from bot.discord.components.messages import NOBODY, PrivateMessage, PublicMessage, files, layout, text
from bot.discord.components.plain import bare, links_of
from bot.discord.interaction_data import Interaction
from bot.people.locales import Locales, translator_for
from bot.platform.places import WorkSlot
from bot.store.person import Person
from cards.i18n import Message, Translator

UNKNOWN_MESSAGE = 10008
TOO_MANY_EDITS = 30046
Change = Callable[[PrivateMessage], Awaitable[None]]
"""Replaces a message that was shown."""


class Reply:
    """Replies to an interaction. Its methods work regardless of earlier replies.

    Discord requires a first reply within three seconds: call `later` or `in_place` before slow work.
    """

    def __init__(
        self,
        interaction: Interaction,
        locale_task: asyncio.Task[None] | None = None,
        earlier_presses: Sequence[asyncio.Event] = (),
        place: WorkSlot | None = None,
        afterwards: Callable[[Coroutine[object, object, None]], None] | None = None,
        earlier: Sequence[Reply] = (),
    ) -> None:
        """Create a reply.

        `locale_task` finishes when the languages are stored. `earlier_presses` on the same message are set once
        they are answered. `place` limits the number of interactions processed at the same time; None for no limit.
        `afterwards` schedules work to follow the reply. `earlier` are the same person's interactions in
        progress when this one arrived.
        """
        self.interaction = interaction
        self._links = links_of(interaction.client)
        self._locale_task = locale_task
        self._earlier_presses = earlier_presses
        self._place = place
        self._afterwards = afterwards
        self._earlier = earlier
        self._decided: set[int] = set()
        self.translate: Translator = translator_for(interaction.locale)
        """The person's language, as long as only they see the reply."""
        self._waits = ""
        self.on_first_answer: Callable[[], None] = lambda: None
        """Called when Discord has the first answer."""

    @property
    def person(self) -> int:
        """The id of the person who asked."""
        return self.interaction.user.id

    @property
    def is_private(self) -> bool:
        """Whether only this person sees the pressed message."""
        message = self.interaction.message
        return message is not None and (
            message.flags.ephemeral or self.interaction.context.dm_channel is True
        )

    @property
    def is_open(self) -> bool:
        """Whether no reply has been sent or deferred yet."""
        return not self._waits and not self.interaction.response.is_done()

    async def for_all(self, locales: Locales) -> None:
        """Make the reply public: from now on it uses the server's language."""
        await self._languages_stored()
        self.translate = translator_for(await locales.of_server(self.interaction.guild_id))

    async def later(self, *, to_all: bool = False) -> None:
        """Announce a reply as a new message; with `to_all`, a public one (`show_all`)."""
        await self.interaction.response.defer(ephemeral=not to_all, thinking=True)
        self.on_first_answer()
        self._waits = "new"
        await self._languages_stored()
        await self._take_place()

    async def in_place(self) -> None:
        """Announce a change of the pressed message or, for a public one, a reply.

        Returns when earlier presses on that message are answered: a person who presses twice in a row sees the last
        result, including both presses.
        """
        if not self.is_private:
            await self.later()
            return
        await self.interaction.response.defer()
        self.on_first_answer()
        self._waits = "change"
        await self._languages_stored()
        for press in self._earlier_presses:
            await press.wait()
        await self._take_place()

    async def _take_place(self) -> None:
        """Wait for a processing slot. Interactions that only wait must not block others."""
        if self._place is not None:
            await self._place.take()

    def leave(self) -> None:
        """Give back the processing slot: only sending is left, which costs this process nothing."""
        if self._place is not None:
            self._place.give_back()

    async def _languages_stored(self) -> None:
        """Wait until the languages are known, because announcements use them from now on."""
        if self._locale_task is not None:
            await asyncio.wait([self._locale_task])

    def decides(self, match_id: int) -> None:
        """Record that this interaction decides something in a match."""
        self._decided.add(match_id)

    def is_overtaken(self, match_id: int) -> bool:
        """Return whether this press came before the reply to an earlier decision in the match.

        It then refers to the previous question.
        """
        return any(match_id in reply._decided for reply in self._earlier)

    def follow(self, work: Coroutine[object, object, None]) -> None:
        """Run work after this reply. Neither people nor later presses on the message wait for it."""
        if self._afterwards is None:
            work.close()
        else:
            self._afterwards(work)

    async def show(self, message: PrivateMessage) -> Change:
        """Reply with a new message, or edit the pressed one after `in_place`. Return a function for later edits."""
        self.leave()
        self._decided.clear()
        if self._waits and await self._edit_expected(message):
            return self._change
        if self.interaction.response.is_done():
            posted = await self.interaction.followup.send(
                view=layout(message, self._links),
                files=files(message),
                ephemeral=True,
                allowed_mentions=NOBODY,
                wait=True,
            )

            async def change(new_message: PrivateMessage) -> None:
                await posted.edit(
                    view=layout(new_message, self._links),
                    attachments=files(new_message),
                    allowed_mentions=NOBODY,
                )

            return change
        await self.interaction.response.send_message(
            view=layout(message, self._links), files=files(message), ephemeral=True, allowed_mentions=NOBODY
        )
        self.on_first_answer()
        return self._change

    async def _change(self, message: PrivateMessage) -> None:
        await self.interaction.edit_original_response(
            view=layout(message, self._links), attachments=files(message), allowed_mentions=NOBODY
        )

    async def show_all(self, message: PublicMessage) -> None:
        """Reply with a public message, after `later(to_all=True)` or as the first reply."""
        self.leave()
        if self._waits and await self._edit_expected(message):
            return
        await self.interaction.response.send_message(
            view=layout(message, self._links), files=files(message), allowed_mentions=NOBODY
        )
        self.on_first_answer()

    async def _edit_expected(self, message: PrivateMessage | PublicMessage) -> bool:
        """Edit the message where a reply is expected. Return False if that isn't possible."""
        self._waits = ""
        try:
            await self.interaction.edit_original_response(
                view=layout(message, self._links), attachments=files(message), allowed_mentions=NOBODY
            )
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, TOO_MANY_EDITS):
                raise
            return False
        return True

    async def say(self, sentence: Message | str) -> None:
        """Reply with a sentence in a separate message. The pressed message stays unchanged."""
        if self._waits == "change":
            self._waits = ""
        await self.show(PrivateMessage((text(self.translate(sentence)),)))

    async def close_question(self) -> None:
        """Remove the buttons of the pressed message, because its question is answered. Call it after `in_place` and `say`."""
        message = self.interaction.message
        is_in_place = (
            self.interaction.response.type is discord.InteractionResponseType.deferred_message_update
        )
        if message is None or not is_in_place:
            return
        view = ui.LayoutView.from_message(message, timeout=None)
        for item in view.children:
            if isinstance(item, ui.ActionRow):
                view.remove_item(item)
        try:
            await self.interaction.edit_original_response(view=view)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, TOO_MANY_EDITS):
                raise

    async def ask(self, modal: ui.Modal) -> None:
        """Reply with a form. Only possible as the first reply, and not to a form."""
        await self.interaction.response.send_modal(modal)
        self.on_first_answer()


def person_of(user: discord.abc.User) -> Person:
    """Return a Discord user as a person, with their display name if it has visible characters."""
    return Person(user.id, bare(user.display_name) or user.name, user.bot)
