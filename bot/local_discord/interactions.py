"""Interactions: user actions, the bot's single first reply within 3 seconds, and follow-ups for 15 minutes."""

import secrets
from datetime import timedelta

from bot.local_discord import errors, payloads
from bot.local_discord.json_codec import Payload
from bot.local_discord.messages import Uploads, compose, revise, walk
from bot.local_discord.permissions import Permission
from bot.local_discord.records import (
    CallbackType,
    Channel,
    Interaction,
    InteractionType,
    Message,
    MessageFlag,
    User,
)
from bot.local_discord.validate.commands import check_choices
from bot.local_discord.validate.components import check_modal
from bot.local_discord.validate.form import FormErrors
from bot.local_discord.validate.message import check_deferral
from bot.local_discord.world import World, state

FIRST_ANSWER = timedelta(seconds=3)
FOLLOW_UPS = 5
"""The maximum number of follow-ups where only the user has installed the bot."""
TOKEN_LIFE = timedelta(minutes=15)

_ALLOWED: dict[InteractionType, tuple[CallbackType, ...]] = {
    InteractionType.SLASH: (CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE, CallbackType.MODAL),
    InteractionType.COMPONENT: (
        CallbackType.MESSAGE,
        CallbackType.DEFERRED_MESSAGE,
        CallbackType.DEFERRED_UPDATE,
        CallbackType.UPDATE,
        CallbackType.MODAL,
    ),
    InteractionType.AUTOCOMPLETE: (CallbackType.CHOICES,),
    InteractionType.MODAL: (
        CallbackType.MESSAGE,
        CallbackType.DEFERRED_MESSAGE,
        CallbackType.DEFERRED_UPDATE,
        CallbackType.UPDATE,
    ),
}


class Interactions:
    """The interactions at a table and their responses. `base` is the address at which files are served."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self.base = ""

    def __len__(self) -> int:
        """Return the number of interactions with a valid token."""
        return len(self._by_id)

    def start(
        self,
        kind: InteractionType,
        person: User,
        channel: Channel,
        data: Payload,
        *,
        source: Message | None = None,
        command: str = "",
        option_type: int | None = None,
        opened_by: Interaction | None = None,
    ) -> Interaction:
        """Send a person's action to the bot, which has three seconds to respond."""
        world = self._world
        now = world.clock.now()
        token = secrets.token_urlsafe(48)
        interaction = Interaction(
            world.new_id(),
            token,
            kind,
            person,
            channel,
            now,
            data,
            command=command,
            source=source,
            option_type=option_type,
            opened_by=opened_by,
        )
        self._by_id[interaction.id] = interaction
        self._by_token[token] = interaction
        world.publish(state("interaction_state", interaction))
        world.publish(state("interaction", interaction))
        world.clock.at(now + FIRST_ANSWER, lambda: self.fail(interaction))
        world.clock.at(now + TOKEN_LIFE, lambda: self._forget(interaction))
        return interaction

    def find(self, interaction_id: int) -> Interaction | None:
        """Return an interaction whose token is still valid, or None."""
        return self._by_id.get(interaction_id)

    def fail(self, interaction: Interaction) -> None:
        """Report that the bot did not respond, unless it did."""
        if interaction.callback is None and interaction.state != "failed":
            interaction.state = "failed"
            self._world.publish(state("interaction_state", interaction))

    # The first response

    def answer(self, interaction_id: int, token: str, body: Payload, uploads: Uploads) -> Payload:
        """Accept the bot's first response. Return the body for `with_response`.

        Raises:
            ApiError: 404/10062 if the interaction is unknown or it is too late, 400/40060 if it was already answered,
                400/50035 if this interaction doesn't allow the response or its content is invalid.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.state == "failed":
            raise errors.unknown_interaction()
        if interaction.callback is not None:
            raise errors.already_acknowledged()
        allowed = _ALLOWED[interaction.type]
        if interaction.source is None:
            allowed = tuple(
                each for each in allowed if each not in (CallbackType.UPDATE, CallbackType.DEFERRED_UPDATE)
            )
        form = FormErrors()
        form.choice(("type",), body.get("type"), tuple(int(each) for each in allowed))
        form.finish()
        kind = CallbackType(body["type"])
        data: Payload = body.get("data") or {}
        message = self._apply_response(interaction, kind, data, uploads)
        interaction.callback = kind
        is_deferred = kind in (CallbackType.DEFERRED_MESSAGE, CallbackType.DEFERRED_UPDATE)
        interaction.state = "deferred" if is_deferred else "answered"
        if message is not None:
            interaction.original_id = message.id
        self._world.publish(state("interaction_state", interaction))
        if kind is CallbackType.MODAL:
            self._world.publish(state("modal", interaction))
        return self._receipt(interaction, kind, message)

    def _apply_response(
        self, interaction: Interaction, kind: CallbackType, data: Payload, uploads: Uploads
    ) -> Message | None:
        world = self._world
        match kind:
            case CallbackType.MESSAGE:
                interaction.private = bool((data.get("flags") or 0) & MessageFlag.EPHEMERAL)
                return self._post(interaction, data, uploads, private=interaction.private)
            case CallbackType.DEFERRED_MESSAGE:
                check_deferral(data)
                interaction.private = bool((data.get("flags") or 0) & MessageFlag.EPHEMERAL)
                return self._post_loading(interaction)
            case CallbackType.DEFERRED_UPDATE:
                return interaction.source
            case CallbackType.UPDATE:
                source = self._source(interaction)
                if not source.ephemeral:
                    self._open_channel(interaction)
                revise(world, source, data, uploads)
                world.change_message(source)
                return source
            case CallbackType.CHOICES:
                form = FormErrors()
                check_choices(
                    form, ("data", "choices"), data.get("choices") or (), interaction.option_type or 3
                )
                form.finish()
                interaction.choices = tuple(data.get("choices") or ())
                return None
            case CallbackType.MODAL:
                check_modal(data)
                for part in walk(data["components"]):
                    for each in part.get("default_values") or ():
                        # Discord accepts ids as numbers but returns them as strings, because browsers only count to
                        # 2^53.
                        each["id"] = str(each["id"])
                interaction.modal = data
                return None

    def _receipt(self, interaction: Interaction, kind: CallbackType, message: Message | None) -> Payload:
        summary: Payload = {"id": str(interaction.id), "type": int(interaction.type)}
        if interaction.type is InteractionType.SLASH and interaction.channel.guild_id is not None:
            summary["channel_id"] = str(interaction.channel.id)
        receipt: Payload = {"interaction": summary}
        if message is not None:
            summary |= {
                "response_message_id": str(message.id),
                "response_message_loading": message.loading,
                "response_message_ephemeral": message.ephemeral,
            }
            if kind in (CallbackType.MESSAGE, CallbackType.UPDATE):
                shape = payloads.message(self._world, self.base, message)
                receipt["resource"] = {"type": int(kind), "message": shape}
        return receipt

    # Follow-ups

    def follow_up(self, token: str, body: Payload, uploads: Uploads) -> Message:
        """Accept a follow-up message. After a deferred first response it replaces the loading message.

        Raises:
            ApiError: 401/50027 when the token's fifteen minutes are over, 404/10015 before the first response, 400/40094
                for the sixth one where only the user has installed the bot.
        """
        interaction = self._valid_interaction(token)
        original = self._original(interaction)
        if original is not None and original.loading:
            revise(self._world, original, body, uploads)
            original.edited = None
            self._mark_answered(interaction)
            self._world.change_message(original)
            return original
        by_person_only = (
            "0" not in payloads.invoker(self._world, interaction)["authorizing_integration_owners"]
        )
        if by_person_only and interaction.follow_ups >= FOLLOW_UPS:
            raise errors.too_many_follow_ups()
        interaction.follow_ups += 1
        private = bool((body.get("flags") or 0) & MessageFlag.EPHEMERAL)
        message = self._post(interaction, body, uploads, private=private)
        if interaction.callback is CallbackType.DEFERRED_UPDATE:
            self._mark_answered(interaction)
        return message

    def read(self, token: str, message_id: int | None) -> Message:
        """Return `@original` (None) or a follow-up message of an interaction, or raise 404/10008."""
        return self._message(self._valid_interaction(token), message_id)

    def edit(self, token: str, message_id: int | None, body: Payload, uploads: Uploads) -> Message:
        """Change `@original` (None) or a follow-up message of an interaction."""
        interaction = self._valid_interaction(token)
        message = self._message(interaction, message_id)
        was_loading = message.loading
        revise(self._world, message, body, uploads)
        if was_loading:
            message.edited = None
        if message_id is None or message.id == interaction.original_id:
            self._mark_answered(interaction)
        self._world.change_message(message)
        return message

    def delete(self, token: str, message_id: int | None) -> None:
        """Delete `@original` (None) or a follow-up message of an interaction."""
        interaction = self._valid_interaction(token)
        message = self._message(interaction, message_id)
        self._mark_answered(interaction)
        self._world.delete_message(message)

    def _valid_interaction(self, token: str) -> Interaction:
        interaction = self._by_token.get(token)
        if interaction is None:
            raise errors.dead_token()
        if self._world.clock.now() >= interaction.created + TOKEN_LIFE:
            raise errors.dead_token()
        if interaction.callback is None:
            raise errors.unknown_webhook()
        if interaction.channel.id not in self._world.channels:
            raise errors.unknown_channel()
        return interaction

    def _message(self, interaction: Interaction, message_id: int | None) -> Message:
        if message_id is None:
            message = self._original(interaction)
        elif message_id in interaction.messages or message_id == interaction.original_id:
            message = self._world.channels[interaction.channel.id].messages.get(message_id)
        else:
            message = None
        if message is None:
            raise errors.unknown_message()
        return message

    def _original(self, interaction: Interaction) -> Message | None:
        channel = self._world.channels.get(interaction.channel.id)
        if channel is None or interaction.original_id is None:
            return None
        return channel.messages.get(interaction.original_id)

    def _source(self, interaction: Interaction) -> Message:
        source = interaction.source
        if source is None or source.deleted or source.channel_id not in self._world.channels:
            raise errors.unknown_message()
        return source

    # Creating messages

    def _post(self, interaction: Interaction, body: Payload, uploads: Uploads, *, private: bool) -> Message:
        world, channel = self._world, self._open_channel(interaction)
        message = compose(
            world, channel, world.bot, body, uploads, only_for=interaction.person if private else None
        )
        self._add_metadata(interaction, message)
        return world.post(message)

    def _post_loading(self, interaction: Interaction) -> Message:
        world, channel = self._world, self._open_channel(interaction)
        message = Message(
            world.new_id(),
            channel.id,
            world.bot.id,
            world.clock.now(),
            flags=MessageFlag.LOADING | (MessageFlag.EPHEMERAL if interaction.private else MessageFlag(0)),
            only_for=interaction.person.id if interaction.private else None,
        )
        self._add_metadata(interaction, message)
        return world.post(message)

    def _open_channel(self, interaction: Interaction) -> Channel:
        channel = self._world.channels.get(interaction.channel.id)
        if channel is None:
            raise errors.unknown_channel()
        thread = channel.thread
        may_moderate = self._world.permissions(self._world.bot, channel) & Permission.MANAGE_THREADS
        if thread is not None and thread.archived and thread.locked and not may_moderate:
            raise errors.thread_archived()
        return channel

    def _add_metadata(self, interaction: Interaction, message: Message) -> None:
        message.type = 20 if interaction.type is InteractionType.SLASH else 0
        if interaction.source is not None and not message.ephemeral:
            message.type = 19
            message.answers_to = interaction.source.id
        interaction.messages.append(message.id)
        message.interaction = self._metadata(interaction)

    def _metadata(self, interaction: Interaction) -> Payload:
        owners = payloads.invoker(self._world, interaction)["authorizing_integration_owners"]
        metadata: Payload = {
            "id": str(interaction.id),
            "type": int(interaction.type),
            "user": payloads.user(interaction.person),
            "authorizing_integration_owners": owners,
        }
        if interaction.command:
            metadata["name"] = interaction.command
        if interaction.opened_by is not None:
            metadata["triggering_interaction_metadata"] = self._metadata(interaction.opened_by)
        elif interaction.source is not None:
            metadata["interacted_message_id"] = str(interaction.source.id)
        return metadata

    # State

    def _mark_answered(self, interaction: Interaction) -> None:
        if interaction.state == "deferred":
            interaction.state = "answered"
            self._world.publish(state("interaction_state", interaction))

    def _forget(self, interaction: Interaction) -> None:
        if interaction.state == "deferred" and interaction.callback is CallbackType.DEFERRED_MESSAGE:
            interaction.state = "failed"
            self._world.publish(state("interaction_state", interaction))
        self._by_id.pop(interaction.id, None)
        self._by_token.pop(interaction.token, None)
