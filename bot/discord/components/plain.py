"""Text as Discord shows it: what people wrote is made harmless, and commands become links that type them.

Harmless text has no mention, no formatting, no link and no invisible characters. Discord shows `</match list:123>` as a
link; the ids come from the registration, and a command whose id is unknown is shown as code.
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
    """Return the text so that Discord shows it letter by letter, on one line.

    `limit` (0: none) counts the characters that are shown, not the backslashes put before them.
    """
    cleaned = bare(text)
    if limit:
        cleaned = shorten(cleaned, limit)
    return _LINE_START.sub(r"\1\\", _MARKS.sub(r"\\\1", cleaned))


def bare(text: str) -> str:
    """Return the text on one line and without invisible characters, for places that know no formatting."""
    if text.isprintable():  # As most texts are; it is quicker to ask than to go through all characters.
        return " ".join(text.split())
    visible = "".join(
        " " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C"
    )
    return " ".join(visible.split())


def capitalised(text: str) -> str:
    """Return the text with a capital letter first, and all others as they are."""
    return text[:1].upper() + text[1:]


def in_clauses(text: str, limit: int) -> str:
    """Return at most `limit` characters, cut where a sentence or a clause ends if more than half is left, else as `shorten` does."""
    if len(text) <= limit:
        return text
    for marks, mark in ((".!?", ""), (":;,", " …")):
        end = max(text.rfind(f"{one} ", 0, limit - 2) for one in marks)
        if end >= limit // 2:
            return text[:end] + (mark or text[end])
    return shorten(text, limit)


def shorten(text: str, limit: int) -> str:
    """Return at most `limit` characters, cut at a word where one ends near, with "…" where something is missing."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ")
    if space > limit * 2 // 3:
        head = head[:space]
    return head.rstrip(" ,;:.–-") + "…"


_CODE = re.compile(r"`/([a-z0-9_-]+(?: [a-z0-9_-]+){0,2})`")
"""A command as texts name it (`bot.command_keys`): what is typed, as code, and nothing else in it."""
_SUBCOMMANDS = frozenset(
    {
        discord.AppCommandOptionType.subcommand.value,
        discord.AppCommandOptionType.subcommand_group.value,
    }
)


class CommandLinks:
    """The ids of commands, by what is typed without the slash; a subcommand has that of its first word."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}

    def learn(self, registered: Iterable[Payload]) -> None:
        """Take the ids of commands as Discord describes them; those known before are forgotten."""
        self._ids = {
            path: int(command["id"])
            for command in registered
            if (command.get("type") or 1) == discord.AppCommandType.chat_input.value
            for path in _paths(command)
        }

    def linked(self, text: str) -> str:
        """Return a text with links in place of the commands that it names as code, as far as their ids are known."""

        def link(found: re.Match[str]) -> str:
            known = self._ids.get(found[1])
            return found[0] if known is None else f"</{found[1]}:{known}>"

        return _CODE.sub(link, text) if self._ids else text


NO_LINKS = CommandLinks()


def links_of(client: discord.Client) -> CommandLinks:
    """Return the links of a client; none for one that registers no commands."""
    return getattr(client, "command_links", NO_LINKS)


def _paths(command: Payload) -> list[str]:
    inner = [one for one in command.get("options") or () if one["type"] in _SUBCOMMANDS]
    return [f"{command['name']} {path}" for one in inner for path in _paths(one)] or [str(command["name"])]
