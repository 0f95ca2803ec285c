"""A server's channels and roles: where matches can start, and which chosen ones still exist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import discord
import msgspec

from bot.command_keys import with_commands
from bot.discord.components.plain import plain
from bot.discord.interaction_data import Interaction, chosen
from bot.discord.permissions import MISSING_PERMISSIONS, missing, missing_names
from bot.errors import Refusal, TranslatedError
from bot.servers.rules import NotHere
from bot.store.servers import NamedSetting, ServerRules
from cards.i18n import Translator, msg

CHALLENGE_GONE = msg("{channels} was one of them, but was deleted.")
NOT_IN_THREAD = msg("A match opens its own thread, so challenge in the channel, not in a thread.")
THERE_INSTEAD = msg("You can do it here: {channels}")


WITH_THREADS = (discord.ChannelType.text, discord.ChannelType.news)
"""The kinds of channel in which a match can open its thread.

Voice and stage channels have no threads, and in forums and media channels every thread is a post.
"""
_THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)
_NAMED = 3
"""Maximum alternative channels named in an error message."""


class Elsewhere(TranslatedError):
    """A match can't be played in this channel. The message contains channel links, so it is shown unescaped."""


def check_place(interaction: Interaction, rules: ServerRules, translate: Translator) -> None:
    """Raise Refusal if a match can't be played in the interaction's channel, naming channels where it can."""
    if interaction.guild_id is None:
        raise Refusal(
            msg(
                "A match between people needs a server channel. Challenge there, or leave "
                "`user:` out to play against me here."
            )
        )
    if not interaction.is_guild_integration():
        # The person has installed the bot for themselves, but the server has not.
        raise Refusal(
            msg(
                "I'm not on this server, so I can't open match threads here. Ask the "
                "server's owner to invite me."
            )
        )
    channel = interaction.channel
    kind = channel.type if channel else None
    parent = channel.parent if isinstance(channel, discord.Thread) else None
    if kind in WITH_THREADS:
        lacking = missing_names(interaction, translate)
        if not lacking:
            return
        sentence = translate(MISSING_PERMISSIONS.filled(names=lacking))
    elif kind not in _THREADS:
        sentence = translate.msg(
            "I can't open threads in this kind of channel. Please challenge in a text channel."
        )
    elif parent is not None and parent.type not in WITH_THREADS:
        sentence = translate.msg(
            "This is a forum post, and a match needs its own thread. Please challenge in a text channel."
        )
    elif parent is not None and _allows(parent, interaction, rules):
        raise Elsewhere(
            f"{translate(NOT_IN_THREAD)} {translate(THERE_INSTEAD.filled(channels=parent.mention))}"
        )
    else:
        sentence = translate(NOT_IN_THREAD)
    channels = ", ".join(f"<#{channel_id}>" for channel_id in _playable(interaction, rules)[:_NAMED])
    raise Elsewhere(
        f"{sentence} {translate(THERE_INSTEAD.filled(channels=channels))}" if channels else sentence
    )


def may_see(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the person can see a channel of this server; False if unknown."""
    guild, user = interaction.guild, interaction.user
    if channel_id == interaction.channel_id:
        return True
    channel = None if guild is None else guild.get_channel(channel_id)
    if channel is None or not isinstance(user, discord.Member):
        return False
    return channel.permissions_for(user).view_channel


def check_guest(interaction: Interaction, person: int) -> None:
    """Raise Refusal if a chosen person is not on the server, or can't see the channel."""
    member = chosen(interaction, "members", person)
    if member is None:
        raise Refusal(msg("They aren't on this server, so they can't see your challenge. Invite them first."))
    sees = discord.Permissions(int(member.get("permissions") or 0)).view_channel
    if not sees:
        raise Refusal(msg("They can't see this channel. Challenge them in one you both see."))


def _playable(interaction: Interaction, rules: ServerRules) -> list[int]:
    """Return the text channels where this person can challenge, in the server's order, as far as known."""
    guild = interaction.guild
    if guild is None:
        return []
    return [
        channel.id
        for channel in guild.text_channels
        if not channel.is_news() and _allows(channel, interaction, rules)
    ]


def _allows(
    channel: discord.TextChannel | discord.ForumChannel, interaction: Interaction, rules: ServerRules
) -> bool:
    """Return whether the bot may play in a channel, and this person may write there."""
    if rules.channels and all(channel.id != allowed_channel.id for allowed_channel in rules.channels):
        return False
    # Without the bot's membership, its permissions on the server are unknown.
    user, bot = interaction.user, cast("discord.Member | None", channel.guild.me)
    if not isinstance(user, discord.Member) or bot is None:
        return False
    permissions = channel.permissions_for(user)
    return (
        permissions.view_channel and permissions.send_messages and not missing(channel.permissions_for(bot))
    )


class ServerPlaces(msgspec.Struct, frozen=True):
    """The channels and roles of a server by id, with their names; None if Discord didn't answer."""

    channels: Mapping[int, str] | None
    roles: Mapping[int, str] | None

    def parted(
        self, chosen: Sequence[NamedSetting], *, roles: bool = False
    ) -> tuple[list[NamedSetting], list[NamedSetting]]:
        """Return the chosen ones that still exist, by their current names, and the deleted ones."""
        names = self.roles if roles else self.channels
        if names is None:
            return list(chosen), []
        existing = [NamedSetting(setting.id, names[setting.id]) for setting in chosen if setting.id in names]
        return existing, [setting for setting in chosen if setting.id not in names]


async def places(interaction: Interaction, guild_id: int) -> ServerPlaces:
    """Ask Discord for a server's channels and roles."""
    http = interaction.client.http
    try:
        channels = await http.get_all_guild_channels(guild_id)
        roles = await http.get_roles(guild_id)
    except (discord.HTTPException, discord.RateLimited):
        return ServerPlaces(None, None)
    return ServerPlaces(
        {int(item["id"]): item["name"] or "" for item in channels},
        {int(item["id"]): item["name"] for item in roles},
    )


async def where_instead(interaction: Interaction, error: NotHere, translate: Translator) -> str:
    """Return a sentence that names this server's channels for matches."""
    guild = interaction.guild_id
    existing, deleted_channels = error.channels, ()
    if guild is not None:
        existing, deleted_channels = (await places(interaction, guild)).parted(error.channels)
    deleted = ", ".join(f"#{plain(channel.name, 60)}" for channel in deleted_channels)
    if not existing:
        return translate(
            with_commands(
                msg(
                    "Matches were only allowed in {channels}, which was deleted. The server's "
                    "owner can choose another channel with `{/settings-channels}`.",
                    channels=deleted,
                )
            )
        )
    sentence = translate.msg(
        "You can't start matches in this channel. Please challenge in {channels}.",
        channels=", ".join(f"<#{channel.id}>" for channel in existing),
    )
    return f"{sentence} {translate(CHALLENGE_GONE.filled(channels=deleted))}" if deleted else sentence
