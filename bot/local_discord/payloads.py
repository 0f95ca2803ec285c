"""Wire formats: Discord's full documented JSON shapes (API v10)."""

from datetime import datetime

from bot.local_discord import rich_content
from bot.local_discord.json_codec import Payload
from bot.local_discord.records import (
    ATTACHMENT_LIMIT,
    POSTS_ONLY,
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Interaction,
    Member,
    Message,
    Role,
    User,
)
from bot.local_discord.validate.described import complete
from bot.local_discord.world import World


def timestamp(moment: datetime) -> str:
    """Format a time like Discord."""
    return moment.isoformat(timespec="microseconds")


def user(person: User) -> Payload:
    """Return the shape of a person."""
    own: Payload = {
        "id": str(person.id),
        "username": person.name,
        "global_name": None if person.bot else person.display_name,
        "discriminator": "0001" if person.bot else "0",
        "bot": person.bot,
    }
    return complete("UserResponse", own)


def me(person: User) -> Payload:
    """Return the shape of the bot's own account."""
    own = {**user(person), "verified": True, "mfa_enabled": True, "locale": person.locale}
    return complete("UserPIIResponse", own)


def member(member: Member) -> Payload:
    """Return the shape of a server member without the person."""
    own: Payload = {
        "roles": [str(role) for role in member.roles],
        "joined_at": timestamp(member.joined),
        "deaf": False,
        "mute": False,
    }
    return complete("BasicGuildMemberResponse", own)


def full_member(member_: Member) -> Payload:
    """Return the shape of a server member with the person."""
    return {**member(member_), "user": user(member_.person)}


def role(role: Role) -> Payload:
    """Return the shape of a role."""
    own: Payload = {
        "id": str(role.id),
        "name": role.name,
        "position": role.position,
        "permissions": str(role.permissions),
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    }
    return complete("GuildRoleResponse", own)


def channel(world: World, channel: Channel) -> Payload:
    """Return the shape of a server's channel, a thread or a direct conversation."""
    last = next(reversed(channel.messages), None)
    shape: Payload = {
        "id": str(channel.id),
        "type": int(channel.type),
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if channel.company:
        people = [user(world.people[person_id]) for person_id in channel.company]
        return {**shape, "name": None, "icon": None, "owner_id": people[0]["id"], "recipients": people}
    if channel.recipient_id is not None:
        return {**shape, "recipients": [user(world.people[channel.recipient_id])]}
    shape |= {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": None if channel.parent_id is None else str(channel.parent_id),
        "rate_limit_per_user": 0,
        "last_pin_timestamp": None,
    }
    thread = channel.thread
    if thread is None:
        return {
            **shape,
            "position": channel.position,
            "topic": channel.topic,
            "nsfw": False,
            **_by_kind(channel),
            "permission_overwrites": [
                {
                    "id": str(overwrite.target_id),
                    "type": int(overwrite.is_person),
                    "allow": str(overwrite.allow),
                    "deny": str(overwrite.deny),
                }
                for overwrite in channel.overwrites.values()
            ],
        }
    return {
        **shape,
        "owner_id": str(thread.owner_id),
        "message_count": thread.message_count,
        "total_message_sent": thread.message_count,
        "member_count": min(len(thread.members), 50),
        "thread_metadata": {
            "archived": thread.archived,
            "auto_archive_duration": thread.auto_archive_minutes,
            "archive_timestamp": timestamp(thread.changed),
            "locked": thread.locked,
            "invitable": thread.invitable,
            "create_timestamp": timestamp(thread.created),
        },
    }


def thread_member(world: World, channel: Channel, person_id: int) -> Payload:
    """Return the shape of a person's membership in a thread."""
    joined = channel.thread.members[person_id] if channel.thread is not None else world.clock.now()
    return {"id": str(channel.id), "user_id": str(person_id), "join_timestamp": timestamp(joined), "flags": 0}


def _by_kind(channel: Channel) -> Payload:
    """Return the fields that only channels of this type have."""
    if channel.type in (ChannelType.VOICE, ChannelType.STAGE):
        return {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    if channel.type in POSTS_ONLY:
        return {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
    return {}


def guild_settings(guild: Guild) -> Payload:
    """Return the shape of a server in `GET /guilds/{id}`."""
    own: Payload = {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "roles": [role(each) for each in guild.roles.values()],
        "system_channel_id": None if guild.system_channel is None else str(guild.system_channel),
        "max_members": 500000,
        "preferred_locale": guild.locale,
    }
    return complete("GuildWithCountsResponse", own)


def guild(world: World, guild: Guild) -> Payload:
    """Return the shape of a server in GUILD_CREATE, for a bot without the members intent."""
    bot = world.bot
    return {
        **guild_settings(guild),
        "joined_at": timestamp(guild.members[bot.id].joined),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [full_member(guild.members[bot.id])],
        "channels": [channel(world, world.channels[each]) for each in guild.channels],
        "threads": [
            channel(world, each)
            for each in world.threads(guild)
            if each.thread is not None and not each.thread.archived and world.sees_channel(bot, each)
        ],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application(world: World, verify_key: str, endpoint: str) -> Payload:
    """Return the shape of the bot's application, with its public key and its interactions endpoint ("" for none)."""
    own: Payload = {
        "id": str(world.bot.id),
        "name": world.bot.display_name,
        "summary": "",
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": verify_key,
        "flags_new": "0",
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "owner": user(User(world.bot.id + 1, "table", "The table")),
        "interactions_endpoint_url": endpoint or None,
        "approximate_guild_count": len(world.guilds),
        "integration_types_config": {"0": {}, "1": {}},
        "tags": [],
    }
    return complete("PrivateApplicationResponse", own)


def attachment(world: World, base: str, attachment: Attachment) -> Payload:
    """Return the shape of an attached file."""
    address = world.attachments.address(base, attachment.key)
    shape: Payload = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": attachment.size,
        "url": address,
        "proxy_url": address,
        "content_type": attachment.content_type,
        "flags": 0,
    }
    if attachment.description is not None:
        shape["description"] = attachment.description
    if attachment.title is not None:
        shape["title"] = attachment.title
    if attachment.width is not None:
        shape |= {"width": attachment.width, "height": attachment.height}
    return shape


def message(world: World, base: str, sent: Message) -> Payload:
    """Return the shape of a message. `attachment://` addresses are replaced by those of the files, as on Discord."""
    files = {each.filename: attachment(world, base, each) for each in sent.attachments}
    if sent.ephemeral:
        for each in files.values():
            each["ephemeral"] = True
    in_embeds = rich_content.files_in_embeds(sent.embeds)
    channel_ = world.channels[sent.channel_id]
    shape: Payload = {
        "id": str(sent.id),
        "channel_id": str(sent.channel_id),
        "type": sent.type,
        "author": user(world.people[sent.author_id]),
        "content": sent.content,
        "timestamp": timestamp(sent.created),
        "edited_timestamp": None if sent.edited is None else timestamp(sent.edited),
        "tts": sent.tts,
        "mention_everyone": sent.mention_everyone,
        "mentions": [user(world.people[each]) for each in sent.mentions],
        "mention_roles": [],
        # Discord doesn't list a file that an embed shows.
        "attachments": [shape for name, shape in files.items() if name not in in_embeds],
        "embeds": [rich_content.embed(each, files) for each in sent.embeds],
        "components": [rich_content.component(each, files) for each in sent.components],
        "pinned": sent.pinned,
        "flags": int(sent.flags),
    }
    if sent.nonce is not None:
        shape["nonce"] = sent.nonce
    if sent.answers_to is not None:
        shape["message_reference"] = {
            "type": 0,
            "message_id": str(sent.answers_to),
            "channel_id": str(sent.channel_id),
        }
        quoted = channel_.messages.get(sent.answers_to)
        shape["referenced_message"] = None if quoted is None else message(world, base, quoted)
    if sent.interaction is not None:
        shape |= {
            "application_id": str(world.bot.id),
            "webhook_id": str(world.bot.id),
            "interaction_metadata": sent.interaction,
        }
    if sent.thread_id is not None and sent.thread_id in world.channels:
        shape["thread"] = channel(world, world.channels[sent.thread_id])
    return shape


def invoker(world: World, interaction: Interaction) -> Payload:
    """Return the shape of the person and place of an interaction."""
    channel_, person = interaction.channel, interaction.person
    shape: Payload = {
        "channel_id": str(channel_.id),
        "channel": channel(world, channel_),
        "app_permissions": str(int(world.permissions(world.bot, channel_))),
        "locale": person.locale,
        "entitlements": [],
    }
    owners = {"1": str(person.id)} if person.installed else {}
    if channel_.guild_id is None:
        with_bot = not channel_.company
        return {
            **shape,
            "user": user(person),
            "context": 1 if with_bot else 2,
            "authorizing_integration_owners": {"0": "0", **owners} if with_bot else owners,
        }
    guild_ = world.guilds[channel_.guild_id]
    if world.bot.id in guild_.members:
        owners["0"] = str(guild_.id)
    permissions = str(int(world.permissions(person, channel_)))
    shape["channel"]["permissions"] = permissions
    return {
        **shape,
        "guild_id": str(guild_.id),
        "guild": {"id": str(guild_.id), "locale": guild_.locale, "features": []},
        "guild_locale": guild_.locale,
        "member": {**full_member(guild_.members[person.id]), "permissions": permissions},
        "context": 0,
        "authorizing_integration_owners": owners,
    }


def ping(world: World) -> Payload:
    """Return the shape of the interaction that verifies an address."""
    return {
        "id": str(world.new_id()),
        "application_id": str(world.bot.id),
        "type": 1,
        "token": "",
        "version": 1,
        "user": user(world.bot),
        "entitlements": [],
        "authorizing_integration_owners": {},
    }


def interaction(world: World, base: str, interaction: Interaction) -> Payload:
    """Return the shape of an interaction in INTERACTION_CREATE."""
    shape: Payload = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": int(interaction.type),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "attachment_size_limit": ATTACHMENT_LIMIT,
        **invoker(world, interaction),
    }
    if interaction.source is not None:
        shape["message"] = message(world, base, interaction.source)
    return shape
