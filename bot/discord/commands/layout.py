"""The tree of commands as registered: each under its key, with the place and order of `bot.command_keys`."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence, Set
from functools import wraps
from types import MappingProxyType
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


GROUPS: Mapping[str, _Group] = MappingProxyType(
    {
        "voidream": _Group(msg("Start a match, learn a game, or play by typing.")),
        "match": _Group(msg("Your matches: what's waiting, boards, undo, ending.")),
        "match orders": _Group(
            msg("Standing orders: answers I give for you, in secret, until something happens.")
        ),
        "match time": _Group(msg("The clocks of a match: pauses, more time, a win on time.")),
        "match replay": _Group(
            msg("Finished matches: step through them, get their records, check their deals.")
        ),
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
)
"""The groups, by name; one within another by both names."""


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
    """Takes the commands, in any order, and puts each in its place. They are answered inside `boundary`.

    `offer_games` suggests the games to choose from; None where there is only one, so that no command asks which. `has_lapses`:
    there is a game in which doing nothing is an answer.
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
        """Return a decorator that makes a function of a reply the command with that key.

        `options` say what its other parameters are for, by their names. `of_a_game`: the function has a parameter `game`,
        "" unless a person says which, that is an option of the command where there is more than one. `defer`: an answer
        is announced before the function is called; a form can only be shown without that.
        """

        def take(function: F) -> F:
            if of_a_game and self.offer_games is None:
                shape(function, without={"game"})
            elif of_a_game:
                options["game"] = Parameter(
                    msg("The game. Needed only when it isn't clear."), self.offer_games
                )
            self._taken[key] = self._made(key.own_name, about, function, options, defer=defer)
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
        """Take a command that only one game has: it stands behind the first word of that game."""
        made = self._made(name, about, function, options)
        self._own.setdefault(game.word, []).append(made)

    def _made(
        self,
        name: str,
        about: Message,
        function: Callable[..., Awaitable[None]],
        options: Mapping[str, Parameter | Message],
        *,
        defer: bool = True,
    ) -> SlashCommand:
        @wraps(function)
        async def run(interaction: Interaction, **given: Any) -> None:
            async with self.boundary.answering(interaction) as reply:
                if defer:
                    await reply.later()
                await function(reply, **given)

        run.__signature__ = inspect.signature(function, eval_str=True)  # type: ignore[attr-defined]
        known = {key: one if isinstance(one, Parameter) else Parameter(one) for key, one in options.items()}
        app_commands.describe(**{key: str(one.about) for key, one in known.items()})(run)
        app_commands.rename(**{key: one.name for key, one in known.items() if one.name})(run)
        app_commands.choices(**{key: list(one.choices) for key, one in known.items() if one.choices})(run)
        made = SlashCommand(name=name, description=str(about), callback=run)
        for key, one in known.items():
            if one.offer is not None:
                made.autocomplete(key)(self._completion(one.offer))
        return made

    def _completion(
        self, offer: Offer
    ) -> Callable[[Interaction, str], Coroutine[object, object, list[app_commands.Choice[str]]]]:
        async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return await self.boundary.complete(interaction, offer(interaction, typed))

        return complete

    def user_menu(
        self, name: Message, function: Callable[[Reply, discord.User], Awaitable[None]], *, defer: bool = True
    ) -> None:
        """Take a command in the menu of a person on a server, under the name that it has in English."""

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
        """Add all commands to the tree. Raises KeyError if there is none for a key.

        Those that only one game has come last in their group, or in one of their own.
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
    """Take parameters of a command's function away from its options, which leaves them at their defaults; make others needed."""
    signature = inspect.signature(function, eval_str=True)
    function.__signature__ = signature.replace(
        parameters=[
            one.replace(default=inspect.Parameter.empty) if one.name in needed else one
            for one in signature.parameters.values()
            if one.name not in without
        ]
    )


def _group(
    tree: app_commands.CommandTree[discord.Client], groups: dict[str, app_commands.Group], name: str
) -> app_commands.Group:
    """Return the group with that name; one that is not in the tree yet is added to it, and kept in `groups`."""
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
    """Add a group that stands in no other, and return it."""
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
    """On servers, and also in direct messages if `anywhere`: with the bot, and between people who have installed it."""
    return app_commands.AppCommandContext(guild=True, dm_channel=anywhere, private_channel=anywhere)


def _installs(*, anywhere: bool = True) -> app_commands.AppInstallationType:
    """By servers, and also by people for themselves if `anywhere`: what needs nothing of a server."""
    return app_commands.AppInstallationType(guild=True, user=anywhere)


@runtime_checkable
class HasCommands(Protocol):
    """A feature with slash commands."""

    def add(self, layout: Layout) -> None:
        """Add its commands."""
        ...
