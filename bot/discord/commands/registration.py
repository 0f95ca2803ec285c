"""Registering the commands: what is to be registered, compared with what Discord has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import AppCommandType, app_commands
from msgspec import Struct

from bot.discord.commands.translator import CommandTexts
from bot.discord.interaction_data import Payload

_TRANSLATED = ("name", "name_localizations", "description", "description_localizations")
_RESTRICTING = ("channel_types", "min_value", "max_value", "min_length", "max_length")
_FIELDS = frozenset(
    {
        *_TRANSLATED,
        *_RESTRICTING,
        *("type", "required", "autocomplete", "value", "options", "choices"),
        *("default_member_permissions", "contexts", "integration_types", "nsfw"),
    }
)
"""The registered parts of a command. Everything else that Discord reports of it (ids, versions) is its own."""
_UNSET: tuple[Any, ...] = (None, False, "", [], {})


class Differences(Struct, frozen=True):
    """The commands by what is true of them at Discord, each by how it is typed or shown."""

    same: tuple[str, ...]
    changed: tuple[str, ...]
    """Registered otherwise than they are here."""
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    """Registered, but not here: by another version, or by another program."""

    def __bool__(self) -> bool:
        """Whether Discord has anything else than what is here."""
        return bool(self.changed or self.missing or self.unknown)


def payloads_of(
    tree: app_commands.CommandTree[discord.Client], said: CommandTexts | None = None
) -> list[dict[str, Any]]:
    """Return all commands as they are registered: with their translations, if there is what says them."""
    payloads = [dict(command.to_dict(tree)) for command in tree.get_commands()]
    if said is not None:
        for payload in payloads:
            said.translate(payload)
    return payloads


def compared(here: Iterable[Payload], there: Iterable[Payload]) -> Differences:
    """Compare the commands that are to be registered with those that Discord has."""
    ours, theirs = _by_name(here), _by_name(there)
    both = ours.keys() & theirs.keys()
    same = {key for key in both if _plain(ours[key]) == _plain(theirs[key])}
    return Differences(
        same=_shown(same),
        changed=_shown(both - same),
        missing=_shown(ours.keys() - theirs.keys()),
        unknown=_shown(theirs.keys() - ours.keys()),
    )


def _by_name(commands: Iterable[Payload]) -> dict[tuple[int, str], Payload]:
    return {(_type(command), str(command["name"])): command for command in commands}


def _type(command: Payload) -> int:
    return int(command.get("type") or AppCommandType.chat_input.value)


def _shown(keys: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(
        f"/{name}" if kind == AppCommandType.chat_input.value else name for kind, name in sorted(keys)
    )


def _plain(command: Payload) -> dict[str, Any]:
    """Return what matters of a command: Discord leaves out what is not set, and says numbers and orders in its way."""
    plain: dict[str, Any] = {}
    for key in _FIELDS & command.keys():
        value: Any = command[key]
        if any(value is unset or (value == unset and type(value) is type(unset)) for unset in _UNSET):
            continue
        if key in ("options", "choices"):
            value = [_plain(each) for each in value]
        elif key in ("contexts", "integration_types", "channel_types"):
            value = sorted(value)
        elif key == "default_member_permissions":
            value = str(value)
        plain[key] = value
    plain.setdefault("type", AppCommandType.chat_input.value)
    return plain
