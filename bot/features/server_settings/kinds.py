"""Settings of a server and their kinds: a switch, a value of a menu, channels or roles, numbers."""

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
from bot.discord.components.messages import Button, Item, button
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
    """A change that someone who manages a server makes. `by` has the ids of the interaction, the server and the person."""

    reply: Reply
    servers: Servers
    which: GameResolver
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

    `change` is called with an edit and what was given for the `parameters`, whose types are those of the function, or in
    `types`. `head` gives lines for the head of the message, `lines` those above the `menus`; `buttons` stand in one row with
    those of its neighbours. `presses` and `forms` go by the keys in the ids of controls.
    """

    command: Command | None = None
    about: Message = Message("")
    change: Callable[..., Awaitable[None]] | None = None
    parameters: Mapping[str, Parameter | Message] = MappingProxyType({})
    types: Mapping[str, Any] = MappingProxyType({})
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

        signature = inspect.signature(change, eval_str=True)
        if self.types:
            first = next(iter(signature.parameters.values()))
            taken = [_parameter(name, annotation) for name, annotation in self.types.items()]
            signature = inspect.Signature([first, *taken])
        run.__signature__ = signature  # type: ignore[attr-defined]
        layout.command(self.command, self.about, of_a_game=self.of_a_game, defer=True, **self.parameters)(run)


def _parameter(name: str, annotation: Any) -> inspect.Parameter:
    default = None if type(None) in get_args(annotation) else inspect.Parameter.empty
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


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


def switch(
    command: Command,
    about: Message,
    parameter: tuple[str, Message, tuple[str, str]],
    field: str,
    key: str,
    shown: tuple[Message, Message],
    leave: tuple[Message, Message],
    *,
    is_shown: Callable[[CurrentSettings], bool] = lambda now: True,
) -> Setting:
    """Return a setting with two states, off first: a choice of the command, a line, and the button that leaves it.

    `parameter` has its name, what it is for, and its choices; `field` is the setting's name in `ServerRules`, `key` in controls.
    """
    name, what_for, choices = parameter

    async def put(edit: Edit, *, on: bool) -> None:
        await edit.servers.put(*edit.by, key.replace("-", " "), **{field: on})

    async def change(edit: Edit, **given: str) -> None:
        await put(edit, on=given[name] == choices[1])

    def is_on(now: CurrentSettings) -> bool:
        return getattr(now.rules, field)

    def leaving(now: CurrentSettings) -> Button:
        return button(now.translate(leave[is_on(now)]), control(f"{key}.{int(not is_on(now))}"))

    return Setting(
        command=command,
        about=about,
        change=change,
        parameters={name: what_for},
        types={name: Literal[choices]},
        lines=lambda now: [now.translate(shown[is_on(now)])] if is_shown(now) else [],
        buttons=lambda now: [leaving(now)] if is_shown(now) else [],
        presses={key: lambda edit, values, rest: put(edit, on=values[0] == "1")},
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
    """Return a setting with one value, from a menu of `options`, as (shown, value), or from the command's only parameter."""
    (key,) = parameters
    return Setting(
        command=command,
        about=about,
        change=change,
        parameters=parameters,
        lines=lines,
        menus=lambda now: [menu(key, now.translate(placeholder), options(now), chosen(now))],
        presses={key: lambda edit, values, rest: change(edit, values[0])},
    )


class NamedMenu(Struct, frozen=True, kw_only=True):
    """A menu of channels with threads, or of roles, whose control has the id `key`. `put` sets those that are chosen."""

    key: str
    placeholder: Message
    chosen: Callable[[ServerRules], Sequence[NamedSetting]]
    put: Callable[[Edit, Sequence[NamedSetting]], Awaitable[None]]
    are_roles: bool = False
    most: int = MOST_CHANNELS

    def shown(self, now: CurrentSettings) -> list[Item]:
        """Return the menu; of those that were chosen before, the ones that are still there are marked."""
        kinds = discord.SelectDefaultValueType
        kind = kinds.role if self.are_roles else kinds.channel
        there, _ = now.there.parted(self.chosen(now.rules), roles=self.are_roles)
        how: dict[str, Any] = {
            "custom_id": control(self.key),
            "placeholder": now.translate(self.placeholder),
            "min_values": 0,
            "required": False,
            "max_values": self.most,
            "default_values": [discord.SelectDefaultValue(id=one.id, type=kind) for one in there],
        }
        menu = ui.ChannelSelect[ui.LayoutView](channel_types=list(WITH_THREADS), **how)
        return [ui.ActionRow[ui.LayoutView](ui.RoleSelect[ui.LayoutView](**how) if self.are_roles else menu)]

    async def press(self, edit: Edit, values: Submitted, rest: str) -> None:
        """Set what was chosen, by the names that came with it."""
        kind = "roles" if self.are_roles else "channels"
        known = [(one, chosen_in(edit.reply.interaction, kind, one)) for one in values]
        await self.put(
            edit,
            [NamedSetting(int(one), bare(str(it.get("name") or ""))) for one, it in known if it is not None],
        )

    def lines(self, now: CurrentSettings, some: Message, none: Message, lost: Message) -> list[str]:
        """Return what is chosen: `some`, which names {what}, `none`, or that all of it was deleted (`lost`)."""
        chosen = self.chosen(now.rules)
        found, gone = now.there.parted(chosen, roles=self.are_roles)
        sign = "@&" if self.are_roles else "#"
        line = some.filled(what=", ".join(f"<{sign}{one.id}>" for one in found))
        lines = [now.translate(line if found else lost if chosen else none)]
        if gone:
            names = ", ".join(plain(one.name, 60) for one in gone)
            lines.append(now.translate.msg("-# Skipped because they were deleted: {names}.", names=names))
        return lines

    async def add_or_remove(self, edit: Edit, change: str, one: NamedSetting) -> None:
        """Add one to what is chosen, or remove it. Raises Refusal."""
        now = self.chosen(await edit.servers.rules(edit.by[1]))
        others = [other for other in now if other.id != one.id]
        if change != "add" and len(others) == len(now):
            raise Refusal(msg("{name} isn't on the list.", name=one.name))
        await self.put(edit, [*others, one] if change == "add" else others)


class NumberField(Struct, frozen=True):
    """A number of `ServerRules`: its name there, the parameter of the command, and its label in a form (45 characters)."""

    name: str
    parameter: str
    about: Message
    label: Message

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that it can be."""
        return BOUNDS[self.name]


class NumberForm(Struct, frozen=True):
    """A form for several numbers, whose id is `key`. `hint` may name {least} and {most}, `wrong` also {typed} and {field}.

    `is_optional`: a number may be left out, and is None then.
    """

    key: str
    title: Message
    fields: Sequence[NumberField]
    hint: Message
    wrong: Message
    is_optional: bool = False

    @property
    def parameters(self) -> dict[str, Parameter | Message]:
        """The parameters of a command for the same numbers."""
        return {one.parameter: one.about for one in self.fields}

    @property
    def types(self) -> dict[str, Any]:
        """The types of these parameters, all of which may be left out."""
        ranges: dict[str, Any] = {one.parameter: app_commands.Range[int, *one.bounds] for one in self.fields}
        return {name: one | None for name, one in ranges.items()}

    def given(self, parameters: Mapping[str, int | None]) -> dict[str, int | None]:
        """Return the numbers given to the command, by the names of `ServerRules`."""
        return {one.name: parameters[one.parameter] for one in self.fields}

    def modal(self, rules: ServerRules, translate: Translator) -> ui.Modal:
        """Return the form, filled in with what is set."""
        modal = ui.Modal(title=translate(self.title), custom_id=control(self.key))
        for one in self.fields:
            number, (least, most) = getattr(rules, one.name), one.bounds
            now = None if number is None else str(number)
            entry = field(one.name, required=not self.is_optional, default=now)
            hint = translate(self.hint.filled(least=least, most=most))
            modal.add_item(ui.Label(text=translate(one.label), description=hint, component=entry))
        modal.stop()
        return modal

    def numbers(self, values: Submitted) -> dict[str, int | None]:
        """Return the typed numbers by field name. Raises Refusal."""
        found: dict[str, int | None] = {}
        for one in self.fields:
            typed, (least, most) = values.one(one.name).strip(), one.bounds
            number = numeral(typed, FIELDS[one.name])
            is_left_out = self.is_optional and not typed
            if not is_left_out and (number is None or not least <= number <= most):
                raise Refusal(
                    self.wrong.filled(typed=plain(typed, 40), field=one.label, least=least, most=most)
                )
            found[one.name] = number
        return found
