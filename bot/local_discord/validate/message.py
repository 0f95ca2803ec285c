"""Rules for messages that Discord's API description (`described`) leaves out: text, embeds, files, mentions."""

from collections.abc import Mapping, Set

from bot.local_discord.errors import NotOffered, empty_message, too_large
from bot.local_discord.json_codec import Payload, as_object
from bot.local_discord.records import ATTACHMENT_LIMIT, MessageFlag
from bot.local_discord.validate.components import check_components, check_file
from bot.local_discord.validate.form import FormErrors, Path

MOST_FILES = 10
_MOST_TEXT = 2000
_EMBED_TOTAL = 6000


def check_message(
    body: Payload,
    *,
    files: Mapping[str, int],
    remaining_files: Set[str],
    flags: MessageFlag,
    current: Payload,
    uploads: int,
) -> None:
    """Check the body of a message that is sent or edited.

    `files` are the uploaded names with their sizes. For an edited message, `remaining_files` are the names of the files that
    stay, `flags` its current flags, and `current` its current parts, which apply unless the body replaces them.

    Raises:
        ApiError: 400/50035 for an invalid form, 400/50006 for an empty message, 413/40005 for a file that is too large.
        NotOffered: for polls and stickers, which the table does not have.
    """
    for part in ("poll", "sticker_ids"):
        if body.get(part):
            raise NotOffered(f"the table has no {part}")
    if any(size > ATTACHMENT_LIMIT for size in files.values()):
        raise too_large()
    form, names = FormErrors(), files.keys() | remaining_files
    version_2 = bool(((body.get("flags") or 0) | flags) & MessageFlag.COMPONENTS_V2)
    everything: Payload = {**current, **body}
    form.text(("content",), body.get("content"), _MOST_TEXT)
    form.count(("files",), uploads, MOST_FILES)
    _check_embeds(form, body.get("embeds") or [], names)
    mentions = as_object(body.get("allowed_mentions"))
    for part in ("users", "roles"):
        if mentions.get(part) and part in (mentions.get("parse") or ()):
            form.wrong(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{part}"] and {part}: [ids...] are mutually exclusive.',
            )
    for part in ("content", "embeds") if version_2 else ():
        if everything.get(part):
            form.wrong(
                (part,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{part}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    check_components(form, body.get("components") or [], version_2=version_2, files=names)
    form.finish()
    has_parts = everything.get("components") or (not version_2 and (everything.get("embeds") or names))
    if not has_parts and not str(everything.get("content") or "").strip():
        raise empty_message()


def check_deferral(data: Payload) -> None:
    """Check the flags of a deferred response: only EPHEMERAL may be set.

    Raises:
        ApiError: 400/50035 for other flags.
    """
    form = FormErrors()
    if MessageFlag(data.get("flags") or 0) & ~MessageFlag.EPHEMERAL:
        form.wrong(
            ("data", "flags"), "MESSAGE_FLAGS_INVALID", "Only EPHEMERAL can be set for a deferred message"
        )
    form.finish()


def _check_embeds(form: FormErrors, embeds: list[Payload], files: Set[str]) -> None:
    total = 0
    for number, embed in enumerate(embeds):
        path: Path = ("embeds", number)
        texts = [embed.get("title"), embed.get("description")]
        needed = [(("footer", "text"), embed.get("footer")), (("author", "name"), embed.get("author"))]
        for place, field in enumerate(embed.get("fields") or ()):
            needed += [(("fields", place, part), field) for part in ("name", "value")]
        for field_path, shape in needed:
            if shape:
                texts.append(shape.get(field_path[-1]))
                form.text((*path, *field_path), texts[-1] or "", _EMBED_TOTAL, shortest=1)
        total += sum(len(text or "") for text in texts)
        for picture in ("image", "thumbnail"):
            if url := as_object(embed.get(picture)).get("url"):
                check_file(form, (*path, picture, "url"), url, files)
    if total > _EMBED_TOTAL:
        form.wrong(
            ("embeds",),
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {_EMBED_TOTAL}",
        )
