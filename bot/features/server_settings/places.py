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
from bot.discord.components.messages import NOBODY, PublicMessage, layout, text
from bot.discord.components.plain import bare, plain
from bot.discord.components.replies import Reply
from bot.discord.delivery_failures import trouble_of
from bot.errors import Refusal
from bot.features.server_settings.kinds import NamedMenu
from bot.features.server_settings.setting import CurrentSettings, Edit, Setting, changed
from bot.people.locales import translator_for
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


class _Role(app_commands.Transformer):
    """A parameter for a role; nothing of it is looked up in a cache."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.role

    async def transform(
        self, interaction: discord.Interaction, value: app_commands.AppCommandChannel | discord.Role, /
    ) -> NamedSetting:
        return NamedSetting(value.id, bare(value.name))


class _TextChannel(_Role):
    """A parameter for a channel in which there are threads."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return list(WITH_THREADS)


Channel = app_commands.Transform[NamedSetting, _TextChannel]
Role = app_commands.Transform[NamedSetting, _Role]


async def _choose_channels(
    edit: Edit, change: Literal["add", "remove", "all channels"], channel: Channel | None = None
) -> None:
    now = (await edit.servers.rules(edit.by[1])).channels
    chosen = () if change == "all channels" else changed(now, change, channel or _this(edit.reply))
    await edit.servers.play_in(*edit.by, chosen)


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


CHANNEL_MENU = NamedMenu(
    key="channels",
    placeholder=msg("Channels for challenges; none: all"),
    chosen=lambda now: now.rules.channels,
    put=lambda edit, channels: edit.servers.play_in(*edit.by, channels),
)
CHANNELS = Setting(
    command=Command.SETTINGS_CHANNELS,
    about=msg("Choose the channels that allow challenges."),
    change=_choose_channels,
    parameters={"change": msg("Add a channel, remove one, or allow all of them."), "channel": D_CHANNEL},
    lines=_channel_lines,
    menus=CHANNEL_MENU.shown,
    presses={CHANNEL_MENU.key: CHANNEL_MENU.press},
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


MODERATOR_MENU = NamedMenu(
    key="moderators",
    placeholder=msg("Roles that moderate; none: by permission"),
    chosen=lambda now: now.rules.moderators,
    put=_set_moderators,
    are_roles=True,
)
MODERATORS = Setting(
    command=Command.SETTINGS_MODERATORS,
    about=msg("Choose the roles that can end other people's matches."),
    change=_choose_moderators,
    parameters={
        "change": msg("Add a role, remove one, or use Discord's permissions."),
        "role": msg("The role."),
    },
    lines=_moderator_lines,
    menus=MODERATOR_MENU.shown,
    presses={MODERATOR_MENU.key: MODERATOR_MENU.press},
)


async def _choose_announcements(
    edit: Edit, announce: Literal["on", "off"], channel: Channel | None = None
) -> None:
    await _announce(edit, (channel or _this(edit.reply)) if announce == "on" else None)


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


ANNOUNCEMENT_MENU = NamedMenu(
    key="announcements",
    placeholder=msg("Channel for results; none: nowhere"),
    chosen=lambda now: [now.rules.announces] if now.rules.announces else [],
    put=lambda edit, channels: _announce(edit, channels[0] if channels else None),
    most=1,
)
ANNOUNCEMENTS = Setting(
    command=Command.SETTINGS_ANNOUNCEMENTS,
    about=msg("Announce match results in a channel, or don't."),
    change=_choose_announcements,
    parameters={"announce": msg("Announce results: on or off."), "channel": D_CHANNEL},
    lines=_announcement_lines,
    menus=ANNOUNCEMENT_MENU.shown,
    presses={ANNOUNCEMENT_MENU.key: ANNOUNCEMENT_MENU.press},
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
