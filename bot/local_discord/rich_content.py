"""Components and embeds in Discord's responses: complete, and with real addresses instead of `attachment://`."""

import zlib

from bot.local_discord.json_codec import Payload, as_object
from bot.local_discord.validate.components import SELECTS, ComponentKind

_DEFAULTS: dict[ComponentKind, Payload] = {
    ComponentKind.CONTAINER: {"accent_color": None, "spoiler": False},
    ComponentKind.SEPARATOR: {"spacing": 1, "divider": True},
    ComponentKind.THUMBNAIL: {"description": None, "spoiler": False},
    ComponentKind.FILE: {"spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}
_OF_EMBEDS = ("image", "thumbnail")


def component(sent: Payload, files: dict[str, Payload]) -> Payload:
    """Return a component as Discord returns it; `files` are the message's attachments by name."""
    kind = ComponentKind(sent["type"])
    shape: Payload = {**_DEFAULTS.get(kind, {}), **_present(sent)}
    if "components" in sent:
        shape["components"] = [component(each, files) for each in sent["components"]]
    if "accessory" in sent:
        shape["accessory"] = component(sent["accessory"], files)
    if "options" in sent:
        shape["options"] = [_present(each) for each in sent["options"]]
    if "media" in sent:
        shape["media"] = _media(sent["media"], files)
    if kind is ComponentKind.MEDIA_GALLERY:
        shape["items"] = [
            {"description": None, "spoiler": False, **_present(each), "media": _media(each["media"], files)}
            for each in sent["items"]
        ]
    if kind is ComponentKind.FILE:
        file = _file(sent["file"], files) or {}
        shape |= {
            "file": _media(sent["file"], files),
            "name": file.get("filename"),
            "size": file.get("size"),
        }
    return shape


def embed(sent: Payload, files: dict[str, Payload]) -> Payload:
    """Return an embed as Discord returns it."""
    shape = _present(sent)
    for part in _OF_EMBEDS:
        if part in shape:
            file = _file(shape[part], files)
            shape[part] = _present(shape[part]) if file is None else _size(file, file["url"])
    return shape


def files_in_embeds(embeds: list[Payload]) -> set[str]:
    """Return the names of files shown by embeds; they are not listed among the attachments."""
    urls = [str(as_object(each.get(part)).get("url")) for each in embeds for part in _OF_EMBEDS]
    return {url.removeprefix("attachment://") for url in urls if url.startswith("attachment://")}


def _media(sent: Payload, files: dict[str, Payload]) -> Payload:
    file = _file(sent, files)
    if file is None:
        # Discord looks up pictures on other sites. The table makes no requests, so their size is unknown.
        url = str(sent["url"])
        return {"id": str(zlib.crc32(url.encode())), "url": url, "proxy_url": url, "width": 0, "height": 0}
    return {"id": file["id"], "attachment_id": file["id"], **_size(file, file["url"])}


def _size(file: Payload, url: str) -> Payload:
    shape: Payload = {"url": url, "proxy_url": url, "content_type": file["content_type"]}
    if "width" in file:
        shape |= {"width": file["width"], "height": file["height"]}
    return shape


def _file(sent: Payload, files: dict[str, Payload]) -> Payload | None:
    return files.get(str(sent.get("url")).removeprefix("attachment://"))


def _present(shape: object) -> Payload:
    return {key: value for key, value in as_object(shape).items() if value is not None}
