"""The kinds of server settings: a switch, a choice from a menu, channels or roles, and numbers."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from types import MappingProxyType
from typing import Any, Literal, get_args

import discord
from discord import app_commands, ui
from msgspec import Struct

from bot.command_keys import Command
from bot.discord.channels import WITH_THREADS, ServerPlaces
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId, Submitted
from bot.discord.components.lengths import FIELDS, field
from bot.discord.components.messages import Button, Item, button, menu, menu_option
from bot.discord.components.plain import bare, plain
from bot.discord.components.replies import Reply
from bot.discord.game_resolver import GameResolver
from bot.discord.interaction_data import chosen as chosen_in
from bot.errors import Refusal
from bot.games.playable import PlayableGame
from bot.servers.rules import BOUNDS, MOST_CHANNELS
from bot.servers.servers import Servers, ServerSettings
from bot.store.servers import NamedSetting, ServerRules
from cards.i18n import Message, Translator, msg
from cards.numerals import numeral


class Edit(Struct, frozen=True):
    """A server manager's change. `by` are the ids of the interaction, the server and the person."""

    reply: Reply
    servers: Servers
    game_resolver: GameResolver
    by: tuple[int, int, int]


class CurrentSettings(Struct, frozen=True):
    """A server's current settings, for one reader. `places` are its channels and roles, `games` those played there."""

    settings: ServerSettings
    places: ServerPlaces
    games: Sequence[PlayableGame]
    translate: Translator

    @property
    def rules(self) -> ServerRules:
        """The settings that are stored together."""
        return self.settings.rules


Press = Callable[[Edit, Submitted, str], Awaitable[None]]
"""Handles a press on a control, or a submitted form. The text is the rest of the control's id, after the key."""
Form = Callable[[ServerRules, Translator], ui.Modal]


class Setting(Struct, frozen=True, kw_only=True):
    """A setting: its command, its part of the message, and the handlers of its controls.

    `change` is called with an `Edit` and the values of the `parameters`. Their types are those of the function, or `types`.
    `head` returns lines for the top of the message, `lines` the lines above the `menus`. `buttons` share a row with those
    of neighbouring settings. `presses` and `forms` are by the keys in the ids of controls.
    """

    command: Command | None = None
    about: Message = Message("")
    change: Callable[..., Awaitable[None]] | None = None
    parameters: Mapping[str, Parameter | Message] = MappingProxyType({})
    types: Mapping[str, Any] = MappingProxyType({})
    of_a_game: bool = False
    head: Callable[[CurrentSettings], list[str]] = lambda current: []
    lines: Callable[[CurrentSettings], list[str]] = lambda current: []
    menus: Callable[[CurrentSettings], list[Item]] = lambda current: []
    buttons: Callable[[CurrentSettings], list[Button]] = lambda current: []
    presses: Mapping[str, Press] = MappingProxyType({})
    forms: Mapping[str, Form] = MappingProxyType({})

    def add(
        self, layout: Layout, edit: Callable[[Reply], Edit], show: Callable[[Reply], Awaitable[None]]
    ) -> None:
        """Add the command. It shows all settings after the change."""
        if self.command is None or self.change is None:
            return
        change = self.change

        @wraps(change)
        async def run(reply: Reply, **values: Any) -> None:
            await change(edit(reply), **values)
            await show(reply)

        signature = inspect.signature(change, eval_str=True)
        if self.types:
            first = next(iter(signature.parameters.values()))
            parameters = [_parameter(name, annotation) for name, annotation in self.types.items()]
            signature = inspect.Signature([first, *parameters])
        run.__signature__ = signature  # type: ignore[attr-defined]
        layout.command(self.command, self.about, of_a_game=self.of_a_game, defer=True, **self.parameters)(run)


def _parameter(name: str, annotation: Any) -> inspect.Parameter:
    default = None if type(None) in get_args(annotation) else inspect.Parameter.empty
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def check_manager(reply: Reply) -> tuple[int, int, int]:
    """Return the ids of the interaction, the server and the person. Raises Refusal if they don't manage the server."""
    interaction = reply.interaction
    if interaction.guild_id is None:
        raise Refusal(msg("These settings belong to a server. Use this on a server you manage."))
    if not interaction.permissions.manage_guild:
        raise Refusal(msg("Only members with “Manage Server” can see and change this server's settings."))
    return interaction.id, interaction.guild_id, reply.person


def control(state: str) -> str:
    """Return the id of a control of the settings message."""
    return CustomId("settings", state=state).id


def settings_menu(key: str, placeholder: str, options: Sequence[tuple[str, str]], selected: str) -> Item:
    """Return a menu of options, given as (label, value)."""
    return menu(
        control(key),
        placeholder,
        [menu_option(label, value, chosen=value == selected) for label, value in options],
    )


def switch(
    command: Command,
    about: Message,
    parameter: tuple[str, Message, tuple[str, str]],
    field: str,
    key: str,
    shown: tuple[Message, Message],
    leave: tuple[Message, Message],
    *,
    is_shown: Callable[[CurrentSettings], bool] = lambda current: True,
) -> Setting:
    """Return a setting with two states. In each pair, the first item is for "off".

    `parameter` is the command's parameter: name, description, choices. `field` is the setting's name in `ServerRules`,
    `key` its name in controls. `shown` are the lines, `leave` the labels of the button that changes to the other state.
    """
    name, description, choices = parameter

    async def put(edit: Edit, *, on: bool) -> None:
        await edit.servers.put(*edit.by, key.replace("-", " "), **{field: on})

    async def change(edit: Edit, **arguments: str) -> None:
        await put(edit, on=arguments[name] == choices[1])

    def is_on(current: CurrentSettings) -> bool:
        return getattr(current.rules, field)

    def toggle_button(current: CurrentSettings) -> Button:
        return button(current.translate(leave[is_on(current)]), control(f"{key}.{int(not is_on(current))}"))

    return Setting(
        command=command,
        about=about,
        change=change,
        parameters={name: description},
        types={name: Literal[choices]},
        lines=lambda current: [current.translate(shown[is_on(current)])] if is_shown(current) else [],
        buttons=lambda current: [toggle_button(current)] if is_shown(current) else [],
        presses={key: lambda edit, values, argument: put(edit, on=values[0] == "1")},
    )


def choice(
    command: Command,
    about: Message,
    parameters: Mapping[str, Parameter | Message],
    change: Callable[[Edit, str], Awaitable[None]],
    *,
    lines: Callable[[CurrentSettings], list[str]],
    placeholder: Message,
    options: Callable[[CurrentSettings], Sequence[tuple[str, str]]],
    chosen: Callable[[CurrentSettings], str],
) -> Setting:
    """Return a setting with one value: from a menu of `options`, as (label, value), or the command's only parameter."""
    (key,) = parameters
    return Setting(
        command=command,
        about=about,
        change=change,
        parameters=parameters,
        lines=lines,
        menus=lambda current: [
            settings_menu(key, current.translate(placeholder), options(current), chosen(current))
        ],
        presses={key: lambda edit, values, argument: change(edit, values[0])},
    )


class NamedMenu(Struct, frozen=True, kw_only=True):
    """A menu of text channels, or of roles. `key` is its name in controls; `put` stores the chosen ones."""

    key: str
    placeholder: Message
    chosen: Callable[[ServerRules], Sequence[NamedSetting]]
    put: Callable[[Edit, Sequence[NamedSetting]], Awaitable[None]]
    are_roles: bool = False
    most: int = MOST_CHANNELS

    def shown(self, current: CurrentSettings) -> list[Item]:
        """Return the menu, with the stored choices selected as far as they still exist."""
        kinds = discord.SelectDefaultValueType
        kind = kinds.role if self.are_roles else kinds.channel
        existing, _ = current.places.parted(self.chosen(current.rules), roles=self.are_roles)
        options: dict[str, Any] = {
            "custom_id": control(self.key),
            "placeholder": current.translate(self.placeholder),
            "min_values": 0,
            "required": False,
            "max_values": self.most,
            "default_values": [discord.SelectDefaultValue(id=each.id, type=kind) for each in existing],
        }
        menu = ui.ChannelSelect[ui.LayoutView](channel_types=list(WITH_THREADS), **options)
        return [
            ui.ActionRow[ui.LayoutView](ui.RoleSelect[ui.LayoutView](**options) if self.are_roles else menu)
        ]

    async def press(self, edit: Edit, values: Submitted, argument: str) -> None:
        """Store the choice, with the names that Discord sent along."""
        kind = "roles" if self.are_roles else "channels"
        data = [(key, chosen_in(edit.reply.interaction, kind, key)) for key in values]
        await self.put(
            edit,
            [
                NamedSetting(int(key), bare(str(each.get("name") or "")))
                for key, each in data
                if each is not None
            ],
        )

    def lines(self, current: CurrentSettings, some: Message, none: Message, lost: Message) -> list[str]:
        """Return lines about the choice: `some`, with the names as {what}, `none`, or `lost` if all were deleted."""
        chosen = self.chosen(current.rules)
        existing, deleted = current.places.parted(chosen, roles=self.are_roles)
        sign = "@&" if self.are_roles else "#"
        line = some.filled(what=", ".join(f"<{sign}{each.id}>" for each in existing))
        lines = [current.translate(line if existing else lost if chosen else none)]
        if deleted:
            names = ", ".join(plain(each.name, 60) for each in deleted)
            lines.append(current.translate.msg("-# Skipped because they were deleted: {names}.", names=names))
        return lines

    async def add_or_remove(self, edit: Edit, change: str, item: NamedSetting) -> None:
        """Add a channel or role to the choice, or remove it. Raises Refusal."""
        stored = self.chosen(await edit.servers.rules(edit.by[1]))
        remaining = [each for each in stored if each.id != item.id]
        if change != "add" and len(remaining) == len(stored):
            raise Refusal(msg("{name} isn't on the list.", name=item.name))
        await self.put(edit, [*remaining, item] if change == "add" else remaining)


class NumberField(Struct, frozen=True):
    """A number in `ServerRules`: its name there, the command's parameter, and its label in a form.

    Discord limits the label to 45 characters.
    """

    name: str
    parameter: str
    about: Message
    label: Message

    @property
    def bounds(self) -> tuple[int, int]:
        """The minimum and the maximum."""
        return BOUNDS[self.name]


class NumberForm(Struct, frozen=True):
    """A form for several numbers. `key` is its name in controls.

    `hint` can contain {least} and {most}, `wrong` also {typed} and {field}. If `is_optional`, an empty field means None.
    """

    key: str
    title: Message
    fields: Sequence[NumberField]
    hint: Message
    wrong: Message
    is_optional: bool = False

    @property
    def parameters(self) -> dict[str, Parameter | Message]:
        """The command's parameters for the same numbers."""
        return {each.parameter: each.about for each in self.fields}

    @property
    def types(self) -> dict[str, Any]:
        """The types of these parameters. All are optional."""
        ranges: dict[str, Any] = {
            each.parameter: app_commands.Range[int, *each.bounds] for each in self.fields
        }
        return {name: value_range | None for name, value_range in ranges.items()}

    def given(self, parameters: Mapping[str, int | None]) -> dict[str, int | None]:
        """Return the command's numbers by the names in `ServerRules`."""
        return {each.name: parameters[each.parameter] for each in self.fields}

    def modal(self, rules: ServerRules, translate: Translator) -> ui.Modal:
        """Return the form, filled in with the current numbers."""
        modal = ui.Modal(title=translate(self.title), custom_id=control(self.key))
        for each in self.fields:
            number, (least, most) = getattr(rules, each.name), each.bounds
            current_text = None if number is None else str(number)
            entry = field(each.name, required=not self.is_optional, default=current_text)
            hint = translate(self.hint.filled(least=least, most=most))
            modal.add_item(ui.Label(text=translate(each.label), description=hint, component=entry))
        modal.stop()
        return modal

    def numbers(self, values: Submitted) -> dict[str, int | None]:
        """Return the typed numbers by field name. Raises Refusal."""
        numbers_by_name: dict[str, int | None] = {}
        for each in self.fields:
            typed, (least, most) = values.one(each.name).strip(), each.bounds
            number = numeral(typed, FIELDS[each.name])
            is_left_out = self.is_optional and not typed
            if not is_left_out and (number is None or not least <= number <= most):
                raise Refusal(
                    self.wrong.filled(typed=plain(typed, 40), field=each.label, least=least, most=most)
                )
            numbers_by_name[each.name] = number
        return numbers_by_name
