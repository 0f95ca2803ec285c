"""A server's settings as one message: how each is set, and under it a control to change it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.channels import WITH_THREADS
from bot.discord.components.messages import Button, Item, PrivateMessage, row, text
from bot.discord.components.replies import Interaction
from bot.discord.permissions import missing_lines
from bot.features.server_settings.setting import CurrentSettings, Setting
from cards.i18n import Translator

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
    """Return what the bot may not do in the channel where a person asks, each with the consequence."""
    allowed = interaction.app_permissions
    if interaction.channel is not None and interaction.channel.type not in WITH_THREADS:
        return translate.msg(
            "**Here** no one can challenge. Use this in a text channel to see my permissions there."
        )
    missing = missing_lines(allowed, translate)
    if not missing:
        return translate.msg("**In this channel** I have all the permissions a match needs.")
    return "\n".join([translate.msg("**In this channel** I'm missing permissions:"), *missing])
