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
"""The kinds of channel in which a match can have its thread. In voice and stage channels there are none, and in forums
and media channels every thread is a post."""
_THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)
_NAMED = 3
"""The maximum number of channels that are named where it can be done instead."""


class Elsewhere(TranslatedError):
    """A match can't be played in this channel. The sentence names channels to press on, so it is shown as it is written."""


def check_place(interaction: Interaction, rules: ServerRules, translate: Translator) -> None:
    """Raise Refusal if a match can't be played in the channel where the interaction comes from; say where instead."""
    if interaction.guild_id is None:
        raise Refusal(
            msg(
                "A match between people needs a server channel. Challenge there, or leave "
                "`user:` out to play against me here."
            )
        )
    if not interaction.is_guild_integration():
        # Someone uses the bot that they have installed for themselves, on a server that has not.
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
    there = ", ".join(f"<#{one}>" for one in _playable(interaction, rules)[:_NAMED])
    raise Elsewhere(f"{sentence} {translate(THERE_INSTEAD.filled(channels=there))}" if there else sentence)


def may_see(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the person who asks can see a channel of this server, as far as is known: not, if that isn't."""
    guild, user = interaction.guild, interaction.user
    if channel_id == interaction.channel_id:
        return True
    channel = None if guild is None else guild.get_channel(channel_id)
    if channel is None or not isinstance(user, discord.Member):
        return False
    return channel.permissions_for(user).view_channel


def check_guest(interaction: Interaction, person: int, translate: Translator) -> None:
    """Raise Refusal if a person who was chosen is not on the server, or can't see the channel."""
    member = chosen(interaction, "members", person)
    if member is None:
        raise Refusal(msg("They aren't on this server, so they can't see your challenge. Invite them first."))
    sees = discord.Permissions(int(member.get("permissions") or 0)).view_channel
    if not sees:
        raise Refusal(msg("They can't see this channel. Challenge them in one you both see."))


def _playable(interaction: Interaction, rules: ServerRules) -> list[int]:
    """Return the text channels in which this person can challenge here, in the server's order, as far as is known."""
    guild = interaction.guild
    if guild is None:
        return []
    return [one.id for one in guild.text_channels if not one.is_news() and _allows(one, interaction, rules)]


def _allows(
    channel: discord.TextChannel | discord.ForumChannel, interaction: Interaction, rules: ServerRules
) -> bool:
    """Return whether the bot may play in a channel, and this person write there."""
    if rules.channels and all(channel.id != one.id for one in rules.channels):
        return False
    # Where little of a server is known, the bot is not a member of it.
    user, bot = interaction.user, cast("discord.Member | None", channel.guild.me)
    if not isinstance(user, discord.Member) or bot is None:
        return False
    theirs = channel.permissions_for(user)
    return theirs.view_channel and theirs.send_messages and not missing(channel.permissions_for(bot))


class ServerPlaces(msgspec.Struct, frozen=True):
    """The channels and roles that a server has now, with their names; None where Discord would not say."""

    channels: Mapping[int, str] | None
    roles: Mapping[int, str] | None

    def parted(
        self, chosen: Sequence[NamedSetting], *, roles: bool = False
    ) -> tuple[list[NamedSetting], list[NamedSetting]]:
        """Return those of the chosen ones that are still there, by the names they have now, and those that are gone."""
        known = self.roles if roles else self.channels
        if known is None:
            return list(chosen), []
        there = [NamedSetting(one.id, known[one.id]) for one in chosen if one.id in known]
        return there, [one for one in chosen if one.id not in known]


async def places(interaction: Interaction, guild_id: int) -> ServerPlaces:
    """Ask Discord which channels and roles a server has."""
    http = interaction.client.http
    try:
        channels = await http.get_all_guild_channels(guild_id)
        roles = await http.get_roles(guild_id)
    except (discord.HTTPException, discord.RateLimited):
        return ServerPlaces(None, None)
    return ServerPlaces(
        {int(one["id"]): one["name"] or "" for one in channels},
        {int(one["id"]): one["name"] for one in roles},
    )


async def where_instead(interaction: Interaction, error: NotHere, translate: Translator) -> str:
    """Return where matches are begun on this server, for a person who tried it elsewhere."""
    guild = interaction.guild_id
    there, gone = error.channels, ()
    if guild is not None:
        there, gone = (await places(interaction, guild)).parted(error.channels)
    deleted = ", ".join(f"#{plain(one.name, 60)}" for one in gone)
    if not there:
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
        channels=", ".join(f"<#{one.id}>" for one in there),
    )
    return f"{sentence} {translate(CHALLENGE_GONE.filled(channels=deleted))}" if deleted else sentence
