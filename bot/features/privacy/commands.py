"""Commands for a person's own data (view, export, delete) and for blocking people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import discord
from discord import app_commands

from bot.command_keys import Command, with_commands
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.plain import plain
from bot.discord.components.replies import Reply, person_of
from bot.discord.controls import pressed
from bot.discord.interaction_data import Interaction, matching
from bot.discord.time_format import moment
from bot.errors import Refusal
from bot.features.privacy.blocks import Blocks
from bot.features.privacy.messages import delete_question, export_message, what_message
from bot.features.privacy.own_data import Privacy
from bot.installation import Feature, Part, Services
from bot.people.locales import translator_for
from bot.store.person import A_FORMER_PLAYER, Person
from cards.i18n import Translator, msg, translator

CONFIRMATION_LIFETIME = timedelta(hours=1)
"""The time within which the confirmation question can be answered.

Later, its list of what will be deleted may be wrong.
"""
LISTED = 30
"""Maximum number of blocked people listed."""
CLEARED = 200
"""Maximum number of direct messages deleted, newest first. Discord allows about 5 deletions per second."""


class PrivacyFeature(Feature, frozen=True):
    """The commands and buttons about a person's data and the people they blocked."""

    blocking: Blocks
    privacy: Privacy

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        @layout.command(
            Command.PRIVACY, msg("What I store about you, for how long, and who can see it."), defer=False
        )
        async def privacy(reply: Reply) -> None:
            await reply.show(what_message(reply.translate))

        @layout.command(Command.PRIVACY_EXPORT, msg("Get everything I store about you as a file."))
        async def export(reply: Reply) -> None:
            await self._export(reply)

        @layout.command(
            Command.PRIVACY_DELETE,
            msg("Delete everything about you. I'll ask you to confirm."),
            sure=Parameter(
                msg("Delete at once, without asking."),
                choices=[app_commands.Choice(name=str(msg("yes, forget me")), value="yes")],
            ),
        )
        async def delete(reply: Reply, sure: str | None = None) -> None:
            await (self._forget(reply) if sure else self._ask(reply))

        @layout.command(
            Command.BLOCK,
            msg("Block someone. They can't challenge you or ask you for anything. They aren't told."),
            user=msg("The person."),
        )
        async def block(reply: Reply, user: discord.User) -> None:
            await self._block(reply, person_of(user))

        async def blocked_names(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            names = await self._blocked(interaction.user.id, translator_for(interaction.locale))
            return matching(names, typed)

        @layout.command(
            Command.UNBLOCK,
            msg("Allow someone to challenge you again."),
            person=Parameter(msg("The person you blocked."), blocked_names),
        )
        async def unblock(reply: Reply, person: Name) -> None:
            await self._unblock(reply, person)

        @layout.command(Command.BLOCKED, msg("List the people you blocked."))
        async def blocked(reply: Reply) -> None:
            await reply.say(await self._list(reply))

    async def _block(self, reply: Reply, other: Person) -> None:
        await self.blocking.block(reply.interaction.id, person_of(reply.interaction.user), other)
        await reply.say(
            with_commands(
                msg(
                    "You blocked {who}. They can't challenge you or ask you for anything in "
                    "your matches. They aren't told. Matches in progress continue. "
                    "`{/unblock}` undoes this.",
                    who=f"**{plain(other.name, 60)}**",
                )
            )
        )

    async def _blocked(self, person: int, translate: Translator) -> list[tuple[str, str]]:
        """Return (name, id) of the people a person has blocked. Equal names get a number."""
        names: list[tuple[str, str]] = []
        for block in await self.blocking.of(person):
            name = block.person.name if block.person.id >= 0 else translate(A_FORMER_PLAYER)
            same = sum(other.partition(" #")[0] == name for other, _ in names)
            names.append((f"{name} #{same + 1}" if same else name, str(block.person.id)))
        return names

    async def _unblock(self, reply: Reply, typed: str) -> None:
        """Unblock a person by their id, from the suggestions, or by their typed name."""
        query = typed.strip().casefold().removeprefix("@")
        names = await self._blocked(reply.person, reply.translate)
        matches = [each for each in names if query in (each[1], each[0].casefold())]
        if not matches:
            raise Refusal(
                with_commands(
                    msg(
                        "You haven't blocked anyone called “{typed}”. `{/blocked}` lists the "
                        "people you blocked.",
                        typed=plain(typed, 60),
                    )
                )
            )
        name, other = matches[0]
        await self.blocking.unblock(reply.interaction.id, reply.person, int(other))
        await reply.say(msg("You unblocked {who}.", who=f"**{plain(name, 60)}**"))

    async def _list(self, reply: Reply) -> str:
        blocks = await self.blocking.of(reply.person)
        if not blocks:
            return reply.translate.msg("You haven't blocked anyone.")
        names = await self._blocked(reply.person, reply.translate)
        lines = [
            f"- {plain(name, 60)}, {moment(block.at)}" for (name, _), block in zip(names, blocks, strict=True)
        ]
        visible = lines[:LISTED]
        more = [reply.translate.msg("and {n} more", n=len(lines) - LISTED)] if len(lines) > LISTED else []
        return "\n".join([reply.translate.msg("You blocked:"), *visible, *more])

    async def _export(self, reply: Reply) -> None:
        content = await self.privacy.export(reply.person, translator(reply.translate.locale))
        await reply.show(export_message(content, reply.translate))

    async def _ask(self, reply: Reply) -> None:
        await reply.show(delete_question(await self.privacy.holdings(reply.person), reply.translate))

    async def _forget(self, reply: Reply) -> None:
        """Delete the direct messages, then the data.

        If the process dies in between, the person can repeat the command.
        """
        holdings = await self.privacy.holdings(reply.person)
        for channel, message in sorted(holdings.panels, key=lambda panel: -panel[1])[:CLEARED]:
            await _clear(reply, channel, message)
        forgotten = await self.privacy.forget(reply.person)
        self.services.locales.forget(reply.person)
        await reply.say(
            msg("Done: I no longer store anything about you. I'm editing my messages now.")
            if forgotten
            else msg("I don't store anything about you.")
        )
        await reply.close_question()

    @pressed("privacy")
    async def _press(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        match control.state:
            case "block":
                await reply.later()
                challenger = (await self.services.matches.table(control.match_id)).challenging
                await self._block(reply, challenger)
            case "export":
                await reply.later()
                await self._export(reply)
            case "delete":
                await reply.later()
                await self._ask(reply)
            case "keep":
                await reply.later()
                await reply.say(msg("Good. Nothing was deleted."))
            case "forget":
                await reply.in_place()
                question = reply.interaction.message
                if (
                    question is None
                    or reply.interaction.created_at - question.created_at > CONFIRMATION_LIFETIME
                ):
                    raise Refusal(
                        with_commands(
                            msg(
                                "That question is too old. Please check again what would be deleted: "
                                "`{/privacy-delete}`."
                            )
                        )
                    )
                await self._forget(reply)
            case _:
                raise Refusal(UNKNOWN_CONTROL)


async def _clear(reply: Reply, channel: int, message: int) -> None:
    place = reply.interaction.client.get_partial_messageable(channel)
    try:
        await place.get_partial_message(message).delete()
    except (discord.NotFound, discord.Forbidden):
        return


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    blocking = Blocks(of.context)
    privacy = Privacy(of.context)
    return (PrivacyFeature(of, blocking, privacy),)
