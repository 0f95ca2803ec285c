"""Commands for one's own data: view, hide hands, export, delete."""

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
from bot.discord.interaction_data import Interaction
from bot.discord.time_format import moment
from bot.errors import Refusal
from bot.features.privacy.blocks import Blocks
from bot.features.privacy.messages import delete_question, export_message, what_message
from bot.features.privacy.own_data import Privacy
from bot.installation import Feature, Part, Services
from bot.people.locales import translator_for
from bot.store.person import A_FORMER_PLAYER, Person
from cards.i18n import Translator, msg, translator

LASTS = timedelta(hours=1)
"""For how long the question may be answered: afterwards what it says is not what would go."""
LISTED = 30
"""People whom one has blocked, as many as are named."""
CLEARED = 200
"""Direct messages that are cleared away, the newest first: Discord lets five a second be deleted."""


class PrivacyFeature(Feature, frozen=True):
    """A person's data, and who may not challenge them."""

    blocking: Blocks
    privacy: Privacy

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        @layout.command(
            Command.PRIVACY, msg("What I store about you, for how long, and who can see it."), defer=False
        )
        async def what(reply: Reply) -> None:
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

        async def some_blocked(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            named = await self._blocked(interaction.user.id, translator_for(interaction.locale))
            return [one for one in named if typed.strip().casefold() in one[0].casefold()]

        @layout.command(
            Command.UNBLOCK,
            msg("Allow someone to challenge you again."),
            person=Parameter(msg("The person you blocked."), some_blocked),
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
        """Return whom a person has blocked, by name and by id; two of the same name are told apart by a number."""
        named: list[tuple[str, str]] = []
        for one in await self.blocking.of(person):
            name = one.person.name if one.person.id >= 0 else translate(A_FORMER_PLAYER)
            again = sum(other.partition(" #")[0] == name for other, _ in named)
            named.append((f"{name} #{again + 1}" if again else name, str(one.person.id)))
        return named

    async def _unblock(self, reply: Reply, typed: str) -> None:
        """Unblock a person by what was chosen, or by their name as it was typed."""
        wanted = typed.strip().casefold().removeprefix("@")
        named = await self._blocked(reply.person, reply.translate)
        found = [one for one in named if wanted in (one[1], one[0].casefold())]
        if not found:
            raise Refusal(
                with_commands(
                    msg(
                        "You haven't blocked anyone called “{typed}”. `{/blocked}` lists the "
                        "people you blocked.",
                        typed=plain(typed, 60),
                    )
                )
            )
        name, other = found[0]
        await self.blocking.unblock(reply.interaction.id, reply.person, int(other))
        await reply.say(msg("You unblocked {who}.", who=f"**{plain(name, 60)}**"))

    async def _list(self, reply: Reply) -> str:
        found = await self.blocking.of(reply.person)
        if not found:
            return reply.translate.msg("You haven't blocked anyone.")
        named = await self._blocked(reply.person, reply.translate)
        lines = [
            f"- {plain(name, 60)}, {moment(one.at)}" for (name, _), one in zip(named, found, strict=True)
        ]
        shown = lines[:LISTED]
        more = [reply.translate.msg("and {n} more", n=len(lines) - LISTED)] if len(lines) > LISTED else []
        return "\n".join([reply.translate.msg("You blocked:"), *shown, *more])

    async def _export(self, reply: Reply) -> None:
        told = await self.privacy.export(reply.person, translator(reply.translate.locale))
        await reply.show(export_message(told, reply.translate))

    async def _ask(self, reply: Reply) -> None:
        await reply.show(delete_question(await self.privacy.holdings(reply.person), reply.translate))

    async def _forget(self, reply: Reply) -> None:
        """Clear the direct messages away, and forget. Whatever dies in between, it can be asked for once more."""
        found = await self.privacy.holdings(reply.person)
        for channel, message in sorted(found.panels, key=lambda panel: -panel[1])[:CLEARED]:
            await _clear(reply, channel, message)
        forgotten = await self.privacy.forget(reply.person)
        self.services.locales.forget(reply.person)
        await reply.say(
            msg("Done: I no longer store anything about you. I'm editing my messages now.")
            if forgotten
            else msg("I don't store anything about you.")
        )

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
                await reply.later()
                asked = reply.interaction.message
                if asked is None or reply.interaction.created_at - asked.created_at > LASTS:
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
