"""Channels, messages and threads."""

from collections import deque
from datetime import datetime, timedelta

from bot.local_discord import errors, payloads
from bot.local_discord.errors import ApiError
from bot.local_discord.json_codec import Payload, as_id
from bot.local_discord.messages import compose, revise
from bot.local_discord.permissions import Permission
from bot.local_discord.records import POSTS_ONLY, Channel, ChannelType, Message, Thread, WorldChange
from bot.local_discord.rest import RestCall, RouteAnswer
from bot.local_discord.validate.form import FormErrors
from bot.local_discord.world import World, thread_of

_NONCE_LIFE = timedelta(minutes=5)
_MOST_PINS = 250
_OLD = timedelta(hours=1)
_MOST_OLD_EDITS = 30
"""The limit for edits per hour of a message older than an hour. Discord doesn't document it; this is an estimate."""
_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


class ChannelRoutes:
    """The bot's requests about channels, limited by its permissions."""

    def __init__(self, world: World, base: str) -> None:
        self._world = world
        self._base = base
        self._nonces: dict[tuple[int, str], Message] = {}
        self._old_edits: dict[int, deque[datetime]] = {}

    # Channels

    def read(self, call: RestCall) -> RouteAnswer:
        """GET a channel."""
        return 200, payloads.channel(self._world, self._visible_channel(call))

    def change(self, call: RestCall) -> RouteAnswer:
        """PATCH a thread's name, archived, locked, duration; or a channel's name and topic."""
        world, channel, body = self._world, self._visible_channel(call), call.form
        form = FormErrors()
        form.text(("name",), body.get("name"), 100, shortest=1)
        if body.get("auto_archive_duration") is not None:
            form.choice(("auto_archive_duration",), body["auto_archive_duration"], _ARCHIVE_MINUTES)
        form.number(("rate_limit_per_user",), body.get("rate_limit_per_user"), 0, 21600)
        form.text(("topic",), body.get("topic"), 1024)
        form.finish()
        thread = channel.thread
        if thread is None:
            self._require(channel, Permission.MANAGE_CHANNELS)
            channel.topic = body.get("topic", channel.topic)
        else:
            self._change_thread(channel, thread, body)
        if body.get("name"):
            channel.name = body["name"]
        world.change_channel(channel)
        return 200, payloads.channel(world, channel)

    def _change_thread(self, channel: Channel, thread: Thread, body: Payload) -> None:
        world = self._world
        is_moderator = bool(world.permissions(world.bot, channel) & Permission.MANAGE_THREADS)
        unarchives = body.get("archived") is False
        if thread.archived:
            if thread.locked and not is_moderator:
                raise errors.thread_archived()
            if not unarchives and set(body) - {"archived", "locked"}:
                raise errors.thread_archived()
        if not is_moderator and ("locked" in body or thread.owner_id != world.bot.id):
            # Anyone who may write in a thread can unarchive it if it isn't locked.
            only_unarchives = unarchives and set(body) == {"archived"}
            if not (
                only_unarchives
                and world.permissions(world.bot, channel) & Permission.SEND_MESSAGES_IN_THREADS
            ):
                raise errors.missing_permissions()
        if body.get("auto_archive_duration"):
            thread.auto_archive_minutes = body["auto_archive_duration"]
        if body.get("invitable") is not None:
            thread.invitable = body["invitable"]
        if body.get("archived") is not None or body.get("locked") is not None:
            archived = thread.archived if body.get("archived") is None else body["archived"]
            world.archive(channel, archived=archived, locked=body.get("locked"))

    def delete(self, call: RestCall) -> RouteAnswer:
        """DELETE a channel or thread."""
        channel = self._visible_channel(call)
        if channel.guild_id is not None:
            self._require(
                channel, Permission.MANAGE_THREADS if channel.thread else Permission.MANAGE_CHANNELS
            )
            shape = payloads.channel(self._world, channel)
            self._world.delete_channel(channel)
            return 200, shape
        return 200, payloads.channel(self._world, channel)

    def typing(self, call: RestCall) -> RouteAnswer:
        """POST the bot's typing indicator."""
        channel = self._visible_channel(call)
        self._require(channel, self._send_permission(channel))
        self._world.publish(WorldChange("typing", channel=channel, person=self._world.bot))
        return 204, None

    # Messages

    def history(self, call: RestCall) -> RouteAnswer:
        """GET a channel's messages, newest first; `limit` 1 to 100, `before`, `after` or `around` an id."""
        channel = self._visible_channel(call)
        if channel.guild_id is not None and not (
            self._world.permissions(self._world.bot, channel) & Permission.READ_MESSAGE_HISTORY
        ):
            return 200, []
        limit = as_id(call.query.get("limit", "50"))
        form = FormErrors()
        form.number(("limit",), limit, 1, 100)
        form.finish()
        messages = [each for each in channel.messages.values() if not each.ephemeral]
        if "after" in call.query:
            messages = [each for each in messages if each.id > as_id(call.query["after"])][:limit]
        elif "around" in call.query:
            middle = as_id(call.query["around"])
            messages = sorted(
                sorted(messages, key=lambda each: abs(each.id - middle))[:limit], key=lambda e: e.id
            )
        elif "before" in call.query:
            messages = [each for each in messages if each.id < as_id(call.query["before"])]
        return 200, [self._shape(each) for each in reversed(messages[-limit:])]

    def message(self, call: RestCall) -> RouteAnswer:
        """GET one message."""
        return 200, self._shape(self._world.message(self._visible_channel(call), call.id("message_id")))

    def send(self, call: RestCall) -> RouteAnswer:
        """POST a message. With `enforce_nonce`, a repeated nonce returns the existing message."""
        world, channel, body = self._world, self._visible_channel(call), call.form
        if channel.type in POSTS_ONLY:
            raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
        self._require(channel, self._send_permission(channel))
        if body.get("embeds"):
            self._require(channel, Permission.EMBED_LINKS)
        if call.uploads:
            self._require(channel, Permission.ATTACH_FILES)
        self._require_access(channel)
        reference: Payload = body.get("message_reference") or {}
        if reference.get("message_id"):
            if not world.permissions(world.bot, channel) & Permission.READ_MESSAGE_HISTORY:
                raise ApiError(403, 160002, "Cannot reply without permission to read message history")
            self._check_reference(channel, reference)
        nonce = body.get("nonce")
        if nonce is not None and body.get("enforce_nonce"):
            earlier = self._nonces.get((channel.id, str(nonce)))
            is_own = earlier is not None and earlier.author_id == world.bot.id
            if (
                earlier is not None
                and is_own
                and not earlier.deleted
                and earlier.created + _NONCE_LIFE > world.clock.now()
            ):
                return 200, self._shape(earlier)
        message = world.post(compose(world, channel, world.bot, body, call.uploads))
        if nonce is not None:
            self._nonces[channel.id, str(nonce)] = message
            world.clock.after(
                _NONCE_LIFE.total_seconds(), lambda: self._forget_nonce(channel.id, str(nonce), message)
            )
        return 200, self._shape(message)

    def _forget_nonce(self, channel_id: int, nonce: str, message: Message) -> None:
        if self._nonces.get((channel_id, nonce)) is message:
            del self._nonces[channel_id, nonce]

    def _check_reference(self, channel: Channel, reference: Payload) -> None:
        message = channel.messages.get(as_id(reference["message_id"]))
        if (message is None or message.ephemeral) and reference.get("fail_if_not_exists", True):
            form = FormErrors()
            form.wrong(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            form.finish()

    def _require_access(self, channel: Channel) -> None:
        world, thread = self._world, channel.thread
        if channel.recipient_id is not None:
            person = world.people[channel.recipient_id]
            if not person.direct_messages_open or not world.members_in_common(person):
                raise errors.direct_messages_closed()
        if thread is not None and thread.archived and thread.locked:
            self._require_unarchived(channel)
        self._require_unlocked(channel)

    def edit(self, call: RestCall) -> RouteAnswer:
        """PATCH one of the bot's own messages."""
        world, channel = self._world, self._visible_channel(call)
        message = world.message(channel, call.id("message_id"))
        if message.author_id != world.bot.id:
            raise errors.not_the_author()
        self._require_unarchived(channel)
        self._require_unlocked(channel)
        if call.uploads:
            self._require(channel, Permission.ATTACH_FILES)
        self._count_edit(message)
        revise(world, message, call.form, call.uploads)
        world.change_message(message)
        return 200, self._shape(message)

    def _count_edit(self, message: Message) -> None:
        """Refuse too many edits of a message older than an hour."""
        now = self._world.clock.now()
        if now - message.created < _OLD:
            return
        edits = self._old_edits.setdefault(message.id, deque(maxlen=_MOST_OLD_EDITS))
        if len(edits) == _MOST_OLD_EDITS and now - edits[0] < _OLD:
            raise errors.too_many_edits((edits[0] + _OLD - now).total_seconds())
        edits.append(now)

    def unsend(self, call: RestCall) -> RouteAnswer:
        """DELETE a message: the bot's own, or anyone's with the permission."""
        world, channel = self._world, self._visible_channel(call)
        message = world.message(channel, call.id("message_id"))
        if message.author_id != world.bot.id:
            if channel.guild_id is None:
                raise ApiError(403, 50003, "Cannot execute action on a DM channel")
            self._require(channel, Permission.MANAGE_MESSAGES)
        self._require_unarchived(channel)
        world.delete_message(message)
        return 204, None

    def pins(self, call: RestCall) -> RouteAnswer:
        """GET the pinned messages."""
        pinned = [each for each in self._visible_channel(call).messages.values() if each.pinned]
        items = [
            {"pinned_at": payloads.timestamp(each.edited or each.created), "message": self._shape(each)}
            for each in reversed(pinned)
        ]
        return 200, {"items": items, "has_more": False}

    def pin(self, call: RestCall) -> RouteAnswer:
        """PUT or DELETE a pin."""
        world, channel = self._world, self._visible_channel(call)
        message = world.message(channel, call.id("message_id"))
        self._require(channel, Permission.PIN_MESSAGES)
        self._require_unarchived(channel)
        pinned = sum(each.pinned for each in channel.messages.values())
        if call.method == "PUT" and not message.pinned and pinned >= _MOST_PINS:
            raise ApiError(400, 30003, f"Maximum number of pins reached ({_MOST_PINS})")
        message.pinned = call.method == "PUT"
        world.change_message(message)
        return 204, None

    # Threads

    def start_thread(self, call: RestCall) -> RouteAnswer:
        """POST a thread, from a message if the path names one."""
        world, parent, body = self._world, self._visible_channel(call), call.form
        if parent.type not in (ChannelType.TEXT, ChannelType.ANNOUNCEMENT):
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        starter: Message | None = None
        kind, announces = body.get("type") or 12, parent.type is ChannelType.ANNOUNCEMENT
        if "message_id" not in call.names and (kind == 10) is not announces:
            # Announcement channels have their own thread type, and only that one.
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        private = "message_id" not in call.names and kind == 12
        self._require(
            parent, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        )
        if "message_id" in call.names:
            starter = world.message(parent, call.id("message_id"))
            if starter.thread_id is not None:
                raise ApiError(400, 160004, "A thread has already been created for this message")
        channel = world.add_thread(
            parent,
            body["name"].strip(),
            world.bot,
            private=private,
            minutes=body.get("auto_archive_duration") or 1440,
            invitable=bool(body.get("invitable", True)),
            starter=starter,
        )
        if starter is not None:
            world.change_message(starter)
        shape = payloads.channel(world, channel)
        return 201, {**shape, "member": payloads.thread_member(world, channel, world.bot.id)}

    def add_member(self, call: RestCall) -> RouteAnswer:
        """PUT a person into a thread."""
        world, channel = self._world, self._visible_thread(call)
        self._require_unarchived(channel)
        person = world.bot if call.names.get("user_id", "@me") == "@me" else world.person(call.id("user_id"))
        if person.id not in world.guilds[channel.guild_id or 0].members:
            raise errors.unknown_member()
        if person is not world.bot:
            self._require(channel, Permission.SEND_MESSAGES_IN_THREADS)
        world.add_to_thread(channel, person)
        return 204, None

    def remove_member(self, call: RestCall) -> RouteAnswer:
        """DELETE a person from a thread."""
        world, channel = self._world, self._visible_thread(call)
        self._require_unarchived(channel)
        person = world.bot if call.names.get("user_id", "@me") == "@me" else world.person(call.id("user_id"))
        if person is not world.bot:
            is_owner = (
                channel.type is ChannelType.PRIVATE_THREAD and thread_of(channel).owner_id == world.bot.id
            )
            if not is_owner:
                self._require(channel, Permission.MANAGE_THREADS)
        world.remove_from_thread(channel, person)
        return 204, None

    def members(self, call: RestCall) -> RouteAnswer:
        """GET the members of a thread."""
        channel = self._visible_thread(call)
        return 200, [
            payloads.thread_member(self._world, channel, each) for each in thread_of(channel).members
        ]

    def archived(self, call: RestCall) -> RouteAnswer:
        """GET a channel's archived public threads."""
        parent = self._visible_channel(call)
        threads = [
            each
            for each in self._world.channels.values()
            if each.parent_id == parent.id
            and each.type is not ChannelType.PRIVATE_THREAD
            and thread_of(each).archived
        ]
        return 200, {
            "threads": [payloads.channel(self._world, each) for each in reversed(threads)],
            "members": [],
            "has_more": False,
        }

    # Shared checks

    def _shape(self, message: Message) -> Payload:
        return payloads.message(self._world, self._base, message)

    def _visible_channel(self, call: RestCall) -> Channel:
        channel = self._world.channel(call.id("channel_id"))
        if not self._world.sees_channel(self._world.bot, channel):
            raise errors.missing_access()
        return channel

    def _visible_thread(self, call: RestCall) -> Channel:
        channel = self._visible_channel(call)
        if channel.thread is None:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        return channel

    def _require(self, channel: Channel, permission: Permission) -> None:
        if not self._world.permissions(self._world.bot, channel) & permission:
            raise errors.missing_permissions()

    def _require_unarchived(self, channel: Channel) -> None:
        if channel.thread is not None and channel.thread.archived:
            raise errors.thread_archived()

    def _require_unlocked(self, channel: Channel) -> None:
        is_moderator = self._world.permissions(self._world.bot, channel) & Permission.MANAGE_THREADS
        if channel.thread is not None and channel.thread.locked and not is_moderator:
            raise errors.thread_locked()

    def _send_permission(self, channel: Channel) -> Permission:
        return Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES
