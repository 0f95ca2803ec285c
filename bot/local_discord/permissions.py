"""Permission bits, and a person's permissions in a channel after roles and the channel's overwrites."""

from enum import IntFlag

from bot.local_discord.json_codec import Payload
from bot.local_discord.records import Channel, Guild


class Permission(IntFlag):
    """The permission bits that the table enforces or passes on."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


EVERYTHING = Permission((1 << 53) - 1)

EVERYBODY = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""The permissions of everyone on a new server."""

IN_DIRECT_MESSAGES = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.MENTION_EVERYONE
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.PIN_MESSAGES
)


def permissions_on(guild: Guild, person_id: int) -> Permission:
    """Return a member's permissions on a server, without channel overwrites; none for someone who isn't a member."""
    member = guild.members.get(person_id)
    if member is None:
        return Permission(0)
    if guild.owner_id == person_id:
        return EVERYTHING
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    return EVERYTHING if bits & Permission.ADMINISTRATOR else Permission(bits)


def may_use(command: Payload, guild: Guild, person_id: int, allowed: Permission) -> bool:
    """Return whether a command is shown to a member: by the server's settings for it, or else by its permissions.

    Settings for the person take precedence over those for roles; one role that may use it is enough.
    """
    if allowed == EVERYTHING:
        return True
    settings = guild.command_permissions.get(command["name"], {})
    roles = [settings[role] for role in (guild.id, *guild.members[person_id].roles) if role in settings]
    if person_id in settings or roles:
        return settings[person_id] if person_id in settings else any(roles)
    needed = command["default_member_permissions"]
    return needed is None or (int(needed) != 0 and int(allowed) & int(needed) == int(needed))


def permissions_in(guild: Guild, channel: Channel, person_id: int) -> Permission:
    """Return a member's permissions in a channel of the server (for a thread, pass its parent).

    Overwrites apply in Discord's order: the @everyone role, the person's other roles together, the person. Without
    the permission to see the channel the result is empty.
    """
    bits = int(permissions_on(guild, person_id))
    if bits == EVERYTHING or person_id not in guild.members:
        return Permission(bits)
    everyone = channel.overwrites.get(guild.id)
    if everyone is not None:
        bits = bits & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in guild.members[person_id].roles:
        overwrite = channel.overwrites.get(role_id)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    bits = bits & ~deny | allow
    own = channel.overwrites.get(person_id)
    if own is not None:
        bits = bits & ~own.deny | own.allow
    return Permission(bits) if bits & Permission.VIEW_CHANNEL else Permission(0)
