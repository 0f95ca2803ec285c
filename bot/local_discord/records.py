"""Records of the table: people, servers, channels, messages, interactions. Plain data, no behaviour."""

from collections.abc import Sequence
from datetime import datetime
from enum import IntEnum, IntFlag
from typing import Literal

import msgspec

from bot.local_discord.json_codec import Payload

ATTACHMENT_LIMIT = 10 * (1 << 20)
"""The maximum size of an attached file on a server without boosts, in bytes."""


class ChannelType(IntEnum):
    """The channel types that the table has."""

    TEXT = 0
    DM = 1
    VOICE = 2
    GROUP_DM = 3
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    MEDIA = 16


POSTS_ONLY = frozenset({ChannelType.FORUM, ChannelType.MEDIA})
"""The channel types that contain only posts, which are threads."""


class MessageFlag(IntFlag):
    """The message flags that the table knows."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlag(0)


class InteractionType(IntEnum):
    """The kind of a person's action."""

    SLASH = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class CallbackType(IntEnum):
    """The kind of the bot's first response."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class User(msgspec.Struct):
    """A person at the table, or the bot."""

    id: int
    name: str
    display_name: str
    bot: bool = False
    locale: str = "en-US"
    direct_messages_open: bool = True
    installed: bool = False
    """Whether they have installed the bot for themselves."""


class Role(msgspec.Struct):
    """A named set of permission bits on a server. The role with the server's own id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0


class Member(msgspec.Struct):
    """A person on a server."""

    person: User
    joined: datetime
    roles: list[int] = msgspec.field(default_factory=list[int])


class Guild(msgspec.Struct):
    """A server. `channels` contains the ids of its channels, without threads."""

    id: int
    name: str
    owner_id: int
    created: datetime
    locale: str = "en-US"
    roles: dict[int, Role] = msgspec.field(default_factory=dict[int, Role])
    members: dict[int, Member] = msgspec.field(default_factory=dict[int, Member])
    channels: list[int] = msgspec.field(default_factory=list[int])
    system_channel: int | None = None
    """The id of the channel for system messages."""
    command_permissions: dict[str, dict[int, bool]] = msgspec.field(
        default_factory=dict[str, dict[int, bool]]
    )
    """The server's permission settings for commands: by command name, then by id of a role or person."""


class Overwrite(msgspec.Struct):
    """The permission bits that a channel allows and denies to a role or a person."""

    target_id: int
    is_person: bool
    allow: int = 0
    deny: int = 0


class Attachment(msgspec.Struct):
    """A message's file; its content is stored under `key`."""

    id: int
    filename: str
    content_type: str
    size: int
    key: str
    description: str | None = None
    title: str | None = None
    width: int | None = None
    height: int | None = None
    spoiler: bool = False


class Message(msgspec.Struct):
    """A message. `only_for` is the one person who can see it, or None for everyone in the channel."""

    id: int
    channel_id: int
    author_id: int
    created: datetime
    content: str = ""
    embeds: list[Payload] = msgspec.field(default_factory=list[Payload])
    components: list[Payload] = msgspec.field(default_factory=list[Payload])
    attachments: list[Attachment] = msgspec.field(default_factory=list[Attachment])
    mentions: list[int] = msgspec.field(default_factory=list[int])
    mention_everyone: bool = False
    flags: MessageFlag = NO_FLAGS
    type: int = 0
    edited: datetime | None = None
    only_for: int | None = None
    nonce: str | int | None = None
    pinned: bool = False
    tts: bool = False
    answers_to: int | None = None
    interaction: Payload | None = None
    thread_id: int | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only one person can see it."""
        return self.only_for is not None

    @property
    def loading(self) -> bool:
        """Whether it is the placeholder of a pending response."""
        return bool(self.flags & MessageFlag.LOADING)


class Thread(msgspec.Struct):
    """The extra data of a channel that is a thread."""

    owner_id: int
    created: datetime
    changed: datetime
    active: datetime
    auto_archive_minutes: int = 1440
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    members: dict[int, datetime] = msgspec.field(default_factory=dict[int, datetime])
    message_count: int = 0


class Channel(msgspec.Struct):
    """A channel of a server, a thread or a direct conversation (`recipient_id` is its person)."""

    id: int
    type: ChannelType
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    recipient_id: int | None = None
    company: tuple[int, ...] = ()
    """The people of a direct conversation without the bot."""
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, Overwrite] = msgspec.field(default_factory=dict[int, Overwrite])
    thread: Thread | None = None
    messages: dict[int, Message] = msgspec.field(default_factory=dict[int, Message])

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.thread is not None


InteractionState = Literal["sent", "deferred", "answered", "failed"]


class Interaction(msgspec.Struct):
    """An interaction of a person with the bot, and the state of its response.

    `source` is the message whose component was used (for a modal: the one that opened it). `opened_by` is, for a
    submitted modal, the interaction that opened it. `original_id` is the message that `@original` refers to.
    """

    id: int
    token: str
    type: InteractionType
    person: User
    channel: Channel
    created: datetime
    data: Payload
    command: str = ""
    source: Message | None = None
    state: InteractionState = "sent"
    callback: CallbackType | None = None
    original_id: int | None = None
    private: bool = False
    opened_by: "Interaction | None" = None
    modal: Payload | None = None
    modal_used: bool = False
    choices: Sequence[Payload] = ()
    option_type: int | None = None
    messages: list[int] = msgspec.field(default_factory=list[int])
    follow_ups: int = 0


ChangeKind = Literal[
    "message",
    "message_update",
    "message_delete",
    "channel",
    "channel_update",
    "channel_delete",
    "guild",
    "guild_delete",
    "thread_members",
    "typing",
    "person",
    "interaction",
    "interaction_state",
    "modal",
    "clock",
    "commands",
    "gateway",
]


class WorldChange(msgspec.Struct, frozen=True):
    """A change at the table. The kind determines which fields are set."""

    kind: ChangeKind
    channel: Channel | None = None
    message: Message | None = None
    person: User | None = None
    guild: Guild | None = None
    interaction: Interaction | None = None
