"""Clickable commands in messages: Discord shows `</match list:123>` as a link that types the command.

The ids come from the registration. While one is unknown, its command is shown as code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import discord

from bot.discord.interaction_data import Payload

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
