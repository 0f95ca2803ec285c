"""Settings for channels and roles: where challenges are allowed, who moderates, where results are announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import discord
from discord import app_commands

from bot.command_keys import Command, with_commands
from bot.discord.channels import WITH_THREADS
from bot.discord.components.command_links import links_of
from bot.discord.components.custom_ids import Submitted
from bot.discord.components.messages import NOBODY, PublicMessage, layout, text
from bot.discord.components.plain import bare, plain
from bot.discord.components.replies import Reply
from bot.discord.delivery_failures import trouble_of
from bot.errors import Refusal
from bot.features.server_settings.setting import (
    CurrentSettings,
    Edit,
    Setting,
    changed,
    channel_menu,
    resolved,
    role_menu,
)
from bot.people.locales import translator_for
from bot.servers.rules import MOST_CHANNELS
from bot.store.servers import NamedSetting
from cards.i18n import Message, Translator, msg

D_CHANNEL = msg("The channel. Default: this one.")
ANNOUNCE_TROUBLES: Mapping[str, Message] = MappingProxyType(
    {
        "no access": msg("I need the permission “View Channel”."),
        "may not write": msg("I need the permission “Send Messages”."),
        "deleted": msg("the channel was deleted."),
    }
)


class _TextChannel(app_commands.Transformer):
    """A parameter for a channel in which there are threads; nothing of it is looked up in a cache."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return list(WITH_THREADS)

    async def transform(
        self, interaction: discord.Interaction, value: app_commands.AppCommandChannel | discord.Role, /
    ) -> NamedSetting:
        return NamedSetting(value.id, bare(value.name))


class _Role(app_commands.Transformer):
    """A parameter for a role."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.role

    async def transform(
        self, interaction: discord.Interaction, value: app_commands.AppCommandChannel | discord.Role, /
    ) -> NamedSetting:
        return NamedSetting(value.id, bare(value.name))


Channel = app_commands.Transform[NamedSetting, _TextChannel]
Role = app_commands.Transform[NamedSetting, _Role]


async def _choose_channels(
    edit: Edit, change: Literal["add", "remove", "all channels"], channel: Channel | None = None
) -> None:
    now = (await edit.servers.rules(edit.by[1])).channels
    chosen = () if change == "all channels" else changed(now, change, channel or _this(edit.reply))
    await edit.servers.play_in(*edit.by, chosen)


async def _press_channels(edit: Edit, values: Submitted, rest: str) -> None:
    await edit.servers.play_in(*edit.by, resolved(edit.reply, "channels", values))


def _channel_lines(now: CurrentSettings) -> list[str]:
    if not now.rules.channels:
        return [now.translate.msg("**Challenges** are allowed in every channel.")]
    found, gone = now.there.parted(now.rules.channels)
    line = (
        msg(
            "**Challenges** are allowed only in {channels}.",
            channels=", ".join(f"<#{one.id}>" for one in found),
        )
        if found
        else msg(
            "**Challenges** are allowed nowhere: all the channels you chose were "
            "deleted. Choose others, or none to allow all channels."
        )
    )
    return [now.translate(line), *_gone(gone, now.translate)]


CHANNELS = Setting(
    command=Command.SETTINGS_CHANNELS,
    about=msg("Choose the channels that allow challenges."),
    change=_choose_channels,
    parameters={
        "change": msg("Add a channel, remove one, or allow all of them."),
        "channel": D_CHANNEL,
    },
    lines=_channel_lines,
    menus=lambda now: [
        channel_menu(
            "channels",
            now.translate.msg("Channels for challenges; none: all"),
            now.there.parted(now.rules.channels)[0],
            MOST_CHANNELS,
        )
    ],
    presses={"channels": _press_channels},
)


async def _choose_moderators(
    edit: Edit, change: Literal["add", "remove", "by permission"], role: Role | None = None
) -> None:
    now = (await edit.servers.rules(edit.by[1])).moderators
    chosen: Sequence[NamedSetting] = ()
    if change != "by permission":
        if role is None:
            raise Refusal(msg("Please choose a role."))
        chosen = changed(now, change, role)
    await _set_moderators(edit, chosen)


async def _press_moderators(edit: Edit, values: Submitted, rest: str) -> None:
    await _set_moderators(edit, resolved(edit.reply, "roles", values))


async def _set_moderators(edit: Edit, roles: Sequence[NamedSetting]) -> None:
    if any(one.id == edit.by[1] for one in roles):
        raise Refusal(
            msg(
                "Everyone has that role, so everyone could end other people's matches. Please choose another."
            )
        )
    await edit.servers.moderated_by(*edit.by, roles)


def _moderator_lines(now: CurrentSettings) -> list[str]:
    found, gone = now.there.parted(now.rules.moderators, roles=True)
    line = (
        with_commands(
            msg(
                "**Moderators** can end other people's matches: {roles}, and everyone with "
                "“Manage Server”. Discord shows `{/moderate-end}` only to members with "
                "“Manage Messages”. Show it to others in Server Settings, Integrations.",
                roles=", ".join(f"<@&{one.id}>" for one in found),
            )
        )
        if found
        else msg(
            "**Moderators** can end other people's matches: everyone with “Manage "
            "Server” or “Manage Messages”."
        )
    )
    return [now.translate(line), *_gone(gone, now.translate)]


MODERATORS = Setting(
    command=Command.SETTINGS_MODERATORS,
    about=msg("Choose the roles that can end other people's matches."),
    change=_choose_moderators,
    parameters={
        "change": msg("Add a role, remove one, or use Discord's permissions."),
        "role": msg("The role."),
    },
    lines=_moderator_lines,
    menus=lambda now: [
        role_menu(
            "moderators",
            now.translate.msg("Roles that moderate; none: by permission"),
            now.there.parted(now.rules.moderators, roles=True)[0],
            MOST_CHANNELS,
        )
    ],
    presses={"moderators": _press_moderators},
)


async def _choose_announcements(
    edit: Edit, announce: Literal["on", "off"], channel: Channel | None = None
) -> None:
    await _announce(edit, (channel or _this(edit.reply)) if announce == "on" else None)


async def _press_announcements(edit: Edit, values: Submitted, rest: str) -> None:
    chosen = resolved(edit.reply, "channels", values)
    await _announce(edit, chosen[0] if chosen else None)


async def _announce(edit: Edit, channel: NamedSetting | None) -> None:
    """Announce results in a channel from now on; a message there shows whether that is possible."""
    guild = edit.by[1]
    before = (await edit.servers.rules(guild)).announces
    if channel is not None and (before is None or before.id != channel.id):
        await edit.servers.check_announcing(guild)
        hello = msg("I'll announce the results of this server's matches here.")
        await _greet(edit.reply, channel, translator_for(await edit.servers.language(guild))(hello))
    await edit.servers.announce_in(*edit.by, channel)


def _announcement_lines(now: CurrentSettings) -> list[str]:
    chosen, translate = now.rules.announces, now.translate
    if chosen is None:
        return [translate.msg("**Results** aren't announced.")]
    if now.there.parted([chosen])[1]:
        gone = f"#{plain(chosen.name, 60)}"
        return [translate.msg("**Results** aren't announced: {channel} was deleted.", channel=gone)]
    lines = [translate.msg("**Results** are announced in {channel}.", channel=f"<#{chosen.id}>")]
    if trouble := ANNOUNCE_TROUBLES.get(now.found.trouble):
        lines.append(translate.msg("I couldn't announce the last result there: {trouble}", trouble=trouble))
    return lines


ANNOUNCEMENTS = Setting(
    command=Command.SETTINGS_ANNOUNCEMENTS,
    about=msg("Announce match results in a channel, or don't."),
    change=_choose_announcements,
    parameters={"announce": msg("Announce results: on or off."), "channel": D_CHANNEL},
    lines=_announcement_lines,
    menus=lambda now: [
        channel_menu(
            "announcements",
            now.translate.msg("Channel for results; none: nowhere"),
            now.there.parted([now.rules.announces] if now.rules.announces else [])[0],
            1,
        )
    ],
    presses={"announcements": _press_announcements},
)


async def _greet(reply: Reply, channel: NamedSetting, hello: str) -> None:
    message = PublicMessage((text(hello),))
    place = reply.interaction.client.get_partial_messageable(channel.id)
    try:
        await place.send(
            view=layout(message, links_of(reply.interaction.client)),
            nonce=str(reply.interaction.id),
            allowed_mentions=NOBODY,
        )
    except discord.HTTPException as error:
        trouble = trouble_of(error)
        if trouble is None or trouble not in ANNOUNCE_TROUBLES:
            raise
        named = reply.translate(ANNOUNCE_TROUBLES[trouble])
        raise Refusal(
            msg("I can't announce results in {channel}: {trouble}", channel=f"#{channel.name}", trouble=named)
        ) from None


def _this(reply: Reply) -> NamedSetting:
    """Return the channel where a person asks, if it is one in which matches can be begun. Raises Refusal."""
    channel = reply.interaction.channel
    if not isinstance(channel, discord.TextChannel) or channel.type not in WITH_THREADS:
        raise Refusal(msg("Please choose a channel."))
    return NamedSetting(channel.id, bare(channel.name))


def _gone(gone: Sequence[NamedSetting], translate: Translator) -> list[str]:
    names = ", ".join(plain(one.name, 60) for one in gone)
    return [translate.msg("-# Skipped because they were deleted: {names}.", names=names)] if gone else []
