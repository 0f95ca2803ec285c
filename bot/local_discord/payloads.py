"""Wire formats: Discord's full documented JSON shapes (API v10)."""

from datetime import datetime

from bot.local_discord import shown
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
from bot.local_discord.wire import Payload
from bot.local_discord.world import World


def timestamp(moment: datetime) -> str:
    """Write a time as Discord writes it."""
    return moment.isoformat(timespec="microseconds")


def user(person: User) -> Payload:
    """Describe a person."""
    own: Payload = {
        "id": str(person.id),
        "username": person.name,
        "global_name": None if person.bot else person.display_name,
        "discriminator": "0001" if person.bot else "0",
        "bot": person.bot,
    }
    return complete("UserResponse", own)


def me(person: User) -> Payload:
    """Describe the bot to itself."""
    own = {**user(person), "verified": True, "mfa_enabled": True, "locale": person.locale}
    return complete("UserPIIResponse", own)


def member(member: Member) -> Payload:
    """Describe a member of a server without the person."""
    own: Payload = {
        "roles": [str(role) for role in member.roles],
        "joined_at": timestamp(member.joined),
        "deaf": False,
        "mute": False,
    }
    return complete("BasicGuildMemberResponse", own)


def full_member(member_: Member) -> Payload:
    """Describe a member of a server with the person."""
    return {**member(member_), "user": user(member_.person)}


def role(role: Role) -> Payload:
    """Describe a role."""
    own: Payload = {
        "id": str(role.id),
        "name": role.name,
        "position": role.position,
        "permissions": str(role.permissions),
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    }
    return complete("GuildRoleResponse", own)


def channel(world: World, channel: Channel) -> Payload:
    """Describe a channel of a server, a thread or a direct conversation."""
    last = next(reversed(channel.messages), None)
    shape: Payload = {
        "id": str(channel.id),
        "type": int(channel.type),
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if channel.company:
        people = [user(world.people[one]) for one in channel.company]
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
    """Describe a person's membership of a thread."""
    joined = channel.thread.members[person_id] if channel.thread is not None else world.clock.now()
    return {"id": str(channel.id), "user_id": str(person_id), "join_timestamp": timestamp(joined), "flags": 0}


def _by_kind(channel: Channel) -> Payload:
    """Return the fields that only channels of this kind have."""
    if channel.type in (ChannelType.VOICE, ChannelType.STAGE):
        return {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    if channel.type in POSTS_ONLY:
        return {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
    return {}


def guild_settings(guild: Guild) -> Payload:
    """Describe a server as `GET /guilds/{id}` does."""
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
    """Describe a server as GUILD_CREATE does to a bot without the privilege of knowing all members."""
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
    """Describe the bot's application: its public key, and the address for interactions ("" for none) among the rest."""
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
    """Describe an attached file."""
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


def message(world: World, base: str, said: Message) -> Payload:
    """Describe a said. `attachment://` addresses become those of the files, as Discord makes them."""
    files = {each.filename: attachment(world, base, each) for each in said.attachments}
    if said.ephemeral:
        for each in files.values():
            each["ephemeral"] = True
    in_embeds = shown.files_in_embeds(said.embeds)
    channel_ = world.channels[said.channel_id]
    shape: Payload = {
        "id": str(said.id),
        "channel_id": str(said.channel_id),
        "type": said.type,
        "author": user(world.people[said.author_id]),
        "content": said.content,
        "timestamp": timestamp(said.created),
        "edited_timestamp": None if said.edited is None else timestamp(said.edited),
        "tts": said.tts,
        "mention_everyone": said.mention_everyone,
        "mentions": [user(world.people[each]) for each in said.mentions],
        "mention_roles": [],
        # A file that an embed shows is not listed a second time.
        "attachments": [shape for name, shape in files.items() if name not in in_embeds],
        "embeds": [shown.embed(each, files) for each in said.embeds],
        "components": [shown.component(each, files) for each in said.components],
        "pinned": said.pinned,
        "flags": int(said.flags),
    }
    if said.nonce is not None:
        shape["nonce"] = said.nonce
    if said.answers_to is not None:
        shape["message_reference"] = {
            "type": 0,
            "message_id": str(said.answers_to),
            "channel_id": str(said.channel_id),
        }
        quoted = channel_.messages.get(said.answers_to)
        shape["referenced_message"] = None if quoted is None else message(world, base, quoted)
    if said.interaction is not None:
        shape |= {
            "application_id": str(world.bot.id),
            "webhook_id": str(world.bot.id),
            "interaction_metadata": said.interaction,
        }
    if said.thread_id is not None and said.thread_id in world.channels:
        shape["thread"] = channel(world, world.channels[said.thread_id])
    return shape


def invoker(world: World, interaction: Interaction) -> Payload:
    """Describe who did it and where, as an interaction carries it."""
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
    """Describe the interaction with which an address is tried."""
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
    """Describe an interaction as INTERACTION_CREATE carries it."""
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
