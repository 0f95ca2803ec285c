"""One's own data: look, set who may see one's hands, export it, delete it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

import discord
from discord import app_commands
from msgspec import Struct

from bot.command_keys import Command
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.plain import plain
from bot.discord.components.replies import Reply
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.feature import Handler, Interaction
from bot.discord.people import person_of
from bot.discord.texts.texts import ENGLISH, Texts, texts_for
from bot.discord.time_format import moment
from bot.errors import Told
from bot.features.privacy.blocking import Blocking
from bot.features.privacy.messages import delete_question, export_message, what_message
from bot.features.privacy.own_data import Privacy
from bot.match.matches import Matches
from bot.people.locales import Locales
from bot.store.person import A_FORMER_PLAYER, Person
from cards.i18n import translator

W = ENGLISH.privacy

LASTS = timedelta(hours=1)
"""For how long the question may be answered: afterwards what it says is not what would go."""
LISTED = 30
"""People whom one has blocked, as many as are named."""
CLEARED = 200
"""Direct messages that are cleared away, the newest first: Discord lets five a second be deleted."""


class PrivacyFeature(Struct, frozen=True):
    """A person's data, and who may not challenge them."""

    blocking: Blocking
    privacy: Privacy
    locales: Locales
    matches: Matches

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the commands."""

        @layout.command(Command.PRIVACY, W.d_what)
        async def what(interaction: Interaction) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.show(what_message(reply.words))

        @layout.command(Command.PRIVACY_EXPORT, W.d_export)
        async def export(interaction: Interaction) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self._export(reply)

        @layout.command(Command.PRIVACY_DELETE, W.d_delete)
        @app_commands.describe(sure=W.d_sure)
        @app_commands.choices(sure=[app_commands.Choice(name=W.d_sure_yes, value="yes")])
        async def delete(interaction: Interaction, sure: str | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await (self._forget(reply) if sure else self._ask(reply))

        @layout.command(Command.BLOCK, W.d_block)
        @app_commands.describe(user=W.d_block_user)
        async def block(interaction: Interaction, user: discord.User) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self._block(reply, person_of(user))

        @layout.command(Command.UNBLOCK, W.d_unblock)
        @app_commands.describe(person=W.d_unblock_person)
        async def unblock(interaction: Interaction, person: Name) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self._unblock(reply, person)

        @unblock.autocomplete("person")
        async def some_blocked(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
            async def fitting() -> list[tuple[str, str]]:
                named = await self._blocked(interaction.user.id, texts_for(interaction.locale))
                return [one for one in named if typed.strip().casefold() in one[0].casefold()]

            return await boundary.complete(interaction, fitting())

        @layout.command(Command.BLOCKED, W.d_blocked)
        async def blocked(interaction: Interaction) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await reply.say(await self._list(reply))

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {"privacy": self._press}

    async def _block(self, reply: Reply, other: Person) -> None:
        await self.blocking.block(reply.interaction.id, person_of(reply.interaction.user), other)
        await reply.say(reply.words.privacy.has_blocked.format(who=f"**{plain(other.name, 60)}**"))

    async def _blocked(self, person: int, words: Texts) -> list[tuple[str, str]]:
        """Return whom a person has blocked, by name and by id; two of the same name are told apart by a number."""
        named: list[tuple[str, str]] = []
        for one in await self.blocking.of(person):
            name = one.person.name if one.person.id >= 0 else translator(words.locale)(A_FORMER_PLAYER)
            again = sum(other.partition(" #")[0] == name for other, _ in named)
            named.append((f"{name} #{again + 1}" if again else name, str(one.person.id)))
        return named

    async def _unblock(self, reply: Reply, typed: str) -> None:
        """Unblock a person by what was chosen, or by their name as it was typed."""
        wanted = typed.strip().casefold().removeprefix("@")
        named = await self._blocked(reply.person, reply.words)
        found = [one for one in named if wanted in (one[1], one[0].casefold())]
        if not found:
            raise Told(reply.words.privacy.not_blocked.format(typed=plain(typed, 60)))
        name, other = found[0]
        await self.blocking.unblock(reply.interaction.id, reply.person, int(other))
        await reply.say(reply.words.privacy.has_unblocked.format(who=f"**{plain(name, 60)}**"))

    async def _list(self, reply: Reply) -> str:
        said, found = reply.words.privacy, await self.blocking.of(reply.person)
        if not found:
            return said.none_blocked
        named = await self._blocked(reply.person, reply.words)
        lines = [
            f"- {plain(name, 60)}, {moment(one.at)}" for (name, _), one in zip(named, found, strict=True)
        ]
        shown = lines[:LISTED]
        more = [said.more_blocked.format(n=len(lines) - LISTED)] if len(lines) > LISTED else []
        return "\n".join([said.blocked, *shown, *more])

    async def _export(self, reply: Reply) -> None:
        told = await self.privacy.export(reply.person, translator(reply.words.locale))
        await reply.show(export_message(told, reply.words))

    async def _ask(self, reply: Reply) -> None:
        await reply.show(delete_question(await self.privacy.holdings(reply.person), reply.words))

    async def _forget(self, reply: Reply) -> None:
        """Clear the direct messages away, and forget. Whatever dies in between, it can be asked for once more."""
        found = await self.privacy.holdings(reply.person)
        for channel, message in sorted(found.panels, key=lambda panel: -panel[1])[:CLEARED]:
            await _clear(reply, channel, message)
        forgotten = await self.privacy.forget(reply.person)
        self.locales.forget(reply.person)
        await reply.say(reply.words.privacy.forgotten if forgotten else reply.words.privacy.nothing)

    async def _press(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        match control.state:
            case "block":
                await reply.later()
                challenger = (await self.matches.table(control.match_id)).challenging
                await self._block(reply, challenger)
            case "export":
                await reply.later()
                await self._export(reply)
            case "delete":
                await reply.later()
                await self._ask(reply)
            case "keep":
                await reply.later()
                await reply.say(reply.words.privacy.kept)
            case "forget":
                await reply.later()
                asked = reply.interaction.message
                if asked is None or reply.interaction.created_at - asked.created_at > LASTS:
                    raise Told(reply.words.privacy.asked_long_ago)
                await self._forget(reply)
            case _:
                raise Told(reply.words.unknown_control)


async def _clear(reply: Reply, channel: int, message: int) -> None:
    place = reply.interaction.client.get_partial_messageable(channel)
    try:
        await place.get_partial_message(message).delete()
    except (discord.NotFound, discord.Forbidden):
        return
