"""The state of the local table: people, channels, messages, and their visibility.

It doesn't depend on sockets. The gateway, the browser pages and tests all listen to the same changes.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from bot.local_discord.attachments import Attachments
from bot.local_discord.clock import TableClock
from bot.local_discord.errors import CannotDo, unknown_channel, unknown_guild, unknown_message, unknown_user
from bot.local_discord.permissions import (
    EVERYBODY,
    IN_DIRECT_MESSAGES,
    Permission,
    permissions_in,
    permissions_on,
)
from bot.local_discord.records import (
    ChangeKind,
    Channel,
    ChannelType,
    Guild,
    Interaction,
    Member,
    Message,
    MessageFlag,
    Overwrite,
    Role,
    Thread,
    User,
    WorldChange,
)

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""The epoch of Discord's ids."""
OLDER = int(timedelta(days=365).total_seconds() * 1000) << 22
"""The offset subtracted from people's ids, so that no account looks new."""


class World:
    """The whole state of one table. Ids are integers here and strings on the wire."""

    def __init__(self, clock: TableClock, attachments: Attachments | None = None) -> None:
        self.clock = clock
        self.attachments = attachments or Attachments()
        self.people: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self._direct: dict[int, int] = {}
        self._listeners: list[Callable[[WorldChange], None]] = []
        self.last_id = 0
        self.bot = self.add_person("Voidream", bot=True)

    def restore(
        self,
        people: dict[int, User],
        bot: User,
        guilds: Sequence[Guild],
        channels: Sequence[Channel],
        last_id: int,
    ) -> None:
        """Replace the whole state with that of another table. Threads keep their age."""
        self.people, self.bot = people, bot
        self.guilds = {guild.id: guild for guild in guilds}
        self.channels = {channel.id: channel for channel in channels}
        self._direct = {
            channel.recipient_id: channel.id for channel in channels if channel.recipient_id is not None
        }
        self.last_id = max(self.last_id, last_id)
        for channel in channels:
            if channel.thread is not None and not channel.thread.archived:
                self._schedule_archiving(channel)

    # Ids and changes

    def new_id(self) -> int:
        """Return a new id, larger than every other, that contains the table's time like Discord's ids."""
        milliseconds = int((self.clock.now() - EPOCH).total_seconds() * 1000)
        self.last_id = max(milliseconds << 22, self.last_id + 1)
        return self.last_id

    def listen(self, listener: Callable[[WorldChange], None]) -> Callable[[], None]:
        """Call `listener` with every change from now on. The result unsubscribes it."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    def publish(self, change: WorldChange) -> None:
        """Send a change to all listeners, in order of subscription."""
        for listener in tuple(self._listeners):
            listener(change)

    # People and servers

    def add_person(self, name: str, *, bot: bool = False, locale: str = "en-US") -> User:
        """Add a person (or the bot) who is on no server yet."""
        handle = "".join(letter for letter in name.lower() if letter.isalnum() or letter in "._") or "someone"
        # A bot has only its username, which may contain capitals.
        handle = name if bot else handle
        person_id = self.new_id() - (0 if bot else OLDER)
        person = User(person_id, handle, name, bot=bot, locale=locale)
        self.people[person.id] = person
        return person

    def add_guild(self, name: str, *, locale: str = "en-US") -> Guild:
        """Create a server with the bot on it, owned by someone who doesn't play."""
        guild = Guild(self.new_id(), name, owner_id=self.new_id(), created=self.clock.now(), locale=locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", int(EVERYBODY))
        self.guilds[guild.id] = guild
        self.join(self.bot, guild)
        return guild

    def join(self, person: User, guild: Guild, roles: Sequence[Role] = ()) -> None:
        """Add a person (or the bot, again) to a server, with these roles."""
        guild.members[person.id] = Member(person, self.clock.now(), [role.id for role in roles])
        self.publish(WorldChange("person", person=person, guild=guild))
        if person.bot:
            self.publish(WorldChange("guild", guild=guild))

    def invite(self, guild: Guild, permissions: Permission) -> Role:
        """Add the bot to a server like an invitation: with its own role and the requested permissions."""
        role = self.add_role(guild, self.bot.display_name, permissions)
        self.join(self.bot, guild, [role])
        return role

    def replace_bot(self) -> None:
        """Replace the bot with another application on all its servers. It doesn't own the old one's messages."""
        old, self.bot = self.bot, self.add_person(self.bot.display_name, bot=True)
        self._direct.clear()
        for guild in self.guilds.values():
            if old.id in guild.members:
                self.leave(old, guild)
                self.join(self.bot, guild)

    def leave(self, person: User, guild: Guild) -> None:
        """Remove a person from a server. Removing the bot sends it the event of a kick."""
        guild.members.pop(person.id, None)
        for channel in self.channels.values():
            if channel.thread is not None and channel.guild_id == guild.id:
                channel.thread.members.pop(person.id, None)
        self.publish(WorldChange("guild_delete" if person.bot else "person", person=person, guild=guild))

    def add_role(self, guild: Guild, name: str, permissions: Permission) -> Role:
        """Create a role on a server."""
        role = Role(self.new_id(), name, int(permissions), position=len(guild.roles))
        guild.roles[role.id] = role
        return role

    # Channels

    def add_channel(self, guild: Guild, name: str, kind: ChannelType = ChannelType.TEXT) -> Channel:
        """Create a channel on a server."""
        channel = Channel(self.new_id(), kind, name, guild_id=guild.id, position=len(guild.channels))
        guild.channels.append(channel.id)
        self.channels[channel.id] = channel
        self.publish(WorldChange("channel", channel=channel))
        return channel

    def direct_channel(self, person: User) -> Channel:
        """Return the direct conversation between a person and the bot, creating it if needed."""
        if person.id in self._direct:
            return self.channels[self._direct[person.id]]
        channel = Channel(self.new_id(), ChannelType.DM, "", recipient_id=person.id)
        self._direct[person.id] = channel.id
        self.channels[channel.id] = channel
        self.publish(WorldChange("channel", channel=channel, person=person))
        return channel

    def private_channel(self, *people: User) -> Channel:
        """Create a direct conversation between people, without the bot."""
        company = tuple(person.id for person in people)
        channel = Channel(self.new_id(), ChannelType.GROUP_DM, "", company=company)
        self.channels[channel.id] = channel
        self.publish(WorldChange("channel", channel=channel))
        return channel

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner: User,
        *,
        private: bool = False,
        minutes: int = 1440,
        invitable: bool = True,
        starter: Message | None = None,
    ) -> Channel:
        """Create a thread in a channel. A thread started from a message has that message's id, as on Discord."""
        now = self.clock.now()
        kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
        if parent.type is ChannelType.ANNOUNCEMENT:
            kind = ChannelType.ANNOUNCEMENT_THREAD
        thread = Thread(owner.id, now, now, now, minutes, invitable=invitable, members={owner.id: now})
        channel = Channel(
            starter.id if starter is not None else self.new_id(),
            kind,
            name,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            thread=thread,
        )
        self.channels[channel.id] = channel
        if starter is not None:
            starter.thread_id = channel.id
            starter.flags |= MessageFlag.HAS_THREAD
        self.publish(WorldChange("channel", channel=channel))
        self._schedule_archiving(channel)
        return channel

    def change_channel(self, channel: Channel) -> None:
        """Publish a change of a channel's fields."""
        self.publish(WorldChange("channel_update", channel=channel))

    def archive(self, channel: Channel, *, archived: bool = True, locked: bool | None = None) -> None:
        """Archive or unarchive a thread. `locked` allows only moderators to unarchive it."""
        thread = thread_of(channel)
        thread.archived = archived
        thread.changed = self.clock.now()
        if locked is not None:
            thread.locked = locked
        if not archived:
            thread.active = self.clock.now()
            self._schedule_archiving(channel)
        self.change_channel(channel)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel or thread with all its messages, and a channel's threads."""
        for thread in [c for c in self.channels.values() if c.parent_id == channel.id]:
            self.delete_channel(thread)
        self.channels.pop(channel.id, None)
        if channel.guild_id is not None and channel.id in self.guilds[channel.guild_id].channels:
            self.guilds[channel.guild_id].channels.remove(channel.id)
        for message in channel.messages.values():
            self._delete_files(message)
        self.publish(WorldChange("channel_delete", channel=channel))

    def add_to_thread(self, channel: Channel, person: User) -> None:
        """Add a person to a thread."""
        thread_of(channel).members.setdefault(person.id, self.clock.now())
        self.publish(WorldChange("thread_members", channel=channel, person=person))

    def remove_from_thread(self, channel: Channel, person: User) -> None:
        """Remove a person from a thread."""
        thread_of(channel).members.pop(person.id, None)
        self.publish(WorldChange("thread_members", channel=channel, person=person))

    def allow(self, target: User | Role, channel: Channel, permissions: Permission) -> None:
        """Allow permissions to a person or role in a channel, overriding all denials."""
        overwrite = channel.overwrites.setdefault(target.id, Overwrite(target.id, isinstance(target, User)))
        overwrite.allow |= int(permissions)
        overwrite.deny &= ~int(permissions)
        self.change_channel(channel)

    def deny(self, target: User | Role, channel: Channel, permissions: Permission) -> None:
        """Deny permissions to a person or role in a channel."""
        overwrite = channel.overwrites.setdefault(target.id, Overwrite(target.id, isinstance(target, User)))
        overwrite.deny |= int(permissions)
        overwrite.allow &= ~int(permissions)
        self.change_channel(channel)

    # Messages

    def post(self, message: Message) -> Message:
        """Add a composed message to its channel and publish it. Unarchives the thread."""
        channel = self.channels[message.channel_id]
        channel.messages[message.id] = message
        thread = channel.thread
        if thread is not None and not message.ephemeral:
            thread.active = self.clock.now()
            thread.message_count += 1
            if thread.archived:
                self.archive(channel, archived=False)
        for person_id in message.mentions:
            if thread is not None and not message.ephemeral and person_id not in thread.members:
                self.add_to_thread(channel, self.people[person_id])
        self.publish(WorldChange("message", channel=channel, message=message))
        return message

    def change_message(self, message: Message) -> None:
        """Publish a change of a message."""
        self.publish(
            WorldChange("message_update", channel=self.channels[message.channel_id], message=message)
        )

    def delete_message(self, message: Message) -> None:
        """Delete a message with its files."""
        channel = self.channels[message.channel_id]
        channel.messages.pop(message.id, None)
        message.deleted = True
        self._delete_files(message)
        self.publish(WorldChange("message_delete", channel=channel, message=message))

    # Permissions and visibility

    def permissions(self, person: User, channel: Channel) -> Permission:
        """Return a person's permissions in a channel, a thread or a direct conversation."""
        if channel.guild_id is None:
            is_bots_own = person is self.bot and channel.id in self._direct.values()
            is_member = is_bots_own or person.id in (channel.recipient_id, *channel.company)
            return IN_DIRECT_MESSAGES if is_member else Permission(0)
        guild = self.guilds[channel.guild_id]
        if channel.thread is None:
            return permissions_in(guild, channel, person.id)
        bits = permissions_in(guild, self.channels[channel.parent_id or 0], person.id)
        if channel.type is ChannelType.PRIVATE_THREAD and not (
            person.id in channel.thread.members or bits & Permission.MANAGE_THREADS
        ):
            return Permission(0)
        return bits

    def guild_permissions(self, person: User, guild: Guild) -> Permission:
        """Return a person's permissions on a server, without channel overwrites."""
        return permissions_on(guild, person.id)

    def sees_channel(self, person: User, channel: Channel) -> bool:
        """Return whether a person can see a channel."""
        return bool(self.permissions(person, channel) & Permission.VIEW_CHANNEL)

    def sees(self, person: User, message: Message) -> bool:
        """Return whether a person can see a message. This is only decided here."""
        if message.only_for is not None and message.only_for != person.id:
            return False
        channel = self.channels.get(message.channel_id)
        return channel is not None and self.sees_channel(person, channel)

    def visible_channels(self, person: User) -> list[Channel]:
        """Return the channels that a person can see, oldest first."""
        return [channel for channel in self.channels.values() if self.sees_channel(person, channel)]

    def visible_messages(self, person: User, channel: Channel) -> list[Message]:
        """Return a channel's messages that a person can see, oldest first."""
        return [message for message in channel.messages.values() if self.sees(person, message)]

    # Lookup

    def person(self, person_id: int) -> User:
        """Return a person, or raise 404/10013."""
        if person_id not in self.people:
            raise unknown_user()
        return self.people[person_id]

    def guild(self, guild_id: int) -> Guild:
        """Return a server that the bot is on, or raise 404/10004."""
        if guild_id not in self.guilds or self.bot.id not in self.guilds[guild_id].members:
            raise unknown_guild()
        return self.guilds[guild_id]

    def guild_at(self, guild_id: int) -> Guild:
        """Return a server, even if the bot isn't on it."""
        return self.guilds[guild_id]

    def channel(self, channel_id: int) -> Channel:
        """Return a channel, or raise 404/10003."""
        if channel_id not in self.channels:
            raise unknown_channel()
        return self.channels[channel_id]

    def message(self, channel: Channel, message_id: int) -> Message:
        """Return a message that isn't ephemeral, or raise 404/10008."""
        message = channel.messages.get(message_id)
        if message is None or message.ephemeral:
            raise unknown_message()
        return message

    def threads(self, guild: Guild) -> Iterator[Channel]:
        """Return a server's threads."""
        return (c for c in self.channels.values() if c.guild_id == guild.id and c.is_thread)

    def members_in_common(self, person: User) -> bool:
        """Return whether the bot and a person share a server."""
        return any(
            person.id in guild.members and self.bot.id in guild.members for guild in self.guilds.values()
        )

    def _schedule_archiving(self, channel: Channel) -> None:
        thread = thread_of(channel)
        due = thread.active + timedelta(minutes=thread.auto_archive_minutes)

        def archive_if_due() -> None:
            if thread.archived or self.channels.get(channel.id) is not channel:
                return
            if thread.active + timedelta(minutes=thread.auto_archive_minutes) <= self.clock.now():
                self.archive(channel)
            else:
                self._schedule_archiving(channel)

        self.clock.at(due, archive_if_due)

    def _delete_files(self, message: Message) -> None:
        for attachment in message.attachments:
            self.attachments.forget(attachment.key)


def thread_of(channel: Channel) -> Thread:
    """Return a channel's thread data.

    Raises:
        CannotDo: if the channel is not a thread.
    """
    if channel.thread is None:
        raise CannotDo("this channel is not a thread")
    return channel.thread


def state(kind: ChangeKind, interaction: Interaction) -> WorldChange:
    """Return the change for a new state of an interaction."""
    return WorldChange(kind, channel=interaction.channel, person=interaction.person, interaction=interaction)
