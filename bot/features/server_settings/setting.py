"""The parts of every setting of a server: its command, its lines and controls in the message, its answers to presses."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from types import MappingProxyType
from typing import Any

from discord import ui
from msgspec import Struct

from bot.command_keys import Command
from bot.discord.channels import ServerPlaces
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId, Submitted
from bot.discord.components.messages import Button, Item
from bot.discord.components.replies import Reply
from bot.discord.game_resolver import WhichGame
from bot.errors import Refusal
from bot.games.playable import PlayableGame
from bot.servers.servers import Servers, ServerSettings
from bot.store.servers import NamedSetting, ServerRules
from cards.i18n import Message, Translator, msg


class Edit(Struct, frozen=True):
    """A change that someone who manages a server makes. `by` has the ids of the interaction, the server and the person."""

    reply: Reply
    servers: Servers
    which: WhichGame
    by: tuple[int, int, int]


class CurrentSettings(Struct, frozen=True):
    """The settings of a server as they are, for one reader. `games` are played there, `there` has its channels and roles."""

    found: ServerSettings
    there: ServerPlaces
    games: Sequence[PlayableGame]
    translate: Translator

    @property
    def rules(self) -> ServerRules:
        """The settings that are stored together."""
        return self.found.rules


Press = Callable[[Edit, Submitted, str], Awaitable[None]]
"""Carries out a press on a control, or a form. The text is what the control's id says behind the key."""
Form = Callable[[ServerRules, Translator], ui.Modal]


class Setting(Struct, frozen=True, kw_only=True):
    """A setting: its command, how it is shown, and what its controls do.

    `change` is called with an edit and what was given for the `parameters`. `head` gives lines for the head of the message,
    `lines` those above the `menus`; `buttons` stand in one row with those of its neighbours. `presses` and `forms` go by the
    keys in the ids of controls.
    """

    command: Command | None = None
    about: Message = Message("")
    change: Callable[..., Awaitable[None]] | None = None
    parameters: Mapping[str, Parameter | Message] = MappingProxyType({})
    of_a_game: bool = False
    head: Callable[[CurrentSettings], list[str]] = lambda now: []
    lines: Callable[[CurrentSettings], list[str]] = lambda now: []
    menus: Callable[[CurrentSettings], list[Item]] = lambda now: []
    buttons: Callable[[CurrentSettings], list[Button]] = lambda now: []
    presses: Mapping[str, Press] = MappingProxyType({})
    forms: Mapping[str, Form] = MappingProxyType({})

    def add(
        self, layout: Layout, edit: Callable[[Reply], Edit], show: Callable[[Reply], Awaitable[None]]
    ) -> None:
        """Add the command, which shows all settings afterwards."""
        if self.command is None or self.change is None:
            return
        change = self.change

        @wraps(change)
        async def run(reply: Reply, **given: Any) -> None:
            await change(edit(reply), **given)
            await show(reply)

        run.__signature__ = inspect.signature(change, eval_str=True)  # type: ignore[attr-defined]
        take = layout.command(
            self.command, self.about, of_a_game=self.of_a_game, defer=True, **self.parameters
        )
        take(run)


def check_manager(reply: Reply) -> tuple[int, int, int]:
    """Return the ids of the interaction, the server and the person who manages it. Raises Refusal."""
    interaction = reply.interaction
    if interaction.guild_id is None:
        raise Refusal(msg("These settings belong to a server. Use this on a server you manage."))
    if not interaction.permissions.manage_guild:
        raise Refusal(msg("Only members with “Manage Server” can see and change this server's settings."))
    return interaction.id, interaction.guild_id, reply.person


def control(state: str) -> str:
    """Return the id of a control of the settings."""
    return CustomId("settings", state=state).id


def menu(key: str, placeholder: str, options: Sequence[tuple[str, str]], chosen: str) -> Item:
    """Return a menu of options, as (shown, value)."""
    made = ui.Select[ui.LayoutView](custom_id=control(key), placeholder=placeholder)
    for label, value in options:
        made.add_option(label=label[:100], value=value, default=value == chosen)
    return ui.ActionRow[ui.LayoutView](made)


def changed(now: Sequence[NamedSetting], change: str, one: NamedSetting) -> list[NamedSetting]:
    """Return the selection after adding or removing one. Raises Refusal."""
    if change == "add":
        return [*(other for other in now if other.id != one.id), one]
    if all(other.id != one.id for other in now):
        raise Refusal(msg("{name} isn't on the list.", name=one.name))
    return [other for other in now if other.id != one.id]
