"""The tree of commands as it is registered: each under its key, its place and order those of `bot.commands`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import discord
from discord import app_commands

from bot.chat.words import ENGLISH as W
from bot.commands import Command

if TYPE_CHECKING:
    from discord.app_commands.commands import CommandCallback

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Group:
    """A group: what it is for, whether it is there in direct messages too, and who sees it unless a server says else."""

    description: str
    anywhere: bool = True
    permissions: discord.Permissions | None = None


GROUPS: Mapping[str, _Group] = MappingProxyType(
    {
        "voidream": _Group(W.d_group),
        "match": _Group(W.d_match_group),
        "deck": _Group(W.decks.d_group),
        "orders": _Group(W.orders.d_group),
        "time": _Group(W.time.d_group),
        "reminders": _Group(W.reminders.d_group),
        "replay": _Group(W.replays.d_group),
        "privacy": _Group(W.privacy.d_privacy),
        "settings": _Group(
            W.settings.d_settings, anywhere=False, permissions=discord.Permissions(manage_guild=True)
        ),
        "moderate": _Group(
            W.endings.d_moderate, anywhere=False, permissions=discord.Permissions(manage_messages=True)
        ),
    }
)
"""The groups, by name."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Takes the commands, in any order, and puts each in its place."""

    _taken: dict[Command, app_commands.Command[Any, ..., Any]] = field(
        default_factory=dict[Command, "app_commands.Command[Any, ..., Any]"]
    )

    def command(
        self, key: Command, description: str
    ) -> Callable[[CommandCallback[Any, P, T]], app_commands.Command[Any, P, T]]:
        """Return a decorator that makes a function the command with that key."""

        def take(function: CommandCallback[Any, P, T]) -> app_commands.Command[Any, P, T]:
            made = app_commands.Command[Any, P, T](
                name=key.own_name, description=description, callback=function
            )
            self._taken[key] = made
            return made

        return take

    def plant(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add all commands to the tree. Raises KeyError if there is none for a key."""
        for name, keys in groupby(Command, lambda key: key.group):
            if not name:
                for key in keys:
                    command = self._taken[key]
                    command.allowed_contexts = _contexts()
                    command.allowed_installs = _installs()
                    tree.add_command(command)
                continue
            about = GROUPS[name]
            group = app_commands.Group(
                name=name,
                description=about.description,
                allowed_contexts=_contexts(anywhere=about.anywhere),
                allowed_installs=_installs(),
                default_permissions=about.permissions,
            )
            for key in keys:
                group.add_command(self._taken[key])
            tree.add_command(group)


def _contexts(*, anywhere: bool = True) -> app_commands.AppCommandContext:
    """On servers, and also in direct messages with the bot if `anywhere`."""
    return app_commands.AppCommandContext(guild=True, dm_channel=anywhere, private_channel=False)


def _installs() -> app_commands.AppInstallationType:
    return app_commands.AppInstallationType(guild=True, user=False)
