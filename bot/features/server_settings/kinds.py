"""The kinds of settings: a switch, a value from a menu, channels or roles, and numbers that are typed into a form."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal

import discord
from discord import ui
from msgspec import Struct

from bot.command_keys import Command
from bot.discord.channels import WITH_THREADS
from bot.discord.commands.layout import Parameter
from bot.discord.components.custom_ids import Submitted
from bot.discord.components.lengths import FIELDS, field
from bot.discord.components.messages import Button, Item, button
from bot.discord.components.plain import bare, plain
from bot.discord.interaction_data import chosen as chosen_in
from bot.errors import Refusal
from bot.features.server_settings.setting import CurrentSettings, Edit, Setting, control, menu
from bot.servers.rules import MOST_CHANNELS
from bot.store.servers import NamedSetting, ServerRules
from cards.i18n import Message, Translator
from cards.numerals import numeral


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

    async def press(edit: Edit, values: Submitted, rest: str) -> None:
        await put(edit, on=values[0] == "1")

    def lines(now: CurrentSettings) -> list[str]:
        on: bool = getattr(now.rules, field)
        return [now.translate(shown[on])] if is_shown(now) else []

    def buttons(now: CurrentSettings) -> list[Button]:
        on: bool = getattr(now.rules, field)
        return [button(now.translate(leave[on]), control(f"{key}.{int(not on)}"))] if is_shown(now) else []

    taken = inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Literal[choices])
    first = next(iter(inspect.signature(change).parameters.values()))
    change.__signature__ = inspect.Signature([first, taken])  # type: ignore[attr-defined]
    return Setting(
        command=command,
        about=about,
        change=change,
        parameters={name: what_for},
        lines=lines,
        buttons=buttons,
        presses={key: press},
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
    chosen: Callable[[CurrentSettings], Sequence[NamedSetting]]
    put: Callable[[Edit, Sequence[NamedSetting]], Awaitable[None]]
    are_roles: bool = False
    most: int = MOST_CHANNELS

    def shown(self, now: CurrentSettings) -> list[Item]:
        """Return the menu; of those that were chosen before, the ones that are still there are marked."""
        kinds = discord.SelectDefaultValueType
        kind = kinds.role if self.are_roles else kinds.channel
        there, _ = now.there.parted(self.chosen(now), roles=self.are_roles)
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
        found = [
            NamedSetting(int(one), bare(str(it.get("name") or ""))) for one, it in known if it is not None
        ]
        await self.put(edit, found)


class NumberField(Struct, frozen=True):
    """A number of `ServerRules` by its name there, its label in a form (at most 45 characters), and its bounds."""

    name: str
    label: Message
    least: int
    most: int


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

    def modal(self, rules: ServerRules, translate: Translator) -> ui.Modal:
        """Return the form, filled in with what is set."""
        modal = ui.Modal(title=translate(self.title), custom_id=control(self.key))
        for one in self.fields:
            number = getattr(rules, one.name)
            now = None if number is None else str(number)
            entry = field(one.name, required=not self.is_optional, default=now)
            hint = translate(self.hint.filled(least=one.least, most=one.most))
            modal.add_item(ui.Label(text=translate(one.label), description=hint, component=entry))
        modal.stop()
        return modal

    def numbers(self, values: Submitted) -> dict[str, int | None]:
        """Return the typed numbers by field name. Raises Refusal."""
        found: dict[str, int | None] = {}
        for one in self.fields:
            typed = values.one(one.name).strip()
            number = numeral(typed, FIELDS[one.name])
            is_left_out = self.is_optional and not typed
            if not is_left_out and (number is None or not one.least <= number <= one.most):
                raise Refusal(
                    self.wrong.filled(typed=plain(typed, 40), field=one.label, least=one.least, most=one.most)
                )
            found[one.name] = number
        return found
