"""The text and the controls of a message, as a person would read them out."""

import re

from bot.local_discord.errors import CannotDo
from bot.local_discord.json_codec import Payload, as_object
from bot.local_discord.messages import walk
from bot.local_discord.records import Message
from bot.local_discord.validate.components import SELECTS, ComponentKind

_COMMAND_LINK = re.compile(r"</([^:<>]+):[0-9]+>")


def text(message: Message) -> str:
    """Return all text of a message: its content, its embeds and its text components, without its controls.

    A link to a command is returned as code, like a command whose id is unknown.
    """
    parts = [message.content]
    for embed in message.embeds:
        parts += [str(embed.get("title") or ""), str(embed.get("description") or "")]
        for entry in embed.get("fields") or ():
            parts += [str(entry["name"]), str(entry["value"])]
        parts.append(str(as_object(embed.get("footer")).get("text") or ""))
    parts += [
        str(each["content"])
        for each in walk(message.components)
        if each["type"] == ComponentKind.TEXT_DISPLAY
    ]
    return _COMMAND_LINK.sub(r"`/\1`", "\n".join(part for part in parts if part))


def alt_texts(message: Message) -> list[str]:
    """Return the alt texts of a message's pictures."""
    texts = [each.description for each in message.attachments]
    for component in walk(message.components):
        texts += [as_object(item).get("description") for item in component.get("items") or ()]
        if component["type"] == ComponentKind.THUMBNAIL:
            texts.append(component.get("description"))
    return list(dict.fromkeys(each for each in texts if each))


def buttons(message: Message, *, enabled_only: bool = False) -> list[str]:
    """Return the labels of a message's buttons (of one without a label its emoji), in order."""
    return [
        _label(each)
        for each in walk(message.components)
        if each["type"] == ComponentKind.BUTTON and not (enabled_only and each.get("disabled"))
    ]


def options(message: Message) -> list[str]:
    """Return the labels of the options in a message's menus, in order."""
    menus = [each for each in walk(message.components) if each["type"] == ComponentKind.STRING_SELECT]
    return [str(option["label"]) for menu in menus for option in menu["options"]]


def button(message: Message, label: str) -> Payload:
    """Return the button with a label: an exact one, or the only one that contains these words or is beside them.

    Raises:
        CannotDo: if there is none or more than one; the error lists the buttons.
    """
    all_buttons = [each for each in walk(message.components) if each["type"] == ComponentKind.BUTTON]
    exact = [each for each in all_buttons if _label(each) == label]
    matching = exact or [each for each in all_buttons if label in _label(each)] or _beside(message, label)
    if len(matching) != 1:
        kind = "no button" if not matching else "more than one button"
        raise CannotDo(
            f"there is {kind} {label!r} here; there are: {', '.join(map(_label, all_buttons)) or 'none'}"
        )
    return matching[0]


def menu(message: Message, placeholder: str | None = None) -> Payload:
    """Return the menu whose placeholder contains these words, or the only one.

    Raises:
        CannotDo: if there is none or more than one; the error lists the menus.
    """
    menus = [each for each in walk(message.components) if each["type"] in SELECTS]
    matching = [each for each in menus if placeholder is None or placeholder in str(each.get("placeholder"))]
    if len(matching) != 1:
        placeholders = ", ".join(str(each.get("placeholder")) for each in menus) or "none"
        raise CannotDo(f"there is not exactly one menu {placeholder or ''} here; there are: {placeholders}")
    return matching[0]


def fields(modal: Payload) -> dict[str, str]:
    """Return the custom id of each field of a modal by its label."""
    named: dict[str, str] = {}
    for part in modal["components"]:
        if part["type"] == ComponentKind.LABEL:
            named[part["label"]] = part["component"]["custom_id"]
        for control in part.get("components") or ():
            named[control["label"]] = control["custom_id"]
    return named


def _beside(message: Message, words: str) -> list[Payload]:
    """Return the buttons beside these words."""
    sections = [each for each in walk(message.components) if each["type"] == ComponentKind.SECTION]
    return [
        as_object(each["accessory"])
        for each in sections
        if as_object(each["accessory"])["type"] == ComponentKind.BUTTON
        and any(words in str(component.get("content")) for component in walk(each["components"]))
    ]


def _label(component: Payload) -> str:
    return str(component.get("label") or as_object(component.get("emoji")).get("name") or "")
