"""Messages created or edited from a request's body."""

import copy
import itertools
import re
from collections.abc import Iterator

import msgspec

from bot.local_discord.attachments import measure
from bot.local_discord.json_codec import Payload, as_id, as_list, as_object
from bot.local_discord.permissions import Permission
from bot.local_discord.records import Attachment, Channel, Message, MessageFlag, User
from bot.local_discord.validate.components import parts
from bot.local_discord.validate.form import FormErrors
from bot.local_discord.validate.message import check_message
from bot.local_discord.world import World

_MENTION = re.compile(r"<@!?([0-9]{1,20})>")
_PLAIN_NAME = re.compile(r"[^A-Za-z0-9._-]")
_KEPT_FLAGS = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2


class Upload(msgspec.Struct, frozen=True):
    """A file sent with a request, as part `files[n]`."""

    filename: str
    content_type: str
    content: bytes


Uploads = dict[int, Upload]
"""The files of a request, by n."""


def compose(
    world: World,
    channel: Channel,
    author: User,
    body: Payload,
    uploads: Uploads,
    *,
    only_for: User | None = None,
) -> Message:
    """Check a body and return a message created from it, which still has to be posted.

    Raises:
        ApiError: like `check_message`.
    """
    _check(body, uploads, None)
    flags = MessageFlag(body.get("flags") or 0) & _KEPT_FLAGS
    if only_for is not None:
        flags |= MessageFlag.EPHEMERAL
    message = Message(
        world.new_id(),
        channel.id,
        author.id,
        world.clock.now(),
        content=(body.get("content") or "").strip(),
        embeds=_embeds(body.get("embeds")),
        components=numbered(body.get("components") or []),
        flags=flags,
        only_for=None if only_for is None else only_for.id,
        nonce=body.get("nonce"),
        tts=bool(body.get("tts")),
    )
    reference: Payload = body.get("message_reference") or {}
    if reference.get("message_id"):
        message.type = 19
        message.answers_to = as_id(reference["message_id"])
    message.attachments = _attach(world, message, body, uploads)
    _mention(world, message, body.get("allowed_mentions"))
    return message


def revise(world: World, message: Message, body: Payload, uploads: Uploads) -> None:
    """Check a body and change a message accordingly. Fields missing from the body stay. Publishes nothing.

    Raises:
        ApiError: like `check_message`; then nothing is changed.
    """
    _check(body, uploads, message)
    if "content" in body:
        message.content = (body["content"] or "").strip()
    if "embeds" in body:
        message.embeds = _embeds(body["embeds"])
    if "components" in body:
        message.components = numbered(body["components"] or [])
    if body.get("flags") is not None:
        flags = MessageFlag(body["flags"])
        message.flags |= flags & MessageFlag.COMPONENTS_V2
        if flags & MessageFlag.SUPPRESS_EMBEDS:
            message.flags |= MessageFlag.SUPPRESS_EMBEDS
        else:
            message.flags &= ~MessageFlag.SUPPRESS_EMBEDS
    if "attachments" in body or uploads:
        remaining = message.attachments
        if "attachments" in body:
            listed = {str(each.get("id")) for each in _listed(body)}
            remaining = [each for each in message.attachments if str(each.id) in listed]
            for dropped in message.attachments:
                if dropped not in remaining:
                    world.attachments.forget(dropped.key)
        message.attachments = remaining + _attach(world, message, body, uploads)
    if "content" in body or "components" in body:
        _mention(world, message, body.get("allowed_mentions"))
    message.flags &= ~MessageFlag.LOADING
    message.edited = world.clock.now()


def numbered(components: list[Payload]) -> list[Payload]:
    """Copy components and number those without an id, like Discord: counting from 1, in reading order.

    The ids of default values in menus become strings, like all large ids on the wire.
    """
    copies: list[Payload] = copy.deepcopy(components)
    used_ids = {int(each["id"]) for each in walk(copies) if each.get("id")}
    free_ids = (number for number in itertools.count(1) if number not in used_ids)
    for component in walk(copies):
        component["id"] = component.get("id") or next(free_ids)
        for value in component.get("default_values") or ():
            value["id"] = str(value["id"])
    return copies


def walk(components: list[Payload]) -> Iterator[Payload]:
    """Iterate over every component of a message or modal, at any depth, in reading order."""
    return (component for _, component in parts((), components))


def _check(body: Payload, uploads: Uploads, message: Message | None) -> None:
    current: Payload = {}
    remaining_files: set[str] = set()
    known_ids = {str(number) for number in uploads}
    if message is not None:
        attachments = message.attachments
        if "attachments" in body:
            listed = {str(each.get("id")) for each in _listed(body)}
            attachments = [each for each in attachments if str(each.id) in listed]
        remaining_files = {each.filename for each in attachments}
        known_ids |= {str(each.id) for each in attachments}
        current = {
            "content": message.content,
            "embeds": message.embeds,
            "components": message.components,
        }
    form = FormErrors()
    for number, each in enumerate(_listed(body)):
        if str(each.get("id")) not in known_ids:
            form.wrong(
                ("attachments", number, "id"), "ATTACHMENT_NOT_FOUND", "The referenced file was not found"
            )
    form.finish()
    check_message(
        body,
        files={
            _name(uploads[number], _described(body, number)): len(uploads[number].content)
            for number in uploads
        },
        remaining_files=remaining_files,
        flags=message.flags if message is not None else MessageFlag(0),
        current=current,
        uploads=len(uploads),
    )


def _described(body: Payload, number: int) -> Payload:
    for each in _listed(body):
        if str(each.get("id")) == str(number):
            return each
    return {}


def _listed(body: Payload) -> list[Payload]:
    return [as_object(each) for each in as_list(body.get("attachments"))]


def _name(upload: Upload, described: Payload) -> str:
    return _PLAIN_NAME.sub("_", str(described.get("filename") or upload.filename))


def _attach(world: World, message: Message, body: Payload, uploads: Uploads) -> list[Attachment]:
    return [
        attach(world, message.channel_id, upload, _described(body, number))
        for number, upload in sorted(uploads.items())
    ]


def attach(world: World, channel_id: int, upload: Upload, described: Payload) -> Attachment:
    """Store a file sent to a channel, with its sender's description."""
    name = _name(upload, described)
    identity = world.new_id()
    size = measure(upload.content) if upload.content_type.startswith("image/") else None
    attachment = Attachment(
        identity,
        name,
        upload.content_type,
        len(upload.content),
        f"{channel_id}/{identity}/{name}",
        description=described.get("description"),
        title=described.get("title"),
        width=None if size is None else size[0],
        height=None if size is None else size[1],
        spoiler=name.startswith("SPOILER_"),
    )
    world.attachments.keep(attachment.key, upload.content, upload.content_type)
    return attachment


def _embeds(embeds: list[Payload] | None) -> list[Payload]:
    return [{"type": "rich", **embed} for embed in embeds or ()]


def _mention(world: World, message: Message, allowed: Payload | None) -> None:
    texts = [message.content]
    texts += [str(each.get("content") or "") for each in walk(message.components)]
    text = "\n".join(texts)
    mentioned = dict.fromkeys(int(user_id) for user_id in _MENTION.findall(text))
    if allowed is not None and "users" not in (allowed.get("parse") or ()):
        permitted = {int(each) for each in allowed.get("users") or ()}
        mentioned = {each: None for each in mentioned if each in permitted}
    message.mentions = [each for each in mentioned if each in world.people]
    author, channel = world.people[message.author_id], world.channels[message.channel_id]
    everyone = bool(world.permissions(author, channel) & Permission.MENTION_EVERYONE)
    everyone &= allowed is None or "everyone" in (allowed.get("parse") or ())
    message.mention_everyone = everyone and ("@everyone" in text or "@here" in text)
