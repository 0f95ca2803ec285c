"""Text for Discord: text written by people is escaped, and commands become links that fill them in.

Escaped text has no mention, no formatting, no link and no invisible characters. Discord shows `</match
list:123>` as a link. The ids come from the registration, and a command whose id is unknown is shown as code.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

import discord

from bot.discord.interaction_data import Payload
from cards.i18n import msg

QUOTED = msg("“{name}”")

_MARKS = re.compile(r"([\\*_~`|<>\[\]@]|:(?=//))")
_LINE_START = re.compile(r"^([0-9]*)(?=(?:#{1,3}|-#?|\+|\.)\s)")


def plain(text: str, limit: int = 0) -> str:
    """Return a text escaped, so that Discord shows it letter by letter, on one line.

    `limit` (0: none) counts the visible characters, not the backslashes.
    """
    cleaned = bare(text)
    if limit:
        cleaned = shorten(cleaned, limit)
    return _LINE_START.sub(r"\1\\", _MARKS.sub(r"\\\1", cleaned))


def bare(text: str) -> str:
    """Return a text on one line without invisible characters, for places without formatting."""
    if text.isprintable():  # Most texts are; this check is faster than filtering all characters.
        return " ".join(text.split())
    visible = "".join(
        " " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C"
    )
    return " ".join(visible.split())


def capitalised(text: str) -> str:
    """Return the text with its first letter capitalised and the rest unchanged."""
    return text[:1].upper() + text[1:]


def in_clauses(text: str, limit: int) -> str:
    """Return at most `limit` characters, cut at the end of a sentence or clause.

    If that would leave less than half, cut as `shorten` does.
    """
    if len(text) <= limit:
        return text
    for marks, mark in ((".!?", ""), (":;,", " …")):
        end = max(text.rfind(f"{ending} ", 0, limit - 2) for ending in marks)
        if end >= limit // 2:
            return text[:end] + (mark or text[end])
    return shorten(text, limit)


def shorten(text: str, limit: int) -> str:
    """Return at most `limit` characters, cut at the end of a word if one is near, with "…" if cut."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ")
    if space > limit * 2 // 3:
        head = head[:space]
    return head.rstrip(" ,;:.·–-") + "…"


_CODE = re.compile(r"`/([a-z0-9_-]+(?: [a-z0-9_-]+){0,2})`")
"""A command in a text (`bot.command_keys`): its typed form as code, without parameters."""
_SUBCOMMANDS = frozenset(
    {
        discord.AppCommandOptionType.subcommand.value,
        discord.AppCommandOptionType.subcommand_group.value,
    }
)


class CommandLinks:
    """The ids of commands by typed form without the slash. A subcommand has the id of its first word."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}

    def learn(self, registered: Iterable[Payload]) -> None:
        """Replace the known ids with those of registered commands, in Discord's form."""
        self._ids = {
            path: int(command["id"])
            for command in registered
            if (command.get("type") or 1) == discord.AppCommandType.chat_input.value
            for path in _paths(command)
        }

    def linked(self, text: str) -> str:
        """Return a text in which known commands in code style become links."""

        def link(command: re.Match[str]) -> str:
            command_id = self._ids.get(command[1])
            return command[0] if command_id is None else f"</{command[1]}:{command_id}>"

        return _CODE.sub(link, text) if self._ids else text


NO_LINKS = CommandLinks()


def links_of(client: discord.Client) -> CommandLinks:
    """Return a client's command links; none if it registers no commands."""
    return getattr(client, "command_links", NO_LINKS)


def _paths(command: Payload) -> list[str]:
    inner = [option for option in command.get("options") or () if option["type"] in _SUBCOMMANDS]
    return [f"{command['name']} {path}" for option in inner for path in _paths(option)] or [
        str(command["name"])
    ]
