"""The commands and the message with a server's settings, for server managers."""

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
"""Maximum buttons per row (Discord's limit)."""


def settings_message(
    settings: Sequence[Setting], current: CurrentSettings, interaction: Interaction
) -> PrivateMessage:
    """Return the message with all settings of a server, and controls to change them."""
    heading = [
        current.translate.msg("## Settings of this server"),
        current.translate.msg("-# Only members with “Manage Server” can see and change this."),
        _permission_text(interaction, current.translate),
        *(line for setting in settings for line in setting.head(current)),
    ]
    items: list[Item] = [text("\n".join(heading))]
    lines: list[str] = []
    buttons: list[Button] = []
    for setting in settings:
        new_buttons = setting.buttons(current)
        if buttons and (not new_buttons or len(buttons) + len(new_buttons) > ROW):
            items += [text("\n".join(lines)), row(*buttons)]
            lines, buttons = [], []
        lines += setting.lines(current)
        buttons += new_buttons
        if lines and not buttons:
            items += [text("\n".join(lines)), *setting.menus(current)]
            lines = []
    if buttons:
        items += [text("\n".join(lines)), row(*buttons)]
    return PrivateMessage(tuple(items))


def _permission_text(interaction: Interaction, translate: Translator) -> str:
    """Return a text about the permissions that the bot lacks in the current channel, with the consequence of each."""
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
    """The settings commands, and the controls of their message."""

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

        for setting in self.settings:
            setting.add(layout, self._edit, self._show)

    def _edit(self, reply: Reply) -> Edit:
        return Edit(reply, self.services.servers, self.services.game_resolver, check_manager(reply))

    async def _show(self, reply: Reply) -> None:
        _, guild, _ = check_manager(reply)
        settings, channels_and_roles = (
            await self.services.servers.of(guild),
            await places(reply.interaction, guild),
        )
        current = CurrentSettings(
            settings,
            channels_and_roles,
            await self.services.game_resolver.choice.offered(guild),
            reply.translate,
        )
        await reply.show(settings_message(self.settings, current, reply.interaction))

    @pressed("settings")
    async def _press(self, reply: Reply, control: CustomId, values: Submitted) -> None:
        """Handle the controls and forms of the settings message."""
        key, _, value = control.state.partition(".")
        form = next((setting.forms[key] for setting in self.settings if key in setting.forms), None)
        if form is not None:
            _, guild, _ = check_manager(reply)
            await reply.ask(form(await self.services.servers.rules(guild), reply.translate))
            return
        await reply.in_place()
        edit = self._edit(reply)
        if key == "reset":
            await reply.show(_reset_question(reply.translate))
            return
        if key != "show":
            presses = {name: press for setting in self.settings for name, press in setting.presses.items()}
            name, _, argument = (key, "", "") if key in presses else key.partition("-")
            if name not in presses:
                raise Refusal(UNKNOWN_CONTROL)
            await presses[name](edit, Submitted([value]) if value else values, argument)
        await self._show(reply)


def _reset_question(translate: Translator) -> PrivateMessage:
    buttons = row(
        button(translate.msg("Yes, reset"), control("reset-yes"), discord.ButtonStyle.danger),
        button(translate.msg("No, keep them"), control("show")),
    )
    return PrivateMessage((text(translate.msg("Reset all settings to their defaults?")), buttons))


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (ServerSettingsFeature(of, settings(of.game_resolver)),)
