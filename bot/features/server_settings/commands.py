"""A server's settings for its matches, shown to its managers."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.command_keys import Command
from bot.discord.channels import WITH_THREADS, places
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId, Submitted
from bot.discord.components.messages import Button, Item, PrivateMessage, button, row, text
from bot.discord.components.replies import Reply
from bot.discord.controls import pressed
from bot.discord.interaction_data import Interaction
from bot.discord.permissions import missing_lines
from bot.errors import Refusal
from bot.features.server_settings.kinds import CurrentSettings, Edit, Setting, check_manager, control
from bot.features.server_settings.table import settings
from bot.installation import Feature, Part, Services
from cards.i18n import Translator, msg

ROW = 5
"""Buttons in a row: Discord's limit."""


def settings_message(
    settings: Sequence[Setting], now: CurrentSettings, interaction: Interaction
) -> PrivateMessage:
    """Return everything that is set for a server, with controls to change it."""
    head = [
        now.translate.msg("## Settings of this server"),
        now.translate.msg("-# Only members with “Manage Server” can see and change this."),
        _here(interaction, now.translate),
        *(line for one in settings for line in one.head(now)),
    ]
    items: list[Item] = [text("\n".join(head))]
    lines: list[str] = []
    buttons: list[Button] = []
    for one in settings:
        more = one.buttons(now)
        if buttons and (not more or len(buttons) + len(more) > ROW):
            items += [text("\n".join(lines)), row(*buttons)]
            lines, buttons = [], []
        lines += one.lines(now)
        buttons += more
        if lines and not buttons:
            items += [text("\n".join(lines)), *one.menus(now)]
            lines = []
    if buttons:
        items += [text("\n".join(lines)), row(*buttons)]
    return PrivateMessage(tuple(items))


def _here(interaction: Interaction, translate: Translator) -> str:
    """Return the permissions the bot lacks in the person's channel, each with the consequence."""
    allowed = interaction.app_permissions
    if interaction.channel is not None and interaction.channel.type not in WITH_THREADS:
        return translate.msg(
            "**Here** no one can challenge. Use this in a text channel to see my permissions there."
        )
    missing = missing_lines(allowed, translate)
    if not missing:
        return translate.msg("**In this channel** I have all the permissions a match needs.")
    return "\n".join([translate.msg("**In this channel** I'm missing permissions:"), *missing])


class ServerSettingsFeature(Feature, frozen=True):
    """A server's settings for its matches."""

    settings: tuple[Setting, ...]

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        @layout.command(
            Command.SETTINGS, msg("Show all settings, and the permissions I'm missing in this channel.")
        )
        async def show(reply: Reply) -> None:
            await self._show(reply)

        @layout.command(Command.SETTINGS_RESET, msg("Reset all settings to their defaults."))
        async def reset(reply: Reply) -> None:
            check_manager(reply)
            await reply.show(_reset_question(reply.translate))

        for one in self.settings:
            one.add(layout, self._edit, self._show)

    def _edit(self, reply: Reply) -> Edit:
        return Edit(reply, self.services.servers, self.services.which, check_manager(reply))

    async def _show(self, reply: Reply) -> None:
        _, guild, _ = check_manager(reply)
        found, there = await self.services.servers.of(guild), await places(reply.interaction, guild)
        now = CurrentSettings(found, there, await self.services.which.choice.offered(guild), reply.translate)
        await reply.show(settings_message(self.settings, now, reply.interaction))

    @pressed("settings")
    async def _press(self, reply: Reply, pressed: CustomId, values: Submitted) -> None:
        """The controls of the settings' message, and its forms."""
        what, _, value = pressed.state.partition(".")
        form = next((one.forms[what] for one in self.settings if what in one.forms), None)
        if form is not None:
            _, guild, _ = check_manager(reply)
            await reply.ask(form(await self.services.servers.rules(guild), reply.translate))
            return
        await reply.in_place()
        edit = self._edit(reply)
        if what == "reset":
            await reply.show(_reset_question(reply.translate))
            return
        if what != "show":
            presses = {key: press for one in self.settings for key, press in one.presses.items()}
            key, _, rest = (what, "", "") if what in presses else what.partition("-")
            if key not in presses:
                raise Refusal(UNKNOWN_CONTROL)
            await presses[key](edit, Submitted([value]) if value else values, rest)
        await self._show(reply)


def _reset_question(translate: Translator) -> PrivateMessage:
    buttons = row(
        button(translate.msg("Yes, reset"), control("reset-yes"), discord.ButtonStyle.danger),
        button(translate.msg("No, keep them"), control("show")),
    )
    return PrivateMessage((text(translate.msg("Reset all settings to their defaults?")), buttons))


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (ServerSettingsFeature(of, settings(of.which)),)
