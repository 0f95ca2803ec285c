"""The event stream of one person. Everything that reaches a page or a scripted user passes through it."""

from collections.abc import Callable

from bot.local_discord import payloads
from bot.local_discord.json_codec import Payload
from bot.local_discord.records import (
    CallbackType,
    Channel,
    Interaction,
    InteractionType,
    Message,
    User,
    WorldChange,
)
from bot.local_discord.world import World


class Stream:
    """One person's stream of events: first a snapshot, then every event that this person can see.

    Events are JSON objects with `type` (see `page_api`). `on_event` is called with each; `close()` ends the stream.
    """

    def __init__(
        self,
        world: World,
        base: str,
        person: User,
        pending: Callable[[], list[Interaction]],
        on_event: Callable[[Payload], None],
    ) -> None:
        self._world = world
        self._base = base
        self.person = person
        self._pending = pending
        self._on_event = on_event
        self._known = {channel.id for channel in world.visible_channels(person)}
        self._shown: set[int] = set()
        on_event(self.snapshot())
        self._stop = world.listen(self._on_change)

    def close(self) -> None:
        """End the stream."""
        self._stop()

    def snapshot(self) -> Payload:
        """Return everything that the person can see now."""
        world, person = self._world, self.person
        channels = world.visible_channels(person)
        messages = {
            str(channel.id): [self._shape(each) for each in world.visible_messages(person, channel)]
            for channel in channels
        }
        self._shown = {int(each["id"]) for shapes in messages.values() for each in shapes}
        return {
            "type": "snapshot",
            "person": person_shape(person),
            "people": people_shapes(world),
            "channels": [channel_shape(world, each) for each in channels],
            "messages": messages,
            "modals": [modal_shape(each) for each in self._pending() if each.modal and not each.modal_used],
            "now": payloads.timestamp(world.clock.now()),
        }

    def _on_change(self, change: WorldChange) -> None:
        channel, message, interaction = change.channel, change.message, change.interaction
        match change.kind:
            case "message" | "message_update" if message is not None:
                self._send_message(message)
            case "message_delete" if message is not None:
                if message.id in self._shown:
                    self._shown.discard(message.id)
                    self._send("message_delete", channel=str(message.channel_id), message=str(message.id))
            case "channel" | "channel_update" | "channel_delete" | "thread_members" if channel is not None:
                self._update_channel(channel)
            case "person" | "guild":
                self._send("people", people=people_shapes(self._world))
                self._update_channels()
            case "typing" if channel is not None and change.person is not None:
                if channel.id in self._known:
                    self._send("typing", channel=str(channel.id), person=str(change.person.id))
            case "clock":
                self._send("clock", now=payloads.timestamp(self._world.clock.now()))
            case "commands":
                self._send("commands")
            case "interaction_state" if interaction is not None and interaction.person is self.person:
                if interaction.type is not InteractionType.AUTOCOMPLETE:
                    self._send("interaction", **interaction_shape(interaction))
            case "modal" if interaction is not None and interaction.person is self.person:
                self._send("modal", **modal_shape(interaction))
            case _:
                pass

    def _send_message(self, message: Message) -> None:
        if not self._world.sees(self.person, message):
            return
        self._shown.add(message.id)
        self._send("message", channel=str(message.channel_id), message=self._shape(message))

    def _update_channel(self, channel: Channel) -> None:
        world = self._world
        exists = world.channels.get(channel.id) is channel
        if exists and world.sees_channel(self.person, channel):
            new = channel.id not in self._known
            self._known.add(channel.id)
            self._send("channel", channel=channel_shape(world, channel))
            if new:
                for message in world.visible_messages(self.person, channel):
                    self._send_message(message)
        elif channel.id in self._known:
            self._known.discard(channel.id)
            self._shown -= channel.messages.keys()
            self._send("channel_delete", channel=str(channel.id))
        if exists and not channel.is_thread:
            for thread in [each for each in world.channels.values() if each.parent_id == channel.id]:
                if world.sees_channel(self.person, thread) != (thread.id in self._known):
                    self._update_channel(thread)

    def _update_channels(self) -> None:
        for channel in tuple(self._world.channels.values()):
            if self._world.sees_channel(self.person, channel) != (channel.id in self._known):
                self._update_channel(channel)

    def _shape(self, message: Message) -> Payload:
        return {
            **payloads.message(self._world, self._base, message),
            "ephemeral": message.ephemeral,
            "loading": message.loading,
        }

    def _send(self, type_: str, **fields: object) -> None:
        self._on_event({"type": type_, **fields})


def person_shape(person: User) -> Payload:
    """Return the page's shape of a person."""
    return {
        "id": str(person.id),
        "name": person.display_name,
        "username": person.name,
        "bot": person.bot,
        "locale": person.locale,
        "direct_messages_open": person.direct_messages_open,
    }


def people_shapes(world: World) -> list[Payload]:
    """Return the page's shapes of all people, without private settings."""
    return [
        {"id": str(each.id), "name": each.display_name, "username": each.name, "bot": each.bot}
        for each in world.people.values()
    ]


def channel_shape(world: World, channel: Channel) -> Payload:
    """Return the page's shape of a channel: Discord's shape with `archived` and `locked` at the top level."""
    thread = channel.thread
    return {
        **payloads.channel(world, channel),
        "thread": channel.is_thread,
        "archived": thread is not None and thread.archived,
        "locked": thread is not None and thread.locked,
    }


def interaction_shape(interaction: Interaction) -> Payload:
    """Return the shape of an interaction's state, for its person."""
    state = interaction.state
    if state == "deferred" and interaction.callback is CallbackType.DEFERRED_UPDATE:
        state = "answered"  # Discord's client doesn't wait for an update that may never come.
    return {
        "interaction": str(interaction.id),
        "state": state,
        "channel": str(interaction.channel.id),
        "command": interaction.command,
        "custom_id": interaction.data.get("custom_id"),
        "message": None if interaction.source is None else str(interaction.source.id),
    }


def modal_shape(interaction: Interaction) -> Payload:
    """Return the shape of a modal to fill in, for its person."""
    modal = interaction.modal or {}
    return {
        "interaction": str(interaction.id),
        "channel": str(interaction.channel.id),
        "title": modal.get("title"),
        "custom_id": modal.get("custom_id"),
        "components": modal.get("components"),
    }
