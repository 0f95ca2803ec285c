"""Components and embeds as they come back: complete, and with real addresses in place of `attachment://`."""

import zlib

from bot.local_discord.validate.components import SELECTS, ComponentKind
from bot.local_discord.wire import Payload, as_object

_DEFAULTS: dict[ComponentKind, Payload] = {
    ComponentKind.CONTAINER: {"accent_color": None, "spoiler": False},
    ComponentKind.SEPARATOR: {"spacing": 1, "divider": True},
    ComponentKind.THUMBNAIL: {"description": None, "spoiler": False},
    ComponentKind.FILE: {"spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}
_OF_EMBEDS = ("image", "thumbnail")


def component(sent: Payload, files: dict[str, Payload]) -> Payload:
    """Give a component as Discord sends it back; `files` are the message's attachments by name."""
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
        found = _file(sent["file"], files) or {}
        shape |= {
            "file": _media(sent["file"], files),
            "name": found.get("filename"),
            "size": found.get("size"),
        }
    return shape


def embed(sent: Payload, files: dict[str, Payload]) -> Payload:
    """Give an embed as Discord sends it back."""
    shape = _present(sent)
    for part in _OF_EMBEDS:
        if part in shape:
            found = _file(shape[part], files)
            shape[part] = _present(shape[part]) if found is None else _size(found, found["url"])
    return shape


def files_in_embeds(embeds: list[Payload]) -> set[str]:
    """Give the names of the files that embeds show; they are not listed among the attachments."""
    urls = [str(as_object(each.get(part)).get("url")) for each in embeds for part in _OF_EMBEDS]
    return {url.removeprefix("attachment://") for url in urls if url.startswith("attachment://")}


def _media(sent: Payload, files: dict[str, Payload]) -> Payload:
    found = _file(sent, files)
    if found is None:
        # Discord looks foreign pictures up; the table asks nobody, so their size stays unknown.
        url = str(sent["url"])
        return {"id": str(zlib.crc32(url.encode())), "url": url, "proxy_url": url, "width": 0, "height": 0}
    return {"id": found["id"], "attachment_id": found["id"], **_size(found, found["url"])}


def _size(found: Payload, url: str) -> Payload:
    shape: Payload = {"url": url, "proxy_url": url, "content_type": found["content_type"]}
    if "width" in found:
        shape |= {"width": found["width"], "height": found["height"]}
    return shape


def _file(sent: Payload, files: dict[str, Payload]) -> Payload | None:
    return files.get(str(sent.get("url")).removeprefix("attachment://"))


def _present(shape: object) -> Payload:
    return {key: value for key, value in as_object(shape).items() if value is not None}
