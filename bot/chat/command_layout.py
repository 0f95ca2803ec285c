"""The tree of commands as it is registered: each under its key, its place and order those of `bot.command_keys`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import discord
from discord import app_commands

from bot.chat.texts.texts import ENGLISH as W
from bot.command_keys import Command

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
        "match orders": _Group(W.orders.d_group),
        "match time": _Group(W.time.d_group),
        "match replay": _Group(W.replays.d_group),
        "deck": _Group(W.decks.d_group),
        "me": _Group(W.d_me_group),
        "me reminders": _Group(W.reminders.d_group),
        "me privacy": _Group(W.privacy.d_privacy),
        "settings": _Group(
            W.settings.d_settings, anywhere=False, permissions=discord.Permissions(manage_guild=True)
        ),
        "moderate": _Group(
            W.endings.d_moderate, anywhere=False, permissions=discord.Permissions(manage_messages=True)
        ),
    }
)
"""The groups, by name; one within another by both names."""


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
        groups: dict[str, app_commands.Group] = {}
        for key in Command:
            command = self._taken[key]
            if key.group:
                _group(tree, groups, key.group).add_command(command)
                continue
            command.allowed_contexts = _contexts()
            command.allowed_installs = _installs()
            tree.add_command(command)


def _group(
    tree: app_commands.CommandTree[Any], groups: dict[str, app_commands.Group], name: str
) -> app_commands.Group:
    """Return the group with that name; one that is not in the tree yet is added to it, and kept in `groups`."""
    if name in groups:
        return groups[name]
    outer, _, own_name = name.rpartition(" ")
    if outer:
        parent, about = _group(tree, groups, outer), GROUPS[name].description
        groups[name] = app_commands.Group(name=own_name, description=about, parent=parent)
    else:
        groups[name] = _outermost(name)
        tree.add_command(groups[name])
    return groups[name]


def _outermost(name: str) -> app_commands.Group:
    """Return a group that stands in no other."""
    about = GROUPS[name]
    return app_commands.Group(
        name=name,
        description=about.description,
        allowed_contexts=_contexts(anywhere=about.anywhere),
        allowed_installs=_installs(),
        default_permissions=about.permissions,
    )


def _contexts(*, anywhere: bool = True) -> app_commands.AppCommandContext:
    """On servers, and also in direct messages with the bot if `anywhere`."""
    return app_commands.AppCommandContext(guild=True, dm_channel=anywhere, private_channel=False)


def _installs() -> app_commands.AppInstallationType:
    return app_commands.AppInstallationType(guild=True, user=False)
