"""Limits of a message: its text, embeds, files, flags and mentions."""

from collections.abc import Set

from bot.local_discord.errors import NotOffered, empty_message, too_large
from bot.local_discord.records import ATTACHMENT_LIMIT, NO_FLAGS, MessageFlag
from bot.local_discord.validate.components import check_components
from bot.local_discord.validate.form import FormErrors, Path
from bot.local_discord.wire import Payload, as_object

MOST_FILES = 10
_EMBED_TOTAL = 6000


def check_message(
    body: Payload,
    *,
    files: dict[str, int],
    kept: Set[str] = frozenset(),
    was: MessageFlag = NO_FLAGS,
    standing: Payload | None = None,
    uploads: int | None = None,
) -> None:
    """Check a message's body as it is sent or edited.

    `files` are the uploaded names with their sizes, `kept` the names of files that an edited message keeps, `was` the
    flags that it has, `standing` the parts that it keeps where the body does not mention them.

    Raises:
        ApiError: 400/50035 for a wrong form, 400/50006 for nothing at all, 413/40005 for a file too large.
        NotOffered: for polls and stickers, which the table does not have.
    """
    for part in ("poll", "sticker_ids"):
        if body.get(part):
            raise NotOffered(f"the table has no {part}")
    if any(size > ATTACHMENT_LIMIT for size in files.values()):
        raise too_large()
    form = FormErrors()
    flags = MessageFlag((body.get("flags") or 0) | int(was & MessageFlag.COMPONENTS_V2))
    version_2 = bool(flags & MessageFlag.COMPONENTS_V2)
    everything: Payload = {**(standing or {}), **body}
    form.text(("content",), body.get("content"), 2000)
    _embeds(form, body.get("embeds"), set(files) | kept)
    _files(form, body, len(files) if uploads is None else uploads)
    _mentions(form, body.get("allowed_mentions"))
    nonce = body.get("nonce")
    if isinstance(nonce, str):
        form.text(("nonce",), nonce, 25)
    if version_2:
        for part in ("content", "embeds"):
            if everything.get(part):
                form.wrong(
                    (part,),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{part}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
    if body.get("components") is not None:
        check_components(form, body["components"], version_2=version_2, files=set(files) | kept)
    form.finish()
    shown: list[object] = [everything.get(part) for part in ("content", "embeds", "components", "files")]
    if isinstance(shown[0], str):
        shown[0] = shown[0].strip()
    if version_2:
        if not shown[2]:
            raise empty_message()
    elif not any(shown) and not files:
        raise empty_message()


def check_deferral(data: Payload) -> None:
    """Check a first answer's flags for the message that will follow: whether only one person sees it, and nothing else.

    Raises:
        ApiError: 400/50035 for other flags.
    """
    form = FormErrors()
    if MessageFlag(data.get("flags") or 0) & ~MessageFlag.EPHEMERAL:
        form.wrong(
            ("data", "flags"), "MESSAGE_FLAGS_INVALID", "Only EPHEMERAL can be set for a deferred message"
        )
    form.finish()


def _files(form: FormErrors, body: Payload, uploaded: int) -> None:
    if uploaded > MOST_FILES:
        form.wrong(("files",), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.")
    for number, each in enumerate(form.items(("attachments",), body.get("attachments"), MOST_FILES)):
        shape = form.shape(("attachments", number), each)
        if shape is None:
            continue
        path: Path = ("attachments", number)
        if shape.get("id") is None:
            form.missing((*path, "id"))
        form.text((*path, "description"), shape.get("description"), 1024)
        form.text((*path, "filename"), shape.get("filename"), 1024, shortest=1)
        form.text((*path, "title"), shape.get("title"), 1024)


def _mentions(form: FormErrors, value: object) -> None:
    if value is None:
        return
    shape = form.shape(("allowed_mentions",), value)
    if shape is None:
        return
    parse = form.items(("allowed_mentions", "parse"), shape.get("parse"), 3)
    for number, each in enumerate(parse):
        form.choice(("allowed_mentions", "parse", number), each, ("users", "roles", "everyone"))
    for part in ("users", "roles"):
        named = form.items(("allowed_mentions", part), shape.get(part), 100)
        if named and part in parse:
            form.wrong(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{part}"] and {part}: [ids...] are mutually exclusive.',
            )


def _embeds(form: FormErrors, value: object, files: set[str]) -> None:
    total = 0

    def count(path: Path, text: object, longest: int, *, required: bool = False) -> None:
        nonlocal total
        total += len(form.text(path, text, longest, required=required) or "")

    for number, each in enumerate(form.items(("embeds",), value, 10)):
        path: Path = ("embeds", number)
        embed = form.shape(path, each)
        if embed is None:
            continue
        count((*path, "title"), embed.get("title"), 256)
        count((*path, "description"), embed.get("description"), 4096)
        footer: Payload = embed.get("footer") or {}
        author: Payload = embed.get("author") or {}
        count((*path, "footer", "text"), footer.get("text"), 2048, required=bool(footer))
        count((*path, "author", "name"), author.get("name"), 256, required=bool(author))
        form.number((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
        for place, each_field in enumerate(form.items((*path, "fields"), embed.get("fields"), 25)):
            entry = as_object(each_field)
            count((*path, "fields", place, "name"), entry.get("name"), 256, required=True)
            count((*path, "fields", place, "value"), entry.get("value"), 1024, required=True)
        for picture in ("image", "thumbnail"):
            url = str(as_object(embed.get(picture)).get("url") or "")
            if url.startswith("attachment://") and url.removeprefix("attachment://") not in files:
                form.wrong(
                    (*path, picture, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment was not found: {url}",
                )
    if total > _EMBED_TOTAL:
        form.wrong(
            ("embeds",),
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {_EMBED_TOTAL}",
        )
