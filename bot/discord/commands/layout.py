"""The command tree as registered: each command under its key, with the place and order of `bot.command_keys`."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence, Set
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

import discord
import msgspec
from discord import app_commands

from bot.command_keys import ONLY_ON_SERVERS, ONLY_WITH_LAPSES, ONLY_WITH_SEVERAL_GAMES, Command
from bot.discord.interaction_data import Interaction, SlashCommand
from bot.games.playable import PlayableGame
from cards.i18n import Message, msg

if TYPE_CHECKING:
    from bot.discord.components.replies import Reply
    from bot.discord.error_boundary import ErrorBoundary


class _Group(msgspec.Struct, frozen=True):
    """A group: its description, whether it needs a server, and who sees it by default."""

    description: Message
    anywhere: bool = True
    permissions: discord.Permissions | None = None


GROUPS: Mapping[str, _Group] = {
    "voidream": _Group(msg("Start a match, learn a game, or play by typing.")),
    "match": _Group(msg("Your matches: what's waiting, boards, undo, ending.")),
    "match orders": _Group(
        msg("Standing orders: answers I give for you, in secret, until something happens.")
    ),
    "match time": _Group(msg("The clocks of a match: pauses, more time, a win on time.")),
    "match replay": _Group(msg("Finished matches: step through them, get their records, check their deals.")),
    "deck": _Group(msg("Build, view and share decks. No one else sees yours.")),
    "me": _Group(msg("Your settings: reminders, vacation, blocked people, your data.")),
    "me reminders": _Group(msg("When and where I remind you of matches that wait for you.")),
    "me privacy": _Group(msg("Your data: see it, export it, delete it.")),
    "settings": _Group(
        msg("For server managers: how matches work on this server."),
        anywhere=False,
        permissions=discord.Permissions(manage_guild=True),
    ),
    "moderate": _Group(
        msg("For moderators: matches and players on this server."),
        anywhere=False,
        permissions=discord.Permissions(manage_messages=True),
    ),
}
"""The groups by name. A nested group has both names."""


Offer = Callable[[Interaction, str], Awaitable[Sequence[tuple[str, str]]]]
"""Suggests values of an option while a person types, as (shown, value)."""
F = TypeVar("F", bound=Callable[..., Awaitable[None]])


class Parameter(msgspec.Struct, frozen=True):
    """A command's parameter: its description, its suggestions or choices, and its Python name if that differs."""

    about: Message
    offer: Offer | None = None
    name: str = ""
    choices: Sequence[app_commands.Choice[str]] = ()


class Layout(msgspec.Struct, frozen=True):
    """Collects the commands in any order, and builds the tree. Commands run inside `boundary`.

    `offer_games` suggests games; None if there is only one, so that no command asks. `has_lapses`: some game
    gives default answers to players who run out of time.
    """

    boundary: ErrorBoundary
    offer_games: Offer | None = None
    has_lapses: bool = False
    _taken: dict[Command, SlashCommand] = msgspec.field(default_factory=dict[Command, "SlashCommand"])
    _menus: list[app_commands.ContextMenu] = msgspec.field(default_factory=list["app_commands.ContextMenu"])
    _own: dict[str, list[SlashCommand]] = msgspec.field(default_factory=dict[str, "list[SlashCommand]"])

    def command(
        self,
        key: Command,
        about: Message,
        /,
        *,
        of_a_game: bool = False,
        defer: bool = True,
        **options: Parameter | Message,
    ) -> Callable[[F], F]:
        """Return a decorator that makes a reply function the command with that key.

        `options` describe its other parameters, by name. `of_a_game`: the function has a parameter `game`, ""
        unless the person names one. It is an option only if there are several games. `defer`: the reply is
        deferred before the function is called; a form can only be shown without that.
        """

        def take(function: F) -> F:
            if of_a_game and self.offer_games is None:
                shape(function, without={"game"})
            elif of_a_game:
                options["game"] = Parameter(
                    msg("The game. Needed only when it isn't clear."), self.offer_games
                )
            self._taken[key] = self._build_command(key.own_name, about, function, options, defer=defer)
            return function

        return take

    def of_a_game(
        self,
        game: PlayableGame,
        name: str,
        about: Message,
        function: Callable[..., Awaitable[None]],
        **options: Parameter | Message,
    ) -> None:
        """Add a command that only one game has. Its group is the first word of that game."""
        command = self._build_command(name, about, function, options)
        self._own.setdefault(game.word, []).append(command)

    def _build_command(
        self,
        name: str,
        about: Message,
        function: Callable[..., Awaitable[None]],
        options: Mapping[str, Parameter | Message],
        *,
        defer: bool = True,
    ) -> SlashCommand:
        @wraps(function)
        async def run(interaction: Interaction, **arguments: Any) -> None:
            async with self.boundary.answering(interaction) as reply:
                if defer:
                    await reply.later()
                await function(reply, **arguments)

        run.__signature__ = inspect.signature(function, eval_str=True)  # type: ignore[attr-defined]
        parameters = {
            key: parameter if isinstance(parameter, Parameter) else Parameter(parameter)
            for key, parameter in options.items()
        }
        app_commands.describe(**{key: str(parameter.about) for key, parameter in parameters.items()})(run)
        app_commands.rename(
            **{key: parameter.name for key, parameter in parameters.items() if parameter.name}
        )(run)
        app_commands.choices(
            **{key: list(parameter.choices) for key, parameter in parameters.items() if parameter.choices}
        )(run)
        command = SlashCommand(name=name, description=str(about), callback=run)
        for key, parameter in parameters.items():
            if parameter.offer is not None:
                command.autocomplete(key)(self._completion(parameter.offer))
        return command

    def _completion(
        self, offer: Offer
    ) -> Callable[[Interaction, str], Coroutine[object, object, list[app_commands.Choice[str]]]]:
        async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return await self.boundary.complete(interaction, offer(interaction, typed))

        return complete

    def user_menu(
        self, name: Message, function: Callable[[Reply, discord.User], Awaitable[None]], *, defer: bool = True
    ) -> None:
        """Add a command to the menu of a person on a server, under its English name."""

        async def run(interaction: Interaction, user: discord.User) -> None:
            async with self.boundary.answering(interaction) as reply:
                if defer:
                    await reply.later()
                await function(reply, user)

        menu = app_commands.ContextMenu(name=str(name), callback=run)
        menu.allowed_contexts = _contexts(anywhere=False)
        menu.allowed_installs = _installs(anywhere=False)
        self._menus.append(menu)

    def plant(self, tree: app_commands.CommandTree[discord.Client]) -> None:
        """Add all commands to the tree. Raises KeyError if a key has no command.

        Commands of a single game come last in their group, or in their own group.
        """
        groups: dict[str, app_commands.Group] = {}
        for key in Command:
            if key in ONLY_WITH_SEVERAL_GAMES and self.offer_games is None:
                continue
            if key in ONLY_WITH_LAPSES and not self.has_lapses:
                continue
            command = self._taken[key]
            if key.group:
                _group(tree, groups, key.group).add_command(command)
                continue
            anywhere = key not in ONLY_ON_SERVERS
            command.allowed_contexts = _contexts(anywhere=anywhere)
            command.allowed_installs = _installs(anywhere=anywhere)
            tree.add_command(command)
        for menu in self._menus:
            tree.add_command(menu)
        for name, commands in self._own.items():
            group = groups.get(name) or _outermost(
                tree, groups, name, _Group(msg("Play {game} by typing.", game=name))
            )
            for command in commands:
                group.add_command(command)


def shape(function: Any, *, without: Set[str], needed: Set[str] = frozenset()) -> None:
    """Hide the parameters `without` from a command's options, and make `needed` ones required.

    Hidden parameters keep their defaults.
    """
    signature = inspect.signature(function, eval_str=True)
    function.__signature__ = signature.replace(
        parameters=[
            parameter.replace(default=inspect.Parameter.empty) if parameter.name in needed else parameter
            for parameter in signature.parameters.values()
            if parameter.name not in without
        ]
    )


def _group(
    tree: app_commands.CommandTree[discord.Client], groups: dict[str, app_commands.Group], name: str
) -> app_commands.Group:
    """Return the group with that name. A new one is added to the tree and to `groups`."""
    if name in groups:
        return groups[name]
    outer, _, own_name = name.rpartition(" ")
    if outer:
        parent, about = _group(tree, groups, outer), str(GROUPS[name].description)
        groups[name] = app_commands.Group(name=own_name, description=about, parent=parent)
        return groups[name]
    return _outermost(tree, groups, name, GROUPS[name])


def _outermost(
    tree: app_commands.CommandTree[discord.Client],
    groups: dict[str, app_commands.Group],
    name: str,
    about: _Group,
) -> app_commands.Group:
    """Add a top-level group, and return it."""
    groups[name] = app_commands.Group(
        name=name,
        description=str(about.description),
        allowed_contexts=_contexts(anywhere=about.anywhere),
        allowed_installs=_installs(anywhere=about.anywhere),
        default_permissions=about.permissions,
    )
    tree.add_command(groups[name])
    return groups[name]


def _contexts(*, anywhere: bool = True) -> app_commands.AppCommandContext:
    """Return where a command can be used: on servers, and if `anywhere` in all direct messages too."""
    return app_commands.AppCommandContext(guild=True, dm_channel=anywhere, private_channel=anywhere)


def _installs(*, anywhere: bool = True) -> app_commands.AppInstallationType:
    """Return the installation types of a command: servers, and if `anywhere` also people for themselves."""
    return app_commands.AppInstallationType(guild=True, user=anywhere)


@runtime_checkable
class HasCommands(Protocol):
    """A feature with slash commands."""

    def add(self, layout: Layout) -> None:
        """Add its commands."""
        ...
